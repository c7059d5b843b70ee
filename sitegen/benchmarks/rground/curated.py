"""Curated cores: drug families written by people in `markush.tsv`, joined to the source table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.benchmarks.rground.candidates import Candidate
from sitegen.benchmarks.rground.drugs import Drug
from sitegen.benchmarks.rground.records import Member
from sitegen.benchmarks.rground.tables import read_table
from sitegen.chem.esmiles import EsmilesError, parse_esmiles
from sitegen.errors import DatasetError, DatasetErrors

COLUMNS = ("core_id", "family", "esmiles", "drug", "chembl_id", "substituents")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    line: int
    core_id: str
    family: str
    esmiles: str
    chembl_id: str
    substituents: Mapping[str, str]


def read_curated(path: Path, drugs: Sequence[Drug], source: Mapping[str, Any]) -> tuple[Candidate, ...]:
    """Read `markush.tsv` (its columns: `data/rground/README.md`); `source` is what the drugs came from.

    A member takes name and structure from the drug that its row of the source table belongs to.
    Raises `DatasetErrors` with the line of every row that is malformed or names an unknown drug.
    """
    by_row = {form.row: drug for drug in drugs for form in drug.forms}
    cores: dict[str, list[_Row]] = {}
    errors = []
    for line, cells in read_table(path, COLUMNS):
        try:
            row = _row(line, cells, by_row)
            cores.setdefault(row.core_id, []).append(row)
        except ValueError as error:
            errors.append(DatasetError(str(error), path=str(path), line=line, item_id=cells["core_id"]))
    candidates = []
    for rows in cores.values():
        try:
            candidates.append(_candidate(rows, by_row, source, path.name))
        except (ValueError, EsmilesError) as error:
            errors.append(
                DatasetError(str(error), path=str(path), line=rows[0].line, item_id=rows[0].core_id)
            )
    if errors:
        raise DatasetErrors(tuple(errors))
    return tuple(candidates)


def _row(line: int, cells: Mapping[str, str], by_row: Mapping[str, Drug]) -> _Row:
    empty = [column for column in COLUMNS if not cells[column]]
    if empty:
        raise ValueError(f"{empty[0]} is empty")
    row = cells["chembl_id"]
    if row not in by_row:
        raise ValueError(f"the source table has no usable row {row!r}")
    (name,) = (form.name for form in by_row[row].forms if form.row == row)
    if name != cells["drug"]:
        raise ValueError(f"{row!r} is {name}, not {cells['drug']}")
    return _Row(
        line=line,
        core_id=cells["core_id"],
        family=cells["family"],
        esmiles=cells["esmiles"],
        chembl_id=row,
        substituents=_substituents(cells["substituents"]),
    )


def _substituents(cell: str) -> dict[str, str]:
    try:
        substituents = json.loads(cell)
    except ValueError:
        substituents = None
    if not isinstance(substituents, dict) or not all(isinstance(v, str) for v in substituents.values()):
        raise ValueError(f"substituents must be a JSON object of labels and SMILES, not {cell}")
    return substituents


def _candidate(
    rows: Sequence[_Row], by_row: Mapping[str, Drug], source: Mapping[str, Any], table: str
) -> Candidate:
    first = rows[0]
    if any((row.esmiles, row.family) != (first.esmiles, first.family) for row in rows):
        raise ValueError("rows of one core differ in esmiles or family")
    markush = parse_esmiles(first.esmiles)
    members = {}
    for row in rows:
        drug = by_row[row.chembl_id]
        members[drug.smiles] = Member(
            name=drug.name, smiles=drug.smiles, substituents=row.substituents, row=drug.row
        )
    return Candidate(
        smiles=markush.smiles,
        labels=tuple((tag.atom, tag.label) for tag in markush.atom_labels),
        origin="curated",
        family=first.family,
        members=tuple(sorted(members.values(), key=lambda member: (member.name, member.row))),
        source={**source, "row": min(row.chembl_id for row in rows), "table": table},
        name=first.core_id,
    )
