"""Answers that are one number.

Policies P05 (NFKC; a lone superscript is no number), P09 (decimal and thousands comma), P10 (ranges and
inequalities are no number, "about" and an uncertainty are dropped, a flattened exponent is not guessed;
nor is the sign of a number that something "falls by"),
P11 and P12 (the value as written: no conversion of percent or units), P13 (number words, fractions).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

from evaluator.answers import embedded_json, statements
from evaluator.answers.bare import text_or_value
from evaluator.answers.number_words import NUMBER_WORD, value_of_word
from evaluator.answers.outcomes import UNPARSED, answered, unanswered
from evaluator.answers.replies import Reply
from evaluator.records import Answer, Item

_NAMES = ("finalanswer", "answer", "number", "value", "result", "prediction", "response", "output", "答案")
_TAGS = ("answer", "final_?answer", "number", "value")
_SUPERSCRIPT = re.compile("[⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LATEX = (
    (re.compile(r"\\(?:text|mathrm|mathbf|rm|textbf|unit|boxed)\s*\{([^{}]*)\}", re.ASCII), r"\1"),
    (re.compile(r"\\d?t?frac\s*\{(\d+)\}\s*\{(\d+)\}", re.ASCII), r"\1/\2"),
    (re.compile(r"\\[,;:! ]|\\[()\[\]]|[$*`]+|~(?=\D|$)"), " "),
    (re.compile(r"\{,\}"), ","),
    (re.compile(r"\\(?:times|cdot)(?![A-Za-z])", re.ASCII), "×"),
    (re.compile(r"\\pm(?![A-Za-z])", re.ASCII), "±"),
    (re.compile(r"\^\s*\{\s*([+-]?\d+)\s*\}", re.ASCII), r"^\1"),
    (re.compile(r"\\%"), "%"),
)
_FRACTION = re.compile("[¼-¾⅐-⅞]")
_MINUS = str.maketrans("−–—", "---")
_NUMBER = re.compile(
    r"(?P<sign>(?:(?<![\w)\]])[+-] ?)?)"
    r"(?P<mantissa>\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?(?![\d.,]?\d)|\d[\d.,]*\d|\d|\.\d+)"
    r"(?:(?P<e>[eE][+-]?\d+)(?![\w.])| ?[x×·] ?10(?:(?P<caret> ?\^ ?[+-]?\d+)|(?P<flat>[+-]?\d*)))?"
    r"(?P<fraction> ?/ ?\d+(?![\d.,/]))?",
    re.ASCII,
)
_PART_OF_WORD = re.compile(r"[A-Za-z_^\\]-?\Z|[A-Za-z]\)?\d*\Z", re.ASCII)
_BEFORE = re.compile(
    r"(?:[<>≤≥]|\b(?:less|more|greater|fewer|higher|lower|larger|smaller) than|\bat (?:least|most)"
    r"|\bup to|\bbetween|\bover|\bunder|\babove|\bbelow)\s?=?\s?\Z",
    re.ASCII | re.IGNORECASE,
)
# "falls by 0.3" means -0.3 and says 0.3
_FALL = re.compile(
    r"\b(?:decreas|drop|fall|fell|lower|reduc|declin|diminish)[a-z]{0,4}(?: (?:is|was))?(?: (?:by|of))?"
    r"(?: (?:about|around|approximately|roughly))?\s?~?\Z",
    re.ASCII | re.IGNORECASE,
)
_RANGE = re.compile(r" ?(?:-|to\b|until\b|bis\b|\.\.\.?|…) ?[+-]?\.?\d", re.ASCII)
_UNCERTAINTY = re.compile(r" ?(?:±|\+/-) ?\d[\d.,]*(?:[eE][+-]?\d+)?", re.ASCII)

_NEAR = 60  # characters looked at around a number
_LONGEST = 1_000
_MOST = 50  # numbers looked at in one text


def extract_number(raw: Any, item: Item) -> Answer:
    """Read the number that a raw reply gives, as an exact `Fraction`."""
    return _read(raw, item, ())


def _read(raw: Any, item: Item, steps: tuple[str, ...]) -> Answer:
    found = text_or_value(raw, _NAMES, steps)
    if isinstance(found, Reply):
        return _of_text(found.text, item, found.steps)
    if isinstance(found, Answer):
        return found
    if isinstance(found, bool):
        return unanswered(UNPARSED, "true or false is no number", steps)
    return answered(Fraction(str(found)), "bare number", steps)


def _of_text(text: str, item: Item, steps: tuple[str, ...]) -> Answer:
    is_json, value = embedded_json.whole_value(text)
    if is_json:
        return _read(value, item, (*steps, "read as JSON"))
    for value in embedded_json.objects(text):
        if embedded_json.member(value, _NAMES)[0]:
            return _read(value, item, (*steps, "read as JSON"))
    plain = statements.plain(text)
    tagged = [*statements.tags(plain, *_TAGS), *statements.boxes(plain)]
    for statement in sorted(tagged, key=lambda found: found.position, reverse=True):
        number = _only_number(statement.piece, item.unit)
        rule = statement.rule
        return answered(number, rule, steps) if number is not None else _none(steps, text)
    for statement in reversed(statements.marked(plain)):
        number = _first_number(statement.piece, item.unit)
        if number is not None:
            return answered(number, statement.rule, steps)
    number = _only_number(plain, item.unit)
    return answered(number, "the only number", steps) if number is not None else _none(steps, text)


def _none(steps: tuple[str, ...], text: str) -> Answer:
    return unanswered(UNPARSED, "not exactly one number", steps, text)


def _first_number(piece: str, unit: str | None) -> Fraction | None:
    """Read the number that a statement starts with; text after a full stop or comma is commentary."""
    sentence = re.split(r"[.;,](?:\s|$)", piece, maxsplit=1)[0]
    return _only_number(sentence, unit)


def _only_number(text: str, unit: str | None) -> Fraction | None:
    """Return the one number in a text, or the one with the declared unit; None where there is none."""
    text = _prepared(text)
    found = list(islice(_numbers(text), _MOST))
    if any(value is None for value, _ in found):
        return None
    if unit and len(found) > 1:
        found = [(value, after) for value, after in found if after.lstrip().startswith(unit)]
    values = {value for value, _ in found}
    if len(values) == 1:
        return values.pop()
    words = [] if found else [value_of_word(match.group()) for match in NUMBER_WORD.finditer(text)]
    return Fraction(words[0]) if len(set(words)) == 1 else None


def _prepared(text: str) -> str:
    text = text.translate(_MINUS)
    text = _SUPERSCRIPT.sub(_raised, text)
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    # a fraction character after a digit would run into it
    text = _FRACTION.sub(lambda match: f" {match.group()} ", text)
    text = unicodedata.normalize("NFKC", text).replace("\u2044", "/").translate(_MINUS)
    return re.sub(r"\s+", " ", text).strip()


def _raised(match: re.Match[str]) -> str:
    """Write an exponent of ten as `^5`; any other superscript is no digit of the number."""
    before = match.string[: match.start()].rstrip()
    digits = unicodedata.normalize("NFKC", match.group()).replace("−", "-")
    return f"^{digits}" if before.endswith("10") else "^"


def _numbers(text: str) -> Iterator[tuple[Fraction | None, str]]:
    """Yield each number in a text with what follows it; None for one that must not be guessed."""
    end = 0
    for match in _NUMBER.finditer(text):
        before = text[max(end, match.start() - _NEAR) : match.start()]
        after = text[match.end() : match.end() + _NEAR]
        if match.start() < end or _PART_OF_WORD.search(before):
            continue
        end = match.end()
        if uncertainty := _UNCERTAINTY.match(after):
            end += uncertainty.end()
            after = after[uncertainty.end() :]
        elif _RANGE.match(after) or _BEFORE.search(before):
            yield None, after
            return
        if "-" not in match["sign"] and _FALL.search(before):
            yield None, after
            return
        yield _value(match), after


def _value(match: re.Match[str]) -> Fraction | None:
    if match["flat"] is not None:
        return None
    mantissa = _mantissa(match["mantissa"])
    if mantissa is None or len(match.group()) > _LONGEST:
        return None
    exponent = int((match["e"] or match["caret"] or "e0").strip().lstrip("eE^ "))
    if abs(exponent) > 300:  # beyond a double
        return None
    value = Fraction(mantissa) * Fraction(10) ** exponent
    if match["fraction"]:
        divisor = int(match["fraction"].strip(" /"))
        if not divisor:
            return None
        value /= divisor
    return -value if "-" in match["sign"] else value


def _mantissa(text: str) -> str | None:
    """Write digits with separators as a plain decimal; None where the separators make no sense."""
    text = text.rstrip(".,")
    grouped = re.fullmatch(r"(\d{1,3}(?:([ '’,])\d{3})(?:\2\d{3})*)(?:\.(\d+))?", text, re.ASCII)
    if grouped:
        return re.sub(r"[ '’,]", "", grouped[1]) + f".{grouped[3] or 0}"
    grouped = re.fullmatch(r"(\d{1,3}(?:\.\d{3})+),(\d+)|(\d{1,3}(?:\.\d{3}){2,})", text, re.ASCII)
    if grouped:
        return f"{(grouped[1] or grouped[3]).replace('.', '')}.{grouped[2] or 0}"
    spaced = re.fullmatch(r"(\d{1,3}(?: \d{3})+),(\d+)", text, re.ASCII)
    if spaced:
        return f"{spaced[1].replace(' ', '')}.{spaced[2]}"
    plain = re.fullmatch(r"\d*[.,]?\d+|\d+", text, re.ASCII)
    return text.replace(",", ".") if plain else None
