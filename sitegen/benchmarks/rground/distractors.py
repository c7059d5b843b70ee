"""Which wrong options a question gets: requests for molecules, and candidates made from them.

Easy takes products of other scaffolds that carry the same substituents, so that the instruction alone
does not tell them apart. Medium takes other random substituents on the same
scaffold. Hard takes, of all molecules that differ at one label, the three nearest to the answer.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.enumeration import Assignment, Enumerated, Request, heavy_atoms
from sitegen.benchmarks.rground.pool import choices
from sitegen.benchmarks.rground.records import Edit, Scaffold, Substituent
from sitegen.benchmarks.rground.selection import Candidate

DISTRACTORS = 3
_DRAWS = 40
"""Scaffolds looked at for every one wanted before Easy allows for a larger difference in size."""

_ANY_SIZE = 100
"""Difference in heavy atoms beyond which Easy settles for fewer options."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """What questions are made of: substituents by name, scaffolds that have edits, also by their
    number of labels, edits by scaffold id, and the pool names that each label of a scaffold takes."""

    pool: Mapping[str, Substituent]
    editable: tuple[Scaffold, ...]
    by_labels: Mapping[int, tuple[Scaffold, ...]]
    edits: Mapping[str, tuple[Edit, ...]]
    taken: Mapping[str, Mapping[str, tuple[str, ...]]]

    def assignment(self, substituents: Mapping[str, str]) -> dict[str, Substituent]:
        """Return the substituents of names by label."""
        return {label: self.pool[name] for label, name in substituents.items()}

    def fits(self, scaffold: Scaffold, substituents: Mapping[str, str]) -> bool:
        """Tell whether every label of the scaffold takes the substituent of that name."""
        return all(name in self.taken[scaffold.id][label] for label, name in substituents.items())


def make_stock(
    scaffolds: Sequence[Scaffold], edits: Sequence[Edit], pool: Sequence[Substituent], map: ParallelMap
) -> Stock:
    """Index scaffolds that have edits, their edits, and what fits where."""
    by_scaffold: dict[str, list[Edit]] = defaultdict(list)
    for edit in edits:
        by_scaffold[edit.scaffold].append(edit)
    editable = [scaffold for scaffold in scaffolds if scaffold.id in by_scaffold]
    by_labels: dict[int, list[Scaffold]] = defaultdict(list)
    for scaffold in editable:
        by_labels[len(scaffold.labels)].append(scaffold)
    taken: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for found in map(partial(_taken, pool=tuple(pool)), editable, batch=200, label="substituents that fit"):
        taken.update(found)
    return Stock(
        pool={one.name: one for one in pool},
        editable=tuple(editable),
        by_labels={count: tuple(found) for count, found in by_labels.items()},
        edits={scaffold: tuple(found) for scaffold, found in by_scaffold.items()},
        taken=taken,
    )


def _taken(
    scaffolds: Sequence[Scaffold], pool: Sequence[Substituent]
) -> dict[str, dict[str, tuple[str, ...]]]:
    return {
        scaffold.id: {
            label: tuple(one.name for one in found) for label, found in choices(scaffold, pool).items()
        }
        for scaffold in scaffolds
    }


def easy_request(
    scaffold: Scaffold, edit: Edit, stock: Stock, *, count: int, window: int, rng: random.Random
) -> Request:
    """Ask for the edit, and for `count` products of other scaffolds with its substituents.

    Each comes from another Murcko family, carries the substituents in the order of its own labels, and
    has as many heavy atoms as the answer, give or take `window`; where too few do, twice that, and so on.
    """
    assignment = stock.assignment(edit.substituents)
    names = [edit.substituents[label] for label in scaffold.labels]
    size = heavy_atoms(scaffold, assignment)
    same_count = stock.by_labels[len(scaffold.labels)]
    families = {family(scaffold)}
    others: list[tuple[Scaffold, Assignment]] = []
    while len(others) < DISTRACTORS and window < _ANY_SIZE:
        for other in (rng.choice(same_count) for _ in range(_DRAWS * count)):
            if len(others) == count:
                break
            named = dict(zip(other.labels, names, strict=True))
            moved = stock.assignment(named)
            near = abs(heavy_atoms(other, moved) - size) <= window
            if near and family(other) not in families and stock.fits(other, named):
                families.add(family(other))
                others.append((other, moved))
        window = 2 * window or 1
    return Request(scaffold=scaffold, wanted=((scaffold, assignment), *others))


def family(scaffold: Scaffold) -> str:
    """Return what scaffolds of one Murcko family share; one without rings is a family of its own."""
    return scaffold.murcko or scaffold.id


def medium_request(
    scaffold: Scaffold, edit: Edit, stock: Stock, *, count: int, rng: random.Random
) -> Request:
    """Ask for the edit, and for `count` products of the same scaffold with random substituents."""
    taken = stock.taken[scaffold.id]
    others = [{label: rng.choice(taken[label]) for label in scaffold.labels} for _ in range(count)]
    return Request(
        scaffold=scaffold,
        wanted=tuple((scaffold, stock.assignment(one)) for one in (edit.substituents, *others)),
    )


def hard_request(scaffold: Scaffold, edit: Edit, stock: Stock, *, rng: random.Random) -> Request:
    """Ask for all molecules that differ from the edit at most at one label, drawn at random."""
    label = rng.choice(scaffold.labels)
    return Request(
        scaffold=scaffold,
        wanted=tuple(
            (scaffold, stock.assignment({**edit.substituents, label: name}))
            for name in stock.taken[scaffold.id][label]
        ),
        label=label,
    )


def given_candidates(group: int, enumerated: Enumerated) -> Iterator[Candidate]:
    """Yield a candidate for every three wrong choices, in the order of the request (Easy, Medium)."""
    for start in range(1, len(enumerated.choices) - DISTRACTORS + 1, DISTRACTORS):
        yield candidate_of(group, enumerated, [0, *range(start, start + DISTRACTORS)])


def nearest_candidates(group: int, enumerated: Enumerated, rng: random.Random) -> Iterator[Candidate]:
    """Yield a candidate for every choice as the answer, with the three choices nearest to it (Hard).

    Equally near ones are taken at random.
    """
    count = len(enumerated.choices)
    if count <= DISTRACTORS:
        return
    near: list[list[int]] = []
    for answer, row in enumerate(enumerated.similarities):
        others = [place for place in range(count) if place != answer]
        rng.shuffle(others)
        near.append(sorted(others, key=row.__getitem__, reverse=True)[:DISTRACTORS])
    # How far away the third neighbour is: whatever is as near may count as one of the three.
    reach = [row[near[place][-1]] for place, row in enumerate(enumerated.similarities)]
    for answer, others in enumerate(near):
        places = [answer, *others]
        mutual = sum(
            all(enumerated.similarities[one][other] >= reach[one] for other in places if other != one)
            for one in places
        )
        yield candidate_of(group, enumerated, places, mutual)


def candidate_of(group: int, enumerated: Enumerated, places: Sequence[int], mutual: int = 0) -> Candidate:
    """Return the candidate of some of the enumerated choices, by place, the right one first."""
    return Candidate(
        group=group,
        label=enumerated.request.label,
        mutual=mutual,
        choices=tuple(enumerated.choices[place] for place in places),
        similarities=tuple(
            tuple(enumerated.similarities[place][other] for other in places) for place in places
        ),
    )
