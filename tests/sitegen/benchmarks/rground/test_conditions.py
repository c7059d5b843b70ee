"""Conditions: what is true of a group, and sets of them that only one group meets."""

from __future__ import annotations

from itertools import combinations

from sitegen.benchmarks.rground.conditions import (
    Condition,
    absolute,
    fitting,
    holds,
    minimal_sets,
    relative,
)

PHENYL, TOLYL, PARA_CHLORO, META_CHLORO = "c1ccccc1", "c1ccc(C)cc1", "c1ccc(Cl)cc1", "c1cccc(Cl)c1"
BENZYL, BENZOYL, DICHLORO = "Cc1ccccc1", "C(=O)c1ccccc1", "c1ccc(Cl)c(Cl)c1"


def test_a_condition_holds_for_the_groups_it_is_true_of_only() -> None:
    one_halogen = Condition(kind="halogens", value="1")
    groups = {"a": PHENYL, "b": PARA_CHLORO, "c": META_CHLORO, "d": DICHLORO}
    assert fitting([one_halogen], groups) == ("b", "c")
    meta = Condition(kind="decoration", value="*Cl:meta")
    assert fitting([one_halogen, meta], groups) == ("c",)
    assert fitting([meta], groups) == ("c", "d")


def test_a_comparison_is_made_with_its_reference() -> None:
    one_more = Condition(kind="halogen_difference", value="+1", reference=PARA_CHLORO, name="4-chlorophenyl")
    assert holds(one_more, DICHLORO)
    assert not holds(one_more, META_CHLORO)
    isomer = Condition(kind="positional_isomer", value="yes", reference=PARA_CHLORO)
    assert fitting([isomer], {"a": META_CHLORO, "b": PARA_CHLORO, "c": DICHLORO}) == ("a",)


def test_the_same_ring_with_another_link_is_recognised() -> None:
    assert ("same_ring", "yes") in relative(BENZYL, BENZOYL)
    assert ("same_link", "no") in relative(BENZYL, BENZOYL)
    assert ("same_ring", "yes") not in relative(TOLYL, BENZOYL)


def test_minimal_sets_leave_no_other_option_and_need_every_condition() -> None:
    answer, others = META_CHLORO, [PARA_CHLORO, DICHLORO, PHENYL]
    conditions = [Condition(kind=kind, value=value) for kind, value in sorted(absolute(answer))]
    sets = list(minimal_sets(conditions, others, 3))
    assert sets
    for chosen in sets:
        assert all(holds(condition, answer) for condition in chosen)
        assert not fitting(chosen, {one: one for one in others})
        for fewer in combinations(chosen, len(chosen) - 1):
            assert fitting(fewer, {one: one for one in others})


def test_a_set_is_not_found_where_nothing_tells_options_apart() -> None:
    conditions = [Condition(kind="ring_size", value="6"), Condition(kind="ring_kind", value="aromatic")]
    assert list(minimal_sets(conditions, [PHENYL, TOLYL], 3)) == []


def test_json_of_a_condition_holds_only_what_it_says() -> None:
    assert Condition(kind="halogens", value="1").to_json() == {"kind": "halogens", "value": "1"}
    compared = Condition(kind="same_link", value="yes", reference=PHENYL, name="phenyl", label="R[2]")
    assert compared.to_json()["label"] == "R[2]"
