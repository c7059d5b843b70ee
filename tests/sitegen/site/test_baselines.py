"""Blind baselines as the card and the home page show them."""

from __future__ import annotations

from typing import Any

from sitegen.site.baselines import baseline_table

ABOUT = {
    "splits": ["level"],
    "tasks": {"vqa": "VQA"},
    "facets": {"level": {"order": ["easy", "hard"]}},
}


def metric(name: str, value: float, **facets: str) -> dict[str, Any]:
    return {"name": name, "value": value, "low": 0.0, "high": 1.0, "n": 10, "facets": facets}


def facts(*metrics: dict[str, Any]) -> dict[str, Any]:
    return {"benchmark": ABOUT, "baselines": list(metrics)}


def test_rows_are_the_splits_in_their_declared_order() -> None:
    table = baseline_table(
        facts(
            metric("random.accuracy", 0.5, task="vqa"),
            metric("random.accuracy", 0.2, task="vqa", level="hard"),
            metric("random.accuracy", 0.3, task="vqa", level="easy"),
            metric("random.accuracy", 0.4, task="vqa", level="easy", mode="i2i"),
        )
    )
    assert [(row.title, row.values[0]["value"]) for row in table.rows if row.values[0]] == [
        ("VQA · Easy", 0.3),
        ("VQA · Hard", 0.2),
    ]


def test_a_baseline_that_one_split_lacks_leaves_a_gap() -> None:
    table = baseline_table(
        facts(
            metric("random.accuracy", 0.2, task="vqa", level="easy"),
            metric("random.accuracy", 0.2, task="vqa", level="hard"),
            metric("longest_smiles.accuracy", 0.9, task="vqa", level="hard"),
        )
    )
    assert table.names == ("random", "longest smiles")
    assert [value is None for value in table.rows[0].values] == [False, True]


def test_without_the_splits_the_coarsest_breakdown_is_taken() -> None:
    table = baseline_table(
        facts(
            metric("random.accuracy", 0.2, mode="a"),
            metric("random.accuracy", 0.3, mode="b"),
            metric("random.accuracy", 0.25),
        )
    )
    assert [row.title for row in table.rows] == ["A", "B"]


def test_other_metrics_are_no_baselines() -> None:
    assert baseline_table(facts(metric("random.validity", 1.0, level="easy"))).rows == ()
