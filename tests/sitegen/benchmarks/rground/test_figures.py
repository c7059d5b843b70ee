"""Figures: numbers that agree with the build, in traces that the site can draw."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import sitegen.benchmarks.rground as rground
from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.captions import captions
from sitegen.records import Build, Figure


@pytest.fixture(scope="module")
def figures(built: Build, build_context: BuildContext) -> dict[str, Figure]:
    described = rground.describe(built, build_context).figures
    assert len({figure.slug for figure in described}) == len(described)
    return {figure.slug: figure for figure in described}


def test_every_figure_has_words_and_every_text_a_figure(figures: dict[str, Figure]) -> None:
    assert set(figures) == set(captions()) - {"property"}
    for figure in figures.values():
        assert figure.question.endswith("?")
        assert figure.reading.endswith(".")
        assert "{" not in figure.reading


def test_tables_are_rectangular_plain_json(figures: dict[str, Figure]) -> None:
    for figure in figures.values():
        assert figure.rows, figure.slug
        assert all(len(row) == len(figure.columns) for row in figure.rows), figure.slug
        json.dumps(figure.rows, allow_nan=False)
        json.dumps(figure.plot, allow_nan=False)


def test_plots_use_bars_and_points_only_and_no_template(figures: dict[str, Figure]) -> None:
    for figure in figures.values():
        assert figure.plot is not None
        assert {trace["type"] for trace in figure.plot["data"]} <= {"bar", "scatter"}
        assert "template" not in figure.plot["layout"]
        for trace in figure.plot["data"]:
            assert len(trace["x"]) == len(trace["y"])
            assert "bdata" not in json.dumps(trace)


def test_several_series_differ_in_colour_and_in_pattern_or_shape(figures: dict[str, Figure]) -> None:
    for figure in figures.values():
        traces = figure.plot["data"] if figure.plot else []
        if len(traces) > 1:
            looks = [
                json.dumps(trace["marker"].get("pattern") or trace["marker"]["symbol"]) for trace in traces
            ]
            assert len(set(looks)) == len(traces)
            assert len({json.dumps(trace["marker"].get("color")) for trace in traces}) == len(traces)


def test_split_sizes_add_up_to_all_items(figures: dict[str, Figure], built: Build) -> None:
    assert sum(sum(row[1:]) for row in figures["split-sizes"].rows) == len(built.items)


def test_letters_are_counted_and_even(figures: dict[str, Figure], questions: list[Item]) -> None:
    for split, *counts, p in figures["answer-letters"].rows:
        asked = [q for q in questions if q.options and q.facets["difficulty"] == split.lower()]
        assert counts == [Counter(q.answer for q in asked)[letter] for letter in "ABCD"]
        assert p > 0.05


def test_similarity_bins_hold_every_question_that_offers_the_right_product(
    figures: dict[str, Figure], questions: list[Item]
) -> None:
    rows = figures["similarity-gap"].rows
    assert sum(sum(row[1:]) for row in rows) == sum("delta_sim" in item.extra for item in questions)
    assert rows[0][0] == "below -0.05"


def test_histograms_hold_every_edit(figures: dict[str, Figure], built: Build) -> None:
    (edits,) = [collection for collection in built.collections if collection.name == "edits"]
    for name in ("mw", "logp", "tpsa", "hbd", "hba", "rotatable"):
        figure = figures[f"property-{name}"]
        assert sum(row[-1] for row in figure.rows) == len(edits.records)
        values = [record[name] for record in edits.records]
        assert f"{sum(values) / len(values):.2f}" in figure.reading


def test_families_add_up_to_all_scaffolds(figures: dict[str, Figure], built: Build) -> None:
    (scaffolds,) = [collection for collection in built.collections if collection.name == "scaffolds"]
    assert sum(row[2] for row in figures["scaffold-families"].rows) == len(scaffolds.records)
    assert figures["scaffold-coverage"].rows[-1][1] == 100


def test_the_pool_is_alike_to_itself_only(figures: dict[str, Figure]) -> None:
    for *_, nearest in figures["pool-similarity"].rows:
        assert 0 < nearest < 1


def test_offered_is_four_times_right_over_the_whole_pool_where_all_options_are_molecules(
    figures: dict[str, Figure],
) -> None:
    rows = figures["answer-substituents"].rows
    assert sum(row[6] for row in rows) == 4 * sum(row[5] for row in rows)
    for column in (1, 3):
        assert sum(row[column + 1] for row in rows) > 4 * sum(row[column] for row in rows)
