"""Boolean items: the same truth value."""

from __future__ import annotations

from evaluator.chemistry.molecules import Molecules
from evaluator.records import Answer, Item, Score
from evaluator.scorers.marking import mark, unanswered_mark


def score_boolean(item: Item, answer: Answer, molecules: Molecules) -> Score:
    """Compare truth values."""
    if answer.value is None:
        return unanswered_mark(item, answer)
    return mark(item, answer, right=answer.value is item.answer, extracted=answer.value, gold=item.answer)


def boolean_problem(item: Item) -> str:
    """Say what is wrong with a boolean item; empty when nothing is."""
    return "" if isinstance(item.answer, bool) else f"answer {item.answer!r} is not true or false"
