"""Errors of measured numbers: by hand, and held against scipy."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from scipy import stats

from evaluator import Item, Prediction, Report, evaluate, report_bytes
from evaluator.regression import ranks
from tests.evaluator.building import item


def measured(
    name: str, gold: float, *, prop: str = "logS", unit: str = "log", spread: Any = 2.0, **fields: Any
) -> Item:
    facets = {"property": prop, **fields.pop("facets", {})}
    known = {"cluster": name, "tolerance": 0.5, **fields}
    return item(
        "number", gold, item_id=name, facets=facets, unit=unit, extra={"label_spread": spread}, **known
    )


def scored(items: list[Item], replies: dict[str, Any]) -> Report:
    return evaluate(items, [Prediction(id=name, replies=(reply,)) for name, reply in replies.items()], None)


ITEMS = [measured("a", 1.0), measured("b", -2.0), measured("c", 0.0), measured("d", 4.0)]
REPLIES = {"a": "1.5", "b": "-1", "c": "0.5", "d": "no idea"}


def test_errors_are_over_all_items_and_no_answer_counts_as_no_change() -> None:
    report = scored(ITEMS, REPLIES)
    squares = [0.25, 1.0, 0.25, 16.0]
    assert report.value("rmse") == pytest.approx(math.sqrt(sum(squares) / 4))
    assert report.value("mae") == pytest.approx((0.5 + 1 + 0.5 + 4) / 4)
    assert report.value("nrmse") == pytest.approx(math.sqrt(sum(squares) / 4) / 2)
    assert report.value("rmse.answered") == pytest.approx(math.sqrt(1.5 / 3))
    assert report.value("mae.answered") == pytest.approx(2 / 3)
    assert {m.name: m.n for m in report.metrics if not m.facets}["rmse.answered"] == 3


def test_the_direction_is_judged_where_there_is_one_and_no_answer_has_none() -> None:
    report = scored(ITEMS, REPLIES)
    assert report.value("sign_accuracy") == pytest.approx(2 / 3)
    assert {m.name: m.n for m in report.metrics if not m.facets}["sign_accuracy"] == 3


def test_the_published_figure_pools_properties_and_drops_every_zero() -> None:
    items = [*ITEMS, measured("e", 10.0, prop="kcal", unit="kcal/mol", spread=5.0)]
    report = scored(items, {**REPLIES, "e": "13"})
    assert report.value("rmse.official") == pytest.approx(math.sqrt((0.25 + 1 + 9) / 3))
    assert report.value("rmse") is None  # no error of mixed units
    assert report.value("nrmse") == pytest.approx(
        math.sqrt((0.25 / 4 + 1 / 4 + 0.25 / 4 + 16 / 4 + 9 / 25) / 5)
    )
    assert report.units == {"kcal": "kcal/mol", "logS": "log"}
    assert report.value("rmse", property="kcal") == 3.0


def test_right_answers_have_no_error_and_no_change_has_no_published_figure() -> None:
    right = scored(ITEMS, {one.id: one.answer for one in ITEMS})
    assert (right.value("rmse"), right.value("nrmse"), right.value("sign_accuracy")) == (0.0, 0.0, 1.0)
    assert (right.value("spearman"), right.value("valid_replies"), right.value("accuracy")) == (1.0, 1.0, 1.0)
    nothing = scored(ITEMS, {one.id: 0 for one in ITEMS})
    assert nothing.value("rmse.official") is None
    assert nothing.value("spearman") is None  # one value only has no order
    assert nothing.value("rmse") == scored(ITEMS, {"a": "hm"}).value("rmse")


def test_numbers_that_are_not_measured_have_no_errors() -> None:
    for spread in (None, 0.0, float("nan"), True, "2"):
        report = scored([measured("a", 1.0, spread=spread)], {"a": "2"})
        assert report.value("nrmse") is None
        assert not [m for m in report.metrics if "rmse" in m.name]
        assert report.units == {}


def many(seed: int, clusters: int = 12) -> tuple[list[Item], dict[str, Any]]:
    draw = random.Random(seed)
    items, replies = [], {}
    for number in range(60):
        gold = round(draw.gauss(0, 1), 1)
        name = f"q{number}"
        items.append(measured(name, gold, cluster=f"c{draw.randrange(clusters)}"))
        replies[name] = f"{gold + draw.gauss(0, 0.8):.1f}"
    return items, replies


@pytest.mark.parametrize("seed", range(5))
def test_rank_correlation_agrees_with_scipy_ties_included(seed: int) -> None:
    items, replies = many(seed)
    report = scored(items, replies)
    expected = stats.spearmanr([one.answer for one in items], [float(replies[one.id]) for one in items])
    assert report.value("spearman") == pytest.approx(expected.statistic, abs=1e-12)


def test_ranks_are_those_of_scipy() -> None:
    values = [3.0, 1.0, 3.0, 2.0, 1.0, 1.0]
    assert ranks(values) == list(stats.rankdata(values))


def test_the_interval_is_near_that_of_a_brute_force_bootstrap_over_clusters() -> None:
    items, replies = many(7, clusters=20)
    (metric,) = [m for m in scored(items, replies).metrics if m.name == "rmse" and not m.facets]
    squares: dict[str, list[float]] = {}
    for one in items:
        squares.setdefault(one.cluster, []).append((float(replies[one.id]) - one.answer) ** 2)
    draw = np.random.default_rng(1)
    rows = list(squares.values())
    found = []
    for _ in range(4000):
        drawn = [rows[place] for place in draw.integers(len(rows), size=len(rows))]
        found.append(math.sqrt(sum(map(sum, drawn)) / sum(map(len, drawn))))
    low, high = np.percentile(found, [2.5, 97.5])
    assert metric.low == pytest.approx(low, abs=0.02)
    assert metric.high == pytest.approx(high, abs=0.02)
    assert metric.low < metric.value < metric.high


def test_neither_the_order_of_items_nor_that_of_predictions_changes_the_report() -> None:
    items, replies = many(3)
    one = {m.name: m.to_json() for m in scored(items, replies).metrics if not m.facets}
    turned = scored(items[::-1], dict(reversed(replies.items())))
    assert {m.name: m.to_json() for m in turned.metrics if not m.facets} == one
    assert report_bytes(scored(items, replies)) == report_bytes(scored(items, replies))


def test_one_cluster_alone_has_no_interval() -> None:
    items = [measured("a", 1.0, cluster="x"), measured("b", 2.0, cluster="x")]
    (metric,) = [m for m in scored(items, {"a": 1, "b": 1}).metrics if m.name == "rmse" and not m.facets]
    assert (metric.low, metric.high) == (None, None)
