"""Read the pinned input and the tables; return scaffolds, edits, pool and funnels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.candidates import Finished, finish_candidates
from sitegen.benchmarks.rground.imported import read_markush
from sitegen.benchmarks.rground.molecules import read_molecules
from sitegen.benchmarks.rground.pool import read_pool
from sitegen.benchmarks.rground.records import Edit, Scaffold, Substituent
from sitegen.benchmarks.rground.settings import (
    SizeSettings,
    published_counts,
    read_edit_rules,
    read_input,
    read_sizes,
)
from sitegen.errors import ConfigError
from sitegen.records import Dropped, Funnel, FunnelStep
from sitegen.sources import Pin, read_pin


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
    rules = read_edit_rules(context.parameters, context.seed)
    sizes = read_sizes(context.parameters, context.limit)
    if settings.content in ("esmiles", "cxsmiles"):
        candidates, filters = read_markush(pin, context, published_counts(context.parameters, pin))
        funnels = [filters]
    else:
        candidates, funnels = read_molecules(pin, context, curated=settings.content == "drugs")
    results = finish_candidates(candidates, pool, rules, context.map)
    finished, funnel = _take(results, len(candidates), sizes)
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


def _take(
    results: Iterable[Finished | Dropped], candidates: int, sizes: SizeSettings
) -> tuple[list[Finished], Funnel]:
    """Take scaffolds in the order of the candidates until the sizes are reached."""
    taken: dict[str, Finished] = {}
    dropped, looked_at, edits = [], 0, 0
    for result in results:
        looked_at += 1
        if isinstance(result, Dropped):
            dropped.append(result)
        elif result.scaffold.id in taken:
            dropped.append(
                Dropped(row=result.scaffold.id, reason="there already", value=result.scaffold.esmiles)
            )
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
    return list(taken.values()), Funnel(
        slug="scaffolds", title="From candidate cores to scaffolds", steps=steps
    )
