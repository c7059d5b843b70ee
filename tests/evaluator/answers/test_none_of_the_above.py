"""Replies where one option is a sentence beside options that are structures."""

from __future__ import annotations

import pytest

from evaluator import Item, Option, extract

ITEM = Item(
    id="q",
    benchmark="b",
    task="vqa",
    facets={},
    question="Which option is the resulting molecule?",
    answer_type="choice",
    answer="D",
    options=(
        Option(label="A", smiles="CCO"),
        Option(label="B", smiles="c1ccccc1"),
        Option(label="C", smiles="CC(C)O"),
        Option(label="D", text="None of the above"),
    ),
)


@pytest.mark.parametrize(
    "reply",
    (
        "D",
        "None of the above",
        "none of the above.",
        "**None of the above**",
        "D. None of the above",
        "D none of the above",
        "(D) None of the above",
        "D (None of the above)",
        "Option D: None of the above",
        "Option D (None of the above)",
        "None of the above (D)",
        "None of the above [D].",
        "none of the above is right",
        "None of the options is correct",
        "None of the molecules is right.",
        "none",
        "It is none of the above",
        "The answer is none of the above.",
        "The answer is none of the above (D).",
        "The correct option is none of the above because R3 does not exist.",
        "R3 does not exist on this scaffold, so the answer is D.",
        "R3 does not exist.\n\n<answer>None of the above</answer>",
        "<answer>D. None of the above</answer>",
        "<answer>None of the above (D)</answer>",
        r"\boxed{\text{None of the above}}",
        r"\boxed{\textbf{None of the above.}}",
        '{"answer": "None of the above"}',
    ),
)
def test_the_sentence_its_letter_or_both_give_its_label(reply: str) -> None:
    assert extract(reply, ITEM).value == "D"


@pytest.mark.parametrize(
    ("reply", "expected"),
    (
        ("None of the above (B)", None),
        ("B (None of the above)", None),
        ("I would not say none of the above", None),
        ("The label R3 does not exist.", None),
        ("CC(C)O", "C"),
        ("CCO (A)", None),
        ("Option C: CC(C)O", "C"),
        ("Option A is too small. None of the others fits. Answer: B", "B"),
        ("Answer: A, not none of the above", "A"),
    ),
)
def test_the_sentence_next_to_another_letter_or_within_prose_is_no_answer(
    reply: str, expected: str | None
) -> None:
    assert extract(reply, ITEM).value == expected
