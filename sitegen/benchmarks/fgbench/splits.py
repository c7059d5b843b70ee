"""Part pairs for testing from pairs for learning.

Official (code): of each table 25 pairs that differ in a single group, and 25 others, are for testing; half,
rounded down, where there are no more than 50. Scaffold (ours): no Murcko scaffold stands on both sides.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from rdkit import Chem

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.records import Pair, Paired, Split
from sitegen.benchmarks.fgbench.removal import flat_smiles
from sitegen.benchmarks.fgbench.settings import SplitSettings, read_split
from sitegen.chem.similarity import murcko_scaffold

SCOPES = ("single", "interaction")


def split_pairs(paired: Sequence[Paired], context: BuildContext) -> Split:
    """Return the split that the parameters ask for."""
    settings = read_split(context.parameters)
    return (official_split if settings.kind == "official" else scaffold_split)(paired, settings, context.seed)


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
    """Take whole scaffolds for testing, small ones of all tables in a drawn order.

    A molecule without a ring is its own scaffold. Scaffolds are taken until every table has as many test
    pairs as the official split would have, where its pairs allow; then a pair with one molecule on each
    side is dropped. Scaffolds are common to all tables, so that none of a test molecule is in train.
    """
    scaffolds = {
        smiles: scaffold_of(smiles)
        for one in paired
        for pair in one.pairs
        for smiles in (pair.candidate.target, pair.candidate.reference)
    }
    order = sorted(set(scaffolds.values()))
    random.Random(f"{seed} scaffolds").shuffle(order)
    chosen: set[str] = set()
    for one in paired:
        held = _by_scaffold(one.pairs, scaffolds)
        for scope in SCOPES:
            of_scope = [pair for pair in one.pairs if pair.scope == scope]
            wanted = test_size(len(of_scope), settings.test_pairs)
            ids = {pair.id for pair in of_scope}
            got = sum(_side(pair, scaffolds, chosen) == "test" for pair in of_scope)
            for scaffold in order:
                if got >= wanted:
                    break
                inside = held.get(scaffold, frozenset()) & ids
                if scaffold not in chosen and 0 < len(inside) <= max(2, wanted // 2):
                    chosen.add(scaffold)
                    got += len(inside)
    sides = {
        one.cleaned.table.slug: {pair.id: _side(pair, scaffolds, chosen) for pair in one.pairs}
        for one in paired
    }
    return Split(
        kind="scaffold",
        test={slug: _of_side(found, "test") for slug, found in sides.items()},
        dropped={slug: _of_side(found, "both") for slug, found in sides.items()},
    )


def scaffold_of(smiles: str) -> str:
    """Return the Murcko scaffold of a molecule; a molecule without a ring is its own. Both without stereo."""
    return murcko_scaffold(smiles) or flat_smiles(Chem.MolFromSmiles(smiles))


def _by_scaffold(pairs: Sequence[Pair], scaffolds: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return the ids of the pairs that lie within one scaffold."""
    held: dict[str, set[str]] = {}
    for pair in pairs:
        ours, theirs = scaffolds[pair.candidate.target], scaffolds[pair.candidate.reference]
        if ours == theirs:
            held.setdefault(ours, set()).add(pair.id)
    return {scaffold: frozenset(ids) for scaffold, ids in held.items()}


def _side(pair: Pair, scaffolds: Mapping[str, str], chosen: set[str]) -> str:
    tested = [scaffolds[smiles] in chosen for smiles in (pair.candidate.target, pair.candidate.reference)]
    return "test" if all(tested) else "both" if any(tested) else "train"


def _of_side(sides: Mapping[str, str], wanted: str) -> frozenset[str]:
    return frozenset(name for name, side in sides.items() if side == wanted)
