"""The sentences in the data folder: enough of them, and each says all that is given and asked."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from sitegen.benchmarks.fgbench.records import Bond, Edit, Group, Task
from sitegen.benchmarks.fgbench.wording import edit_text, group_names, label_text, read_wording
from tests.sitegen.benchmarks.fgbench.contexts import DATA

WORDING = read_wording(DATA)
KINDS = [
    f"{asked}_{kind}"
    for asked in ("edit", "comparison")
    for kind in ("bool_classification", "bool_regression", "value_regression")
]


def fields(form: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(form) if name}


def test_every_kind_of_question_has_several_different_forms() -> None:
    assert set(WORDING.forms) == set(KINDS)
    every = [form for kind in KINDS for form in WORDING.forms[kind]]
    assert all(len(WORDING.forms[kind]) >= 4 for kind in KINDS)
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("kind", KINDS)
def test_each_form_gives_what_is_known_and_never_what_is_asked(kind: str) -> None:
    wanted = {"target", "label", "property"}
    wanted |= {"edit"} if kind.startswith("edit") else {"reference"}  # an edit's product is not shown
    wanted |= {"unit"} if "value" in kind else set()
    for form in WORDING.forms[kind]:
        assert fields(form) == wanted, form


@pytest.mark.parametrize("kind", KINDS)
def test_each_form_says_how_to_answer_and_which_difference_is_meant(kind: str) -> None:
    for form in WORDING.forms[kind]:
        if "bool" in kind:
            assert re.search(r"\bTrue\b.*\bFalse\b", form), form
            continue
        if kind.startswith("comparison"):
            assert "target minus reference" in form, form
        else:
            assert re.search(r"minus|positive if it rises, negative if it falls", form), form


def test_lines_of_an_edit_come_in_the_order_in_which_they_are_done() -> None:
    edit = Edit(
        removed=(Group(name="ether", atoms=(3,)),),
        added=(Group(name="amine", atoms=(7,)),),
        fragments=("[NH:7]",),
        bonds=(Bond(first=0, second=7, order="single"),),
        cuts=(Bond(first=0, second=1, order="single"),),
    )
    *lines, last = edit_text(edit, WORDING).splitlines()
    assert [line.split()[1] for line in lines] == ["Remove", "Break", "Add", "Make"]
    assert all(line.startswith("- ") and line.endswith(".") for line in lines)
    assert "ydrogens" in last
    assert len(edit_text(Edit(removed=edit.removed), WORDING).splitlines()) == 2


@pytest.mark.parametrize(
    ("label", "text"),
    [(1.0, "1.000 kJ"), (-0.0004, "0.000 kJ"), (-2.34567, "-2.346 kJ"), (1234567.0, "1234567.000 kJ")],
)
def test_numbers_are_shown_with_three_decimals_and_unit(label: float, text: str) -> None:
    task = Task(slug="s", property="p", kind="regression", column="c", unit="kJ")
    assert label_text(label, task) == text


def test_a_number_without_a_unit_ends_with_the_number() -> None:
    assert label_text(0.5, Task(slug="s", property="p", kind="regression", column="c")) == "0.500"


def test_classes_are_shown_in_the_words_of_their_task() -> None:
    task = Task(slug="s", property="p", kind="classification", column="c", states=("toxic", "harmless"))
    assert [label_text(label, task) for label in (True, False)] == ["toxic", "harmless"]


def test_groups_that_come_twice_are_counted() -> None:
    twice = [Group(name=name, atoms=(place,)) for place, name in enumerate(("nitro", "ether", "nitro"))]
    assert group_names(twice) == "2 × nitro, ether"
