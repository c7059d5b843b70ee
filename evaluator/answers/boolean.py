"""Answers that are true or false.

Marks that prompts ask for (a tag, a box, an "Answer:" line) decide, the last of them; else a verdict that
stands for itself (alone on the first or last line, before a comma or full stop, "the statement is false");
else the only verdict in the text. Policies P05, P06 (words of other scripts only where they are listed),
P08 (1 and 0, "untrue" and "not false" are read; prose needs one verdict).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from evaluator.answers import embedded_json, statements
from evaluator.answers.bare import text_or_value
from evaluator.answers.outcomes import UNPARSED, answered, unanswered
from evaluator.answers.replies import INVISIBLE, Reply
from evaluator.records import Answer, Item

_NAMES = (
    *("finalanswer", "answer", "boolean", "bool", "verdict", "label", "value", "result", "prediction"),
    *("response", "output", "答案"),
)
_TAGS = ("answer", "final_?answer", "boolean", "bool", "verdict", "final")
_FLAGS = re.ASCII | re.IGNORECASE
_ALONE = {
    **dict.fromkeys(
        ("true", "yes", "t", "y", "1", "not false", "是", "是的", "对", "對", "正确", "正確"), True
    ),
    **dict.fromkeys(("真", "はい", "ja", "oui", "wahr", "vrai"), True),
    **dict.fromkeys(("false", "no", "f", "n", "0", "untrue", "not true", "not yes"), False),
    **dict.fromkeys(
        ("否", "不是", "不", "错", "錯", "错误", "錯誤", "不对", "不正确", "假", "いいえ"), False
    ),
    **dict.fromkeys(("nein", "non", "falsch", "faux"), False),
}
_TRIMMED = " \t\n\r.,;:!?'\"`*_()[]{}<>$\\。，；：！“”‘’"
_WORD = (
    r"(?:(?P<not>\b(?:not|never|n[o']t|isn['’]t|cannot be|can['’]t be)\s+)?\b(?P<word>true|false|untrue))\b"
)
# "it is true that ..." grants a point; it is no verdict
_ANY = re.compile(_WORD + r"(?! that\b)", _FLAGS)
_EITHER = re.compile(r"\b(?:true|yes|false|no)\b ?(?:/|or) ?(?:if )?\b(?:false|no|true|yes)\b ?[?:]?", _FLAGS)
_LEADING = re.compile(
    r"\A[\"'(\[]{0,3}(?:\b(not) )?(true|false|untrue|yes|no)\b[\"')\]]{0,3} ?(?=[.,;:!—–]|-\s|\Z)", _FLAGS
)
_SUBJECT = re.compile(
    r"\b(?:statement|claim|assertion|proposition|hypothesis|verdict)\b(?: itself| above| given)?"
    r" (?:is|was|must be|would be|seems|appears(?: to be)?)"
    r"(?: therefore| thus| hence| clearly| indeed| most likely| likely| probably)? " + _WORD,
    _FLAGS,
)


def extract_boolean(raw: Any, item: Item) -> Answer:
    """Read whether a raw reply says true or false."""
    return _read(raw, ())


def _read(raw: Any, steps: tuple[str, ...]) -> Answer:
    found = text_or_value(raw, _NAMES, steps)
    if isinstance(found, Reply):
        return _of_text(found.text, found.steps)
    if isinstance(found, Answer):
        return found
    if isinstance(found, bool):
        return answered(found, "bare truth value", steps)
    if found in (0, 1):
        return answered(bool(found), "bare 1 or 0", steps)
    return unanswered(UNPARSED, "a number other than 1 and 0", steps)


def _of_text(text: str, steps: tuple[str, ...]) -> Answer:
    is_json, value = embedded_json.whole_value(text)
    if is_json:
        return _read(value, (*steps, "read as JSON"))
    for value in embedded_json.objects(text):
        if embedded_json.member(value, _NAMES)[0]:
            return _read(value, (*steps, "read as JSON"))
    plain = statements.plain(unicodedata.normalize("NFKC", text))
    tagged = [*statements.tags(plain, *_TAGS), *statements.boxes(plain)]
    if tagged:
        last = max(tagged, key=lambda statement: statement.position)
        return _answer(_verdict(_unwrapped(last.piece)), last.rule, steps, text)
    for statement in reversed(statements.marked(plain)):
        verdict = _verdict(statement.piece)
        if verdict is not None:
            return answered(verdict, statement.rule, steps)
    return _answer(*_of_prose(plain), steps, text)


def _answer(verdict: bool | None, rule: str, steps: tuple[str, ...], text: str) -> Answer:
    if verdict is None:
        return unanswered(UNPARSED, "not exactly one verdict", steps, text)
    return answered(verdict, rule, steps)


def _unwrapped(piece: str) -> str:
    r"""Return what is within `\text{...}` where a piece is just that."""
    match = re.fullmatch(r"\s*\\(?:text|textbf|mathrm|mathbf|rm)\s*\{([^{}]*)\}\s*", piece, re.ASCII)
    return match[1] if match else piece


def _verdict(piece: str) -> bool | None:
    """Return the verdict that a short piece of text comes down to."""
    alone = _word(piece)
    if alone is not None:
        return alone
    leading = _leading(piece)
    return leading if leading is not None else _only(_weak(_EITHER.sub(" ", piece)))


def _of_prose(text: str) -> tuple[bool | None, str]:
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not lines:
        return None, ""
    strong = [_word(lines[0]), _word(lines[-1]), _leading(lines[0])]
    strong += [_value(match) for match in _SUBJECT.finditer(text)]
    found = [verdict for verdict in strong if verdict is not None]
    if found:
        return _only(found), "a verdict of its own"
    return _only(_weak(_EITHER.sub(" ", text))), "the only verdict"


def _word(piece: str) -> bool | None:
    """Return what a piece says that is nothing but one word for true or false."""
    return _ALONE.get(" ".join(piece.strip(_TRIMMED + INVISIBLE).lower().split()))


def _leading(piece: str) -> bool | None:
    """Return the verdict that a piece opens with, set off from what follows."""
    match = _LEADING.match(_EITHER.sub("", piece).strip())
    if not match:
        return None
    said = match[2].lower() in ("true", "yes")
    return said != bool(match[1])


def _weak(text: str) -> list[bool]:
    return [_value(match) for match in _ANY.finditer(text)]


def _value(match: re.Match[str]) -> bool:
    return (match["word"].lower() == "true") != bool(match["not"])


def _only(verdicts: Iterable[bool]) -> bool | None:
    distinct = set(verdicts)
    return distinct.pop() if len(distinct) == 1 else None
