"""Validity and agreement of repeats, by hand."""

from __future__ import annotations

import math

import pytest

from evaluator import Prediction, Report, evaluate
from evaluator.agreement import kappa
from tests.evaluator.building import item

BOOLEANS = {
    "q1": ("True", "True", "True"),
    "q2": ("True", "False", "hm"),
    "q3": ("False", "hm", None),
    "q4": ("False", "False", "True"),
}


def report() -> Report:
    items = [item("boolean", True, item_id=name) for name in BOOLEANS]
    return evaluate(items, [Prediction(id=name, replies=given) for name, given in BOOLEANS.items()], None)


def test_validity_is_over_all_items_and_all_repeats() -> None:
    assert report().value("valid_replies") == pytest.approx(9 / 12)


def test_agreement_is_over_items_with_two_valid_repeats() -> None:
    found = report()
    assert found.value("repeats.same") == pytest.approx(1 / 3)
    assert found.value("repeats.agreement") == pytest.approx((1 + 0 + 1 / 3) / 3)
    assert {m.name: m.n for m in found.metrics if not m.facets}["repeats.same"] == 3


def test_fleiss_kappa_is_chance_corrected_agreement() -> None:
    observed = (1 + 0 + 1 / 3) / 3
    true, false = 5 / 8, 3 / 8  # of the eight valid replies to q1, q2 and q4
    chance = true**2 + false**2
    assert report().value("repeats.kappa") == pytest.approx((observed - chance) / (1 - chance))


def test_kappa_of_the_textbook_table_with_two_categories() -> None:
    rows = [[True] * 4 + [False] * 2, [True] * 6, [False] * 6, [True] * 3 + [False] * 3]
    each = [(4 * 3 + 2 * 1) / 30, 1, 1, (3 * 2 + 3 * 2) / 30]
    share = 13 / 24
    chance = share**2 + (1 - share) ** 2
    assert kappa(rows) == pytest.approx((sum(each) / 4 - chance) / (1 - chance))


def test_kappa_is_not_defined_where_chance_is_certain_or_nothing_is_repeated() -> None:
    assert kappa([[True, True], [True, True]]) is None
    assert kappa([]) is None


def test_spread_of_numbers_is_their_standard_deviation() -> None:
    items = [
        item("number", 1.0, item_id=name, facets={"property": "p"}, unit="u", extra={"label_spread": 4.0})
        for name in ("q1", "q2", "q3")
    ]
    given = {"q1": ("1", "2", "3"), "q2": ("5", "5", "hm"), "q3": ("1", None, "hm")}
    found = evaluate(items, [Prediction(id=name, replies=one) for name, one in given.items()], None)
    assert found.value("repeats.spread") == pytest.approx((1 + 0) / 2)
    assert found.value("repeats.nspread") == pytest.approx(1 / 8)
    assert found.value("repeats.same") == 0.5
    assert found.value("repeats.kappa") is None


def test_without_repeats_there_is_validity_and_no_agreement() -> None:
    items = [item("boolean", True, item_id=name) for name in ("q1", "q2")]
    found = evaluate(items, [Prediction(id="q1", replies=("True",))], None)
    names = {metric.name for metric in found.metrics}
    assert found.value("valid_replies") == found.value("answered") == 0.5
    assert not [name for name in names if name.startswith("repeats.")]
    assert found.repeats == 1 and not math.isnan(found.value("valid_replies") or 0)
