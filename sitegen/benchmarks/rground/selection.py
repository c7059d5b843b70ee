"""Choosing questions: many scaffolds before any twice, letters and styles balanced, no blind cue.

The three nearest neighbours of an answer differ from it in predictable ways: the answer tends to be
the largest of the four, some substituents are hardly ever neighbours of others, and a solver may ask
of which option the other three are the nearest. One that never reads the instruction would gain from
that. So more candidates are made than needed, and questions are taken one by one such that every such
cue points at the answer as often as chance has it, and no substituent is the answer all the time. All
arithmetic is in whole numbers, so the choice is the same on every machine.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sitegen.benchmarks.rground.balancing import SHARE, credit, take_even
from sitegen.benchmarks.rground.questions import Choice
from sitegen.benchmarks.rground.records import Edit, Scaffold

_EVEN = 6
"""Weight of even use of the pool's substituents as answers against even cues. Larger values even out
the answers and let a solver that knows the frequent ones gain: 6 keeps it below one in three."""

_SWAPS = 5000
"""Swaps tried for a representative part; twice as many make it no better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A possible question: the right choice first, then the wrong ones: three, or two where "none of the
    above" is the fourth option.

    `group` numbers the scaffold and edit it came from, `label` is the label that Hard describes, and
    `similarities` are those of each choice to each other one (ECFP4 Tanimoto). `mutual` counts, in
    Hard, the choices to which the other three are nearest, the right one included; else it is 0.
    """

    group: int
    label: str
    choices: tuple[Choice, ...]
    similarities: tuple[tuple[float, ...], ...]
    mutual: int = 0

    def first(self, count: int) -> Candidate:
        """Return the candidate with its first `count` choices only."""
        return replace(
            self,
            choices=self.choices[:count],
            similarities=tuple(row[:count] for row in self.similarities[:count]),
            mutual=0,
        )


def spread(scaffolds: Sequence[Scaffold], rng: random.Random) -> list[Scaffold]:
    """Order scaffolds so that any beginning of the list holds as many Murcko families as it can.

    Families come in random order: first one scaffold of each, then a second of each, and so on.
    """
    families: dict[str, list[Scaffold]] = defaultdict(list)
    for scaffold in sorted(scaffolds, key=lambda scaffold: scaffold.id):
        families[scaffold.murcko or scaffold.id].append(scaffold)
    members = [families[family] for family in sorted(families)]
    rng.shuffle(members)
    for family in members:
        rng.shuffle(family)
    longest = max(map(len, members), default=0)
    return [family[place] for place in range(longest) for family in members if place < len(family)]


def passes(
    scaffolds: Sequence[Scaffold],
    edits: Mapping[str, Sequence[Edit]],
    per_scaffold: int,
    rng: random.Random,
) -> list[tuple[Scaffold, Edit]]:
    """Return scaffolds in spread order with one of their edits, then again with a second, and so on."""
    order = spread(scaffolds, rng)
    own = {scaffold.id: rng.sample(edits[scaffold.id], len(edits[scaffold.id])) for scaffold in order}
    return [
        (scaffold, own[scaffold.id][place])
        for place in range(per_scaffold)
        for scaffold in order
        if place < len(own[scaffold.id])
    ]


def blocks[T](values: Sequence[T], count: int, rng: random.Random) -> list[T]:
    """Return `count` values in permuted blocks: each value occurs as often as any other, give or take one."""
    out: list[T] = []
    while len(out) < count:
        block = list(values)
        rng.shuffle(block)
        out.extend(block)
    return out[:count]


def take_balanced(candidates: Sequence[Candidate], wanted: int, per_scaffold: int) -> list[Candidate]:
    """Take up to `wanted` candidates, one a group, whose cues cancel out.

    A scaffold is used a second time (and so on, up to `per_scaffold`) only when all others are used
    up. Ties go to the earlier candidate.
    """
    if not candidates:
        return []
    taken = take_even(
        _features(candidates),
        [_scaffold(candidate) for candidate in candidates],
        wanted,
        per_scaffold,
        lambda taken, places: _like(candidates, taken, places),
    )
    return [candidates[place] for place in taken]


def representative(candidates: Sequence[Candidate], count: int, rng: random.Random) -> list[int]:
    """Return the places of `count` candidates whose cues and answers are those of all, as near as can be.

    They are drawn at random and then swapped for others wherever that brings them nearer. What is
    left is as near, so a split whose cues cancel out falls into two parts of which the same is true.
    """
    drawn = rng.sample(range(len(candidates)), count)
    others = sorted(set(range(len(candidates))) - set(drawn))
    if not (drawn and others):
        return sorted(drawn)
    rows = _features(candidates)
    # How far the drawn ones are off their share of the whole, in units of 1 / len(candidates).
    off = len(candidates) * rows[drawn].sum(axis=0) - count * rows.sum(axis=0)
    for _ in range(_SWAPS):
        one, other = rng.randrange(len(drawn)), rng.randrange(len(others))
        swapped = off + len(candidates) * (rows[others[other]] - rows[drawn[one]])
        if swapped @ swapped < off @ off:
            drawn[one], others[other] = others[other], drawn[one]
            off = swapped
    return sorted(drawn)


def _like(candidates: Sequence[Candidate], taken: int, places: Sequence[int]) -> Iterator[int]:
    """Yield the places whose candidate is of the same group as the one taken, or asks the same."""
    for place in places:
        same_group = candidates[place].group == candidates[taken].group
        if same_group or _key(candidates[place]) == _key(candidates[taken]):
            yield place


def _scaffold(candidate: Candidate) -> str:
    return candidate.choices[0].scaffold


def _key(candidate: Candidate) -> tuple[object, ...]:
    right = candidate.choices[0]
    return (right.scaffold, candidate.label, tuple(sorted(right.substituents.items())))


def _features(candidates: Sequence[Candidate]) -> np.ndarray:
    """Return a row a candidate: by how much it shifts each balance from chance."""
    names = sorted(
        {name for c in candidates for choice in c.choices for name in choice.substituents.values()}
    )
    column = {name: place for place, name in enumerate(names)}
    cue, even = len(names), len(names) + len(_CUES) + 1
    rows = np.zeros((len(candidates), even + len(names)), dtype=np.int64)
    for row, candidate in zip(rows, candidates, strict=True):
        chance = SHARE // len(candidate.choices)
        for place, choice in enumerate(candidate.choices):
            for name in set(choice.substituents.values()):
                row[column[name]] += SHARE - chance if place == 0 else -chance
        for place, values in enumerate(cues(candidate).values(), start=cue):
            row[place] = credit(values) - chance
        if candidate.mutual:
            row[even - 1] = SHARE // candidate.mutual - chance
        for label, name in candidate.choices[0].substituents.items():
            if candidate.label in ("", label):
                row[even + column[name]] = _EVEN
    return rows


def cues(candidate: Candidate) -> dict[str, list[float]]:
    """Return what a blind solver can see of each choice, by cue; it picks the largest value."""
    central = [sum(row) - row[place] for place, row in enumerate(candidate.similarities)]
    near = [choice.similarity for choice in candidate.choices]
    large = [float(choice.heavy_atoms) for choice in candidate.choices]
    long = [float(len(choice.product)) for choice in candidate.choices]
    both = {"central": central, "near": near, "large": large, "long": long}
    return {
        **both,
        **{f"not {name}": [-value for value in values] for name, values in both.items()},
    }


_CUES = ("central", "near", "large", "long", "not central", "not near", "not large", "not long")
