"""Repeats of one question, by hand: what they come down to, in which order, from which files."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from evaluator import Prediction, evaluate
from tests.evaluator.building import item

REFUSAL = "I cannot answer that."
TRUTHS: list[tuple[tuple[Any, ...], Any, str]] = [
    (("True", "False", "True"), True, "correct"),
    (("No", "Yes", "no."), False, "incorrect"),
    (("False", "True"), False, "incorrect"),  # a tie: the one seen first
    (("True", "False", "False", "True"), True, "correct"),
    (("hm", "False", "True", "True", "False"), False, "incorrect"),  # first seen among valid ones
    (("hm", None, "True"), True, "correct"),
    (("hm", "hm", REFUSAL), None, "unparsed"),
    (("hm", REFUSAL), None, "refused"),  # a tie: the worse for the model
    ((None, "hm"), None, "missing"),
    ((None, None), None, "missing"),
]
NUMBERS: list[tuple[tuple[Any, ...], Any, str]] = [
    (("1", "2", "9"), Fraction(2), "correct"),
    (("1", "3"), Fraction(2), "correct"),
    (("0.1", "0.2"), Fraction(3, 20), "incorrect"),  # exactly, not 0.15000000000000002
    (("hm", "2", REFUSAL), Fraction(2), "correct"),
    (("2", "2", "1", "9"), Fraction(2), "correct"),
    (("5", "hm", "7", None, "6"), Fraction(6), "incorrect"),
    (("hm", "between 1 and 3"), None, "unparsed"),
]


@pytest.mark.parametrize(("replies", "value", "outcome"), TRUTHS)
def test_truth_values_come_down_to_the_most_frequent(
    replies: tuple[Any, ...], value: Any, outcome: str
) -> None:
    check("boolean", True, replies, value, outcome)


@pytest.mark.parametrize(("replies", "value", "outcome"), NUMBERS)
def test_numbers_come_down_to_the_median(replies: tuple[Any, ...], value: Any, outcome: str) -> None:
    check("number", 2, replies, value, outcome)


def check(kind: str, gold: Any, replies: tuple[Any, ...], value: Any, outcome: str) -> None:
    report = evaluate([item(kind, gold)], [Prediction(id="q1", replies=replies)], None)
    (score,) = report.scores
    assert (score.value, score.outcome) == (value, outcome)
    assert score.score == float(outcome == "correct")
    assert len(score.replies) == len(replies) == report.repeats
    assert [line for line in score.trace if line.startswith("repeat 1: raw: ")]


def test_an_item_with_fewer_repeats_lacks_the_rest() -> None:
    items = [item("boolean", True, item_id="q1"), item("boolean", True, item_id="q2")]
    given = [Prediction(id="q1", replies=("True",) * 3), Prediction(id="q2", replies=("True",))]
    report = evaluate(items, given, None)
    assert [score.replies for score in report.scores] == [(True, True, True), (True, None, None)]
    assert report.value("valid_replies") == pytest.approx((1 + 1 / 3) / 2)


def test_the_trace_tells_each_repeat_and_what_they_come_down_to() -> None:
    given = [Prediction(id="q1", replies=("<think>…</think>True", "False", "hm", "yes"))]
    (score,) = evaluate([item("boolean", True)], given, None).scores
    assert score.trace == (
        "repeat 1: raw: <think>…</think>True",
        "repeat 2: raw: False",
        "repeat 3: raw: hm",
        "repeat 4: raw: yes",
        "repeat 1: reasoning removed",
        "repeat 1: extracted True (rule: a verdict of its own)",
        "repeat 2: extracted False (rule: a verdict of its own)",
        "repeat 3: unparsed (not exactly one verdict)",
        "repeat 4: extracted True (rule: a verdict of its own)",
        "extracted: True (rule: mode of 3 valid of 4 repeats, 2 the same)",
        "compared with True: equal",
    )


def test_choices_with_repeats_are_still_averaged() -> None:
    from tests.evaluator.building import choice_item

    (score,) = evaluate([choice_item()], [Prediction(id="q1", replies=("B", "A"))], None).scores
    assert score.score == 0.5
