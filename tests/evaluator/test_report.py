from __future__ import annotations

import pytest

from evaluator import Report, Score, per_item_bytes, report_bytes
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
