"""The numbers of FGBench's figures, counted by hand on three pairs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.figures import make_figures
from sitegen.benchmarks.fgbench.figures_groups import group_counts, group_effects
from sitegen.benchmarks.fgbench.figures_labels import change_histograms, label_histograms, state_shares
from sitegen.benchmarks.fgbench.figures_pairs import pair_counts, rejections, similarities
from sitegen.benchmarks.fgbench.figures_questions import leaks, question_counts, true_shares
from sitegen.benchmarks.fgbench.records import Pair, Paired, Split
from sitegen.parallel import OrderedMap
from tests.sitegen.benchmarks.fgbench.shown import ADDED, CLEANED, ITEMS, PAIRED, REMOVED, SPLIT

SPREAD = CLEANED.spread("hydration")
EMPTY = Paired(cleaned=CLEANED, pairs=(), rejected=(), candidates=0)


def again(pair: Pair, number: int) -> Pair:
    return replace(pair, candidate=replace(pair.candidate, id=f"again{number}"))


def context() -> BuildContext:
    values: dict[str, Any] = {name: Path("absent") for name in ("folder", "data", "cache")}
    return BuildContext(
        slug="fgbench",
        parameters={"pairs": {"similarity": 0.7}, "split": {"kind": "official", "test_pairs": 25}},
        sources={},
        seed=0,
        limit=None,
        canary="c",
        map=OrderedMap(executor=None, workers=1),
        **values,
    )


def test_pairs_are_counted_by_scope_and_by_what_they_are_for() -> None:
    assert pair_counts([PAIRED], SPLIT).rows == (("Small", 2, 1, 2, 1, 0),)
    dropping = Split(kind="scaffold", test={"small": frozenset({"p1"})}, dropped={"small": frozenset({"p2"})})
    assert pair_counts([PAIRED], dropping).rows == (("Small", 2, 1, 1, 1, 1),)


def test_questions_are_counted_by_task_in_the_order_of_tasks() -> None:
    figure = question_counts(ITEMS, [PAIRED])
    assert [row[1:] for row in figure.rows] == [(1, 1)] * 6
    assert [row[0] for row in figure.rows][:3] == [
        "single group: is it higher",
        "single group: by how much",
        "several groups: is it higher",
    ]
    assert figure.summary.startswith("6 test questions")


def test_the_share_of_true_answers_is_of_boolean_questions_only() -> None:
    rows = true_shares(ITEMS, [PAIRED]).rows
    assert [(row[2], row[3], row[4]) for row in rows] == [(1, 1, 100.0), (1, 1, 100.0), (1, 0, 0.0)]


def test_the_leak_is_counted_for_the_split_in_use_and_told_for_the_other() -> None:
    figure = leaks([PAIRED], SPLIT, context())
    # Of p1 (phenol to fluoride) and p2 (amide to benzene) p3 (benzene to phenol) holds one molecule each.
    assert figure.rows[0] == ("Small", "official", 2, 1, 0, 2, 0, 2, 0)
    assert [row[1] for row in figure.rows] == ["official", "scaffold"]
    assert figure.plot is not None
    assert figure.plot["data"][0]["x"] == [100.0]
    assert "100.0 %" in figure.summary


def test_similarities_fall_into_bins_of_two_hundredths() -> None:
    figure = similarities([PAIRED], 0.7)
    assert sum(row[2] for row in figure.rows) == 3
    assert [row for row in figure.rows if row[2]] == [(0.74, 0.76, 1), (0.8, 0.82, 1), (0.84, 0.86, 1)]
    assert figure.rows[0][0] == 0.7
    assert "0.80" in figure.summary


def test_identical_fingerprints_have_a_bin_of_their_own() -> None:
    same = replace(ADDED, candidate=replace(ADDED.candidate, similarity=1.0))
    assert similarities([replace(PAIRED, pairs=(same,))], 0.7).rows[-1] == (1.0, 1, 1)


def test_rejections_are_counted_by_reason_the_most_frequent_first() -> None:
    figure = rejections([PAIRED])
    assert figure.rows == (("no common rest", 2, 2), ("several mappings", 1, 1))
    assert "3 of 6" in figure.summary
    assert rejections([EMPTY]).summary == "Every pair could be proved."


def test_groups_are_counted_by_pairs_and_by_what_becomes_of_them() -> None:
    figure = group_counts([PAIRED])
    assert figure.rows == (("phenol", 1, 1, 2), ("fluoride", 0, 1, 1), ("primary amide", 1, 0, 1))
    assert "in 66.7 % of them" in figure.summary


def test_an_effect_is_the_mean_over_single_pairs_with_removals_turned_round() -> None:
    rows = {row[:3]: row[3:] for row in group_effects([PAIRED]).rows}
    # Removing the amide takes -10.0 to -0.5, so adding it changes by -9.5; the phenol -0.5 to -6.0.
    assert rows["primary amide", "hydration free energy", "Small"] == (
        round(-9.5 / SPREAD, 4),
        -9.5,
        "kcal/mol",
        1,
        0,
        1,
    )
    assert rows["phenol", "hydration free energy", "Small"][1:] == (-5.5, "kcal/mol", 1, 1, 0)
    assert rows["phenol", "binding to X", "Small"][1:] == (-1.0, None, 1, 1, 0)
    assert not any(group == "fluoride" for group, *_ in rows)


def test_only_effects_of_enough_pairs_are_drawn() -> None:
    assert group_effects([PAIRED]).plot is None
    more = replace(PAIRED, pairs=(*(again(ADDED, n) for n in range(4)), ADDED, REMOVED))
    figure = group_effects([more])
    assert figure.plot is not None
    (trace,) = figure.plot["data"]
    assert trace["type"] == "scatter"
    assert trace["y"] == ["phenol", "phenol"]
    assert trace["marker"]["color"][0] == round(-5.5 / SPREAD, 4)
    assert "n = 5 (5 added, 0 removed)" in trace["text"][0].replace("<br>", " ")
    assert "phenol" in figure.summary


def test_histograms_hold_every_label_and_every_change_once() -> None:
    (labels,) = label_histograms([PAIRED])
    (changed,) = change_histograms([PAIRED])
    assert sum(row[2] for row in labels.rows) == 5
    assert sum(row[2] for row in changed.rows) == 3
    for value in (4.5, 9.5, -5.5):
        assert [row[2] for row in changed.rows if row[0] <= value < row[1]] == [1]
    assert changed.summary.startswith(
        "3 pairs; 0.0 % of the changes are within the tolerance of 0.5 kcal/mol"
    )


def test_states_are_compared_over_pairs() -> None:
    (figure,) = state_shares([PAIRED])
    assert figure.rows == (("binding to X", "Small", 5, 60.0, 3, 100.0),)


@pytest.mark.parametrize("paired", [(PAIRED,), (EMPTY,), ()], ids=["pairs", "no pair", "no table"])
def test_every_build_has_figures_with_rows_as_wide_as_their_columns(paired: tuple[Paired, ...]) -> None:
    figures = make_figures(paired, SPLIT, ITEMS if paired == (PAIRED,) else (), context())
    assert len({figure.slug for figure in figures}) == len(figures)
    for figure in figures:
        assert figure.question
        assert "{" not in figure.question + figure.reading + figure.summary
        assert all(len(row) == len(figure.columns) for row in figure.rows)
    groups = [figure.group for figure in figures]
    assert len(set(groups)) == sum(one != other for one, other in zip(groups, ["", *groups], strict=False))
