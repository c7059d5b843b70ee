from __future__ import annotations

import math
import random

import pytest
from scipy import stats

from evaluator.statistics import clustered_interval, mean, mean_interval, t_95, wilson_interval


@pytest.mark.parametrize("freedom", [*range(1, 80), 100, 365, 1000, 100_000])
def test_the_t_quantile_is_scipys(freedom: int) -> None:
    assert t_95(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-9)


@pytest.mark.parametrize(("right", "n"), [(0, 1), (1, 1), (0, 10), (10, 10), (3, 10), (50, 100), (999, 1000)])
def test_the_wilson_interval_is_scipys(right: int, n: int) -> None:
    expected = stats.binomtest(right, n).proportion_ci(method="wilson")
    low, high = wilson_interval(right, n)
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert 0 <= low <= right / n <= high + 1e-12 <= 1 + 1e-12


def test_one_cluster_each_gives_the_interval_of_independent_values() -> None:
    generator = random.Random("values")
    values = [generator.random() for _ in range(40)]
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert mean_interval(values) == pytest.approx((expected.low, expected.high), rel=1e-9)


def test_the_clustered_interval_is_the_formula_worked_by_hand() -> None:
    # clusters a (1, 1), b (0), c (1, 0): mean 3/5, residual totals 4/5, -3/5, -1/5
    low, high = clustered_interval([1, 1, 0, 1, 0], ["a", "a", "b", "c", "c"])
    variance = 3 / 2 * (16 + 9 + 1) / 25 / 25
    half = stats.t.ppf(0.975, 2) * math.sqrt(variance)
    assert (low, high) == (pytest.approx(max(0, 0.6 - half)), pytest.approx(min(1, 0.6 + half)))


def test_copies_of_an_item_in_its_cluster_do_not_narrow_the_interval() -> None:
    values, clusters = [1.0, 0.0, 1.0, 1.0, 0.0, 1.0] * 3, list("abcdef") * 3
    once = clustered_interval(values[:6], clusters[:6])
    assert clustered_interval(values, clusters) == pytest.approx(once)
    assert mean_interval(values)[0] > once[0]


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_when_all_agree_the_clusters_are_the_sample(value: float) -> None:
    assert clustered_interval([value] * 6, list("aabbcc")) == wilson_interval(3 * value, 3)


def test_a_single_cluster_says_nothing() -> None:
    assert clustered_interval([1, 0, 1], ["a"] * 3) == (0.0, 1.0)


def test_the_order_of_the_values_changes_no_bit() -> None:
    generator = random.Random("order")
    pairs = [(generator.random(), generator.choice("abcdefgh")) for _ in range(500)]
    shuffled = pairs[:]
    generator.shuffle(shuffled)
    for found in (pairs, shuffled):
        found.sort(key=lambda pair: pair[1])
    assert mean([value for value, _ in pairs]) == mean([value for value, _ in shuffled])
    assert clustered_interval(*zip(*pairs, strict=True)) == clustered_interval(*zip(*shuffled, strict=True))


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    """Coverage over simulated clusters of dependent items; independent intervals miss far too often."""
    generator = random.Random("coverage")
    covered = {"clustered": 0, "independent": 0}
    rounds = 400
    for _ in range(rounds):
        values, clusters = [], []
        for cluster in range(30):
            chance = generator.choice((0.1, 0.9))
            for _ in range(8):
                values.append(float(generator.random() < chance))
                clusters.append(str(cluster))
        low, high = clustered_interval(values, clusters)
        covered["clustered"] += low <= 0.5 <= high
        low, high = wilson_interval(sum(values), len(values))
        covered["independent"] += low <= 0.5 <= high
    assert 0.92 < covered["clustered"] / rounds < 0.98
    assert covered["independent"] / rounds < 0.8
