"""Read the pinned input and the tables; return scaffolds, edits, pool and funnels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.candidates import Candidate, Finished, finish_candidates
from sitegen.benchmarks.rground.fates import ENOUGH, SCAFFOLDS, row_fates, scaffold_rows
from sitegen.benchmarks.rground.imported import read_markush
from sitegen.benchmarks.rground.molecules import read_molecules
from sitegen.benchmarks.rground.pool import read_pool
from sitegen.benchmarks.rground.records import Edit, Scaffold, Substituent
from sitegen.benchmarks.rground.settings import (
    published_counts,
    read_edit_rules,
    read_indication,
    read_input,
    read_sizes,
)
from sitegen.errors import ConfigError
from sitegen.records import Dropped, Funnel, FunnelStep
from sitegen.sources import Pin, read_pin

EDITS = "edits with distinct, sound products"
"""Name of the step that counts the edits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """What the questions are built from. `scaffolds` are sorted by id, `edits` by scaffold and number;
    `sources` names the pins that were read; `rows` has, by scaffold id, the number (from 1) of the input
    row that a scaffold was made of, where the input holds Markush structures; `drugs` the SMILES, by row,
    of the input's molecules that hold a core."""

    scaffolds: tuple[Scaffold, ...]
    edits: tuple[Edit, ...]
    pool: tuple[Substituent, ...]
    funnels: tuple[Funnel, ...]
    sources: tuple[str, ...]
    rows: Mapping[str, int] = field(default_factory=dict)
    drugs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taken:
    """The scaffolds taken, by id, what each candidate looked at gave, and the funnel."""

    finished: Mapping[str, Finished]
    results: tuple[Finished | Dropped, ...]
    funnel: Funnel


def load(context: BuildContext) -> Loaded:
    """Read the input that `[input]` names, and the tables of `data/rground`."""
    settings = read_input(context.parameters)
    pool = read_pool(context.data / "substituents.tsv")
    pin = find_pin(context, settings.source)
    if settings.content in ("esmiles", "cxsmiles"):
        return _load_markush(pin, pool, settings.source, context)
    candidates, funnels = read_molecules(pin, context, curated=settings.content == "drugs")
    taken = _take(candidates, pool, context)
    loaded = _loaded(taken, pool, (*funnels, taken.funnel), settings.source, {})
    drugs = {member.row: member.smiles for candidate in candidates for member in candidate.members}
    return replace(loaded, drugs=dict(sorted(drugs.items())))


def load_drugs(context: BuildContext) -> Loaded | None:
    """Return what the drugs that `[advanced.indication]` names give, for an input without drugs.

    None where no pin is named. The scaffolds are those that a build from that pin would ask about.
    """
    settings = read_indication(context.parameters)
    if not settings.source:
        return None
    parameters = {
        **context.parameters,
        "input": {"source": settings.source, "content": "drugs"},
        "sizes": {**context.parameters["sizes"], "scaffolds": settings.scaffolds, "edits": 0},
    }
    return load(replace(context, parameters=parameters))


def _load_markush(pin: Pin, pool: tuple[Substituent, ...], source: str, context: BuildContext) -> Loaded:
    published = published_counts(context.parameters, pin)
    read = read_markush(pin, context, published)
    taken = _take(read.candidates, pool, context)
    fates = row_fates(read.rows, taken.results, taken.finished.keys())
    edits = sum(len(one.edits) for one in taken.finished.values())
    made = Funnel(
        slug="edits",
        title="From scaffolds to edits",
        steps=(
            FunnelStep(
                name="edits drawn at most",
                kept=len(taken.finished) * read_edit_rules(context.parameters, context.seed).most,
            ),
            FunnelStep(name=EDITS, kept=edits, published=published.get(EDITS)),
        ),
    )
    funnels = (replace(read.funnel, rows=fates), taken.funnel, made)
    return _loaded(taken, pool, funnels, source, scaffold_rows(read.rows, taken.results))


def _loaded(
    taken: _Taken,
    pool: tuple[Substituent, ...],
    funnels: tuple[Funnel, ...],
    source: str,
    rows: Mapping[str, int],
) -> Loaded:
    ordered = [taken.finished[scaffold] for scaffold in sorted(taken.finished)]
    return Loaded(
        scaffolds=tuple(one.scaffold for one in ordered),
        edits=tuple(edit for one in ordered for edit in one.edits),
        pool=pool,
        funnels=funnels,
        sources=(source,),
        rows=rows,
    )


def find_pin(context: BuildContext, name: str) -> Pin:
    """Return the pin of that name; raises `ConfigError` naming those there are."""
    if name not in context.sources:
        known = ", ".join(sorted(context.sources)) or "none"
        raise ConfigError(f"input.source: there is no pin {name!r}; the pins are {known}")
    return read_pin(context.sources[name])


def _take(candidates: Sequence[Candidate], pool: Sequence[Substituent], context: BuildContext) -> _Taken:
    """Take scaffolds in the order of the candidates until the sizes are reached."""
    sizes = read_sizes(context.parameters, context.limit)
    rules = read_edit_rules(context.parameters, context.seed)
    taken: dict[str, Finished] = {}
    results: list[Finished | Dropped] = []
    dropped, edits = [], 0
    for result in finish_candidates(candidates, pool, rules, context.map):
        results.append(result)
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
        FunnelStep(name="candidate cores", kept=len(candidates)),
        FunnelStep(name=ENOUGH, kept=len(results)),
        FunnelStep(name=SCAFFOLDS, kept=len(taken), dropped=tuple(dropped)),
    )
    funnel = Funnel(slug="scaffolds", title="From candidate cores to scaffolds", steps=steps)
    return _Taken(finished=taken, results=tuple(results), funnel=funnel)
