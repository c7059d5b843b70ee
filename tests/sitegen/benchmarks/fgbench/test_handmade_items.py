"""Questions about a table made by hand: what is asked, of what, and that no character upsets a sentence."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace

import pytest

from evaluator.records import Item
from sitegen.benchmarks.fgbench.items import SEVERAL, Made, make_items
from sitegen.benchmarks.fgbench.records import Label, Split, Task
from sitegen.release.prompts import prompt_records
from tests.sitegen.benchmarks.fgbench.contexts import FOLDER, fgbench_context
from tests.sitegen.benchmarks.fgbench.handmade import (
    CHLORO,
    CLASS,
    METHYL,
    NASTY,
    NUMBER,
    OTHER,
    PHENOL,
    table,
)

LABELS: dict[str, dict[str, Label]] = {
    PHENOL: {"log-p": 1.4604, "toxic": True},
    CHLORO: {"log-p": 2.1506, "toxic": False},
    METHYL: {"log-p": 1.95, "toxic": True},
}


def made(
    labels: dict[str, dict[str, Label]] = LABELS,
    tasks: tuple[Task, ...] = (NUMBER, CLASS),
    test: frozenset[str] = frozenset({"aa", "bb", "cc"}),
    dropped: frozenset[str] = frozenset(),
    limit: int | None = None,
) -> Made:
    split = Split(kind="official", test={"d": test}, dropped={"d": dropped})
    return make_items([table(labels, tasks)], split, fgbench_context(limit=limit))


def by_id(items: Made) -> dict[str, Item]:
    return {item.id: item for item in (*items.test, *items.train)}


@pytest.mark.parametrize(
    ("name", "task", "answer"),
    [
        ("log-p-aa.sb", "single_bool_regression", True),  # 1.4604 to 2.1506
        (
            "log-p-aa.sv",
            "single_value_regression",
            0.69,
        ),  # of the labels as measured, 0.6902; of those shown it would be 0.691
        ("log-p-aa.cb", "comparison_bool_regression", False),
        ("log-p-aa.cv", "comparison_value_regression", -0.69),
        ("log-p-bb.sb", "single_bool_regression", False),
        ("log-p-bb.sv", "single_value_regression", -0.69),
        ("log-p-cc.ib", "interaction_bool_regression", False),  # 2.1506 to 1.95
        ("log-p-cc.iv", "interaction_value_regression", -0.201),
        ("log-p-cc.cb", "comparison_bool_regression", True),
        ("log-p-cc.cv", "comparison_value_regression", 0.201),
        ("toxic-aa.sb", "single_bool_classification", True),
        ("toxic-aa.cb", "comparison_bool_classification", True),
        ("toxic-cc.ib", "interaction_bool_classification", True),
    ],
)
def test_every_kind_of_question_has_the_published_sign(name: str, task: str, answer: bool | float) -> None:
    item = by_id(made())[name]
    assert item.task == task
    assert item.answer == answer and type(item.answer) is type(answer)


def test_the_ids_say_task_pair_and_kind_and_edits_share_a_page_of_their_own() -> None:
    items = by_id(made())
    assert len(items) == 3 * (4 + 2)
    assert {items[f"log-p-aa.s{kind}"].extra["question"] for kind in "bv"} == {"log-p-aa-edit"}
    assert {items[f"log-p-aa.c{kind}"].extra["question"] for kind in "bv"} == {"log-p-aa-comparison"}
    assert {item.cluster for item in items.values()} == {"pair-aa", "pair-bb", "pair-cc"}


def test_facets_name_the_one_group_or_say_that_there_are_several() -> None:
    items = by_id(made())
    assert items["log-p-aa.sb"].facets == {
        "scope": "single",
        "answer": "boolean",
        "dataset": "d",
        "property": NASTY,
        "group": "aryl <chloride> & {target}",
        "change": "added",
    }
    assert items["log-p-bb.cv"].facets["change"] == "removed"
    assert items["log-p-cc.iv"].facets["group"] == SEVERAL
    assert items["log-p-cc.iv"].facets["change"] == "replaced"


def test_no_character_of_a_name_or_property_changes_a_sentence() -> None:
    for item in by_id(made()).values():
        assert NASTY in item.question
        assert (
            item.extra["pair"] != "aa"
            or item.facets["scope"] == "comparison"
            or ("aryl <chloride> & {target} (atom 7), as [Cl:7]" in item.question)
        )
        if item.answer_type == "number":
            assert item.unit == "<u>" and "<u>" in item.question
        if item.task.endswith("classification"):
            given = item.extra[f"{'reference' if item.facets['scope'] == 'comparison' else 'target'}_label"]
            assert given in {"<toxic>", "harm & less"} and given in item.question
        assert Item.from_json(json.loads(json.dumps(item.to_json()))) == item


def test_a_pair_is_asked_about_a_property_only_where_both_molecules_have_its_label() -> None:
    labels: dict[str, dict[str, Label]] = {
        PHENOL: {"log-p": 1.0, "melting": 314.0},
        CHLORO: {"log-p": 2.0},
        METHYL: {"melting": 304.0},
    }
    found = Counter(
        (item.extra["pair"], item.source["column"]) for item in made(labels, (NUMBER, OTHER)).test
    )
    assert found == {("aa", "v"): 4, ("bb", "v"): 4}


def test_equal_values_are_not_higher_and_the_explanation_says_so() -> None:
    labels: dict[str, dict[str, Label]] = {one: {"log-p": -0.0001} for one in (PHENOL, CHLORO, METHYL)}
    items = by_id(made(labels, (NUMBER,)))
    for item in items.values():
        assert "-0.000" not in item.question + item.extra["explanation"] and "0.000" in item.question
        if item.answer_type == "number":
            assert str(item.answer) == "0.0"
        else:
            assert item.answer is False
            assert "neither is higher" in item.extra["explanation"]


def test_explanations_give_both_labels_the_change_and_what_the_edit_did() -> None:
    items = by_id(made())
    assert items["log-p-cc.iv"].extra["explanation"] == (
        "Measured: 2.151 <u> for the given molecule, 1.950 <u> for the edited one; edited minus given is "
        "-0.201 <u>. The edit removes chloride and adds C1 alkane."
    )
    assert items["log-p-bb.cb"].extra["explanation"] == (
        "Measured: 2.151 <u> for the target, 1.460 <u> for the reference; target minus reference is "
        "+0.690 <u>. The difference is that of the values before they were rounded. "
        "They differ in chloride, which the target has and the reference has not."
    )
    assert (
        "the given molecule is <toxic>, the edited one harm & less."
        in (items["toxic-aa.sb"].extra["explanation"])
    )


def test_numbers_have_the_tolerance_of_their_task_or_the_last_decimal_shown() -> None:
    labels = {one: {"log-p": value, "melting": 300.0 + value} for value, one in enumerate((PHENOL, CHLORO))}
    labels[METHYL] = {"log-p": 5.0}
    items = by_id(made(labels, (NUMBER, OTHER)))  # type: ignore[arg-type]
    assert items["melting-aa.sv"].tolerance == 5.0
    assert items["melting-aa.sv"].extra["label_spread"] == 0.5
    assert items["log-p-aa.sv"].tolerance == 0.0005
    assert items["log-p-aa.sb"].tolerance is None and "label_spread" not in items["log-p-aa.sb"].extra


def test_sources_name_the_rows_the_column_and_the_licence() -> None:
    assert by_id(made())["log-p-aa.sv"].source == {
        "dataset": "By hand",
        "target_row": "row 2",
        "reference_row": "row 3",
        "column": "v",
        "licence": "CC-BY-SA-4.0",
    }


def test_dropped_pairs_are_asked_on_neither_side_and_use_up_no_limit() -> None:
    found = made(test=frozenset(), dropped=frozenset({"aa"}), limit=1)
    assert not found.test
    assert {item.extra["pair"] for item in found.train} == {"bb", "cc"}  # one single, one interaction
    assert {item.extra["split"] for item in found.train} == {"train"}


def test_a_prompt_is_the_question_and_how_to_answer_and_nothing_else() -> None:
    items = made().test
    hidden = [replace(item, extra={**item.extra, "explanation": "SECRET"}) for item in items]
    for item, record in zip(items, prompt_records(hidden, FOLDER / "prompts", frozenset(), "0"), strict=True):
        text = str(record["prompt"])
        assert text.startswith(item.question) and "SECRET" not in text
        rest = text.removeprefix(item.question)
        if item.answer_type == "boolean":
            assert "<answer>True</answer>" in rest and "<answer>False</answer>" in rest
        else:
            assert "in <u>" in rest and "decimal point" in rest and re.search(r"<answer>.+</answer>", rest)
        assert not re.search(r"\d", rest)
