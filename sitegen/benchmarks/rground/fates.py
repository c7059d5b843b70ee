"""What became of every row of a Markush input: the step that dropped it and why, or its scaffold."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from sitegen.benchmarks.rground.candidates import Finished
from sitegen.benchmarks.rground.filters import InputRow
from sitegen.records import Dropped, RowFate

SCAFFOLDS = "scaffolds with edits"
"""Name of the step in which a core gets its edits."""
ENOUGH = "looked at, in order of rank, until the sizes wanted are reached"
"""Name of the step that leaves alone the cores that are not needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedRow:
    """An input row with the candidate core it gave (`place` counts candidates from 0), or None.

    `step`, `reason` and `detail` say why it goes no further, also where it repeats the core at `place`.
    """

    source: InputRow
    place: int | None = None
    step: str = ""
    reason: str = ""
    detail: str = ""


def row_fates(
    rows: Iterable[TracedRow], results: Sequence[Finished | Dropped], taken: Collection[str]
) -> tuple[RowFate, ...]:
    """Return the fate of each row, in order.

    `results` hold what the first candidates gave; those after them were not needed. `taken` are the ids
    of the scaffolds of the build.
    """
    known = set(taken)
    fates: list[RowFate] = []
    kept: set[str] = set()
    for row in rows:
        fate = _fate(row, results, known)
        if fate.outcome == "kept" and fate.record in kept:
            fate = replace(fate, outcome="dropped", step=SCAFFOLDS, reason="there already")
        kept.add(fate.record)
        fates.append(fate)
    return tuple(fates)


def scaffold_rows(rows: Iterable[TracedRow], results: Sequence[Finished | Dropped]) -> dict[str, int]:
    """Return the number of the input row (from 1) that each scaffold was made of, by scaffold id."""
    found: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        if row.place is not None and not row.reason and row.place < len(results):
            result = results[row.place]
            if isinstance(result, Finished):
                found.setdefault(result.scaffold.id, number)
    return found


def _fate(row: TracedRow, results: Sequence[Finished | Dropped], taken: set[str]) -> RowFate:
    name, text = row.source.row, row.source.given or row.source.text
    result = results[row.place] if row.place is not None and row.place < len(results) else None
    record = result.scaffold.id if isinstance(result, Finished) and result.scaffold.id in taken else ""
    if row.reason:
        return RowFate(
            row=name,
            outcome="dropped",
            value=text,
            step=row.step,
            reason=row.reason,
            detail=row.detail,
            record=record,
        )
    if record:
        return RowFate(row=name, outcome="kept", value=text, record=record)
    if isinstance(result, Dropped):
        return RowFate(
            row=name,
            outcome="dropped",
            value=text,
            step=SCAFFOLDS,
            reason=result.reason,
            detail=result.value,
        )
    return RowFate(
        row=name, outcome="not needed", value=text, step=ENOUGH, reason="the sizes asked for were reached"
    )
