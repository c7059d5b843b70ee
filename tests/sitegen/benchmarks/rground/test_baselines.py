"""Blind baselines: what they earn on made-up items and on the shared build."""

from __future__ import annotations

import pytest

from evaluator.records import Item, Option
from sitegen.benchmarks.rground.baselines import SOLVERS, credit, vqa_baselines
from sitegen.records import Build


def item(smiles: str, answer: str, number: int = 0, difficulty: str = "easy", mode: str = "s2s") -> Item:
    """An item whose options are the words of `smiles`; similarities fall from A to D."""
    labels = "ABCD"
    return Item(
        id=f"q{number}.{mode}",
        benchmark="rground",
        task="vqa",
        facets={"mode": mode, "level": "basic", "difficulty": difficulty},
        question="",
        options=tuple(
            Option(label=one, smiles=text) for one, text in zip(labels, smiles.split(), strict=True)
        ),
        answer_type="choice",
        answer=answer,
        cluster=str(number),
        extra={"option_similarity": {"A": 0.4, "B": 0.3, "C": 0.2, "D": 0.1}},
    )


def test_a_solver_earns_one_where_its_pick_is_right() -> None:
    assert credit(item("C CC CCC CCCC", "D"), SOLVERS["longest_smiles"]) == 1
    assert credit(item("C CC CCC CCCC", "A"), SOLVERS["longest_smiles"]) == 0
    assert credit(item("C CC CCC CCCC", "A"), SOLVERS["most_similar"]) == 1


def test_a_tie_earns_its_share() -> None:
    assert credit(item("CCC CC CCC CCC", "A"), SOLVERS["longest_smiles"]) == pytest.approx(1 / 3)
    assert credit(item("CCC CC CCC CCC", "B"), SOLVERS["longest_smiles"]) == 0


def test_metrics_are_given_for_all_splits_and_cells() -> None:
    items = [
        item("C CC CCC CCCC", "D", n, d, m) for n, d in enumerate(["easy", "hard"]) for m in ("i2i", "s2s")
    ]
    metrics = vqa_baselines(items)
    facets = {tuple(sorted(metric.facets.items())) for metric in metrics}
    assert len(facets) == 1 + 2 + 4
    assert len(metrics) == 3 * len(facets)
    assert {metric.name for metric in metrics} == {
        "random.accuracy",
        "longest_smiles.accuracy",
        "most_similar.accuracy",
    }
    assert all(metric.value == 1 for metric in metrics if metric.name == "longest_smiles.accuracy")
    assert all(metric.value == 0 for metric in metrics if metric.name == "most_similar.accuracy")


def test_random_earns_a_quarter_within_its_interval(built: Build) -> None:
    for metric in vqa_baselines(built.items):
        assert metric.low is not None and metric.value is not None and metric.high is not None
        assert metric.low <= metric.value <= metric.high
        if metric.name == "random.accuracy":
            assert metric.value == 0.25


def test_no_blind_solver_beats_chance_by_much_where_options_share_a_scaffold(built: Build) -> None:
    for metric in vqa_baselines(built.items):
        if metric.facets.get("difficulty") in ("medium", "hard") and metric.value is not None:
            assert abs(metric.value - 0.25) < 0.1


def test_generation_has_no_blind_baselines(built: Build) -> None:
    assert {metric.facets["task"] for metric in vqa_baselines(built.items)} == {"vqa"}
