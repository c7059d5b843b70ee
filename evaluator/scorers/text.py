"""Text items: the same text once both are normalised; a near miss is reported, not forgiven."""

from __future__ import annotations

from dataclasses import replace

from evaluator.answers.text import normalised
from evaluator.chemistry.molecules import Molecules
from evaluator.records import Answer, Item, Score
from evaluator.scorers.marking import mark, unanswered_mark


def score_text(item: Item, answer: Answer, molecules: Molecules) -> Score:
    """Compare a text with the gold one."""
    if answer.value is None:
        return unanswered_mark(item, answer)
    gold = normalised(item.answer)
    right = answer.value == gold
    if not right and _simplified(answer.value) == _simplified(gold):
        near = "near miss: differs in case, blanks or brackets only"
        answer = replace(answer, warnings=(*answer.warnings, near))
    return mark(item, answer, right=right, extracted=answer.value, gold=gold)


def text_problem(item: Item) -> str:
    """Say what is wrong with a text item; empty when nothing is."""
    return "" if isinstance(item.answer, str) and normalised(item.answer) else "the answer is not a text"


def _simplified(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
