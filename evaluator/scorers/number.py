"""Number items: equal within the item's absolute tolerance.

Without a tolerance whole numbers must be equal exactly, others to nine significant digits (the noise of
binary fractions). No rounding of either side, no conversion of units or percent.
"""

from __future__ import annotations

import math
from fractions import Fraction

from evaluator.chemistry.molecules import Molecules
from evaluator.records import Answer, Item, Score
from evaluator.scorers.marking import mark, unanswered_mark

_NOISE = Fraction(1, 10**9)


def score_number(item: Item, answer: Answer, molecules: Molecules) -> Score:
    """Compare a number with the gold one."""
    if answer.value is None:
        return unanswered_mark(item, answer)
    given, gold = answer.value, Fraction(str(item.answer))
    if item.tolerance is not None:
        right = abs(given - gold) <= Fraction(str(item.tolerance))
    elif given.denominator == gold.denominator == 1:
        right = given == gold
    else:
        right = abs(given - gold) <= _NOISE * abs(gold)
    compared = item.answer if item.tolerance is None else f"{item.answer} (tolerance {item.tolerance})"
    return mark(item, answer, right=right, extracted=_plain(given, item.answer), gold=compared)


def _plain(value: Fraction, gold: int | float) -> int | float:
    """Write a whole number as one, unless only a float gold could have been that large."""
    if value.denominator == 1 and (isinstance(gold, int) or abs(value) <= 2**53):
        return int(value)
    return float(value)


def number_problem(item: Item) -> str:
    """Say what is wrong with a number item; empty when nothing is."""
    if isinstance(item.answer, bool) or not isinstance(item.answer, int | float):
        return f"answer {item.answer!r} is not a number"
    if not math.isfinite(item.answer):
        return "the answer is not finite"
    if item.tolerance is not None and not item.tolerance >= 0:
        return f"tolerance {item.tolerance!r} is not a positive number"
    return ""
