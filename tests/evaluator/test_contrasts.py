from __future__ import annotations

import random
from typing import Any

import pytest

from evaluator import Item, Metric, Report, evaluate, report_bytes
from evaluator.statistics import difference_interval, t_95, wilson_interval
from tests.evaluator.building import chemistry, choice_item, item, predictions

NAME = "accuracy.easy_minus_hard"


def asked(number: int, difficulty: str, cluster: str, **facets: str) -> Item:
    return choice_item(
        item_id=f"q{number}", facets={"difficulty": difficulty, **facets}, cluster=cluster, task="vqa"
    )


def differences(report: Report, name: str = NAME) -> dict[tuple[tuple[str, str], ...], Metric]:
    return {tuple(metric.facets.items()): metric for metric in report.metrics if metric.name == name}


def test_the_difference_is_that_of_the_two_accuracies_and_positive_where_hard_is_harder() -> None:
    items = [asked(number, "easy" if number < 4 else "hard", f"c{number}") for number in range(8)]
    right = {0, 1, 2, 4}  # 3 of 4 easy ones, 1 of 4 hard ones
    replies = predictions({f"q{number}": "B" if number in right else "A" for number in range(8)})
    (metric,) = differences(evaluate(items, replies, None)).values()
    assert (metric.value, metric.n, dict(metric.facets)) == (0.5, 8, {})
    # residuals over 4: easy three of 1/16 and one of -3/16, hard one of 3/16 and three of -1/16
    variance = 8 / 7 * (6 * (1 / 16) ** 2 + 2 * (3 / 16) ** 2)
    assert metric.high == 1.0
    assert metric.low == pytest.approx(0.5 - t_95(7) * variance**0.5)


def test_a_cluster_on_both_sides_makes_the_two_accuracies_depend_on_each_other() -> None:
    one, two = [1.0, 1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0]
    shared = difference_interval(one, ["a", "b", "c", "d"], two, ["a", "b", "c", "d"])
    apart = difference_interval(one, ["a", "b", "c", "d"], two, ["e", "f", "g", "h"])
    # residual totals over 4 values: a 1/4 + 1/4, b 1/4 - 3/4, c -3/4 + 1/4, d 1/4 + 1/4, each over 4
    variance = 4 / 3 * sum((total / 4) ** 2 for total in (0.5, -0.5, -0.5, 0.5))
    half = t_95(3) * variance**0.5
    assert shared == (pytest.approx(0.5 - half), pytest.approx(min(1.0, 0.5 + half)))
    assert apart != shared


def test_sides_without_any_spread_have_the_interval_of_two_independent_proportions() -> None:
    low, high = difference_interval([1.0] * 10, list("abcdefghij"), [0.0] * 5, list("klmno"))
    one_low, _ = wilson_interval(10, 10)
    _, two_high = wilson_interval(0, 5)
    assert high == 1.0
    assert low == pytest.approx(1 - ((1 - one_low) ** 2 + two_high**2) ** 0.5)


def test_a_single_cluster_says_nothing_about_the_difference() -> None:
    assert difference_interval([1.0, 0.0], ["a", "a"], [1.0], ["a"]) == (-1.0, 1.0)


def test_the_interval_stays_between_minus_one_and_one_and_holds_the_difference() -> None:
    rng = random.Random("differences")
    for _ in range(300):
        sides: list[Any] = []
        for _ in range(2):
            size = rng.randrange(1, 12)
            sides += [[rng.choice((0.0, 0.5, 1.0)) for _ in range(size)]]
            sides += [[f"c{rng.randrange(8)}" for _ in range(size)]]
        low, high = difference_interval(*sides)
        value = sum(sides[0]) / len(sides[0]) - sum(sides[2]) / len(sides[2])
        assert -1.0 <= low <= value + 1e-12 and value - 1e-12 <= high <= 1.0


