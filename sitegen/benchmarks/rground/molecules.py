"""Cores of an input of molecules: parents, derived cores, the curated cores of drug families."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.candidates import Candidate
from sitegen.benchmarks.rground.curated import read_curated
from sitegen.benchmarks.rground.derived import DerivedCore, name_cores
from sitegen.benchmarks.rground.derived_cache import derive_once
from sitegen.benchmarks.rground.drugs import (
    Counterion,
    Drug,
    Form,
    Parent,
    find_parents,
    merge_forms,
    read_counterions,
)
from sitegen.benchmarks.rground.filters import InputRow, run_filters
from sitegen.benchmarks.rground.merging import merge_curated
from sitegen.benchmarks.rground.ranking import rank_cores
from sitegen.benchmarks.rground.settings import read_head_start, read_limits
from sitegen.records import Dropped, Funnel, FunnelStep
from sitegen.sources import Pin, fetch, read_rows


def read_molecules(pin: Pin, context: BuildContext, *, curated: bool) -> tuple[list[Candidate], list[Funnel]]:
    """Return the cores of an input of SMILES in the order in which they are taken, and the funnels.

    The pin's column `smiles` is read, `id` and `name` where it has them. With `curated` the cores of
    `markush.tsv`, whose members are rows of the input, come first.
    """
    limits, head_start = read_limits(context.parameters), read_head_start(context.parameters)
    forms = _read_forms(pin, context)
    drugs, steps = _find_drugs(forms, context, read_counterions(context.data / "counterions.tsv"))
    derivation = derive_once([drug.smiles for drug in drugs], limits, context)
    cores, without = name_cores(derivation, drugs)
    steps.append(FunnelStep(name="a core can be cut out", kept=len(drugs) - len(without), dropped=without))
    molecules = Funnel(
        slug="molecules", title="From rows of the source to molecules with cores", steps=tuple(steps)
    )
    source = {"dataset": pin.label, "licence": pin.licence}
    written = read_curated(context.data / "markush.tsv", drugs, source) if curated else ()
    named, others = merge_curated(written, cores)
    ranked = rank_cores(others, head_start)
    candidates = [*named, *(_candidate(core, source) for core in ranked)]
    rows = [InputRow(row=one.name, text=_esmiles(one)) for one in candidates]
    passed, filters = run_filters(rows, context.map)
    names = {row.row for row in passed}
    return [one for one in candidates if one.name in names], [molecules, filters]


def _read_forms(pin: Pin, context: BuildContext) -> list[Form]:
    columns = ["smiles", *(name for name in ("id", "name") if name in pin.columns)]
    rows = chain.from_iterable(read_rows(pin, fetch(pin, context.cache), columns))
    return [
        Form(
            row=row.get("id") or f"row-{row['row']}",
            name=row.get("name") or row.get("id") or f"row {row['row']}",
            smiles=row["smiles"] or "",
        )
        for row in rows
    ]


def _find_drugs(
    forms: Sequence[Form], context: BuildContext, counterions: Sequence[Counterion]
) -> tuple[tuple[Drug, ...], list[FunnelStep]]:
    find = partial(find_parents, counterions={one.smiles: one.name for one in counterions})
    found = list(chain.from_iterable(context.map(find, forms, batch=64, label="parents")))
    parents = [one for one in found if isinstance(one, Parent)]
    without = tuple(one for one in found if isinstance(one, Dropped))
    drugs = merge_forms(parents, counterions)
    merged = tuple(
        Dropped(row=form.row, reason="another form of one molecule", value=f"{form.name} = {drug.name}")
        for drug in drugs
        for form in drug.forms
        if form.row != drug.row
    )
    return drugs, [
        FunnelStep(name="rows of the source", kept=len(forms)),
        FunnelStep(name="one organic parent structure", kept=len(parents), dropped=without),
        FunnelStep(name="salts and other forms merged", kept=len(drugs), dropped=merged),
    ]


def _candidate(core: DerivedCore, source: Mapping[str, Any]) -> Candidate:
    return Candidate(
        smiles=core.smiles,
        labels=core.labels,
        origin="derived",
        members=core.members,
        source={**source, "row": core.members[0].row},
        name=core.core,
    )


def _esmiles(candidate: Candidate) -> str:
    tags = "".join(f"<a>{atom}:{label}</a>" for atom, label in candidate.labels)
    return f"{candidate.smiles}<sep>{tags}"
