"""Check that a published row agrees with itself: a row that does not is reported, never repaired."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, cast

from sitegen.benchmarks.fgbench.records import Group
from sitegen.benchmarks.fgbench_published.agreement import read_gold, read_labels
from sitegen.benchmarks.fgbench_published.faults import STEPS, Wrong
from sitegen.benchmarks.fgbench_published.literals import (
    TARGET,
    BadLiteral,
    Join,
    read_diff,
    read_disconnected,
    read_joins,
)
from sitegen.benchmarks.fgbench_published.mapped import BadMapping, numbers_of
from sitegen.benchmarks.fgbench_published.rows import COLUMNS, SPLITS, PublishedRow
from sitegen.chem.toolkit import canonical_smiles

__all__ = ["STEPS", "Checked", "Fault", "check_row", "check_rows"]

Scope = Literal["single", "interaction", "comparison"]
KINDS = ("bool_classification", "bool_regression", "value_regression")
TYPES = tuple(f"{scope}_{kind}" for scope in ("single", "interaction", "comparison") for kind in KINDS)
"""The nine types of question, which are the tasks."""

_NOTHING = ("nan", "none", "null", "na", "n/a")
_DATASET = re.compile(r"[a-z0-9]{1,24}", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A row that agrees with itself.

    `target` and `reference` are canonical SMILES, each with the published number of every atom of it;
    `removed` and `added` the groups that differ, one an occurrence, by the numbers of the target and of
    the reference; `labels` are the target's and the reference's, `gold` the answer.
    """

    row: PublishedRow
    target: str
    target_numbers: tuple[int, ...]
    reference: str
    reference_numbers: tuple[int, ...]
    removed: tuple[Group, ...]
    added: tuple[Group, ...]
    joins: tuple[Join, ...]
    labels: tuple[Decimal, Decimal]
    gold: bool | Decimal

    @property
    def scope(self) -> Scope:
        """Return what the type says is given: single, interaction or comparison."""
        return cast(Scope, self.row.cells["type"].partition("_")[0])

    @property
    def kind(self) -> str:
        """Return the type without its scope."""
        return self.row.cells["type"].partition("_")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why a row is left out: the index in `STEPS`, one of few reasons, and what is wrong with this row."""

    row: PublishedRow
    step: int
    reason: str
    detail: str = ""


def check_rows(rows: Sequence[PublishedRow]) -> list[Checked | Fault]:
    """Check a batch of rows."""
    return [check_row(row) for row in rows]


def check_row(row: PublishedRow) -> Checked | Fault:
    """Return the row with what was read from it, or the first thing that is wrong with it."""
    try:
        return _checked(row)
    except Wrong as wrong:
        return Fault(row=row, step=wrong.step, reason=wrong.reason, detail=wrong.detail)


def _checked(row: PublishedRow) -> Checked:
    _check_fields(row)
    cells = row.cells
    target, target_numbers = _molecule(row, "target")
    reference, reference_numbers = _molecule(row, "ref")
    removed, added, joins = _edit(row, set(target_numbers), set(reference_numbers))
    labels = read_labels(cells)
    return Checked(
        row=row,
        target=target,
        target_numbers=target_numbers,
        reference=reference,
        reference_numbers=reference_numbers,
        removed=removed,
        added=added,
        joins=joins,
        labels=labels,
        gold=read_gold(cells, labels),
    )


def _check_fields(row: PublishedRow) -> None:
    cells = row.cells
    missing = [name for name in COLUMNS if not cells.get(name, "").strip()]
    if missing:
        raise Wrong(0, "a field is empty", ", ".join(missing))
    unset = [name for name in COLUMNS if cells[name].strip().lower() in _NOTHING]
    if unset:
        raise Wrong(0, "a field says that there is no value", ", ".join(unset))
    if cells["type"] not in TYPES:
        raise Wrong(0, "an unknown type", cells["type"])
    if not _DATASET.fullmatch(cells["dataset"]):
        raise Wrong(0, "no name of a data set", cells["dataset"])
    if not _NUMBER.fullmatch(cells["task_num"]):
        raise Wrong(0, "task_num is no whole number", cells["task_num"])
    if cells["split"] not in SPLITS or cells["split"] != row.split:
        raise Wrong(0, "it names another split", cells["split"])


def _molecule(row: PublishedRow, side: str) -> tuple[str, tuple[int, ...]]:
    """Return the canonical SMILES of a side, and the published number of each of its atoms."""
    text, mapped = row.cells[f"{side}_smiles"], row.cells[f"{side}_mapped_smiles"]
    plain = canonical_smiles(text)
    if not plain:
        raise Wrong(1, "a SMILES is not readable", f"{side}_smiles {text}")
    try:
        return numbers_of(mapped, plain)
    except BadMapping as error:
        raise Wrong(1, "a mapped SMILES does not fit", f"{side}_mapped_smiles: {error}") from error


def _edit(
    row: PublishedRow, target: set[int], reference: set[int]
) -> tuple[tuple[Group, ...], tuple[Group, ...], tuple[Join, ...]]:
    cells = row.cells
    column = ""
    try:
        column = "target_diff"
        removed, removals = read_diff(cells[column])
        column = "ref_diff"
        added, additions = read_diff(cells[column])
        column = "disconnect_list"
        leaving = read_disconnected(cells[column])
        column = "connect_dict"
        joins = read_joins(cells[column])
    except BadLiteral as error:
        raise Wrong(2, "a list of groups is not readable", f"{column}: {error}") from error
    for name, groups, numbers in (
        ("target_diff", removed, target),
        ("ref_diff", added, reference),
        ("disconnect_list", leaving, target),
    ):
        outside = sorted({atom for group in groups for atom in group.atoms} - numbers)
        if outside:
            raise Wrong(2, "an atom that the molecule lacks", f"{name}: {outside[0]}")
    for join in joins:
        if join.atom not in reference or join.to not in (target if join.place == TARGET else reference):
            raise Wrong(2, "an atom that the molecule lacks", f"connect_dict: {join.atom} or {join.to}")
    if not removed and not added:
        raise Wrong(2, "no group differs")
    if _key(leaving) != _key(removed):
        raise Wrong(2, "disconnect_list and target_diff disagree")
    single = sorted((removals, additions)) == [0, 1]  # (code): entries count, not occurrences
    scope = cells["type"].partition("_")[0]
    if scope != "comparison" and single is not (scope == "single"):
        raise Wrong(2, "the type names another number of groups", f"{removals} and {additions} entries")
    return removed, added, joins


def _key(groups: Sequence[Group]) -> list[tuple[str, tuple[int, ...]]]:
    return sorted((group.name, group.atoms) for group in groups)
