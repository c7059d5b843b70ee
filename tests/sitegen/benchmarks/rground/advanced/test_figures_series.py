"""Figures of SAR series: numbers recounted from the records."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator.records import Item
from sitegen.benchmarks.rground.figures_series import series_figures


def record(number: int, kind: str, target: str, values: list[float]) -> dict[str, Any]:
    return {
        "id": f"s{number}",
        "class": kind,
        "target_id": target,
        "endpoint": "Ki",
        "analogues": [{"value": value} for value in values],
    }


RECORDS = [
    record(1, "kinase", "CHEMBL1", [6.0, 6.4, 7.0, 8.0]),
    record(2, "kinase", "CHEMBL2", [6.5, 7.5, 7.6, 8.2]),
    record(3, "protease", "CHEMBL3", [5.0, 6.0, 6.1, 6.2, 6.3]),
]


def question(series: str, difficulty: str) -> Item:
    return Item(
        id=f"q-{series}-{difficulty}",
        benchmark="rground",
        task="vqa",
        facets={"difficulty": difficulty},
        question="?",
        answer_type="choice",
        answer="A",
        extra={"series_id": series},
    )


def test_classes_count_targets_series_analogues_and_questions() -> None:
    asked = [question("s1", "hard"), question("s2", "hard"), question("s3", "easy"), question("gone", "easy")]
    classes, _ = series_figures(RECORDS, asked)
    assert classes.rows == (("kinase", 2, 2, 8, 0, 0, 2), ("protease", 1, 1, 5, 1, 0, 0))
    assert "3 series of 3 targets in 2 classes" in classes.summary
    assert "308" in classes.summary and "13" in classes.summary


def test_potencies_are_counted_in_bins_beside_the_published_numbers() -> None:
    _, potencies = series_figures(RECORDS, [])
    values = [one["value"] for one in sum((found["analogues"] for found in RECORDS), [])]
    for low, high, count in potencies.rows:
        assert count == sum(low <= value < high for value in values)
    assert sum(row[2] for row in potencies.rows) == len(values)
    mean = sum(values) / len(values)
    deviation = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
    for words in (f"n = 13, mean μ = {mean:.2f}", f"σ = {deviation:.2f}", "2387", "6.92", "1.19"):
        assert words in potencies.summary


def test_the_published_curve_holds_as_many_analogues() -> None:
    _, potencies = series_figures(RECORDS, [])
    assert potencies.plot is not None
    curve = next(trace for trace in potencies.plot["data"] if trace["type"] == "scatter")
    peak = max(zip(curve["y"], curve["x"], strict=True))
    assert peak[1] == pytest.approx(6.92, abs=0.05)
    assert peak[0] == pytest.approx(13 * 0.5 / (1.19 * (2 * 3.14159265) ** 0.5), rel=0.01)


def test_a_build_without_series_has_no_figures_of_them() -> None:
    assert series_figures([], []) == ()
