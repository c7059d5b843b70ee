"""Choice items: the label, or the exact set of labels."""

from __future__ import annotations

from evaluator.answers.choice import is_multiple
from evaluator.chemistry.molecules import Molecules
from evaluator.records import Answer, Item, Score
from evaluator.scorers.marking import mark, unanswered_mark


def score_choice(item: Item, answer: Answer, molecules: Molecules) -> Score:
    """Compare labels; for a multi-select item all must be given and no other."""
    if answer.value is None:
        return unanswered_mark(item, answer)
    given = list(answer.value) if is_multiple(item) else answer.value
    gold = sorted(item.answer) if is_multiple(item) else item.answer
    return mark(item, answer, right=given == gold, extracted=given, gold=gold)


def choice_problem(item: Item) -> str:
    """Say what is wrong with a choice item; empty when nothing is."""
    labels = [option.label for option in item.options]
    if not labels:
        return "a choice item without options"
    if len(set(labels)) < len(labels):
        return "two options have the same label"
    for option in item.options:
        if not (len(option.label) == 1 and "A" <= option.label <= "Z"):
            return f"option label {option.label!r} is not one letter from A to Z"
        if not (option.text or option.smiles):
            return f"option {option.label} has neither text nor smiles"
    if is_multiple(item):
        wrong = [label for label in item.answer if label not in labels]
        if wrong or not item.answer or len(set(item.answer)) < len(item.answer):
            return f"answer {list(item.answer)!r} is not a set of option labels"
    elif item.answer not in labels:
        return f"answer {item.answer!r} is not the label of an option"
    return ""


def is_label_list(item: Item, values: tuple[object, ...]) -> bool:
    """Say whether a prediction's list is one answer of a multi-select item, not repeats of it."""
    labels = {option.label for option in item.options}
    return is_multiple(item) and all(isinstance(value, str) and value in labels for value in values)
