"""Pairs for testing and for learning, and what leaks between them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from sitegen.benchmarks.fgbench.items import make_items
from sitegen.benchmarks.fgbench.leak import leak_rows
from sitegen.benchmarks.fgbench.records import Candidate, Pair, Split
from sitegen.benchmarks.fgbench.settings import SplitSettings
from sitegen.benchmarks.fgbench.solvers import lookup, zero_change
from sitegen.benchmarks.fgbench.splits import (
    official_split,
    scaffold_of,
    scaffold_split,
    split_pairs,
)
from sitegen.benchmarks.fgbench.splits import (
    test_size as size_of,
)
from sitegen.errors import ConfigError
from tests.sitegen.benchmarks.fgbench.contexts import fgbench_context, real_pairs
from tests.sitegen.benchmarks.fgbench.handmade import ADDED, REMOVED, REPLACED, table

PAIRED = tuple(real_pairs(table) for table in ("freesolv", "solubility", "dopamine-transporter"))
SETTINGS = SplitSettings(kind="official", test_pairs=25)


@pytest.mark.parametrize(("pairs", "size"), [(0, 0), (1, 0), (10, 5), (11, 5), (50, 25), (51, 25), (132, 25)])
def test_25_pairs_are_for_testing_or_half(pairs: int, size: int) -> None:
    assert size_of(pairs, 25) == size


def test_the_official_split_draws_each_scope_of_each_table() -> None:
    split = official_split(PAIRED, SETTINGS, 42)
    for one in PAIRED:
        for scope in ("single", "interaction"):
            of_scope = [pair.id for pair in one.pairs if pair.scope == scope]
            assert len(split.test[one.cleaned.table.slug] & set(of_scope)) == size_of(len(of_scope), 25)
    assert official_split(PAIRED, SETTINGS, 42) == split
    assert official_split(PAIRED, SETTINGS, 1) != split
    assert official_split(PAIRED[:1], SETTINGS, 42).test["freesolv"] == split.test["freesolv"]


def test_no_scaffold_stands_on_both_sides_of_a_scaffold_split_in_any_table() -> None:
    split = scaffold_split(PAIRED, SETTINGS, 42)
    test, train = set(), set()
    for one in PAIRED:
        slug = one.cleaned.table.slug
        for pair in one.pairs:
            found = {scaffold_of(smiles) for smiles in (pair.candidate.target, pair.candidate.reference)}
            if pair.id in split.test[slug]:
                test |= found
            elif pair.id not in split.dropped[slug]:
                train |= found
        assert len(split.test[slug]) >= 10
        assert len(split.dropped[slug]) < 0.25 * len(one.pairs)
        assert not split.test[slug] & split.dropped[slug]
    assert not test & train


def test_a_molecule_without_a_ring_is_its_own_scaffold() -> None:
    assert scaffold_of("CCCO") == "CCCO"
    assert scaffold_of("C[C@H](O)c1ccccc1") == "c1ccccc1"
    assert scaffold_of("C[C@H](N)C(=O)O") == scaffold_of("C[C@@H](N)C(=O)O") == "CC(N)C(=O)O"


def test_the_parameters_choose_the_split() -> None:
    assert split_pairs(PAIRED, fgbench_context()).kind == "official"
    assert split_pairs(PAIRED, fgbench_context(parameters={"split": {"kind": "scaffold"}})).kind == "scaffold"


def test_the_leak_is_counted_for_the_split_in_use_and_for_the_other() -> None:
    context = fgbench_context()
    split = official_split(PAIRED, SETTINGS, 42)
    rows = leak_rows(PAIRED, split, context)
    assert [(row.dataset, row.kind, row.used) for row in rows] == [
        *((one.cleaned.table.slug, "official", True) for one in PAIRED),
        *((one.cleaned.table.slug, "scaffold", False) for one in PAIRED),
    ]
    for row, one in zip(rows[:3], PAIRED, strict=True):
        slug = one.cleaned.table.slug
        train = [pair.candidate for pair in one.pairs if pair.id not in split.test[slug]]
        known = {smiles for pair in train for smiles in (pair.target, pair.reference)}
        both = [
            pair
            for pair in one.pairs
            if pair.id in split.test[slug] and {pair.candidate.target, pair.candidate.reference} <= known
        ]
        assert row.both == len(both)
        assert row.test + row.train + row.dropped == len(one.pairs)
    assert all(row.one == row.both == row.scaffold == 0 for row in rows[3:])
    assert sum(row.both for row in rows[:3]) > 0


def test_families_of_scaffolds_are_taken_whole_and_the_test_pairs_are_about_as_many() -> None:
    official, scaffold = official_split(PAIRED, SETTINGS, 42), scaffold_split(PAIRED, SETTINGS, 42)
    assert scaffold_split(PAIRED, SETTINGS, 42) == scaffold
    assert scaffold_split(PAIRED, SETTINGS, 7) != scaffold
    for one in PAIRED:
        slug = one.cleaned.table.slug
        assert not scaffold.dropped[slug]
        for scope in ("single", "interaction"):
            ours, theirs = (
                sum(pair.scope == scope and pair.id in split.test[slug] for pair in one.pairs)
                for split in (scaffold, official)
            )
            assert 0.7 * theirs <= ours <= 1.5 * theirs + 1, (slug, scope)


def test_a_pair_with_one_molecule_on_each_side_is_dropped_where_one_family_holds_all() -> None:
    def joined(name: str, first: str, second: str) -> Pair:
        candidate = Candidate(id=name, dataset="d", target=first, reference=second, similarity=0.8)
        return replace(ADDED, candidate=candidate)

    benzenes = ["Cc1ccccc1", "CCc1ccccc1", "CCCc1ccccc1", "CCCCc1ccccc1"]
    pyridines = ["Cc1ccncc1", "CCc1ccncc1"]
    pairs = [joined(f"b{place}", *two) for place, two in enumerate(combinations(benzenes, 2))]
    pairs += [joined("p", *pyridines), joined("x", benzenes[0], pyridines[0])]
    split = scaffold_split([table({}, pairs=pairs)], SETTINGS, 42)
    assert split.test == {"d": {"p"}}
    assert split.dropped == {"d": {"x"}}


@pytest.mark.parametrize(
    ("tested", "one", "both", "edit"),
    [
        ("cc", 1, 0, 0),  # the chloride is in two learning pairs; nothing is replaced there
        ("bb", 0, 1, 1),  # both molecules, and the same group, are in the pair the other way round
    ],
)
def test_the_leak_of_a_pair_is_counted_by_molecules_scaffolds_and_groups(
    tested: str, one: int, both: int, edit: int
) -> None:
    added = replace(ADDED, edit=replace(ADDED.edit, added=REMOVED.edit.removed))
    paired = [table({}, pairs=[added, REMOVED, REPLACED])]
    split = Split(kind="official", test={"d": frozenset({tested})}, dropped={"d": frozenset()})
    row, other = leak_rows(paired, split, fgbench_context())
    assert (row.test, row.train, row.dropped) == (1, 2, 0)
    assert (row.one, row.both, row.scaffold, row.edit) == (one, both, 1, edit)
    assert (row.used, other.used, other.kind) == (True, False, "scaffold")


def test_nothing_can_be_looked_up_under_a_scaffold_split() -> None:
    context = fgbench_context(parameters={"split": {"kind": "scaffold"}})
    made = make_items(PAIRED, split_pairs(PAIRED, context), context)
    assert made.test and lookup(made.test, made.train) == zero_change(made.test, made.train)


def test_a_split_without_a_pair_for_testing_says_so() -> None:
    one = [table({}, pairs=[ADDED])]
    with pytest.raises(ConfigError, match=r"official leaves none of 1 pairs .* add molecules"):
        split_pairs(one, fgbench_context())
    alike = [
        table({}, pairs=[replace(ADDED, candidate=replace(ADDED.candidate, id=name)) for name in "abcdefg"])
    ]
    assert len(split_pairs(alike, fgbench_context()).test["d"]) == 3
    with pytest.raises(ConfigError, match=r"scaffold leaves none of 7 pairs .* choose official"):
        split_pairs(alike, fgbench_context(parameters={"split": {"kind": "scaffold"}}))
    assert split_pairs([table({}, pairs=[])], fgbench_context()).test == {"d": frozenset()}
