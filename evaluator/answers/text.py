"""Answers that are a short text: a compound's label, a name, a formula.

Policy P14: wrapping parentheses, bold, a leading "compound" and a final stop are dropped; stereo
parentheses, primes and case are kept. P05: NFKC, so that subscripts and accents compare as written.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from evaluator.answers import embedded_json, statements
from evaluator.answers.bare import bare_value, several
from evaluator.answers.outcomes import UNPARSED, answered, shown, unanswered
from evaluator.answers.refusals import declines
from evaluator.answers.replies import INVISIBLE, WRAPPERS, counted_part
from evaluator.records import Answer, Item

_NAMES = (
    *("finalanswer", "answer", "label", "text", "name", "result", "prediction", "response", "output"),
    "答案",
)
_TAGS = ("answer", "final_?answer", "label")
_LEADING = re.compile(
    r"(?:compounds?|product|substrate|structure|molecule) (?=\S{1,12}\Z)", re.ASCII | re.IGNORECASE
)
_SAME = str.maketrans(dict.fromkeys("′’‘ʹ", "'") | dict.fromkeys("‐‑‒–—−", "-"))
_TRIMMED = str.maketrans("", "", INVISIBLE)
_QUOTES = (
    *(('"', '"'), ("'", "'"), ("“", "”"), ("`", "`")),
    *(("**", "**"), ("__", "__"), ("*", "*"), ("$", "$")),
)
_MARK = re.compile(
    r"^(?:the )?(?:final |correct )?(?:answer|label|antwort|答案)(?: is|:|：|是|为)+ ?(?P<rest>\S.*)$",
    re.ASCII | re.IGNORECASE | re.MULTILINE,
)


def extract_text(raw: Any, item: Item) -> Answer:
    """Read the text that a raw reply gives."""
    raw = bare_value(raw, _NAMES)
    if isinstance(raw, Answer):
        return raw
    if isinstance(raw, list):
        return several(())
    if isinstance(raw, bool):
        return unanswered(UNPARSED, "true or false is no text")
    if not isinstance(raw, str):
        return answered(shown(raw), "bare value")
    reply = counted_part(raw)
    if not reply.text:
        return unanswered(UNPARSED, "no answer after the reasoning", reply.steps)
    is_json, value = embedded_json.whole_value(reply.text)
    if is_json and not isinstance(value, str):
        return extract_text(value, item)
    return _of_text(value if is_json else reply.text, reply.steps)


def _of_text(text: str, steps: tuple[str, ...]) -> Answer:
    tagged = [*statements.tags(text, *_TAGS), *statements.boxes(text)]
    if tagged:
        last = max(tagged, key=lambda statement: statement.position)
        tidy = normalised(last.piece)
        if not tidy:
            return unanswered(UNPARSED, f"an empty {last.rule}", steps)
        return answered(tidy, last.rule, steps)
    marks = list(_MARK.finditer(statements.plain(text)))
    if marks:
        return answered(normalised(marks[-1]["rest"]), "answer line", steps)
    if declines(text):
        return unanswered(UNPARSED, "no text", steps, text)
    return answered(normalised(text), "the whole reply", steps)


def normalised(text: str) -> str:
    """Return a text as it is compared: wrappers dropped, blanks single, no blank within "3 a"."""
    text = unicodedata.normalize("NFKC", text).translate(_TRIMMED).translate(_SAME)
    text = re.sub(r"\s+", " ", text).strip()
    for _ in range(WRAPPERS):
        before = text
        for left, right in _QUOTES:
            if len(text) > len(left + right) and text.startswith(left) and text.endswith(right):
                text = text[len(left) : -len(right)].strip()
        if text.endswith(".") and " " not in text and len(text) > 1:
            text = text[:-1]
        if re.fullmatch(r"\([^()]*\)", text) and not re.fullmatch(r"\((?:[RSEZ+-]|rac|\+/-)\)", text):
            text = text[1:-1].strip()
        text = _LEADING.sub("", text, count=1)
        if text == before:
            break
    return re.sub(r"\A(\d{1,4}) ([A-Za-z]'*)\Z", r"\1\2", text, flags=re.ASCII)