def test_turned_round_the_interval_is_its_mirror_image() -> None:
    one, two = [1.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0]
    low, high = difference_interval(one, list("abca"), two, list("bcd"))
    assert difference_interval(two, list("bcd"), one, list("abca")) == (
        pytest.approx(-high),
        pytest.approx(-low),
    )


def split_items() -> list[Item]:
    """Return items of two modes and two levels in three difficulties, one mode easy only."""
    cells = [
        (difficulty, mode, level)
        for difficulty in ("easy", "medium", "hard")
        for mode in ("i2i", "s2s")
        for level in ("basic", "advanced")
    ]
    items = [
        asked(number, difficulty, f"c{number % 5}", mode=mode, level=level)
        for number, (difficulty, mode, level) in enumerate(cells * 3)
    ]
    return [*items, asked(99, "easy", "c0", mode="i2s", level="basic")]


def test_differences_are_there_for_every_group_with_both_sides_and_for_no_other() -> None:
    items = split_items()
    report = evaluate(items, predictions({one.id: "B" for one in items}), None)
    groups = [dict(group) for group in differences(report)]
    assert {} in groups and {"level": "advanced"} in groups and {"mode": "s2s"} in groups
    assert {"level": "basic", "mode": "i2i"} in groups
    assert not any(group.get("mode") == "i2s" for group in groups)
    assert not any("difficulty" in group for group in groups)
    for metric in differences(report).values():
        members = [
            one
            for one in items
            if one.facets["difficulty"] != "medium"
            and all(one.facets[name] == value for name, value in metric.facets.items())
        ]
        assert (metric.n, metric.value) == (len(members), 0.0)


def test_every_difference_is_that_of_two_values_of_the_report() -> None:
    items = split_items()
    rng = random.Random("split")
    report = evaluate(items, predictions({one.id: rng.choice("BBA") for one in items}), None)
    found = differences(report)
    assert len(found) > 5
    for metric in found.values():
        easy = report.value("accuracy", **metric.facets, difficulty="easy")
        hard = report.value("accuracy", **metric.facets, difficulty="hard")
        assert easy is not None and hard is not None, metric.facets
        assert metric.value == pytest.approx(easy - hard)


def test_without_hard_items_there_is_neither_difference_nor_cell_of_three_facets() -> None:
    items = [one for one in split_items() if one.facets["difficulty"] != "hard"]
    report = evaluate(items, predictions({one.id: "B" for one in items}), None)
    assert differences(report) == {}
    assert max(len(metric.facets) for metric in report.metrics) == 2


def test_tasks_are_compared_apart_and_structures_by_their_own_metrics() -> None:
    items = [asked(number, ("easy", "hard")[number % 2], f"c{number}") for number in range(4)]
    items += [
        item(
            "smiles",
            "CCO",
            item_id=f"w{number}",
            task="write",
            facets={"difficulty": ("easy", "hard")[number % 2]},
            extra={"scaffold": "*CO"},
        )
        for number in range(4)
    ]
    replies = {f"q{number}": "B" for number in range(4)} | {
        "w0": "CCO",
        "w1": "CC(",
        "w2": "OCC",
        "w3": "CCO",
    }
    report = evaluate(items, predictions(replies), chemistry())
    assert [dict(group) for group in differences(report)] == [{}, {"task": "vqa"}, {"task": "write"}]
    assert differences(report)[(("task", "write"),)].value == 0.5
    for name in ("exact_match", "validity", "tanimoto.all", "scaffold.mcs", "scaffold.strict"):
        found = differences(report, f"{name}.easy_minus_hard")
        assert found[(("task", "write"),)].value == 0.5
        assert (("task", "vqa"),) not in found


def test_the_order_of_the_items_changes_no_byte_of_the_report() -> None:
    items = split_items()
    rng = random.Random("order")
    replies = predictions({one.id: rng.choice("BBA") for one in items})
    wanted = report_bytes(evaluate(items, replies, None))
    for _ in range(3):
        rng.shuffle(items)
        assert report_bytes(evaluate(items, replies, None)) == wanted
