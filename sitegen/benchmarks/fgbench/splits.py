"""Part pairs for testing from pairs for learning.

Official (code): of each table 25 pairs that differ in a single group, and 25 others, are for testing; half,
rounded down, where there are no more than 50. Scaffold (ours): no Murcko scaffold stands on both sides.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import networkx as nx
from rdkit import Chem

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.records import Pair, Paired, Split
from sitegen.benchmarks.fgbench.removal import flat_smiles
from sitegen.benchmarks.fgbench.settings import SplitSettings, read_split
from sitegen.chem.similarity import murcko_scaffold
from sitegen.errors import ConfigError

SCOPES = ("single", "interaction")


type _Cell = tuple[str, str]
"""A table and a scope."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A pair with the scaffolds of its molecules."""

    pair: str
    cell: _Cell
    scaffolds: tuple[str, str]

    def side(self, chosen: Collection[str]) -> str:
        """Return where the pair stands if these scaffolds are for testing."""
        tested = [scaffold in chosen for scaffold in self.scaffolds]
        return "test" if all(tested) else "both" if any(tested) else "train"


def split_pairs(paired: Sequence[Paired], context: BuildContext) -> Split:
    """Return the split that the parameters ask for.

    Raises `ConfigError` where there are pairs, but too few or too alike to leave one for testing.
    """
    settings = read_split(context.parameters)
    split = (official_split if settings.kind == "official" else scaffold_split)(
        paired, settings, context.seed
    )
    pairs = sum(len(one.pairs) for one in paired)
    if pairs and not any(split.test.values()):
        remedy = (
            "their scaffolds are too few; choose official"
            if settings.kind == "scaffold"
            else "two of a scope are the least; add molecules or lower pairs.similarity"
        )
        raise ConfigError(f"split.kind: {settings.kind} leaves none of {pairs:,} pairs for testing: {remedy}")
    return split


def test_size(pairs: int, wanted: int) -> int:
    """Return how many of some pairs are for testing: `wanted`, or half where there are few."""
    return wanted if pairs > 2 * wanted else pairs // 2


def official_split(paired: Sequence[Paired], settings: SplitSettings, seed: int) -> Split:
    """Draw the test pairs of each table and scope."""
    test = {}
    for one in paired:
        slug = one.cleaned.table.slug
        drawn: set[str] = set()
        for scope in SCOPES:
            names = sorted(pair.id for pair in one.pairs if pair.scope == scope)
            size = test_size(len(names), settings.test_pairs)
            drawn.update(random.Random(f"{seed} split {slug} {scope}").sample(names, size))
        test[slug] = frozenset(drawn)
    return Split(kind="official", test=test)


def scaffold_split(paired: Sequence[Paired], settings: SplitSettings, seed: int) -> Split:
    """Take whole scaffolds for testing, common to all tables, in a drawn order.

    Scaffolds that pairs join are taken together, so that no pair is lost, until each table has as many test
    pairs of each scope as the official split, or few more. Where large families leave too few, small
    scaffolds follow one by one, and a pair with one molecule on each side is dropped. A molecule without a
    ring is its own scaffold.
    """
    placed = tuple(_place(one.cleaned.table.slug, pair) for one in paired for pair in one.pairs)
    wanted = {
        cell: test_size(pairs, settings.test_pairs)
        for cell, pairs in Counter(place.cell for place in placed).items()
    }
    graph = nx.Graph()
    graph.add_edges_from(place.scaffolds for place in placed)
    families = [frozenset(found) for found in nx.connected_components(graph)]
    singles = [frozenset([scaffold]) for scaffold in graph]
    chosen: set[str] = set()
    for units in (families, singles):
        # A unit holds the pairs that lie within it, by table and scope.
        held = {unit: Counter[_Cell]() for unit in units}
        home = {scaffold: unit for unit in units for scaffold in unit}
        for place in placed:
            ours, theirs = (home[scaffold] for scaffold in place.scaffolds)
            if ours == theirs:
                held[ours][place.cell] += 1
        got = Counter(place.cell for place in placed if place.side(chosen) == "test")
        order = sorted(units, key=sorted)
        random.Random(f"{seed} scaffolds").shuffle(order)
        for unit in order:
            lacking = any(got[cell] < wanted[cell] for cell in held[unit])
            if lacking and not unit & chosen and _fits(held[unit], got, wanted):
                chosen |= unit
                got += held[unit]
    return Split(
        kind="scaffold",
        test={one.cleaned.table.slug: _of_side(placed, one, chosen, "test") for one in paired},
        dropped={one.cleaned.table.slug: _of_side(placed, one, chosen, "both") for one in paired},
    )


@lru_cache(maxsize=1 << 16)
def scaffold_of(smiles: str) -> str:
    """Return the Murcko scaffold of a molecule; a molecule without a ring is its own. Both without stereo."""
    return murcko_scaffold(smiles) or flat_smiles(Chem.MolFromSmiles(smiles))


def _place(table: str, pair: Pair) -> _Place:
    ends = (scaffold_of(pair.candidate.target), scaffold_of(pair.candidate.reference))
    return _Place(pair=pair.id, cell=(table, pair.scope), scaffolds=ends)


def _fits(more: Mapping[_Cell, int], got: Mapping[_Cell, int], wanted: Mapping[_Cell, int]) -> bool:
    """Tell whether no part of the test pairs grows by more than half, nor far beyond what is wanted."""
    return all(
        number <= max(2, wanted[cell] // 2) and got.get(cell, 0) + number <= wanted[cell] * 3 // 2 + 1
        for cell, number in more.items()
    )


def _of_side(places: Sequence[_Place], one: Paired, chosen: Collection[str], side: str) -> frozenset[str]:
    slug = one.cleaned.table.slug
    return frozenset(place.pair for place in places if place.cell[0] == slug and place.side(chosen) == side)
