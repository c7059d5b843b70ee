"""Replies built to make a pattern run away: they must end, and end alike (policy P22)."""

from __future__ import annotations

import pytest

from evaluator import Item, extract
from tests.evaluator.building import choice_item, item

LOOPS = (
    "the answer is ",
    "Answer: ",
    "<think>",
    "</think>",
    "<answer>",
    "<smiles>",
    "\\boxed{",
    "\\text{",
    "```\n",
    "{",
    '{"answer":',
    "[",
    '"',
    "\\",
    "*",
    "A ",
    "A, ",
    "(",
    "SMILES of ",
    "1,",
    "1 ",
    "C\n",
    "so it is (",
    "Question: ",
    "\u200b",
    "选",
    "x <|channel|>final<|message|>",
)
ITEMS = (choice_item(), choice_item(("A", "C")), item("smiles", "C"), item("number", 1), item("text", "x"))


@pytest.mark.parametrize("asked", ITEMS, ids=lambda asked: f"{asked.answer_type}-{asked.answer}")
@pytest.mark.parametrize("loop", LOOPS)
def test_a_reply_that_repeats_itself_for_ever_is_read_to_its_end(loop: str, asked: Item) -> None:
    answer = extract(loop * (300_000 // len(loop)), asked)
    assert answer.status in ("answered", "unparsed", "refused", "missing")


def test_an_answer_after_megabytes_of_reasoning_is_found() -> None:
    assert extract("hmm " * 500_000 + "\nAnswer: B", choice_item()).value == "B"


def test_an_answer_before_a_long_tail_is_found() -> None:
    assert extract("Answer: B\n" + "x" * 500_000, choice_item()).value == "B"


def test_nested_answers_do_not_exhaust_the_stack() -> None:
    assert extract("<answer>" * 3000 + "CCO", item("smiles", "CCO")).status in ("answered", "unparsed")
    assert extract("[" * 50 + '"B"' + "]" * 50, choice_item()).value == "B"
