"""Questions about real pairs: complete, right by an own reading of the table, and without the answer."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from functools import cache

import pytest
from rdkit import Chem

from evaluator import Prediction, evaluate
from evaluator.records import ITEM_ID, Item
from sitegen.benchmarks.fgbench.answers import change, is_higher, is_other_class
from sitegen.benchmarks.fgbench.items import Made, make_items
from sitegen.benchmarks.fgbench.records import Bond, Edit, Group
from sitegen.benchmarks.fgbench.splits import split_pairs
from sitegen.benchmarks.fgbench.wording import edit_text, read_wording
from sitegen.sources import fetch, read_pin
from tests.sitegen.benchmarks.fgbench.applying import applied, flat
from tests.sitegen.benchmarks.fgbench.contexts import CACHE, DATA, fgbench_context, real_pairs
from tests.sitegen.benchmarks.fgbench.reading import read_edit

TABLES = ("freesolv", "dopamine-transporter")
TASKS = {
    f"{scope}_{kind}"
    for scope in ("single", "interaction", "comparison")
    for kind in ("bool_classification", "bool_regression", "value_regression")
}


@cache
def made() -> Made:
    paired = [real_pairs(table) for table in TABLES]
    context = fgbench_context()
    return make_items(paired, split_pairs(paired, context), context)


def everything() -> tuple[Item, ...]:
    return (*made().test, *made().train)


@pytest.mark.parametrize(
    ("asked", "target", "reference", "higher", "moved"),
    [
        ("edit", 1.0, 2.5, True, 1.5),
        ("edit", 2.5, 1.0, False, -1.5),
        ("comparison", 1.0, 2.5, False, -1.5),
        ("comparison", 2.5, 1.0, True, 1.5),
        ("edit", 1.0, 1.0, False, 0.0),
        ("comparison", 1.0, 1.0, False, 0.0),
        ("edit", 1.00004, 1.0, False, 0.0),
    ],
)
def test_the_sign_turns_round_between_edits_and_comparisons(
    asked: str, target: float, reference: float, higher: bool, moved: float
) -> None:
    assert is_higher(asked, target, reference) is higher  # type: ignore[arg-type]
    assert change(asked, target, reference) == moved  # type: ignore[arg-type]
    assert str(change(asked, target, reference)) != "-0.0"  # type: ignore[arg-type]


def test_classes_differ_or_not_whichever_comes_first() -> None:
    assert is_other_class(True, False) and is_other_class(False, True)
    assert not is_other_class(True, True) and not is_other_class(False, False)


def test_all_nine_tasks_are_asked_and_ids_are_unique() -> None:
    items = everything()
    assert {item.task for item in items} == TASKS
    assert len({item.id.lower() for item in items}) == len(items)
    assert all(ITEM_ID.match(item.id) for item in items)
    for item in items:
        assert set(item.facets) == {"scope", "answer", "dataset", "property", "group", "change"}
        assert item.facets["scope"] == item.task.split("_")[0]
        assert (item.answer_type == "number") == item.task.endswith("value_regression")
        assert isinstance(item.answer, float if item.answer_type == "number" else bool)


def test_a_pair_and_all_its_questions_are_on_one_side() -> None:
    test, train = (
        {(item.facets["dataset"], item.extra["pair"]) for item in side}
        for side in (made().test, made().train)
    )
    assert test and train and not test & train
    assert {item.extra["split"] for item in made().test} == {"test"}
    counted = Counter((item.facets["dataset"], item.task) for item in made().test)
    assert counted["freesolv", "single_bool_regression"] == 25
    assert counted["freesolv", "interaction_bool_regression"] == 5
    assert counted["freesolv", "comparison_value_regression"] == 30
    assert counted["dopamine-transporter", "interaction_bool_classification"] == 25


@pytest.mark.parametrize("table", ["freesolv", "solubility", "dopamine-transporter", "sigma-1-receptor"])
def test_the_edit_in_the_text_alone_gives_the_reference(table: str) -> None:
    found: Counter[tuple[str, bool]] = Counter()
    paired = [real_pairs(table)]
    context = fgbench_context()
    asked = make_items(paired, split_pairs(paired, context), context)
    for item in (*asked.test, *asked.train):
        if item.facets["scope"] == "comparison" or not item.task.endswith(
            ("bool_regression", "bool_classification")
        ):
            continue
        mapped, edit = read_edit(item.question)
        assert mapped == item.extra["target_mapped"]
        found[item.facets["scope"], applied(mapped, edit) == flat(item.extra["reference_smiles"])] += 1
    assert found["single", False] == found["interaction", False] == 0
    assert found["single", True] >= 130 and found["interaction", True] >= 10


def test_every_part_of_an_edit_is_told() -> None:
    edit = Edit(
        removed=(Group(name="ether", atoms=(3,)), Group(name="C1 alkane", atoms=(4,))),
        added=(Group(name="thioamide, odd", atoms=(7, 8)),),
        fragments=("[S:7]=[C:8]", "[Cl:9]"),
        bonds=(Bond(first=0, second=8, order="single"), Bond(first=1, second=9, order="double")),
        cuts=(Bond(first=0, second=1, order="single"),),
    )
    text = edit_text(edit, read_wording(DATA))
    assert read_edit(f"Start from [CH3:0][CH3:1], please.\n{text}") == ("[CH3:0][CH3:1]", edit)


def source_labels(table: str, column: str) -> dict[str, list[float]]:
    """Read a source table as it lies in the cache: labels by canonical SMILES."""
    (path,) = fetch(read_pin(DATA / "sources" / f"{table}.toml"), CACHE)
    found: dict[str, list[float]] = {}
    for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))):
        smiles = Chem.CanonSmiles(Chem.CanonSmiles(row["smiles"]))
        found.setdefault(smiles, []).append(float(row[column]))
    return found


def test_answers_are_those_that_the_source_table_gives() -> None:
    labels = {"freesolv": source_labels("freesolv", "expt")}
    labels["dopamine-transporter"] = source_labels("dopamine-transporter", "y")
    for item in everything():
        own = labels[item.facets["dataset"]]
        shift = 9 if item.facets["dataset"] != "freesolv" else 0
        target, reference = (own[item.extra[f"{side}_smiles"]][0] + shift for side in ("target", "reference"))
        if item.facets["scope"] == "comparison":
            after, before = target, reference
        else:
            after, before = reference, target
        if item.task.endswith("bool_classification"):
            assert item.answer is ((after >= 7) != (before >= 7)), item.id
        elif item.task.endswith("bool_regression"):
            assert item.answer is (after > before), item.id
        else:
            assert item.answer == pytest.approx(after - before, abs=0.00051), item.id


def test_a_question_shows_the_label_it_gives_and_not_the_other() -> None:
    for item in everything():
        if item.task.endswith("classification"):
            shown = [
                state
                for state in ("inactive (pKi below 7)", "active (pKi of at least 7)")
                if state in item.question
            ]
            given = "reference" if item.facets["scope"] == "comparison" else "target"
            assert shown[0] == item.extra[f"{given}_label"]
            continue
        given, hidden = (
            ("reference", "target") if item.facets["scope"] == "comparison" else ("target", "reference")
        )
        numbers = re.findall(r"(?<![\d.:\[])-?\d+\.\d{3}(?!\d)", item.question)
        assert set(numbers) == {f"{item.extra[f'{given}_label']:.3f}"}, item.question
        if round(item.extra["target_label"], 3) != round(item.extra["reference_label"], 3):
            assert f"{item.extra[f'{hidden}_label']:.3f}" not in numbers
        assert item.facets["property"] in item.question
        if item.answer_type == "number":
            assert item.unit and item.unit in item.question


def test_wordings_vary_and_none_is_left_unfilled() -> None:
    forms = Counter((item.task.partition("_")[2], item.extra["form"]) for item in everything())
    assert {form for _, form in forms} == {1, 2, 3, 4}
    assert not [item.id for item in everything() if re.search(r"\{[a-z]+\}", item.question)]


def test_the_same_seed_gives_the_same_questions_and_a_limit_takes_fewer() -> None:
    paired = [real_pairs("freesolv")]
    context = fgbench_context()
    first = make_items(paired, split_pairs(paired, context), context)
    assert make_items(paired, split_pairs(paired, context), context) == first
    limited = fgbench_context(limit=3)
    few = make_items(paired, split_pairs(paired, limited), limited)
    assert Counter(item.task for item in few.test)["single_bool_regression"] == 3
    assert {item.id for item in few.test} <= {item.id for item in first.test}


def test_right_answers_score_full_marks() -> None:
    items = made().test
    given = [Prediction(id=item.id, replies=(item.answer,)) for item in items]
    report = evaluate(items, given, None)
    assert report.value("accuracy") == report.value("valid_replies") == 1.0
    assert report.value("nrmse") == 0.0
    assert report.value("rmse", property="hydration free energy in water") == 0.0
    assert report.value("rmse.official") == 0.0
