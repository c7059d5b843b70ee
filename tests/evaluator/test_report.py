from __future__ import annotations

import pytest

from evaluator import Report, Score, per_item_bytes, report_bytes
from evaluator.kinds import KindCounts
from evaluator.records import Metric
from evaluator.table import table


def report(**fields: object) -> Report:
    known = {"n": 1, "outcomes": {"correct": 1}, "kinds": {}, "metrics": (), "chemistry": None}
    known |= {"items_sha256": None, "predictions_sha256": None, "scores": ()}
    return Report(**{**known, **fields})  # type: ignore[arg-type]


def test_floats_are_rounded_to_six_places_and_minus_zero_is_zero() -> None:
    metric = Metric(name="x", value=1 / 3, low=-1e-9, high=2 / 3, n=1)
    text = report_bytes(report(metrics=(metric,))).decode()
    assert '"value": 0.333333' in text and '"high": 0.666667' in text
    assert '"low": 0.0' in text


def test_the_same_report_gives_the_same_bytes() -> None:
    first = report(outcomes={"a": 1, "b": 2}, kinds={"z": 1, "a": 2})
    second = report(outcomes={"b": 2, "a": 1}, kinds={"a": 2, "z": 1})
    assert report_bytes(first) == report_bytes(second)


def test_per_item_lines_are_one_line_each_whatever_is_in_them() -> None:
    score = Score(
        id="q", outcome="correct", extracted="a\nb\u2028", score=1.0, metrics={"m": None}, trace=("é",)
    )
    (line,) = per_item_bytes([score])
    assert line.decode() == (
        '{"extracted": "a\\nb\u2028", "id": "q", "metrics": {"m": null}, "outcome": "correct", "score": 1.0, '
        '"trace": ["é"]}\n'
    )


def test_a_number_that_is_none_cannot_get_into_a_report() -> None:
    metric = Metric(name="x", value=float("nan"), low=None, high=None, n=1)
    with pytest.raises(ValueError):
        report_bytes(report(metrics=(metric,)))


def test_the_table_shows_headline_outcomes_groups_and_further_metrics() -> None:
    metrics = tuple(
        Metric(name=name + end, value=0.5, low=0.25, high=0.75, n=4, facets=facets)
        for facets in ({}, {"mode": "i2i"})
        for name in ("accuracy", "answered", "validity")
        for end in ("", ".clustered")
    )
    chemistry = {"toolkit": "RDKit", "version": "1"}
    text = table(report(n=4, metrics=metrics, chemistry=chemistry, kinds={"right": 2}))
    assert text.startswith(
        "accuracy 50.0 % (25.0 to 75.0) over 4 items, RDKit 1\ncorrect 1\nkinds: right 2\n"
    )
    assert "mode i2i" in text and "validity" in text
    assert "answered" not in text


def metric(name: str, value: float, n: int, **facets: str) -> Metric:
    return Metric(name=name, value=value, low=value - 0.1, high=value + 0.1, n=n, facets=facets)


def accuracy(value: float, n: int, **facets: str) -> tuple[Metric, ...]:
    return tuple(metric(f"accuracy{end}", value, n, **facets) for end in ("", ".clustered"))


def test_the_table_puts_values_in_a_readers_order_and_a_dash_for_few_items() -> None:
    metrics = (
        *accuracy(0.5, 30),
        *accuracy(0.2, 9, gap="below -0.05"),
        *accuracy(0.4, 10, gap="-0.05 to 0.00"),
        *accuracy(0.6, 11, gap="0.00 to 0.05"),
    )
    lines = table(report(n=30, metrics=metrics)).splitlines()
    rows = [line.split("  ") for line in lines if line.startswith("gap ")]
    assert [row[0] for row in rows] == ["gap below -0.05", "gap -0.05 to 0.00", "gap 0.00 to 0.05"]
    assert [row[-1].strip() for row in rows] == ["-", "0.3000 to 0.5000", "0.5000 to 0.7000"]
    assert lines[-1] == "- : fewer than 10 items; the report (--json) has the number"


def test_the_table_has_differences_with_both_sides_beside_them() -> None:
    metrics = (
        *accuracy(0.6, 40),
        *accuracy(0.9, 20, difficulty="easy"),
        *accuracy(0.3, 20, difficulty="hard"),
        metric("accuracy.easy_minus_hard", 0.6, 40),
        metric("accuracy.easy_minus_hard", 0.1, 40, gap="0.00 to 0.05"),
        *accuracy(0.9, 9, difficulty="easy", mode="i2i"),
        *accuracy(0.3, 20, difficulty="hard", mode="i2i"),
        metric("accuracy.easy_minus_hard", 0.6, 29, mode="i2i"),
    )
    lines = table(report(n=40, metrics=metrics)).splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("accuracy, easy less hard"))
    assert lines[head + 1].split() == [
        *("all", "items", "40", "0.9000", "0.3000", "+0.6000", "+0.5000", "to", "+0.7000")
    ]
    assert lines[head + 2].split() == ["mode", "i2i", "29", "-", "0.3000", "-"], "nine on one side"
    assert not any("gap" in line for line in lines), "without both sides in the report"


def test_the_table_counts_kinds_by_group_the_right_ones_first() -> None:
    groups = (
        KindCounts(facets={"difficulty": "hard"}, n=20, counts={"R left in": 5, "right": 15}),
        KindCounts(facets={"difficulty": "easy"}, n=5, counts={"R left in": 1, "right": 4}),
    )
    lines = table(report(n=25, metrics=accuracy(0.5, 25), kinds_by=groups)).splitlines()
    head = next(place for place, line in enumerate(lines) if line.startswith("kinds by difficulty"))
    assert [line.split() for line in lines[head : head + 4]] == [
        ["kinds", "by", "difficulty", "easy", "hard"],
        ["items", "5", "20"],
        ["right", "4", "-", "%", "15", "75.0", "%"],
        ["R", "left", "in", "1", "-", "%", "5", "25.0", "%"],
    ]
