"""Blind baselines as the card and the home page show them."""

from __future__ import annotations

from typing import Any

from sitegen.site.baselines import baseline_table, beside_results, solver_table

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
    assert table.names == ("Random", "Longest smiles")
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


SOLVERS = {"random": 0.25, "largest": 0.2, "near": 0.4, "far": 0.351, "long": 0.35}


def solved(**about: Any) -> dict[str, Any]:
    """Two splits; in the hard one solvers get as far as `SOLVERS`, in the easy one nowhere."""
    metrics = [
        metric(f"{name}.accuracy", value if level == "hard" else 0.25, task="vqa", level=level)
        for level in ("hard", "easy")
        for name, value in SOLVERS.items()
    ]
    titles = {"near": {"title": "Most similar", "text": "Picks the most similar."}}
    return {"benchmark": {**ABOUT, "baselines": titles, **about}, "baselines": metrics}


def test_of_many_solvers_chance_and_the_strongest_of_each_split_are_drawn() -> None:
    table = baseline_table(solved())
    assert table.names == ("Random", "Strongest blind solver")
    hard = table.rows[1].values
    assert hard[0] is not None and hard[1] is not None
    assert (hard[0]["value"], hard[1]["value"], hard[1]["solver"]) == (0.25, 0.4, "Most similar")


def test_the_solver_furthest_above_chance_comes_first_with_its_sentence() -> None:
    table = solver_table(solved())
    assert [row.title for row in table.rows] == ["Most similar", "Far", "Long", "Largest", "Random"]
    assert table.rows[0].text == "Picks the most similar."
    assert table.splits == (("VQA · Easy", 10), ("VQA · Hard", 10))


def test_what_exceeds_chance_by_more_than_ten_points_or_the_declared_limit_is_marked() -> None:
    marked = {row.title: row.beyond for row in solver_table(solved()).rows}
    assert [title for title, beyond in marked.items() if beyond == (False, True)] == ["Most similar", "Far"]
    strict = solver_table(solved(audit={"limit": 0.05}))
    assert [row.title for row in strict.rows if any(row.beyond)] == ["Most similar", "Far", "Long"]


def test_without_chance_nothing_is_marked() -> None:
    alone = facts(metric("near.accuracy", 0.9, task="vqa", level="easy"))
    assert [row.beyond for row in solver_table(alone).rows] == [(False,)]


def test_chance_and_the_strongest_solver_stand_beside_results() -> None:
    beside = beside_results(solved())
    assert [(one["facets"]["level"], one["baseline"], one["name"], one["value"]) for one in beside] == [
        ("hard", "random", "accuracy", 0.25),
        ("hard", "strongest_blind_solver", "accuracy", 0.4),
        ("easy", "random", "accuracy", 0.25),
        ("easy", "strongest_blind_solver", "accuracy", 0.25),
    ]
    assert beside[1]["solver"] == "Most similar"


def test_few_baselines_all_stand_beside_results() -> None:
    few = facts(metric("random.accuracy", 0.5, level="easy"), metric("longest.accuracy", 0.6, level="easy"))
    assert [one["baseline"] for one in beside_results(few)] == ["random", "longest"]
