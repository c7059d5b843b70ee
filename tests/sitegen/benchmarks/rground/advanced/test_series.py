"""Clusters, common cores and the rows that are left out."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rdkit.ML.Cluster import Butina

from sitegen.benchmarks.rground.advanced.series import SetSeries, find_series
from sitegen.benchmarks.rground.advanced.series_clusters import cluster_prints
from sitegen.benchmarks.rground.advanced.series_molecules import find_molecules
from sitegen.benchmarks.rground.advanced.series_settings import SeriesRules, Target
from sitegen.benchmarks.rground.advanced.series_sources import Activity, ActivitySet
from sitegen.chem.similarity import bulk_tanimoto, fingerprints

RULES = SeriesRules(
    distance=0.6,
    analogues_min=4,
    spread_min=0.8,
    spread_max=3.0,
    core_min=8,
    core_max=40,
    core_share=0.5,
    substituent_max=15,
    weight_min=180,
    series_per_set=0,
    repeat_window=0.3,
)
CORE = "O=C(NC1CCCCC1)c1ccc({})cc1"
BARE = "O=C(NC1CCCCC1)c1ccccc1"


def activities(rows: list[tuple[str, float]]) -> ActivitySet:
    return ActivitySet(
        target=Target(
            dataset="Made_Ki", chembl_id="CHEMBL0", name="enzyme", organism="human", kind="x", endpoint="Ki"
        ),
        activities=tuple(
            Activity(row=row, name="", smiles=smiles, value=value)
            for row, (smiles, value) in enumerate(rows, start=1)
        ),
        dropped=(),
        source={"dataset": "made", "member": "made.csv", "licence": "CC0-1.0"},
    )


def found(rows: list[tuple[str, float]], **rules: float) -> SetSeries:
    return find_series(activities(rows), replace(RULES, **rules))


FOUR = [(CORE.format(group), value) for group, value in (("F", 8.0), ("Cl", 7.5), ("C", 7.1), ("C#N", 6.9))]


@pytest.mark.parametrize("distance", [0.2, 0.35, 0.5, 0.65])
def test_clusters_are_those_of_the_toolkit(distance: float) -> None:
    groups = ["F", "Cl", "Br", "C", "CC", "OC", "C#N", "C(F)(F)F", "N1CCCC1", "c1ccccc1", "CO", "CCC"]
    cores = [CORE, "c1ccc2c(c1)nc({})n2C1CC1", "CC(C)Cc1ccc(C(C)C(=O)O{})cc1"]
    smiles = [core.format(group) for core in cores for group in groups]
    prints = fingerprints(smiles)
    distances = [
        1 - s for place in range(1, len(prints)) for s in bulk_tanimoto(prints[place], prints[:place])
    ]
    theirs = Butina.ClusterData(distances, len(prints), distance, isDistData=True)
    ours = cluster_prints(prints, distance)
    assert [sorted(cluster) for cluster in ours] == [sorted(cluster) for cluster in theirs]
    assert [cluster[0] for cluster in ours] == [cluster[0] for cluster in theirs]


def test_four_analogues_of_one_core_are_a_series() -> None:
    (series,) = found(FOUR).series
    assert series.core.esmiles == "*c1ccc(C(=O)NC2CCCCC2)cc1<sep><a>0:R[1]</a>"
    assert [(one.substituent, one.value) for one in series.analogues] == [
        ("F", 8.0),
        ("Cl", 7.5),
        ("C", 7.1),
        ("C#N", 6.9),
    ]
    assert series.id == f"made-ki-{series.core.id}"


def test_the_core_itself_is_an_analogue_with_a_bare_site() -> None:
    (series,) = found([*FOUR[:3], (BARE, 6.5)]).series
    assert series.analogues[-1].substituent == "[H]"
    assert series.analogues[-1].smiles == BARE


def test_order_of_rows_does_not_change_series() -> None:
    forward, backward = found(FOUR).series, found(FOUR[::-1]).series
    assert [(one.smiles, one.value) for one in forward[0].analogues] == [
        (one.smiles, one.value) for one in backward[0].analogues
    ]


@pytest.mark.parametrize("best, words", [(7.6, "less than 0.8"), (10.0, "more than 3 log")])
def test_a_spread_out_of_limits_is_refused_with_the_reason(best: float, words: str) -> None:
    result = found([(FOUR[0][0], best), *FOUR[1:]])
    assert not result.series
    assert any(words in dropped.reason for dropped in result.refused)


def test_a_spread_on_the_limit_is_within() -> None:
    assert found([(FOUR[0][0], 7.7), *FOUR[1:]]).series
    assert found([(FOUR[0][0], 9.9), *FOUR[1:]]).series


def test_stereoisomers_of_an_analogue_give_the_most_potent_only() -> None:
    pair = [(CORE.format("[C@H](C)N"), 7.9), (CORE.format("[C@@H](C)N"), 8.3), (CORE.format("C(C)N"), 8.1)]
    result = found([*FOUR, *pair])
    (series,) = result.series
    assert [one.value for one in series.analogues] == [8.3, 8.0, 7.5, 7.1, 6.9]
    assert [dropped.row for dropped in result.outside] == ["Made_Ki:7", "Made_Ki:5"]


def test_cores_of_other_configuration_are_not_mixed() -> None:
    core = "CC(NC(=O)c1ccc({})cc1)c1ccccc1"
    one, other = core.replace("CC(", "C[C@H](", 1), core.replace("CC(", "C[C@@H](", 1)
    rows = [(one.format(group), value) for group, value in (("F", 8.0), ("Cl", 7.5))]
    rows += [(other.format(group), value) for group, value in (("C", 7.1), ("C#N", 6.9))]
    assert not found(rows).series


def test_repeats_close_together_give_their_median_others_are_left_out() -> None:
    rows = [(BARE, 6.0), ("c1ccccc1C(=O)NC1CCCCC1", 6.2), (CORE.format("F"), 7.0), (CORE.format("F"), 7.4)]
    result = find_molecules(activities(rows), RULES)
    assert [(one.smiles, one.value, one.rows) for one in result.molecules] == [(BARE, 6.1, (1, 2))]
    assert [dropped.row for dropped in result.repeats] == ["Made_Ki:2", "Made_Ki:3", "Made_Ki:4"]


@pytest.mark.parametrize(
    "smiles, words",
    [
        ("CC", "lighter than 180"),
        (f"{BARE}.Cl", "more than one component"),
        ("C1CC", "not readable"),
        (f"[2H]{BARE}", "not readable"),
        ("C[Se]C(=O)N(C1CCCCC1)c1ccccc1[Te]C", "element"),
        ("[13CH3]C(=O)N(C1CCCCC1)c1ccccc1", "an isotope"),
    ],
)
def test_rows_that_are_no_sound_molecule_are_left_out(smiles: str, words: str) -> None:
    result = find_molecules(activities([(smiles, 7.0)]), RULES)
    assert not result.molecules
    assert words in result.unsound[0].reason


def test_a_bound_on_series_names_the_cores_that_are_over_it() -> None:
    other = "c1ccc2c(c1)nc({})n2C1CCCCC1"
    second = [
        (other.format(group), value) for group, value in (("C", 8.0), ("CC", 7.5), ("OC", 7.1), ("CO", 6.9))
    ]
    assert len(found([*FOUR, *second]).series) == 2
    assert len(found([*FOUR, *second], series_per_set=1).series) == 1
