"""A published row that contradicts itself is reported with the reason; one that does not is read."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sitegen.benchmarks.rground_published.checks import STEPS, Checked, Fault, Tables, check_row
from sitegen.benchmarks.rground_published.holding import holds_core
from sitegen.benchmarks.rground_published.rows import PublishedRow
from tests.sitegen.benchmarks.rground_published.published_rows import (
    NONE,
    PRODUCTS,
    RIGHT,
    advanced_row,
    generation_row,
    nota_row,
    vqa_row,
)

ROOT = Path(__file__).parents[4]
FOLDER = ROOT / "sitegen" / "benchmarks" / "rground_published"


def check(row: dict[str, Any], config: str = "vqa_easy_basic") -> Checked | Fault:
    parameters = tomllib.loads((FOLDER / "parameters.toml").read_text(encoding="utf-8"))
    cells = {
        name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in row.items()
    }
    published = PublishedRow(config=config, index=0, cells={n: text for n, text in cells.items() if text})
    return check_row(published, Tables(nota=parameters["nota"], properties=parameters["property"]))


def test_a_sound_row_gives_core_options_and_answer() -> None:
    checked = check(vqa_row())
    assert isinstance(checked, Checked)
    assert checked.core == "*c1ccc2ncccc2c1"
    assert checked.labels == ((0, "R[1]"),)
    assert list(checked.options) == list("ABCD")
    assert (checked.answer, checked.nota, checked.prop) == ("C", "no", "")
    assert checked.product == checked.options["C"] == "c1cnc2ccc(C3CC3)cc2c1"


@pytest.mark.parametrize(
    ("kind", "facet", "answer"),
    [("type_b", "nonexistent-r", "D"), ("type_c", "structure-error", "D"), ("valid_d", "distractor", "C")],
)
def test_kinds_of_none_of_the_above_are_told_apart(kind: str, facet: str, answer: str) -> None:
    for row in (nota_row(kind), nota_row(kind, nova_type=None, is_none_of_above=None, nova_answer_is_d=None)):
        checked = check(row)
        assert isinstance(checked, Checked)
        assert (checked.nota, checked.answer) == (facet, answer)
        assert list(checked.options) == list("ABC")
        assert bool(checked.product) == (answer != "D")


def test_an_advanced_row_has_its_property_and_a_core_without_labels() -> None:
    checked = check(advanced_row(), "vqa_hard_advanced")
    assert isinstance(checked, Checked)
    assert (checked.prop, checked.labels, checked.core) == ("bioactivity", (), "*c1ccc2ncccc2c1")


def test_indication_options_may_be_groups() -> None:
    groups = {
        f"option_{letter}_smiles": smiles
        for letter, smiles in zip("ABCD", ("*C", "*CC", "*Cl", "*O"), strict=True)
    }
    row = advanced_row(property="indication_mechanism", prop_values="{}", correct_smiles="*Cl", **groups)
    checked = check(row, "vqa_hard_advanced")
    assert isinstance(checked, Checked)
    assert checked.prop == "indication"


def test_a_generation_row_has_its_product_under_either_name() -> None:
    for row in (generation_row(), generation_row(correct_smiles=None, output_smiles=RIGHT)):
        checked = check(row, "generation_easy")
        assert isinstance(checked, Checked)
        assert (checked.product, checked.answer, dict(checked.options)) == ("c1cnc2ccc(C3CC3)cc2c1", "", {})


@pytest.mark.parametrize(
    ("row", "step", "reason"),
    [
        (vqa_row(question=None), 0, "a field is empty"),
        (vqa_row(option_B_smiles=""), 0, "a field is empty"),
        (vqa_row(instruction=""), 0, "a field is empty"),
        (vqa_row(correct_answer="E"), 0, "the answer is no letter"),
        (vqa_row(split="hard_basic"), 0, "it names another split"),
        # The published example: label X at atom 12, where the `*` is atom 11.
        (
            vqa_row(original_esmiles="N1=CN=C2N(*)C=NC2=C1N*<sep><a>5:R</a><a>12:X</a>"),
            1,
            "not readable as E-SMILES",
        ),
        (vqa_row(original_esmiles="c1ccccc1<sep>"), 1, "no open site"),
        (vqa_row(option_A_smiles="c1ccc"), 2, "an option is no molecule"),
        (vqa_row(option_A_smiles=NONE), 2, "an option is no molecule"),
        (vqa_row(option_A_smiles="Clc1cc2cccnc2cc1"), 2, "two options are the same molecule"),
        (vqa_row(correct_smiles=PRODUCTS[0]), 3, "correct_smiles is not the option"),
        (vqa_row(correct_smiles=NONE), 3, "correct_smiles is not the option"),
        (vqa_row(is_none_of_above=True), 3, "option D and is_none_of_above disagree"),
        (vqa_row(instruction="Put cyclopropyl at R2."), 3, "names a label that the structure lacks"),
        (nota_row("type_c", is_none_of_above=False), 3, "option D and is_none_of_above disagree"),
        (nota_row("type_c", nova_answer_is_d=False), 3, "nova_answer_is_d disagree"),
        (nota_row("type_x"), 3, "an unknown kind"),
        (nota_row("valid_d", correct_answer="D", nova_answer_is_d=True), 3, "answer and nova_type disagree"),
        (nota_row("type_c", correct_smiles=RIGHT), 3, "correct_smiles is not the option"),
        (nota_row("type_b", instruction="Put cyclopropyl at R1."), 3, "said not to exist is there"),
        (vqa_row(correct_answer="B", correct_smiles=PRODUCTS[1]), 4, "the core is not in the answer"),
        (
            vqa_row(option_C_smiles="*c1ccc2ncccc2c1", correct_smiles="*c1ccc2ncccc2c1"),
            4,
            "the answer keeps an open site",
        ),
    ],
)
def test_a_row_that_contradicts_itself_is_a_fault(row: dict[str, Any], step: int, reason: str) -> None:
    fault = check(row)
    assert isinstance(fault, Fault)
    assert STEPS[fault.step] == STEPS[step]
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"prop_values": '{"A": 9, "C": 8.25}'}, "another option has a larger value"),
        ({"prop_values": '{"A": 8.25, "C": 8.25}'}, "another option has the same value"),
        ({"prop_values": "[1]"}, "no JSON object"),
        ({"prop_values": "{"}, "no JSON object"),
        ({"property": "colour"}, "an unknown property"),
        ({"property": ""}, "an unknown property"),
    ],
)
def test_values_and_properties_of_advanced_rows_are_checked(changes: dict[str, Any], reason: str) -> None:
    fault = check(advanced_row(**changes), "vqa_hard_advanced")
    assert isinstance(fault, Fault)
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (generation_row(correct_smiles=None), "a field is empty"),
        (generation_row(correct_smiles="C1CC"), "the answer is no molecule"),
        (generation_row(output_smiles="CCO"), "two answers that differ"),
        (generation_row(correct_smiles="CCO"), "the core is not in the answer"),
        (generation_row(difficulty="hard"), "it names another split"),
    ],
)
def test_generation_rows_are_checked(row: dict[str, Any], reason: str) -> None:
    fault = check(row, "generation_easy")
    assert isinstance(fault, Fault)
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("smiles", "core", "held"),
    [
        ("Nc1ncnc2n(-c3ccccc3)cnc12", "*Nc1ncnc2c1ncn2*", True),  # one site stays hydrogen
        ("CC(C)[C@H](N)C", "C[C@@H](*)N", True),  # stereo is another matter
        ("c1ccncc1", "*c1ccccc1", False),
        ("CC[N+](C)(C)C", "*N(C)C", False),
        ("CCO", "*CC=O", False),
        ("c1ccc2nc(C3CC3)ccc2c1", "*c1ccc2ncccc2c1", False),  # on another atom
        ("CC(F)(F)c1ccccc1", "*C(F)c1ccccc1", False),  # one group more than there are sites
    ],
)
def test_a_core_is_held_whatever_stands_at_its_sites(smiles: str, core: str, held: bool) -> None:
    assert holds_core(smiles, core) is held
