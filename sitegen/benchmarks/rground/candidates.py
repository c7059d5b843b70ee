"""From a candidate core to a scaffold with its edits, or to the reason why it gives none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.edits import prepare_scaffold, sample_edits
from sitegen.benchmarks.rground.filters import with_detail
from sitegen.benchmarks.rground.pool import choices
from sitegen.benchmarks.rground.records import Edit, Member, Scaffold, Substituent
from sitegen.benchmarks.rground.scaffold_record import make_scaffold
from sitegen.chem.smiles_text import SmilesError
from sitegen.chem.substitution import PreparedCore, SubstitutionError, substitute
from sitegen.errors import DatasetError
from sitegen.records import Dropped


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A core as an input gives it: SMILES, (atom index, label) of its `*`, what is known about it.

    `name` says which core it is in messages and lists of what was left out.
    """

    smiles: str
    labels: tuple[tuple[int, str], ...]
    origin: str
    source: Mapping[str, Any]
    name: str
    family: str = ""
    members: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EditRules:
    """How many edits a scaffold gets at most, and what every label must offer from the pool."""

    most: int
    choices_min: int
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A scaffold with its edits."""

    scaffold: Scaffold
    edits: tuple[Edit, ...]


def finish_candidates(
    candidates: Sequence[Candidate], pool: Sequence[Substituent], rules: EditRules, mapper: ParallelMap
) -> Iterator[Finished | Dropped]:
    """Yield the scaffold of each candidate, in order, or why it is left out; computed as they are taken."""
    finish = partial(_finish_batch, tuple(pool), rules)
    for batch in mapper(finish, candidates, batch=64, label="editing"):
        yield from batch


def _finish_batch(
    pool: tuple[Substituent, ...], rules: EditRules, candidates: Sequence[Candidate]
) -> list[Finished | Dropped]:
    return [_finish(candidate, pool, rules) for candidate in candidates]


def _finish(candidate: Candidate, pool: tuple[Substituent, ...], rules: EditRules) -> Finished | Dropped:
    try:
        scaffold = make_scaffold(
            candidate.smiles,
            dict(candidate.labels),
            origin=candidate.origin,
            source=candidate.source,
            family=candidate.family,
        )
        core = prepare_scaffold(scaffold)
    except (SmilesError, SubstitutionError, DatasetError) as error:
        return _drop(candidate, "cannot be edited", str(error))
    members = tuple(_proven(core, candidate.members))
    if candidate.members and not members:
        return _drop(candidate, "does not give its molecules back")
    taken = choices(scaffold, pool)
    if min(map(len, taken.values())) < rules.choices_min:
        return _drop(candidate, f"a site takes fewer than {rules.choices_min} substituents of the pool")
    edits = sample_edits(scaffold, core, taken, most=rules.most, seed=rules.seed)
    if not edits:
        return _drop(candidate, "no edit gives a sound product")
    return Finished(scaffold=replace(scaffold, members=members), edits=edits)


def _proven(core: PreparedCore, members: Iterable[Member]) -> Iterator[Member]:
    """Yield the members whose own structure comes out when their substituents are put in."""
    for member in members:
        try:
            if substitute(core, member.substituents) == member.smiles:
                yield member
        except SubstitutionError:
            continue


def _drop(candidate: Candidate, reason: str, detail: str = "") -> Dropped:
    return Dropped(row=candidate.name, reason=reason, value=with_detail(candidate.smiles, detail))
