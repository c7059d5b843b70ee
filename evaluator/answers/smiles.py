"""Answers that are one structure as SMILES.

Policy P20: a structure counts from a `<smiles>` or answer tag, a box, JSON, a code block, a "SMILES:" or
"Answer:" mark, or a line that holds one token; a CXSMILES block or a name in parentheses may follow it.
Anything else is no answer: InChI, reactions and names are not converted. P05: structures stay ASCII,
only their ends are trimmed. P21: a control character inside a JSON value spoils it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from evaluator.answers import embedded_json
from evaluator.answers.bare import bare_value, several
from evaluator.answers.outcomes import UNPARSED, answered, unanswered
from evaluator.answers.replies import BLANKS, WRAPPERS, counted_part
from evaluator.answers.statements import boxes, tags
from evaluator.records import Answer, Item

_NAMES = (
    *("smiles", "finalsmiles", "productsmiles", "predictedsmiles", "canonicalsmiles", "smilesstring"),
    *("finalanswer", "answer", "molecule", "product", "structure", "compound", "prediction", "response"),
    *("result", "output", "答案"),
)
_FLAGS = re.ASCII | re.IGNORECASE
_ANSWER_TAGS = ("answer", "final_answer", "molecule", "mol", "product")
_FENCE = re.compile(r"```[\w+-]{0,20}[ \t]*\n?(.{0,8000}?)```", re.ASCII | re.DOTALL)
_CODE = re.compile(r"(?<!`)`([^`\n]{1,4000})`(?!`)", re.ASCII)
_MARK = re.compile(
    r"(?<![A-Za-z])(?:(?:smiles(?: string| notation| representation| code)?"
    r"|(?:final |correct |my )?(?:answer|product|molecule|structure|compound|result)|答案|antwort|产物)"
    r"[*_`]{0,3} ?(?:is|are|ist|would be|[:=：]|是|为|為)"
    r"|smiles(?: string| notation)? (?:of|for) [^:\n`]{1,80}? (?:is|are|:))"
    r"[*_]{0,3}(?: ?[:：])?",
    _FLAGS,
)
_NAMED_AFTER = re.compile(r"(?P<token>\S+)[ \t]+(?:\|(?P<block>[^|\n]*)\||\((?!or\b)[^\n]*\))", re.ASCII)
_LATEX = re.compile(r"\A\\(?:text|texttt|mathrm|mathtt|ce)\{(.*)\}\Z", re.ASCII | re.DOTALL)
_LIST_MARK = re.compile(r"(?:[-*•]|\d{1,2}[.)])[ \t]+", re.ASCII)
_STRUCTURE = re.compile(
    r"(?:Cl|Br|[BCNOPSFIbcnops*]|\[[^\[\]\s]{1,40}\]|%\d\d|%\(\d{1,5}\)|<-|->|[0-9()=#$:~/\\.@+-])+",
    re.ASCII,
)
_PAIRS = (
    *(("**", "**"), ("__", "__"), ("`", "`"), ('"', '"'), ("'", "'")),
    *(("$", "$"), ("“", "”"), ("「", "」")),
)
_MOST = 200


def extract_smiles(raw: Any, item: Item) -> Answer:
    """Read the SMILES that a raw reply gives; whether it is a valid structure is for the toolkit."""
    value = bare_value(raw, _NAMES)
    if value is not raw or not isinstance(raw, str):
        return _of_value(value, ())
    reply = counted_part(raw)
    if not reply.text:
        return _none("no answer after the reasoning", reply.steps)
    return _of_text(reply.text, reply.steps)


def _of_value(value: Any, steps: tuple[str, ...]) -> Answer:
    """Read a JSON value; a text in it must be the structure alone."""
    value = bare_value(value, _NAMES, steps)
    if isinstance(value, Answer):
        return value
    if isinstance(value, list):
        return several(steps)
    return _bare(value, "value", steps) if isinstance(value, str) else _none("no text", steps)


def _of_text(text: str, steps: tuple[str, ...], *, in_tag: bool = False) -> Answer:
    is_json, value = embedded_json.whole_value(text)
    if is_json:
        return _of_value(value, (*steps, "read as JSON"))
    tagged = _tagged(text, steps, in_tag)
    if tagged:
        return tagged
    for value in embedded_json.objects(text):
        if embedded_json.member(value, _NAMES)[0]:
            return _of_value(value, (*steps, "read as JSON"))
    for rule, contents in (
        ("code block", (match[1] for match in _FENCE.finditer(text))),
        ("mark", _after_marks(text)),
    ):
        found = [token for content in contents if (token := structure_in(content))]
        if found:
            return answered(found[-1], rule, steps)
    return _one_of(text, steps)


def _tagged(text: str, steps: tuple[str, ...], in_tag: bool) -> Answer | None:
    """Read the last `<smiles>` tag, answer tag or box; an empty or unreadable one is no answer."""
    smiles = list(tags(text, "smiles"))
    if smiles:
        return _bare(smiles[-1].piece, "smiles tag", steps)
    answers = [] if in_tag else list(tags(text, *_ANSWER_TAGS))
    if answers:
        content = answers[-1].piece.strip(BLANKS)
        steps = (*steps, "answer tag")
        return _of_text(content, steps, in_tag=True) if content else _none("an empty answer tag", steps)
    box = next(reversed(list(boxes(text))), None)
    return _bare(box.piece, "box", steps) if box else None


def _after_marks(text: str) -> Iterable[str]:
    """Yield what follows each mark on its line, or else on the next line that holds something."""
    for match in list(_MARK.finditer(text))[-_MOST:]:
        line, _, more = text[match.end() : match.end() + 4000].partition("\n")
        if not line.strip(" \t*_:`"):
            line = next((other for other in more.split("\n") if other.strip()), "")
        yield line


def _one_of(text: str, steps: tuple[str, ...]) -> Answer:
    """Read the only inline code, or the only line, that holds one structure and nothing else."""
    codes = dict.fromkeys(
        token for match in _CODE.finditer(text) if (token := structure_in(match[1])) and _looks_right(token)
    )
    lines = [line for line in text.split("\n") if line.strip()]
    tokens = [token for line in lines if (token := structure_in(line))]
    structures = dict.fromkeys(token for token in tokens if _looks_right(token))
    if len(lines) == 1 and tokens:
        return answered(tokens[0], "a reply of one token", steps)
    if len(structures) == 1:
        return answered(next(iter(structures)), "a line with one token", steps)
    if len(codes) == 1 and not structures:
        return answered(next(iter(codes)), "code", steps)
    several = len(structures) > 1 or len(codes) > 1
    why = "several structures without a mark" if several else "no structure found"
    return unanswered(UNPARSED, why, steps, text)


def _bare(content: str, rule: str, steps: tuple[str, ...]) -> Answer:
    token = structure_in(content)
    return answered(token, rule, steps) if token else _none(f"no single structure in the {rule}", steps)


def structure_in(content: str) -> str:
    """Return the one token that a piece of text consists of, wrappers and a name after it removed."""
    content = content.strip(BLANKS)
    if mark := _LIST_MARK.match(content):
        content = content[mark.end() :]
    content = _unwrapped(content)
    if named := _NAMED_AFTER.fullmatch(content):
        content = _unwrapped(named["token"])
    if len(content) > 1 and content[-1] in ".,;" and content[-2] not in ".,;":
        content = content[:-1]
    return content if content and not re.search(r"\s", content) else ""


def _unwrapped(content: str) -> str:
    for _ in range(WRAPPERS):
        before = content
        for left, right in _PAIRS:
            if len(content) > len(left + right) and content.startswith(left) and content.endswith(right):
                content = content[len(left) : -len(right)].strip(BLANKS)
        if latex := _LATEX.match(content):
            content = latex[1].strip(BLANKS)
        if len(content) > 1 and content.endswith(".") and content[-2] in "`*\"'$”」":
            content = content[:-1]
        if content == before:
            break
    return content


def _looks_right(token: str) -> bool:
    return bool(_STRUCTURE.fullmatch(token)) and any(c.isalpha() or c == "*" for c in token)


def _none(why: str, steps: tuple[str, ...]) -> Answer:
    return unanswered(UNPARSED, why, steps)
