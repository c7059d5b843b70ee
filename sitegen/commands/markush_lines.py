"""The `substitute` and `esmiles` commands: text lines in, one JSON value a line out.

A line that cannot be carried out gives `{"error": "line N: ..."}` with the column where there is one;
one bad line never stops the others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from evaluator.errors import ChemGroundError
from sitegen.chem.cxsmiles import parse_cxsmiles
from sitegen.chem.editing import substitute_markush
from sitegen.chem.esmiles import EsmilesError, parse_esmiles, write_esmiles
from sitegen.chem.records import Markush
from sitegen.chem.sites import attachment_sites

MAX_LINE_CHARACTERS = 100_000
"""Longest line that is read: more than any record and its substituents need."""

_NUMBERED_DUMMY = re.compile(r"\[[0-9]+\*(?::[0-9]+)?\]|\[\*:[0-9]+\]")


def substitute_lines(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Carry out `{"esmiles": ..., "substituents": {"R[1]": "c1ccccc1"}}`, one a line.

    Yields `{"smiles": ...}` with the product's canonical SMILES, or `{"error": ...}`, for each line.
    """
    for number, line in enumerate(lines, start=1):
        try:
            esmiles, substituents = _request(_text(line, number))
            yield {"smiles": substitute_markush(_markush_of(esmiles), substituents)}
        except ChemGroundError as error:
            yield _failure(number, error)


def esmiles_lines(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Read E-SMILES or CXSMILES, one a line.

    Yields for each line the record (`smiles`, `tags`), the same record as `esmiles` text, and its `sites`,
    the dummies that a substituent can replace; or `{"error": ...}`.
    """
    for number, line in enumerate(lines, start=1):
        try:
            markush = read_markush(_text(line, number))
            yield {"esmiles": write_esmiles(markush), **markush.to_json(), "sites": _sites(markush)}
        except ChemGroundError as error:
            yield _failure(number, error)


def read_markush(text: str) -> Markush:
    """Read E-SMILES, or CXSMILES where the text has no `<sep>` but a `|...|` block or numbered dummies.

    Raises `EsmilesError`.
    """
    if "<sep>" in text:
        return parse_esmiles(text)
    block = re.search(r"[ \t]\|", text)
    return parse_cxsmiles(text) if block or _NUMBERED_DUMMY.search(text) else parse_esmiles(text)


def _markush_of(esmiles: str) -> Markush:
    try:
        return read_markush(esmiles)
    except EsmilesError as error:
        raise ChemGroundError(f"esmiles, {error}") from error


def _text(line: str, number: int) -> str:
    if len(line) > MAX_LINE_CHARACTERS:
        raise EsmilesError(
            MAX_LINE_CHARACTERS + 1, f"the line has {len(line)} characters, more than {MAX_LINE_CHARACTERS}"
        )
    text = line.removeprefix("\ufeff") if number == 1 else line
    text = text.rstrip("\r\n")
    if not text.strip():
        raise EsmilesError(1, "the line is empty")
    return text


def _request(text: str) -> tuple[str, dict[str, str]]:
    try:
        value = json.loads(text, object_pairs_hook=_without_doubles)
    except json.JSONDecodeError as error:
        raise EsmilesError(error.colno, f"this is not JSON: {error.msg}") from error
    except RecursionError as error:
        raise EsmilesError(1, "the JSON is nested too deeply") from error
    except ValueError as error:  # a number of thousands of digits
        raise EsmilesError(1, "the JSON holds a number that is too long") from error
    if not isinstance(value, dict):
        raise EsmilesError(1, "the line is no JSON object")
    esmiles, substituents = value.get("esmiles"), value.get("substituents")
    if not isinstance(esmiles, str):
        raise EsmilesError(1, '"esmiles" must be a text')
    if not isinstance(substituents, dict) or not all(
        isinstance(smiles, str) for smiles in substituents.values()
    ):
        raise EsmilesError(1, '"substituents" must be an object of label and SMILES texts')
    return esmiles, substituents


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            raise EsmilesError(1, f"the key {name[:24]!r} stands twice in one object")
        values[name] = value
    return values


def _sites(markush: Markush) -> list[dict[str, Any]]:
    return [
        {"label": site.label, "atom": site.atom, "neighbour": site.neighbour, "aromatic": site.aromatic}
        for site in attachment_sites(markush)
    ]


def _failure(number: int, error: ChemGroundError) -> dict[str, Any]:
    # Half a surrogate pair from a JSON escape could not be written out again.
    message = f"line {number}: {error}".encode("utf-8", "replace").decode("utf-8")
    return {"error": message if len(message) <= 1000 else message[:999] + "\u2026"}
