"""The tags of an E-SMILES extension as text: scanned left to right, once, without recursion or toolkit.

Published grammar: MolParser's "E-SMILES 2.0" notes (dptech-corp/MolParser,
skills/molparser-extended-smiles). Fragments (`<s>`) nest one level deep, as there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sitegen.chem.esmiles_errors import EsmilesError
from sitegen.chem.records import (
    AbstractRing,
    ArcLabel,
    AtomLabel,
    AtomNote,
    AttachmentPoint,
    RepeatGroup,
    RepeatUnit,
    RingLabel,
    Tag,
    VirtualArc,
)

MAX_ESMILES_CHARACTERS = 20_000
"""Longest text that is read: a base SMILES of the longest size and a label at each of its atoms."""

SEPARATOR = "<sep>"
_BLANKS = " \t\r\n"
_DIGITS = re.compile(r"[0-9]{1,9}")
_COUNT = re.compile(r"[A-Za-z0-9+]{1,12}(?:-[A-Za-z0-9+]{1,12})?")
_MULTIPLICITY = re.compile(r"[A-Za-z]|[0-9]{1,4}(?:-(?:[0-9]{1,4}|[A-Za-z]))?")
_PORT = re.compile(r"\[([0-9]{1,9}):([0-9]{1,9})\]:")
_ARC = re.compile(r"([0-9]{1,9}):([^:\[\]<>|\s]{0,40}):\[([0-9]{1,9}):([0-9]{1,9})\]")
_NOTE = re.compile(r"<id>\[([^\]\s<>]{1,200})\]")
_OPENING = re.compile(r"<([a-z]+)>")
_TAG_LETTERS = frozenset("adrcgsv")


@dataclass(frozen=True, slots=True)
class Placed:
    """A tag, the 1-based column where it starts, and the column of its index."""

    tag: Tag | Scanned
    column: int
    index_column: int


@dataclass(frozen=True, slots=True)
class Scanned:
    """The text of one level: its base SMILES (`column`: where that starts) and its tags."""

    smiles: str
    column: int
    tags: tuple[Placed, ...]
    separator: bool


def scan_esmiles(text: str) -> Scanned:
    """Split an E-SMILES string into base and tags; indexes are not yet checked against the base.

    Raises `EsmilesError` for anything that is not of the grammar.
    """
    if len(text) > MAX_ESMILES_CHARACTERS:
        raise EsmilesError(
            MAX_ESMILES_CHARACTERS + 1, f"{len(text)} characters, more than {MAX_ESMILES_CHARACTERS}"
        )
    start, end = _trim(text, 0, len(text))
    return _scan_level(text, start, end, nested=False)


def _scan_level(text: str, start: int, end: int, *, nested: bool) -> Scanned:
    separator = text.find(SEPARATOR, start, end)
    if separator < 0:
        if nested:
            raise EsmilesError(start + 1, "a fragment <s> needs a <sep> of its own")
        _refuse_tags_without_separator(text, start, end)
        base_start, base_end, tags = start, end, []
    else:
        base_start, base_end = _trim(text, start, separator)
        tags = _scan_tags(text, separator + len(SEPARATOR), end, nested)
    if base_start == base_end:
        raise EsmilesError(base_start + 1, "the base SMILES is empty")
    return Scanned(text[base_start:base_end], base_start + 1, tuple(tags), separator >= 0)


def _refuse_tags_without_separator(text: str, start: int, end: int) -> None:
    for mark, reason in (
        ("|", "a CXSMILES block or |Sg:...| without <sep>; this is not E-SMILES"),
        ("<", "a tag, but no <sep> before it (tags are lower case)"),
    ):
        found = text.find(mark, start, end)
        # `<-` is a dative bond of the SMILES itself.
        if found >= 0 and text[found : found + 2] != "<-":
            raise EsmilesError(found + 1, reason)


def _scan_tags(text: str, position: int, end: int, nested: bool) -> list[Placed]:
    tags: list[Placed] = []
    while True:
        position, _ = _trim(text, position, end)
        if position >= end:
            return tags
        if text.startswith("|", position):
            placed, position = _repeat_unit(text, position, end)
        else:
            placed, position = _bracketed(text, position, end, nested)
        tags.append(placed)


def _repeat_unit(text: str, position: int, end: int) -> tuple[Placed, int]:
    close = text.find("|", position + 1, end)
    if close < 0:
        raise EsmilesError(position + 1, "|Sg:...| is never closed")
    count = _repeat_count(text, position, close + 1)
    return Placed(RepeatUnit(count=count), position + 1, position + 1), close + 1


def _repeat_count(text: str, start: int, end: int) -> str:
    body = text[start:end]
    if not (body.startswith("|Sg:") and body.endswith("|") and len(body) > 5):
        raise EsmilesError(start + 1, "a repeat is written |Sg:n|")
    count = body[4:-1]
    if not _COUNT.fullmatch(count):
        raise EsmilesError(start + 5, f"repeat count {_shown(count)} is neither a number, a name nor a range")
    _check_ascending(count, start + 5)
    return count


def _check_ascending(count: str, column: int) -> None:
    first, dash, last = count.partition("-")
    if first.isdigit() and (int(first) < 1 and not dash):
        raise EsmilesError(column, "a repeat count of 0")
    if dash and first.isdigit() and last.isdigit() and int(first) > int(last):
        raise EsmilesError(column, f"range {count} is descending")


def _bracketed(text: str, position: int, end: int, nested: bool) -> tuple[Placed, int]:
    opening = _OPENING.match(text, position, end)
    if opening is None or opening[1] not in _TAG_LETTERS:
        raise EsmilesError(position + 1, _stray(text, position, end))
    letter = opening[1]
    if letter == "s":
        return _fragment(text, position, end, nested)
    close = text.find("</", opening.end(), end)
    if close < 0:
        raise EsmilesError(position + 1, f"<{letter}> is never closed")
    closing = f"</{letter}>"
    if not text.startswith(closing, close) or close + len(closing) > end:
        raise EsmilesError(close + 1, f"<{letter}> is closed by another tag")
    start, stop = _trim(text, opening.end(), close)
    return _record(text, letter, position, start, stop), close + len(closing)


def _stray(text: str, position: int, end: int) -> str:
    rest = text[position : min(end, position + 40)]
    if rest.startswith(SEPARATOR):
        return "<sep> a second time"
    if rest.startswith("</"):
        return f"{rest.partition('>')[0]}> closes nothing"
    if re.match(r"&(?:lt|gt|amp|#)", rest):
        return "HTML-escaped text; give the plain characters < and >"
    if rest.startswith("<"):
        return f"{_shown(rest.partition('>')[0])}> is no tag of E-SMILES (a, d, r, c, g, s, v; lower case)"
    return f"{_shown(rest.partition('<')[0])} stands outside of a tag"


def _fragment(text: str, position: int, end: int, nested: bool) -> tuple[Placed, int]:
    if nested:
        raise EsmilesError(position + 1, "<s> inside <s>: fragments nest one level deep")
    # The first closing tag is the right one, since a fragment holds no other fragment.
    close = text.find("</s>", position, end)
    inner = text.find("<s>", position + 3, close if close >= 0 else end)
    if inner >= 0:
        raise EsmilesError(inner + 1, "<s> inside <s>: fragments nest one level deep")
    if close < 0:
        raise EsmilesError(position + 1, "<s> is never closed")
    start, stop = _trim(text, position + 3, close)
    scanned = _scan_level(text, start, stop, nested=True)
    return Placed(scanned, position + 1, start + 1), close + 4


def _record(text: str, letter: str, position: int, start: int, stop: int) -> Placed:
    """Read the body `text[start:stop]` of a tag."""
    if letter == "g":
        return Placed(_repeat_group(text, start, stop), position + 1, start + 1)
    if letter == "v":
        return Placed(_virtual_arc(text, start, stop), position + 1, start + 1)
    on_arc = letter == "r" and text.startswith("<v>", start)
    if on_arc:
        start, _ = _trim(text, start + 3, stop)
    index, value_start = _index(text, letter, start, stop)
    value = text[value_start:stop]
    if value == "<dum>" and letter in "ad":
        return Placed(AttachmentPoint(atom=index, legacy=letter == "a"), position + 1, start + 1)
    if letter == "d":
        raise EsmilesError(value_start + 1, "<d> holds <dum> and nothing else")
    if letter == "a" and value.startswith("<id>"):
        return Placed(_note(value, index, value_start), position + 1, start + 1)
    label, multiplicity = _label(value, value_start, allow_dummy=letter == "r" and not on_arc)
    tag: Tag
    if letter == "a":
        tag = AtomLabel(atom=index, label=label, multiplicity=multiplicity)
    elif letter == "c":
        tag = AbstractRing(atom=index, label=label, multiplicity=multiplicity)
    elif on_arc:
        tag = ArcLabel(arc=index, label=label, multiplicity=multiplicity)
    else:
        tag = RingLabel(ring=index, label=label, multiplicity=multiplicity)
    return Placed(tag, position + 1, start + 1)


def _index(text: str, letter: str, start: int, stop: int) -> tuple[int, int]:
    """Read `INDEX:` and return the index and the offset after the colon."""
    digits = _DIGITS.match(text, start, stop)
    if digits is None:
        what = "a ring" if letter == "r" else "an atom"
        raise EsmilesError(start + 1, f"{_shown(text[start:stop])}: expected {what} index in plain digits")
    if not text.startswith(":", digits.end()) or digits.end() >= stop:
        raise EsmilesError(digits.end() + 1, "expected `:` after the index (plain digits only)")
    return int(digits[0]), digits.end() + 1


def _note(value: str, index: int, start: int) -> AtomNote:
    match = _NOTE.fullmatch(value)
    if match is None:
        raise EsmilesError(start + 1, "a note is written <id>[NOTE], without blanks, `]` or multiplicity")
    return AtomNote(atom=index, note=match[1])


def _label(value: str, start: int, *, allow_dummy: bool) -> tuple[str, str]:
    """Split a label from its multiplicity and check both."""
    if allow_dummy and value == "<dum>":
        return value, ""
    label, question, multiplicity = value.partition("?")
    if not label:
        raise EsmilesError(start + 1, "the label is empty")
    for offset, character in enumerate(label):
        if character.isspace():
            raise EsmilesError(start + offset + 1, "blank inside a label")
        if character in "<>|":
            raise EsmilesError(start + offset + 1, f"{character!r} inside a label")
        if not character.isprintable() or (character.isdecimal() and not character.isascii()):
            raise EsmilesError(start + offset + 1, f"character U+{ord(character):04X} inside a label")
    if question and not _MULTIPLICITY.fullmatch(multiplicity):
        raise EsmilesError(
            start + len(label) + 1, f"multiplicity {_shown('?' + multiplicity)} is not ?n, ?3 or ?1-3"
        )
    _check_ascending(multiplicity, start + len(label) + 2)
    return label, multiplicity


def _virtual_arc(text: str, start: int, stop: int) -> VirtualArc:
    match = _ARC.fullmatch(text, start, stop)
    if match is None:
        raise EsmilesError(start + 1, "a virtual arc is written INDEX:NAME:[ATOM:ATOM]")
    arc = VirtualArc(arc=int(match[1]), name=match[2], start=int(match[3]), end=int(match[4]))
    if arc.start == arc.end:
        raise EsmilesError(match.start(3) + 1, "a virtual arc between an atom and itself")
    return arc


def _repeat_group(text: str, start: int, stop: int) -> RepeatGroup:
    ports: list[tuple[int, int]] = []
    position = start
    while match := _PORT.match(text, position, stop):
        port = int(match[1]), int(match[2])
        if port[0] == port[1]:
            raise EsmilesError(position + 1, "a port whose inner and outer atom are the same")
        if port in ports:
            raise EsmilesError(position + 1, "the same port twice")
        ports.append(port)
        position = match.end()
    if not ports or not text.startswith("|", position):
        raise EsmilesError(position + 1, "a repeat group is written [INNER:OUTER]:[INNER:OUTER]:|Sg:n|")
    return RepeatGroup(ports=tuple(ports), count=_repeat_count(text, position, stop))


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _BLANKS:
        start += 1
    while end > start and text[end - 1] in _BLANKS:
        end -= 1
    return start, end


def _shown(text: str) -> str:
    """Quote at most 24 characters of somebody's text, with control characters made visible."""
    return repr(text if len(text) <= 24 else text[:23] + "\u2026")
