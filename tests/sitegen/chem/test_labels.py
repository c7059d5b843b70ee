from __future__ import annotations

import pytest

from sitegen.chem.labels import is_placeholder, label_markup, label_order, normalise_label


def test_the_spellings_of_one_label_are_equal(cases):
    for spellings in cases("labels")["equal"]:
        assert len({normalise_label(spelling) for spelling in spellings}) == 1, spellings


def test_the_first_spelling_of_each_group_is_the_normal_one(cases):
    for spellings in cases("labels")["equal"]:
        assert normalise_label(spellings[0]) == spellings[0]


def test_labels_that_mean_different_groups_stay_different(cases):
    for first, second in cases("labels")["different"]:
        assert normalise_label(first) != normalise_label(second)


def test_placeholders_and_fixed_groups_are_told_apart(cases):
    labels = cases("labels")
    assert [label for label in labels["placeholders"] if not is_placeholder(label)] == []
    assert [label for label in labels["groups"] if is_placeholder(label)] == []


def test_labels_sort_by_number():
    assert sorted(["R[10]", "X", "R[2]", "R1", "R"], key=label_order) == ["R", "R1", "R[2]", "R[10]", "X"]


@pytest.mark.parametrize(
    ("label", "markup"),
    [
        ("R1", "R<sup>1</sup>"),
        ("R[12a]", "R<sup>12a</sup>"),
        ("R'", "R'"),
        ("X", "X"),
        ("CF3", "CF3"),
        ("<b>&", "b"),
        ("\u03b1", "?"),
    ],
)
def test_a_label_is_drawn_with_its_index_as_superscript_and_never_as_markup_of_its_own(label, markup):
    assert label_markup(label) == markup
