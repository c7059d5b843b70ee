"""Our own replies for each policy, in `tests/cases/evaluator`."""

from __future__ import annotations

from typing import Any

import pytest

from evaluator import Item, extract
from tests.evaluator.building import choice_item, item, own_cases, structure_choice_item


def choice_replies() -> list[Any]:
    return [
        pytest.param(group, reply, expected, id=f"{group['policy']}-{index}-{place}")
        for index, group in enumerate(own_cases("choice"))
        for place, (reply, expected) in enumerate(group["replies"])
    ]


def asked(group: dict[str, Any]) -> Item:
    if "structures" in group:
        return structure_choice_item("B", group["structures"])
    return choice_item(("A",) if group.get("multi") else "B", group["options"])


@pytest.mark.parametrize(("group", "reply", "expected"), choice_replies())
def test_a_choice_reply_gives_the_label_it_states_and_no_other(
    group: dict[str, Any], reply: Any, expected: Any
) -> None:
    answer = extract(reply, asked(group))
    value = list(answer.value) if isinstance(answer.value, tuple) else answer.value
    assert value == expected, answer


@pytest.mark.parametrize(("reply", "expected"), own_cases("smiles")[0]["replies"])
def test_a_structure_reply_gives_the_one_structure_it_marks(reply: Any, expected: str | None) -> None:
    answer = extract(reply, item("smiles", "CCO"))
    assert answer.value == expected, answer


@pytest.mark.parametrize(("reply", "expected"), own_cases("outcomes"))
def test_replies_without_an_answer_are_told_apart(reply: Any, expected: str) -> None:
    assert extract(reply, choice_item()).status == expected


@pytest.mark.parametrize(("reply", "expected"), own_cases("numbers"))
def test_a_number_reply_gives_the_one_number_it_states(reply: Any, expected: float | None) -> None:
    answer = extract(reply, item("number", 5))
    assert (None if answer.value is None else float(answer.value)) == expected, answer


@pytest.mark.parametrize(("reply", "expected"), own_cases("booleans"))
def test_a_true_or_false_reply_gives_its_one_verdict(reply: Any, expected: bool | None) -> None:
    answer = extract(reply, item("boolean", True))
    assert answer.value is expected, answer


@pytest.mark.parametrize(("reply", "expected"), own_cases("texts"))
def test_a_text_reply_is_compared_without_its_wrappers(reply: Any, expected: str | None) -> None:
    assert extract(reply, item("text", "x")).value == expected


def test_a_label_with_the_text_of_another_option_counts_and_is_reported() -> None:
    answer = extract("Answer: B) methanol", choice_item())
    assert answer.value == "B"
    assert answer.warnings == ("the text after label B is that of option A; the label counts",)


def test_the_steps_say_what_was_removed_before_the_answer_was_read() -> None:
    answer = extract("<think>A?</think>So, my answer: B<|im_end|>", choice_item())
    assert answer.steps == ("reasoning removed", "cut at an end-of-turn token")
    assert answer.rule == "answer line"
