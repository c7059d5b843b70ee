"""A published row that contradicts itself is reported with the reason; one that does not is read."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sitegen.benchmarks.fgbench.records import Group
from sitegen.benchmarks.fgbench_published.across import Seen
from sitegen.benchmarks.fgbench_published.checks import TYPES, Checked, Fault, check_row
from sitegen.benchmarks.fgbench_published.items import split_unit
from sitegen.benchmarks.fgbench_published.literals import BadLiteral, Join, read_diff, read_joins
from sitegen.benchmarks.fgbench_published.mapped import numbers_of
from sitegen.benchmarks.fgbench_published.rows import PublishedRow
from tests.sitegen.benchmarks.fgbench_published.published_rows import (
    Row,
    class_row,
    comparison_row,
    interaction_row,
    mapped,
    rise_row,
    value_row,
)


def published(row: Row, index: int = 0) -> PublishedRow:
    return PublishedRow(split="test", index=index, cells={name: text for name, text in row.items() if text})


def sound(row: Row) -> Checked:
    checked = check_row(published(row))
    assert isinstance(checked, Checked), checked
    return checked


def fault_of(row: Row) -> Fault:
    fault = check_row(published(row))
    assert isinstance(fault, Fault)
    return fault


def test_a_sound_row_gives_molecules_groups_labels_and_answer() -> None:
    checked = sound(value_row())
    assert (checked.target, checked.reference) == ("Cc1ccccc1Cl", "Cc1ccccc1")
    assert checked.removed == (Group(name="chloride", atoms=(7,)),)
    assert checked.added == ()
    assert checked.labels == (Decimal("-3.5234"), Decimal("-2.25"))
    assert checked.gold == Decimal(str(-2.25 - -3.5234))


def test_every_type_is_read() -> None:
    rows = [value_row(), rise_row(), class_row()]
    kinds = ("value_regression", "bool_regression")
    rows += [make(kind) for make in (interaction_row, comparison_row) for kind in kinds]
    labels = {"target_label": "0", "ref_label": "0"}
    rows += [make("bool_classification", **labels) for make in (interaction_row, comparison_row)]
    assert {sound(row).row.cells["type"] for row in rows} == set(TYPES)


def test_the_sign_turns_round_between_edit_and_comparison() -> None:
    assert sound(rise_row()).gold is True
    assert sound(comparison_row("bool_regression")).gold is False
    assert sound(value_row()).gold == -Decimal(str(sound(comparison_row()).gold))


def test_equal_labels_are_neither_higher_nor_another_class() -> None:
    assert sound(rise_row(ref_label="-3.5234")).gold is False
    assert sound(class_row(ref_label="1.0")).gold is False


def test_groups_are_read_from_tuples_and_lists_and_a_named_dictionary() -> None:
    lists = "[[['chloride', 2, [[7], [3]]]], [['C1 alkane', 1, [[0]]]]]"
    groups, entries = read_diff(lists)
    assert [group.atoms for group in groups] == [(7,), (3,), (0,)]
    assert entries == 2
    assert read_diff(lists.replace("[", "(").replace("]", ",)")) == (groups, entries)
    join = Join(group="phenol ([OH:7])", atom=7, to=6, place="target molecule")
    assert sound(interaction_row()).joins == (join,)


@pytest.mark.parametrize(
    "text",
    ["__import__('os').getcwd()", "[" * 50 + "]" * 50, "[" + "0," * 20_000 + "]", "[1", "1", "\0", "[[], []"],
)
def test_what_is_no_plain_literal_is_never_run(text: str) -> None:
    with pytest.raises(BadLiteral):
        read_diff(text)


def test_a_dictionary_of_another_class_is_not_read() -> None:
    with pytest.raises(BadLiteral, match="not a Python literal"):
        read_joins("defaultdict(<class 'set'>, {})")


def test_numbers_go_with_the_atoms_they_were_written_at() -> None:
    plain = "C[C@H](O)c1ccccc1Cl"
    smiles, numbers = numbers_of(mapped(plain), plain)
    assert smiles == plain
    assert numbers == tuple(range(10))
    assert numbers_of("[OH:1][CH3:0]", "CO") == ("CO", (0, 1))
    assert numbers_of("[OH:0][CH3:1]", "CO") == ("CO", (1, 0))


@pytest.mark.parametrize(
    ("row", "step", "reason"),
    [
        (value_row(answer=""), 0, "a field is empty"),
        (value_row(dataset=None), 0, "a field is empty"),
        (value_row(target_label="nan"), 0, "a field says that there is no value"),
        (value_row(type="single_value_classification"), 0, "an unknown type"),
        (value_row(dataset="ES OL"), 0, "no name of a data set"),
        (value_row(task_num="first"), 0, "task_num is no whole number"),
        (value_row(split="train"), 0, "it names another split"),
        (value_row(target_smiles="c1ccc"), 1, "a SMILES is not readable"),
        (value_row(ref_smiles="C1CC"), 1, "a SMILES is not readable"),
        (value_row(target_mapped_smiles="C1C"), 1, "a mapped SMILES does not fit"),
        (value_row(target_mapped_smiles=mapped("Cc1ccccc1F")), 1, "a mapped SMILES does not fit"),
        (value_row(target_mapped_smiles="Cc1ccccc1Cl"), 1, "a mapped SMILES does not fit"),
        (
            value_row(ref_smiles="C[C@H](N)O", ref_mapped_smiles=mapped("C[C@@H](N)O")),
            1,
            "a mapped SMILES does not fit",
        ),
        (value_row(ref_mapped_smiles=mapped("Cc1ccccc1").replace(":3]", ":4]")), 1, "a mapped SMILES"),
        (value_row(target_diff="chloride"), 2, "a list of groups is not readable"),
        (value_row(ref_diff="[[], [], []]"), 2, "a list of groups is not readable"),
        (value_row(target_diff="([('chloride', 2, [(7,)])], [])"), 2, "a list of groups is not readable"),
        (value_row(disconnect_list="{}"), 2, "a list of groups is not readable"),
        (value_row(connect_dict="[]"), 2, "a list of groups is not readable"),
        (value_row(target_diff="([('chloride', 1, [(8,)])], [])"), 2, "an atom that the molecule lacks"),
        (value_row(ref_diff="([('ring', 1, [(7,)])], [])"), 2, "an atom that the molecule lacks"),
        (value_row(disconnect_list="[('chloride', [(9,)])]"), 2, "an atom that the molecule lacks"),
        (
            interaction_row(connect_dict="{'phenol': [(8, 6, 'target molecule')]}"),
            2,
            "an atom that the molecule lacks",
        ),
        (value_row(target_diff="([], [])", disconnect_list="[]"), 2, "no group differs"),
        (value_row(disconnect_list="[('chloride', [(6,)])]"), 2, "disconnect_list and target_diff disagree"),
        (value_row(ref_diff="([('ring', 1, [(2,)])], [])"), 2, "the type names another number of groups"),
        (interaction_row(ref_diff="([], [])"), 2, "the type names another number of groups"),
        (value_row(target_label="low"), 3, "a label is no number"),
        (class_row(target_label="2"), 3, "a label is no class"),
        (value_row(answer="much"), 3, "the answer is no number"),
        (value_row(answer="True"), 3, "the answer is of another kind"),
        (rise_row(answer="1.5"), 3, "the answer is of another kind"),
        (value_row(answer="-1.2734"), 3, "the answer contradicts the labels"),
        (value_row(answer="1.2737"), 3, "the answer contradicts the labels"),
        (rise_row(answer="False"), 3, "the answer contradicts the labels"),
        (class_row(answer="False"), 3, "the answer contradicts the labels"),
        (value_row(question="The solubility (log) is -3.523."), 3, "the question is about another molecule"),
        (value_row(question=f"{mapped('Cc1ccccc1Cl')}?"), 3, "the question shows no label"),
    ],
)
def test_a_row_that_contradicts_itself_is_a_fault(row: Row, step: int, reason: str) -> None:
    fault = fault_of(row)
    assert reason in fault.reason
    assert fault.step == step


@pytest.mark.parametrize("make", [value_row, comparison_row, class_row])
def test_the_label_in_the_question_is_the_one_of_the_row(make: Any) -> None:
    row = make()
    shown = "True" if row["dataset"] == "bbbp" else str(round(float(row["ref_label"]), 3))
    shown = "-3.523" if make is value_row else shown
    assert f" {shown}." in row["question"]
    other = "False" if shown == "True" else "-3.53"
    fault = fault_of(row | {"question": row["question"].replace(f" {shown}.", f" {other}.")})
    assert fault.reason == "the question shows another label"


def test_an_answer_may_be_rounded_as_much_as_the_file_rounds() -> None:
    assert isinstance(
        sound(value_row(target_label="-3.52", ref_label="-2.25", answer="1.2700000001")), Checked
    )
    assert fault_of(value_row(answer="1.2736")).reason == "the answer contradicts the labels"


def test_a_question_asked_twice_is_left_out_the_second_time() -> None:
    seen = Seen()
    first = sound(value_row())
    assert seen.admit(first) is first
    again = seen.admit(sound(value_row()))
    assert isinstance(again, Fault)
    assert (again.reason, again.detail) == ("the question was asked before", "test/0")
    near = seen.admit(sound(value_row(answer="1.27341")))
    assert isinstance(near, Fault)
    assert near.reason == "asked before with another answer"


def test_a_molecule_has_one_label_of_a_property() -> None:
    seen = Seen()
    seen.admit(sound(value_row()))
    other = seen.admit(sound(comparison_row(ref_label="-2.5")))
    assert isinstance(other, Fault)
    assert other.reason == "an earlier row has another label of a molecule"
    assert isinstance(seen.admit(sound(comparison_row(ref_label="-2.5", dataset="lipo"))), Checked)
    assert seen.spreads()["esol", "solubility (log)"] == pytest.approx((3.5234 - 2.25) / 2)


def test_a_unit_is_read_from_the_name_of_a_property() -> None:
    assert split_unit("Heat (unit: cal/(mol*K))") == ("Heat", "cal/(mol*K)")
    assert split_unit("coefficient (at pH 7)") == ("coefficient (at pH 7)", "")
