"""Statements about substituents, and the proof that a set of them fits exactly one option.

A `Condition` is a kind and a value, e.g. ("halogens", "2"), and for a comparison also the pool
substituent it compares with. It holds for a substituent when its value is among the values that
its kind yields for that substituent's facts: one rule both for finding conditions that are true of
an answer and for checking every option against them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from sitegen.benchmarks.rground.facts import Facts, RingFacts, substituent_facts

type Statement = tuple[str, str]
"""A kind and a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A statement about a substituent; `reference` is the SMILES it is compared with, "" for none.

    A sentence calls the reference by its pool `name`, or by the `label` of the site that it fills.
    """

    kind: str
    value: str
    reference: str = ""
    name: str = ""
    label: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the fields that say something."""
        fields = {
            "kind": self.kind,
            "value": self.value,
            "reference": self.reference,
            "name": self.name,
            "label": self.label,
        }
        return {name: value for name, value in fields.items() if value}


def absolute(smiles: str) -> frozenset[Statement]:
    """Return every statement that is true of a substituent by itself."""
    return _absolute(smiles)


def relative(smiles: str, reference: str) -> frozenset[Statement]:
    """Return every statement that is true of a substituent compared with `reference`."""
    return _relative(smiles, reference)


def holds(condition: Condition, smiles: str) -> bool:
    """Tell whether a condition is true of the substituent."""
    true = relative(smiles, condition.reference) if condition.reference else absolute(smiles)
    return (condition.kind, condition.value) in true


def fitting(conditions: Iterable[Condition], substituents: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys of the substituents (SMILES by key) that meet all conditions: the checker."""
    wanted = tuple(conditions)
    return tuple(
        key for key, smiles in substituents.items() if all(holds(condition, smiles) for condition in wanted)
    )


def minimal_sets(
    conditions: Sequence[Condition], others: Sequence[str], largest: int
) -> Iterator[tuple[Condition, ...]]:
    """Yield the sets of up to `largest` conditions that none of `others` (SMILES) meets.

    Each set is minimal: without any one of its conditions, some of `others` would fit.
    """
    everyone = (1 << len(others)) - 1
    excluded = {
        condition: sum(1 << place for place, smiles in enumerate(others) if not holds(condition, smiles))
        for condition in conditions
    }
    useful = [condition for condition in conditions if excluded[condition]]
    for size in range(1, largest + 1):
        for chosen in combinations(useful, size):
            if _union(excluded[condition] for condition in chosen) == everyone and all(
                _union(excluded[kept] for kept in chosen if kept is not left_out) != everyone
                for left_out in chosen
            ):
                yield chosen


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


@lru_cache(maxsize=4096)
def _absolute(smiles: str) -> frozenset[Statement]:
    facts = substituent_facts(smiles)
    return frozenset((kind, value) for kind, values in _ABSOLUTE.items() for value in values(facts))


@lru_cache(maxsize=65536)
def _relative(smiles: str, reference: str) -> frozenset[Statement]:
    facts, other = substituent_facts(smiles), substituent_facts(reference)
    return frozenset((kind, value) for kind, values in _RELATIVE.items() for value in values(facts, other))


def _count(name: str) -> Callable[[Facts], list[str]]:
    return lambda facts: [str(getattr(facts, name))]


def _of_ring(values: Callable[[RingFacts], list[str]]) -> Callable[[Facts], list[str]]:
    return lambda facts: values(facts.ring) if facts.ring else []


def _whole_ring(ring: RingFacts) -> list[str]:
    if not ring.whole or len(ring.nitrogens) > 1:
        return []
    return [" ".join([ring.kind, str(ring.size), *ring.nitrogens])]


def _whole_decoration(ring: RingFacts) -> list[str]:
    if not ring.whole:
        return []
    return [" ".join(f"{group}:{position}" for group, position in ring.groups) or "none"]


_ABSOLUTE: Mapping[str, Callable[[Facts], list[str]]] = {
    **{
        name: _count(name)
        for name in (
            "halogens",
            "fluorines",
            "chlorines",
            "bromines",
            "heavy_atoms",
            "acceptors",
            "donors",
            "carbonyls",
            "sulfonyls",
            "rings",
        )
    },
    "link": lambda facts: [facts.link] if facts.link else [],
    "ring_size": _of_ring(lambda ring: [str(ring.size)]),
    "ring_kind": _of_ring(lambda ring: [ring.kind] if ring.kind else []),
    "ring_nitrogen": _of_ring(lambda ring: [p for p in ring.nitrogens if p] if ring.nitrogens else ["none"]),
    "decoration": _of_ring(
        lambda ring: (
            [f"{group}:{position}" for group, position in ring.groups if position]
            if ring.groups
            else ["none"]
        )
    ),
    "whole_ring": _of_ring(_whole_ring),
    "whole_decoration": _of_ring(_whole_decoration),
}


def _difference(name: str) -> Callable[[Facts, Facts], list[str]]:
    def value(facts: Facts, other: Facts) -> list[str]:
        difference = getattr(facts, name) - getattr(other, name)
        return [f"{difference:+d}" if difference else "0"]

    return value


def _of_rings(values: Callable[[RingFacts, RingFacts], list[str]]) -> Callable[[Facts, Facts], list[str]]:
    return lambda facts, other: values(facts.ring, other.ring) if facts.ring and other.ring else []


def _order(value: int, other: int, words: tuple[str, str, str]) -> list[str]:
    word = words[0] if value > other else words[2] if value < other else words[1]
    return [word] if word else []


def _positional_isomer(facts: Facts, other: Facts) -> list[str]:
    """The same link, ring and groups, with something at another ring position."""
    here, there = facts.ring, other.ring
    if not (here and there and here.whole and there.whole and facts.link and facts.link == other.link):
        return []
    alike = (here.size, here.kind, len(here.nitrogens)) == (
        there.size,
        there.kind,
        len(there.nitrogens),
    ) and sorted(group for group, _ in here.groups) == sorted(group for group, _ in there.groups)
    return ["yes"] if alike and (here.nitrogens, here.groups) != (there.nitrogens, there.groups) else []


_RELATIVE: Mapping[str, Callable[[Facts, Facts], list[str]]] = {
    "halogen_difference": _difference("halogens"),
    "heavy_difference": _difference("heavy_atoms"),
    "acceptor_difference": _difference("acceptors"),
    "heavy_order": lambda facts, other: _order(facts.heavy_atoms, other.heavy_atoms, ("more", "", "fewer")),
    "ring_size_order": _of_rings(
        lambda ring, other: _order(ring.size, other.size, ("larger", "same", "smaller"))
    ),
    "same_link": lambda facts, other: (
        ["yes" if facts.link == other.link else "no"] if facts.link and other.link else []
    ),
    "same_ring": _of_rings(lambda ring, other: ["yes"] if ring.whole and ring == other else []),
    "positional_isomer": _positional_isomer,
}
