"""The block of a CXSMILES (`SMILES |...|`) as text: its fields, split without a toolkit.

Read are the fields that patent tools use for Markush structures: atom labels `$...$`, positional
variation `m:`, polymer groups `Sg:`. Fields that only lay a drawing out are skipped; every other
field changes what the structure is, and is refused by name.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from sitegen.chem.esmiles_errors import EsmilesError
from sitegen.chem.esmiles_tags import MAX_ESMILES_CHARACTERS

_VARIATION = re.compile(r"m:([0-9]{1,6}):([0-9]{1,6}(?:\.[0-9]{1,6})*)")
_POLYMER = re.compile(
    r"Sg:([a-z]{1,5}):([0-9]{1,6}(?:,[0-9]{1,6})*):([^:|,]{0,24}):([a-z]{0,3})(?::[0-9,]*){0,4}:?"
)
# Coordinates, wedges, ring double bonds, and the display name RDKit writes beside a label.
_LAYOUT = re.compile(
    r"\([^()|]*\)|w[UD]?:[0-9.,]+|[ct]:[0-9,]+|ctu:[0-9,]+|atomProp(?::[0-9]+\.dummyLabel\.[^:|,]*)+"
)


@dataclass(frozen=True, slots=True)
class Variation:
    """`m:centre:a.b.c`: what is bonded to atom `centre` sits at one of `atoms`."""

    centre: int
    atoms: tuple[int, ...]
    column: int


@dataclass(frozen=True, slots=True)
class Polymer:
    """`Sg:n:a,b,c:count:ht`: the atoms are repeated `count` times."""

    kind: str
    atoms: tuple[int, ...]
    count: str
    column: int


@dataclass(frozen=True, slots=True)
class CxFields:
    """A CXSMILES taken apart: `smiles` begins at `column`; `labels` hold text by atom, with columns."""

    smiles: str
    column: int
    labels: tuple[tuple[str, int], ...] = ()
    variations: tuple[Variation, ...] = ()
    polymers: tuple[Polymer, ...] = ()


def split_cxsmiles(text: str) -> CxFields:
    """Split `SMILES |...| name` into its fields. Raises `EsmilesError`."""
    if len(text) > MAX_ESMILES_CHARACTERS:
        raise EsmilesError(
            MAX_ESMILES_CHARACTERS + 1, f"{len(text)} characters, more than {MAX_ESMILES_CHARACTERS}"
        )
    start = len(text) - len(text.lstrip(" \t\r\n"))
    smiles = re.split(r"[ \t\r\n]", text[start:], maxsplit=1)[0]
    block = start + len(smiles)
    while block < len(text) and text[block] in " \t\r\n":
        block += 1
    if not text.startswith("|", block):
        # What follows a SMILES without a block is its name.
        return CxFields(smiles, start + 1)
    end = text.rfind("|")
    if end == block:
        raise EsmilesError(block + 1, "the CXSMILES block is never closed")
    return _read_block(text, block + 1, end, CxFields(smiles, start + 1))


def _read_block(text: str, position: int, end: int, fields: CxFields) -> CxFields:
    labels = fields.labels
    variations: list[Variation] = []
    polymers: list[Polymer] = []
    while position < end:
        column = position + 1
        if text[position] in ", ":
            position += 1
        elif text[position] == "$":
            labels, position = _labels(text, position, end, labels)
        elif match := _VARIATION.match(text, position, end):
            atoms = tuple(map(int, match[2].split(".")))
            variations.append(Variation(int(match[1]), atoms, column))
            position = match.end()
        elif match := _POLYMER.match(text, position, end):
            atoms = tuple(map(int, match[2].split(",")))
            polymers.append(Polymer(match[1], atoms, match[3], column))
            position = match.end()
        elif match := _LAYOUT.match(text, position, end):
            position = match.end()
        else:
            raise EsmilesError(column, f"the CXSMILES field {_name(text[position:end])} is not read")
    return CxFields(fields.smiles, fields.column, labels, tuple(variations), tuple(polymers))


def _labels(
    text: str, position: int, end: int, before: tuple[tuple[str, int], ...]
) -> tuple[tuple[tuple[str, int], ...], int]:
    if before:
        raise EsmilesError(position + 1, "a second block of atom labels")
    close = text.find("$", position + 1, end)
    if close < 0:
        raise EsmilesError(position + 1, "the atom labels are never closed by `$`")
    labels = []
    column = position + 2
    # An entity ends in `;` like a label does, so it is told apart by its whole form.
    for label in re.split(r"(?<!&#[0-9])(?<!&#[0-9]{2})(?<!&#[0-9]{3});", text[position + 1 : close]):
        labels.append((html.unescape(label), column))
        column += len(label) + 1
    return tuple(labels), close + 1


def _name(field: str) -> str:
    match = re.match(r"[A-Za-z&^_]{1,12}[0-9]?", field)
    return repr(match[0] if match else field[:8])
