"""Read the pinned input and the tables; return scaffolds, edits, pool and funnels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.candidates import Candidate, Finished, finish_candidates
from sitegen.benchmarks.rground.curated import read_curated
from sitegen.benchmarks.rground.derived import DerivedCore, derive_cores
from sitegen.benchmarks.rground.drugs import Drug, Form, Parent, find_parents, merge_forms, read_counterions
from sitegen.benchmarks.rground.filters import InputRow, run_filters
from sitegen.benchmarks.rground.numbering import labelled_sites
from sitegen.benchmarks.rground.pool import read_pool
from sitegen.benchmarks.rground.ranking import rank_cores
from sitegen.benchmarks.rground.records import Edit, Scaffold, Substituent
from sitegen.benchmarks.rground.settings import (
    SizeSettings,
    read_edit_rules,
    read_input,
    read_limits,
    read_sizes,
)
from sitegen.errors import ConfigError
from sitegen.records import Dropped, Funnel, FunnelStep
from sitegen.sources import Pin, fetch, read_pin, read_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What the questions are built from. `scaffolds` are sorted by id, `edits` by scaffold and number;
    `sources` names the pins that were read."""

    scaffolds: tuple[Scaffold, ...]
    edits: tuple[Edit, ...]
    pool: tuple[Substituent, ...]
    funnels: tuple[Funnel, ...]
    sources: tuple[str, ...]


def load(context: BuildContext) -> Loaded:
    """Read the input that `[input]` names, and the tables of `data/rground`."""
    settings = read_input(context.parameters)
    pool = read_pool(context.data / "substituents.tsv")
    pin = _pin(context, settings.source)
    candidates, funnels = _from_molecules(pin, context, curated=settings.content == "drugs")
    rules = read_edit_rules(context.parameters, context.seed)
    results = finish_candidates(candidates, pool, rules, context.map)
    finished, funnel = _take(results, len(candidates), read_sizes(context.parameters, context.limit))
    scaffolds = sorted((one.scaffold for one in finished), key=lambda scaffold: scaffold.id)
    edits = {one.scaffold.id: one.edits for one in finished}
    return Loaded(
        scaffolds=tuple(scaffolds),
        edits=tuple(edit for scaffold in scaffolds for edit in edits[scaffold.id]),
        pool=pool,
        funnels=(*funnels, funnel),
        sources=(settings.source,),
    )


def _pin(context: BuildContext, name: str) -> Pin:
    if name not in context.sources:
        known = ", ".join(sorted(context.sources)) or "none"
        raise ConfigError(f"input.source: there is no pin {name!r}; the pins are {known}")
    return read_pin(context.sources[name])


def _from_molecules(
    pin: Pin, context: BuildContext, *, curated: bool
) -> tuple[list[Candidate], list[Funnel]]:
    drugs, steps = _read_drugs(pin, context)
    cores, without = derive_cores(drugs, read_limits(context.parameters), context.map)
    steps.append(FunnelStep(name="a core can be cut out", kept=len(drugs) - len(without), dropped=without))
    funnels = [Funnel(slug="molecules", title="From the source table to molecules with cores", steps=tuple(steps))]
    source = {"dataset": pin.label, "licence": pin.licence}
    written = read_curated(context.data / "markush.tsv", drugs, source) if curated else ()
    derived = [_candidate(core, source) for core in rank_cores(cores)]
    rows = [InputRow(row=one.name, text=_text(one)) for one in derived]
    _, funnel = run_filters(rows, context.map)
    return [*written, *derived], [*funnels, funnel]


def _text(candidate: Candidate) -> str:
    tags = "".join(f"<a>{atom}:{label}</a>" for atom, label in sorted(candidate.labels))
    return f"{candidate.smiles}<sep>{tags}"


def _read_drugs(pin: Pin, context: BuildContext) -> tuple[tuple[Drug, ...], list[FunnelStep]]:
    counterions = read_counterions(context.data / "counterions.tsv")
    columns = [name for name in ("id", "name", "smiles") if name in pin.columns]
    rows = [row for batch in read_rows(pin, fetch(pin, context.cache), columns) for row in batch]
    forms = [
        Form(
            row=row.get("id") or f"row-{row['row']}",
            name=row.get("name") or row.get("id") or f"row {row['row']}",
            smiles=row["smiles"] or "",
        )
        for row in rows
    ]
    find = partial(find_parents, counterions={one.smiles: one.name for one in counterions})
    found = [one for batch in context.map(find, forms, batch=64, label="parents") for one in batch]
    parents = [one for one in found if isinstance(one, Parent)]
    drugs = merge_forms(parents, counterions)
    merged = tuple(
        Dropped(row=form.row, reason="another form of a drug that is counted once", value=f"{form.name} = {drug.name}")
        for drug in drugs
        for form in drug.forms
        if form.row != drug.row
    )
    return drugs, [
        FunnelStep(name="rows of the source", kept=len(forms)),
        FunnelStep(
            name="one organic parent structure",
            kept=len(parents),
            dropped=tuple(one for one in found if isinstance(one, Dropped)),
        ),
        FunnelStep(name="salts and other forms merged", kept=len(drugs), dropped=merged),
    ]


def _candidate(core: DerivedCore, source: dict[str, Any]) -> Candidate:
    smiles, labels = labelled_sites(core.core)
    return Candidate(
        smiles=smiles,
        labels=tuple(sorted(labels.items())),
        origin="derived",
        members=core.members,
        source={**source, "row": core.members[0].row},
        name=core.core,
    )


def _take(
    results: Iterable[Finished | Dropped], candidates: int, sizes: SizeSettings
) -> tuple[Sequence[Finished], Funnel]:
    """Take scaffolds in the order of the candidates until the sizes are reached."""
    taken: dict[str, Finished] = {}
    dropped, looked_at, edits = [], 0, 0
    for result in results:
        looked_at += 1
        if isinstance(result, Dropped):
            dropped.append(result)
        elif result.scaffold.id in taken:
            dropped.append(Dropped(row=result.scaffold.id, reason="there already", value=result.scaffold.esmiles))
        else:
            taken[result.scaffold.id] = result
            edits += len(result.edits)
        if sizes.scaffolds and len(taken) >= sizes.scaffolds and edits >= sizes.edits:
            break
    steps = (
        FunnelStep(name="candidate cores", kept=candidates),
        FunnelStep(name="looked at, in order of rank, until the sizes wanted are reached", kept=looked_at),
        FunnelStep(name="scaffolds with edits", kept=len(taken), dropped=tuple(dropped)),
    )
    return list(taken.values()), Funnel(slug="scaffolds", title="From candidate cores to scaffolds", steps=steps)
