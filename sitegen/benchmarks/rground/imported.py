"""Markush structures as an input gives them: E-SMILES or CXSMILES, filtered as published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.candidates import Candidate
from sitegen.benchmarks.rground.fates import TracedRow
from sitegen.benchmarks.rground.filters import STEPS, InputRow, filter_funnel, judge_rows, with_detail
from sitegen.chem.canonical import canonical_core
from sitegen.chem.cxsmiles import parse_cxsmiles
from sitegen.chem.esmiles import parse_esmiles, write_esmiles
from sitegen.chem.sites import attachment_sites
from sitegen.errors import ChemGroundError
from sitegen.records import Dropped, Funnel, FunnelStep
from sitegen.sources import Pin, fetch, read_rows

EDITABLE = "every * is a labelled attachment point (ours)"
UNIQUE = "unique scaffolds"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkushInput:
    """The distinct cores of an input in its order, the funnel to them, and every row of the input."""

    candidates: tuple[Candidate, ...]
    funnel: Funnel
    rows: tuple[TracedRow, ...]


def read_markush(pin: Pin, context: BuildContext, published: Mapping[str, int]) -> MarkushInput:
    """Return the distinct cores of an input that pass the filters, in its order.

    Each structure is read from the pin's column `esmiles` (or `smiles`, where it has only that), as
    CXSMILES where it holds no `<sep>`; `id` names the rows, if the pin has it. `published` holds the
    published counts by step, for the input they were counted on.
    """
    judged = judge_rows(_read_rows(pin, context), context.map)
    funnel = filter_funnel(judged, published)
    resolve = partial(_resolve_batch, {"dataset": pin.label, "licence": pin.licence})
    passed = [one.source for one in judged if one.failed is None]
    resolved = chain.from_iterable(context.map(resolve, passed, batch=256, label="reading cores"))
    places: dict[tuple[str, tuple[tuple[int, str], ...]], int] = {}
    candidates: list[Candidate] = []
    rows: list[TracedRow] = []
    for one in judged:
        if one.failed is not None:
            step = STEPS[one.failed]
            rows.append(TracedRow(source=one.source, step=step, reason=one.reason, detail=one.detail))
            continue
        core = next(resolved)
        if isinstance(core, TracedRow):
            rows.append(core)
            continue
        place = places.setdefault((core.smiles, core.labels), len(candidates))
        repeats = place < len(candidates)
        if not repeats:
            candidates.append(core)
        step, reason = (UNIQUE, "the same core as an earlier row") if repeats else ("", "")
        rows.append(TracedRow(source=one.source, place=place, step=step, reason=reason))
    return MarkushInput(
        candidates=tuple(candidates),
        funnel=replace(funnel, steps=(*funnel.steps, *_own_steps(rows, len(passed), published))),
        rows=tuple(rows),
    )


def _own_steps(rows: Sequence[TracedRow], passed: int, published: Mapping[str, int]) -> Iterator[FunnelStep]:
    """Yield the two steps after the published ones, of which `passed` rows are left."""
    for name in (EDITABLE, UNIQUE):
        dropped = tuple(
            Dropped(row=row.source.row, reason=row.reason, value=with_detail(row.source.text, row.detail))
            for row in rows
            if row.step == name
        )
        passed -= len(dropped)
        yield FunnelStep(name=name, kept=passed, dropped=dropped, published=published.get(name))


def _read_rows(pin: Pin, context: BuildContext) -> list[InputRow]:
    column = "esmiles" if "esmiles" in pin.columns or "smiles" not in pin.columns else "smiles"
    wanted = [column, *(name for name in ("id",) if name in pin.columns)]
    rows = []
    for batch in read_rows(pin, fetch(pin, context.cache), wanted):
        for row in batch:
            rows.append(InputRow(row=row.get("id") or f"row-{row['row']}", text=row[column] or ""))
    if any("<sep>" not in row.text and "|" in row.text for row in rows):
        return list(
            chain.from_iterable(context.map(_convert_batch, rows, batch=256, label="reading CXSMILES"))
        )
    return rows


def _convert_batch(rows: Sequence[InputRow]) -> list[InputRow]:
    return [_convert(row) for row in rows]


def _convert(row: InputRow) -> InputRow:
    """Return a CXSMILES row as E-SMILES; one that cannot be read keeps its text and says why."""
    if "<sep>" in row.text:
        return row
    try:
        return InputRow(row=row.row, text=write_esmiles(parse_cxsmiles(row.text)), given=row.text)
    except ChemGroundError as error:
        return InputRow(row=row.row, text=row.text, problem=str(error))


def _resolve_batch(source: Mapping[str, Any], rows: Sequence[InputRow]) -> list[Candidate | TracedRow]:
    return [_resolve(row, source) for row in rows]


def _resolve(row: InputRow, source: Mapping[str, Any]) -> Candidate | TracedRow:
    """Return the canonical core of a row whose every `*` can be substituted, or why it has none."""
    try:
        markush = parse_esmiles(row.text)
        labels = {site.atom: site.label for site in attachment_sites(markush)}
        if len(labels) < len({tag.atom for tag in markush.atom_labels}):
            return _drop(row, "a labelled * has more than one bond, or none to a real atom")
        core = canonical_core(markush.smiles, labels)
    except ChemGroundError as error:
        return _drop(row, "not readable as E-SMILES", str(error))
    if core.smiles.count("*") > len(labels):
        return _drop(row, "a * without a label")
    return Candidate(
        smiles=core.smiles,
        labels=tuple((tag.atom, tag.label) for tag in core.atom_labels),
        origin="input",
        source={**source, "row": row.row},
        name=row.row,
    )


def _drop(row: InputRow, reason: str, detail: str = "") -> TracedRow:
    return TracedRow(source=row, step=EDITABLE, reason=reason, detail=detail)
