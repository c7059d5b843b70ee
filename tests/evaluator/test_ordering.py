from __future__ import annotations

import random

import pytest

from evaluator.ordering import value_key


@pytest.mark.parametrize(
    "ordered",
    [
        ["easy", "medium", "hard"],
        ["basic", "advanced"],
        ["no", "distractor", "nonexistent-r", "structure-error"],
        ["below -0.05", "-0.05 to 0.00", "0.00 to 0.05", "0.05 to 0.10", "0.10 to 0.20", "0.50 or more"],
        ["1", "2", "10", "100"],
        ["i2i", "i2s", "s2i", "s2s"],
    ],
)
def test_values_come_in_the_order_a_reader_expects(ordered: list[str]) -> None:
    shuffled = [*ordered]
    random.Random("order").shuffle(shuffled)
    assert sorted(shuffled, key=value_key) == ordered
