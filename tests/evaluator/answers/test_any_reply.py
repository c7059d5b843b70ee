"""Whatever a model writes, reading it gives an answer or says why not; it never raises."""

from __future__ import annotations

import random
from typing import Any

import pytest

from evaluator import Item, evaluate, extract
from tests.evaluator.building import chemistry, choice_item, item, predictions
from tests.evaluator.chemistry.structures import SMILES

PIECES = (
    *(
        "Answer",
        "answer is",
        ":",
        " ",
        "\n",
        "B",
        "(B)",
        "A and C",
        "**",
        "`",
        "```",
        "\\boxed{",
        "}",
        "{",
        "<answer>",
    ),
    *(
        "</answer>",
        "<think>",
        "</think>",
        "<smiles>",
        "</smiles>",
        "CCO",
        "c1ccccc1",
        "[R1]",
        "C[C@H](N)O",
        "|$R1$|",
    ),
    *(
        '{"answer": ',
        '"B"',
        "null",
        "'",
        '"',
        "\\",
        "\\n",
        "\u200b",
        "\ufeff",
        "\ud7ff",
        "Ｂ",
        "В",
        "½",
        "²",
        "10^",
        "1,5",
    ),
    *(
        "3.2e5",
        "±",
        "to",
        "<|channel|>final<|message|>",
        "<|im_end|>",
        "Question:",
        "选",
        "答案是",
        "sorry, I cannot",
        "-",
    ),
    *(
        "[",
        "]",
        "[[",
        "$",
        "#### ",
        "1/0",
        "none of the above",
        "ethyl acetate",
        ".",
        ",",
        "->",
        ">>",
        "|",
        "%",
        "\t",
    ),
)
ITEMS = (
    choice_item(),
    choice_item(("A", "C")),
    item("smiles", "CCO", extra={"scaffold": "*CO"}),
    item("number", 5, unit="g", tolerance=0.1),
    item("text", "3a"),
)


def random_replies(count: int) -> list[str]:
    generator = random.Random("replies of every sort")
    return ["".join(generator.choices(PIECES, k=generator.randrange(1, 14))) for _ in range(count)]


@pytest.mark.parametrize("asked", ITEMS, ids=lambda asked: f"{asked.answer_type}-{asked.answer}")
def test_random_replies_are_read_without_an_error(asked: Item) -> None:
    for reply in random_replies(3_000):
        answer = extract(reply, asked)
        assert (answer.value is None) == (answer.status != "answered"), reply
        assert answer.rule


VALUES = (
    *(
        None,
        True,
        False,
        0,
        -1,
        2.5,
        1e300,
        10**400,
        "",
        [],
        [[]],
        [None],
        {},
        {"answer": None},
        {"answer": []},
    ),
    *(
        {"answer": {"answer": "B"}},
        {"a": 1, "b": 2},
        ["B", None],
        [["B"], ["C"]],
        {"answer": ["B", 1]},
        [{}],
        [True],
    ),
)


@pytest.mark.parametrize("asked", ITEMS, ids=lambda asked: f"{asked.answer_type}-{asked.answer}")
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_any_json_value_is_a_reply(asked: Item, value: Any) -> None:
    report = evaluate([asked], predictions({"q1": value}), chemistry())
    assert sum(report.outcomes.values()) == 1


def test_damaged_structures_are_scored_without_an_error() -> None:
    generator = random.Random("structures of every sort")
    items = [item("smiles", "CCO", item_id=f"q{i}", extra={"scaffold": "*CO"}) for i in range(1_500)]
    replies = {}
    for one in items:
        smiles = generator.choice(SMILES)
        place = generator.randrange(len(smiles))
        replies[one.id] = smiles[:place] + generator.choice("CNOcn12()=#[]@H+.*/:%") + smiles[place + 1 :]
    report = evaluate(items, predictions(replies), chemistry())
    assert report.outcomes["incorrect"] > 100
    assert report.outcomes["unparsed"] > 100
