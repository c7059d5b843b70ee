"""Items of a question in its modes, prompts that give nothing away, drawings, determinism."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import sitegen.benchmarks.rground as rground
from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.load import Loaded
from sitegen.benchmarks.rground.questions import NOTA
from sitegen.parallel import ordered_map
from sitegen.records import Build
from sitegen.release.prompts import prompt_records
from sitegen.release.tables import json_line
from tests.sitegen.benchmarks.rground.contexts import FOLDER

VQA_MODES = {"i2i", "i2s", "s2i", "s2s"}
DRAWING = re.compile(r"images/[0-9a-f]{2}/[0-9a-f]{22,}\.svg")


@pytest.fixture(scope="module")
def questions(basic: Build) -> list[Item]:
    """One item of every question of the basic level."""
    return list({item.extra["question"]: item for item in basic.items}.values())


@pytest.fixture(scope="module")
def prompts(built: Build) -> dict[str, str]:
    records = prompt_records(built.items, FOLDER / "prompts", (), "canary")
    return {str(record["id"]): str(record["prompt"]) for record in records}


@pytest.fixture(scope="module")
def drawn(basic: Build, build_context: BuildContext) -> dict[str, bytes]:
    drawings = list(rground.render(basic, build_context))
    assert len(drawings) == len({path for path, _ in drawings})
    return dict(drawings)


def modes(built: Build) -> dict[str, dict[str, Item]]:
    found: dict[str, dict[str, Item]] = defaultdict(dict)
    for item in built.items:
        found[item.extra["question"]][item.facets["mode"]] = item
    return found


def test_a_question_is_asked_in_every_mode_of_its_task(built: Build) -> None:
    for question, items in modes(built).items():
        assert set(items) == (VQA_MODES if question.startswith("vqa") else {"i2s", "s2s"})
        assert all(item.id == f"{question}.{mode}" for mode, item in items.items())


def test_modes_share_facts_options_order_and_answer(built: Build) -> None:
    for items in modes(built).values():
        first, *others = items.values()
        for item in others:
            assert (item.answer, item.cluster, item.source) == (first.answer, first.cluster, first.source)
            assert item.extra == first.extra
            assert [(o.label, o.smiles, o.text) for o in item.options] == [
                (o.label, o.smiles, o.text) for o in first.options
            ]


def test_image_modes_carry_drawings_and_smiles_modes_none(built: Build) -> None:
    for item in built.items:
        given, wanted = item.facets["mode"].split("2")
        assert item.images == ((item.extra["drawing"],) if given == "i" else ())
        for option in item.options:
            drawing = item.extra["option_drawings"].get(option.label)
            assert option.image == (drawing if wanted == "i" else None)
            assert (option.smiles is None) == (drawing is None) == (option.text is not None)


def test_an_item_survives_its_json(built: Build) -> None:
    for item in built.items[:40]:
        assert Item.from_json(item.to_json()).to_json() == item.to_json()


def test_every_item_has_the_facets_of_a_basic_question(basic: Build) -> None:
    for item in basic.items:
        assert item.facets["level"] == "basic"
        assert item.facets["nota"] in NOTA
        gap = {"gap"} if "delta_sim" in item.extra else set()
        assert set(item.facets) == {"mode", "level", "difficulty", "nota", "style", *gap}


def test_an_image_question_does_not_say_the_scaffold(built: Build) -> None:
    for item in built.items:
        if item.images:
            assert item.extra["esmiles"] not in item.question
            assert item.extra["scaffold"] not in item.question
            assert "<sep>" not in item.question
        else:
            assert item.extra["esmiles"] in item.question


def test_a_prompt_shows_options_as_drawings_or_as_smiles_never_both(
    built: Build, prompts: dict[str, str]
) -> None:
    for item in built.items:
        text = prompts[item.id]
        for option in item.options:
            said = option.smiles or option.text
            assert (f"{option.label}. {said}\n" in text) == (option.image is None)
            assert (f"({option.image})" in text) == (option.image is not None)


def test_a_prompt_tells_four_options_apart_by_nothing_but_the_options(
    built: Build, prompts: dict[str, str]
) -> None:
    for item in built.items:
        if item.options:
            head, _, tail = prompts[item.id].partition("\nA. ")
            options, _, ask = tail.partition("\n\nAnswer with")
            assert len(options.split("\n\n")) == 4
            assert ask.startswith(" the letter of the one right option")
            right = next(option for option in item.options if option.label == item.answer)
            assert str(right.smiles or right.text) not in head
            assert not right.image or right.image not in head


def test_no_prompt_gives_the_answer_away(built: Build, prompts: dict[str, str]) -> None:
    for item in built.items:
        text = prompts[item.id]
        assert item.extra["explanation"] not in text
        assert item.extra.get("changed_drawing", "<none>") not in text
        if item.task == "generation":
            assert str(item.answer) not in text


def test_prompts_end_by_saying_how_to_answer(built: Build, prompts: dict[str, str]) -> None:
    for item in built.items:
        tag = "<answer>letter</answer>" if item.options else "<smiles>SMILES</smiles>"
        assert prompts[item.id].rstrip().endswith(f"`{tag}`.")
        assert prompts[item.id].count("![") == len(item.images) + sum(bool(o.image) for o in item.options)


def test_every_drawing_that_is_named_is_drawn_once(basic: Build, drawn: dict[str, bytes]) -> None:
    named = {path for item in basic.items for path in item.images}
    named |= {option.image for item in basic.items for option in item.options if option.image}
    named |= {item.extra["drawing"] for item in basic.items}
    named |= {item.extra["changed_drawing"] for item in basic.items if "changed_drawing" in item.extra}
    named |= {p for item in basic.items for p in item.extra.get("option_drawings", {}).values()}
    (scaffolds,) = [collection for collection in basic.collections if collection.name == "scaffolds"]
    for record in scaffolds.records:
        named |= {record["drawing"], *(edit["drawing"] for edit in record["edits"])}
    assert named == set(drawn)
    assert all(DRAWING.fullmatch(path) for path in drawn)
    assert all(svg.startswith(b"<svg") for svg in drawn.values())


def test_drawings_of_one_question_have_one_size(built: Build, drawn: dict[str, bytes]) -> None:
    sizes = {
        re.search(rb'width="(\d+)" height="(\d+)"|viewBox="[^"]*"', svg).group() for svg in drawn.values()
    }
    assert len(sizes) == 1


def test_a_png_stands_beside_every_svg_when_asked_for(built: Build, build_context: BuildContext) -> None:
    few = replace(built, items=built.items[:4], collections=())
    context = replace(build_context, parameters={**build_context.parameters, "images": {"png": True}})
    drawn = dict(rground.render(few, context))
    svg = {path.removesuffix(".svg") for path in drawn if path.endswith(".svg")}
    png = {path.removesuffix(".png") for path in drawn if path.endswith(".png")}
    assert svg == png
    assert all(drawn[f"{path}.png"].startswith(b"\x89PNG") for path in png)


def test_an_explanation_names_the_right_groups_and_every_option(questions: list[Item]) -> None:
    for item in questions:
        text = item.extra["explanation"]
        assert all(name in text for name in item.extra["substituents"].values())
        for option in item.options:
            assert re.search(rf"\b{option.label}\b", text)


def test_an_explanation_of_hard_says_which_condition_a_wrong_option_fails(questions: list[Item]) -> None:
    for item in questions:
        for letter, meets in item.extra.get("option_meets", {}).items():
            assert len(meets) == len(item.extra["conditions"])
            assert all(meets) == (letter == item.answer)


def test_the_canary_is_in_every_item_and_record(built: Build, build_context: BuildContext) -> None:
    assert all(item.extra["canary"] == build_context.canary for item in built.items)
    for collection in built.collections:
        assert all(record["canary"] == build_context.canary for record in collection.records)


def bytes_of(build: Build) -> str:
    lines = [json_line(item.to_json()) for item in build.items]
    lines += [json_line(dict(record)) for c in build.collections for record in c.records]
    return "\n".join(lines)


def test_the_same_input_and_seed_give_the_same_bytes_in_any_number_of_processes(
    built: Build, loaded: Loaded, build_context: BuildContext
) -> None:
    with ordered_map(2, [FOLDER]) as mapper:
        again = rground.build(loaded, replace(build_context, map=mapper))
    assert bytes_of(again) == bytes_of(built)
    assert again.funnels == built.funnels


def test_another_seed_asks_other_questions(built: Build, loaded: Loaded, build_context: BuildContext) -> None:
    other = rground.build(loaded, replace(build_context, seed=7))
    assert {item.id for item in other.items} != {item.id for item in built.items}
    assert len(other.items) == len(built.items)


def test_collections_hold_scaffolds_edits_and_pool(built: Build, loaded: Loaded) -> None:
    records = {collection.name: collection.records for collection in built.collections}
    assert [record["id"] for record in records["scaffolds"]] == [one.id for one in loaded.scaffolds]
    assert [record["product"] for record in records["edits"]] == [edit.product for edit in loaded.edits]
    assert len(records["substituents"]) == len(loaded.pool)
    for collection in built.collections:
        ids = [record["id"] for record in collection.records]
        assert len({one.lower() for one in ids}) == len(ids)
        assert all(re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,95}", one) for one in ids)


def test_a_label_at_several_sites_is_said_to_take_one_group(
    make_context: Callable[..., BuildContext], curated_cores: list[str]
) -> None:
    twice = "*c1ccc2c(c1)C(=O)c1cc(*)ccc1N2<sep><a>0:R[1]</a><a>12:R[1]</a>"
    context = make_context([twice, *curated_cores[:40]], limit=40)
    build = rground.build(rground.load(context), context)
    asked = [item for item in build.items if item.extra["scaffold"].count("*") > len(item.extra["labels"])]
    assert asked
    assert all("Sites with the same mark take the same group." in item.question for item in asked)
    others = [item for item in build.items if item not in asked]
    assert not any("same mark" in item.question for item in others)


def test_the_tables_of_sentences_are_named_in_no_path(built: Build) -> None:
    assert not any(str(Path.home()) in json_line(item.to_json()) for item in built.items[:20])
