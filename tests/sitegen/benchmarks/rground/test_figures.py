"""Figures: numbers that agree with the build, in traces that the site can draw."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

import sitegen.benchmarks.rground as rground
from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground import (
    figures_composition,
    figures_options,
    figures_questions,
    figures_templates,
)
from sitegen.benchmarks.rground.captions import captions
from sitegen.benchmarks.rground.gaps import GAP_BINS
from sitegen.benchmarks.rground.questions import NOTA
from sitegen.benchmarks.rground.wording import Frame, Wordings
from sitegen.records import Build, Figure
from tests.sitegen.benchmarks.rground.contexts import DATA

SHARED = {"property", "funnel", "published-series"}
ELSEWHERE = {
    "funnel-molecules",
    "funnel-edits",
    "properties",
    "funnel-activities",
    "funnel-series",
    "series-classes",
    "series-potency",
}
"""The build of the tests reads cores, not molecules, and may lack parts of the Advanced level."""

GROUPS = ["Questions", "Options", "Molecules", "Bioactivity", "Related work"]


@pytest.fixture(scope="module")
def figures(built: Build, build_context: BuildContext) -> dict[str, Figure]:
    described = rground.describe(built, build_context).figures
    assert len({figure.slug for figure in described}) == len(described)
    return {figure.slug: figure for figure in described}


@pytest.fixture(scope="module")
def levels(questions: list[Item]) -> list[Item]:
    """The questions of the build, and the basic ones once more as Advanced questions."""
    basic = [item for item in questions if item.facets["level"] == "basic"]
    asked = [item for item in basic if item.options and item.facets["nota"] == "no"]
    return [*basic, *(_advanced(item, place) for place, item in enumerate(asked))]


def _advanced(item: Item, place: int) -> Item:
    """Return an item as an Advanced one: no pool substituents, no conditions, a property."""
    prop, asks = (("bioactivity", "potency"), ("indication", "use"), ("physchem", "tpsa"))[place % 3]
    kept = ("question", "scaffold_id", "scaffold", "instruction", "delta_sim")
    return replace(
        item,
        id=f"advanced-{place}.s2s",
        facets={**item.facets, "level": "advanced", "property": prop},
        extra={
            **{key: item.extra[key] for key in kept if key in item.extra},
            "style": "direct",
            "form": 1 + place % 2,
            "asks": asks,
        },
    )


def _says(item: Item, frame: Frame) -> bool:
    """Return whether a question is worded with a frame of the basic level."""
    return "asks" not in item.extra and (item.extra["style"], item.extra["form"]) == (frame.style, frame.form)


def test_every_figure_has_words_and_every_text_a_figure(figures: dict[str, Figure]) -> None:
    assert set(figures) | ELSEWHERE >= set(captions()) - SHARED
    assert set(figures) <= set(captions())
    for figure in figures.values():
        assert figure.question.endswith("?")
        assert figure.reading.endswith(".")
        assert figure.summary == "" or figure.summary.endswith(".")
        assert "{" not in figure.reading + figure.question + figure.summary


def test_figures_of_a_group_follow_each_other(figures: dict[str, Figure]) -> None:
    groups = [figure.group for figure in figures.values()]
    assert [b for a, b in pairwise(["", *groups]) if a != b] == [g for g in GROUPS if g in groups]


def test_tables_are_rectangular_plain_json(figures: dict[str, Figure]) -> None:
    for figure in figures.values():
        assert figure.rows, figure.slug
        assert all(len(row) == len(figure.columns) for row in figure.rows), figure.slug
        assert len(figure.drawings) in {0, len(figure.rows)}
        json.dumps(figure.rows, allow_nan=False)
        json.dumps(figure.plot, allow_nan=False)


def test_plots_use_bars_and_points_only_and_no_template(figures: dict[str, Figure]) -> None:
    for figure in figures.values():
        if figure.plot is None:
            assert figure.slug == "related"
            continue
        assert {trace["type"] for trace in figure.plot["data"]} <= {"bar", "scatter"}
        assert "template" not in figure.plot["layout"]
        for trace in figure.plot["data"]:
            assert len(trace["x"]) == len(trace["y"])
            assert "bdata" not in json.dumps(trace)


def test_several_series_differ_in_colour_and_in_pattern_or_shape(figures: dict[str, Figure]) -> None:
    for figure in figures.values():
        traces = figure.plot["data"] if figure.plot else []
        marked = [trace for trace in traces if "marker" in trace]
        if len(marked) > 1:
            looks = [json.dumps(one["marker"].get("pattern") or one["marker"]["symbol"]) for one in marked]
            assert len(set(looks)) == len(marked)
            assert len({json.dumps(trace["marker"].get("color")) for trace in marked}) == len(marked)


def test_split_sizes_add_up_to_all_items(figures: dict[str, Figure], built: Build) -> None:
    assert sum(sum(row[1:-1]) for row in figures["split-sizes"].rows) == len(built.items)
    assert sum(row[-1] for row in figures["split-sizes"].rows) == len(built.items)


def test_all_cells_of_both_levels_and_generation_are_counted(built: Build) -> None:
    basic = [item for item in built.items if item.facets["level"] == "basic"]
    asked = [item for item in basic if item.options]
    both = [*basic, *(_advanced(item, place) for place, item in enumerate(asked))]
    figure = figures_questions.split_sizes(both)
    assert [row[0] for row in figure.rows] == [
        *(f"VQA {level} {name}" for level in ("Basic", "Advanced") for name in ("Easy", "Medium", "Hard")),
        "Generation Easy",
        "Generation Hard",
    ]
    assert "28 cells" in figure.summary
    assert sum(row[-1] for row in figure.rows) == len(both)


def test_letters_are_counted_and_even(figures: dict[str, Figure], questions: list[Item]) -> None:
    for split, *counts, above, p in figures["answer-letters"].rows:
        level, difficulty = split.lower().split()
        asked = [
            q
            for q in questions
            if q.options and q.facets | {"level": level, "difficulty": difficulty} == q.facets
        ]
        assert counts == [Counter(q.answer for q in asked)[letter] for letter in "ABCD"]
        assert above == sum(q.facets["nota"] in {"nonexistent-r", "structure-error"} for q in asked)
        assert p > 0.05


def test_bars_of_letter_d_are_as_high_as_its_count(figures: dict[str, Figure]) -> None:
    figure = figures["answer-letters"]
    assert figure.plot is not None
    *_, below, above = figure.plot["data"]
    assert above["base"] == below["y"]
    assert above["offsetgroup"] == below["offsetgroup"]
    assert [low + high for low, high in zip(below["y"], above["y"], strict=True)] == [
        row[4] for row in figure.rows
    ]


def test_similarity_bins_hold_every_question_of_every_split(levels: list[Item]) -> None:
    figure = figures_options.similarity_gap(levels)
    assert [row[0] for row in figure.rows[:-1]] == list(GAP_BINS)
    assert figure.columns[1:] == (
        *(f"Basic {name}" for name in ("Easy", "Medium", "Hard")),
        *(f"Advanced {name}" for name in ("Easy", "Medium", "Hard")),
    )
    assert sum(sum(row[1:]) for row in figure.rows) == sum(bool(item.options) for item in levels)
    absent = [item for item in levels if item.options and "delta_sim" not in item.extra]
    assert sum(figure.rows[-1][1:]) == len(absent) > 0


def test_substituents_of_the_pool_are_counted_in_basic_splits_only(built: Build, levels: list[Item]) -> None:
    (pool,) = [one.records for one in built.collections if one.name == "substituents"]
    figure = figures_options.answer_substituents(levels, pool)
    assert not [column for column in figure.columns if "Advanced" in column]


def test_kinds_of_none_of_the_above_stand_beside_the_published_shares(
    figures: dict[str, Figure], questions: list[Item]
) -> None:
    figure = figures["nota-kinds"]
    assert figure.columns == (
        "kind",
        "Basic Easy",
        "Basic Easy (%)",
        "Basic Medium",
        "Basic Medium (%)",
        "paper (%)",
    )
    assert [(row[0], row[-1]) for row in figure.rows] == [
        ("right: no such label", 5.0),
        ("right: product not offered", 11.0),
        ("wrong", 5.0),
    ]
    for kind, (_, easy, *_) in zip(NOTA[1:], figure.rows, strict=True):
        assert easy == sum(
            item.facets["nota"] == kind and item.facets["difficulty"] == "easy" for item in questions
        )


def test_properties_of_advanced_stand_beside_the_published_shares(levels: list[Item]) -> None:
    shares = {"physchem": 0.25, "bioactivity": 0.45, "indication": 0.30}
    (figure,) = figures_composition.property_shares(levels, shares)
    assert [(row[0], row[-1]) for row in figure.rows] == [
        ("physicochemical property", 25.0),
        ("bioactivity", 45.0),
        ("indication", 30.0),
    ]
    advanced = sum(item.facets["level"] == "advanced" for item in levels)
    assert sum(sum(row[1:-1:2]) for row in figure.rows) == advanced
    assert sum(row[2] for row in figure.rows) == pytest.approx(100, abs=0.2)


def test_every_form_of_every_style_is_listed_with_an_example_that_uses_it(
    figures: dict[str, Figure], questions: list[Item], wordings: Wordings
) -> None:
    rows = {(row[0], row[2]): row for row in figures["instruction-forms"].rows if row[1] == "the product"}
    frames = [
        frame for table in (wordings.direct, wordings.described) for fs in table.values() for frame in fs
    ]
    assert set(rows) == {(frame.style, frame.form) for frame in frames}
    for frame in frames:
        _, _, _, sentence, example, *counts = rows[frame.style, frame.form]
        users = [q for q in questions if _says(q, frame)]
        assert sentence == frame.frame
        assert sum(counts) == len(users)
        assert (example is None) == (not users)
        assert example in {None, *(user.extra["instruction"] for user in users)}


def test_forms_of_advanced_questions_are_told_apart_by_what_they_ask(levels: list[Item]) -> None:
    figure = figures_templates.instruction_forms(levels, DATA / "instructions")
    found = {row[:3]: row for row in figure.rows}
    for asks, title in (("potency", "potency"), ("use", "use of a drug"), ("tpsa", "polar surface area")):
        users = [item for item in levels if item.extra.get("asks") == asks]
        assert sum(sum(found["direct", title, form][5:]) for form in (1, 2)) == len(users) > 0


def test_every_sentence_of_the_advanced_level_is_listed(figures: dict[str, Figure]) -> None:
    lines = (DATA / "instructions" / "advanced.tsv").read_text(encoding="utf-8").splitlines()[1:]
    sentences = [row[3] for row in figures["instruction-forms"].rows if row[1] != "the product"]
    assert sentences == [line.split("\t")[-1] for line in lines]


def test_the_pool_is_drawn_row_by_row_in_its_clusters(figures: dict[str, Figure], built: Build) -> None:
    figure = figures["pool-clusters"]
    (pool,) = [one.records for one in built.collections if one.name == "substituents"]
    assert [row[1] for row in figure.rows] == [record["name"] for record in pool]
    assert len({row[0] for row in figure.rows}) == 7
    assert list(figure.drawings) == [record["drawing"] for record in pool]
    assert len(set(figure.drawings)) == 22


def test_drawings_of_the_pool_are_rendered(
    built: Build, build_context: BuildContext, figures: dict[str, Figure]
) -> None:
    pool = replace(
        built, items=(), collections=tuple(one for one in built.collections if one.name == "substituents")
    )
    drawn = dict(rground.render(pool, build_context))
    assert set(drawn) == set(figures["pool-clusters"].drawings)


def test_funnels_tell_what_every_step_kept_and_dropped(figures: dict[str, Figure], built: Build) -> None:
    for funnel in built.funnels:
        if funnel.slug in {"filters", "scaffolds", "edits"}:
            figure = figures[f"funnel-{funnel.slug}"]
            assert [row[1] for row in figure.rows] == [step.kept for step in funnel.steps]
            assert [row[-2] for row in figure.rows] == [len(step.dropped) for step in funnel.steps]
    shown = {"molecules", "filters", "scaffolds", "edits", "activities", "series"}
    asked = [step for funnel in built.funnels if funnel.slug not in shown for step in funnel.steps]
    assert [row[2] for row in figures["funnel-questions"].rows] == [step.kept for step in asked]


def test_families_add_up_to_all_scaffolds(figures: dict[str, Figure], built: Build) -> None:
    (scaffolds,) = [collection for collection in built.collections if collection.name == "scaffolds"]
    figure = figures["scaffold-families"]
    assert [row[0] for row in figure.rows] == ["head", "middle", "tail", "single"]
    assert sum(row[4] for row in figure.rows) == len(scaffolds.records)
    assert figures["scaffold-coverage"].rows[-1][1:] == (100, 100)


def test_the_pool_is_alike_to_itself_only(figures: dict[str, Figure]) -> None:
    for *_, nearest in figures["pool-similarity"].rows:
        assert 0 < nearest < 1


def test_what_is_right_was_offered(figures: dict[str, Figure]) -> None:
    rows = figures["answer-substituents"].rows
    for column in (1, 3, 5):
        assert all(row[column] <= row[column + 1] for row in rows)
    # Hard offers a substituent at the label asked about four times, once as the answer.
    assert sum(row[6] for row in rows) == 4 * sum(row[5] for row in rows) > 0


def test_related_work_has_the_published_marks(figures: dict[str, Figure]) -> None:
    marks = {row[0]: row[1:-1] for row in figures["related"].rows}
    assert len(marks) == 7
    assert marks["R-GroundBench"] == ("✓", "✓", "✓", "image and text", "✓")
    assert marks["MolParser"] == ("✓", "–", "–", "image", "–")
    assert marks["MolLangBench"] == ("–", "–", "✓", "image and text", "–")
    assert all(row[-1] for row in figures["related"].rows)


def test_a_step_named_after_a_tag_is_text_in_the_plot(figures: dict[str, Figure]) -> None:
    plot = figures["funnel-filters"].plot
    assert plot is not None
    assert "has an &lt;a&gt; tag" in plot["data"][0]["y"]
    assert "has an <a> tag" in [row[0] for row in figures["funnel-filters"].rows]


def test_no_share_is_drawn_where_nothing_is_offered(questions: list[Item]) -> None:
    generation = [item for item in questions if not item.options]
    assert not list(figures_composition.nota_shares(generation, {}))
    assert not list(figures_composition.property_shares(generation, {}))
