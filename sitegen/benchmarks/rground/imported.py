"""Markush structures as an input gives them: E-SMILES or CXSMILES, filtered as published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.candidates import Candidate
from sitegen.benchmarks.rground.filters import InputRow, run_filters, with_detail
from sitegen.chem.canonical import canonical_core
from sitegen.chem.cxsmiles import parse_cxsmiles
from sitegen.chem.esmiles import parse_esmiles, write_esmiles
from sitegen.chem.sites import attachment_sites
from sitegen.errors import ChemGroundError
from sitegen.records import Dropped, Funnel, FunnelStep
from sitegen.sources import Pin, fetch, read_rows

EDITABLE = "every * is a labelled attachment point (ours)"
UNIQUE = "unique scaffolds"


def read_markush(
    pin: Pin, context: BuildContext, published: Mapping[str, int]
) -> tuple[list[Candidate], Funnel]:
    """Return the distinct cores of an input that pass the filters, in its order, and the funnel.

    Each structure is read from the pin's column `esmiles` (or `smiles`, where it has only that), as
    CXSMILES where it holds no `<sep>`; `id` names the rows, if the pin has it. `published` holds the
    published counts by step, for the input they were counted on.
    """
    rows = _read_rows(pin, context)
    passed, funnel = run_filters(rows, context.map, published=published)
    resolve = partial(_resolve_batch, {"dataset": pin.label, "licence": pin.licence})
    resolved = list(chain.from_iterable(context.map(resolve, passed, batch=256, label="reading cores")))
    dropped = tuple(one for one in resolved if isinstance(one, Dropped))
    candidates: dict[tuple[str, tuple[tuple[int, str], ...]], Candidate] = {}
    repeated = []
    for one in resolved:
        if isinstance(one, Dropped):
            continue
        first = candidates.setdefault((one.smiles, one.labels), one)
        if first is not one:
            repeated.append(Dropped(row=one.name, reason="the same core as an earlier row", value=one.smiles))
    steps = (
        FunnelStep(name=EDITABLE, kept=len(resolved) - len(dropped), dropped=dropped),
        FunnelStep(
            name=UNIQUE, kept=len(candidates), dropped=tuple(repeated), published=published.get(UNIQUE)
        ),
    )
    return list(candidates.values()), Funnel(
        slug=funnel.slug, title=funnel.title, steps=(*funnel.steps, *steps)
    )


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
        return InputRow(row=row.row, text=write_esmiles(parse_cxsmiles(row.text)))
    except ChemGroundError as error:
        return InputRow(row=row.row, text=row.text, problem=str(error))


def _resolve_batch(source: Mapping[str, Any], rows: Sequence[InputRow]) -> list[Candidate | Dropped]:
    return [_resolve(row, source) for row in rows]


def _resolve(row: InputRow, source: Mapping[str, Any]) -> Candidate | Dropped:
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


def _drop(row: InputRow, reason: str, detail: str = "") -> Dropped:
    return Dropped(row=row.row, reason=reason, value=with_detail(row.text, detail))
