"""The answer types this evaluator knows: how each is read, checked and scored.

A new type is one module in `answers/`, one in `scorers/` and one entry here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluator.answers.boolean import extract_boolean
from evaluator.answers.choice import extract_choice
from evaluator.answers.number import extract_number
from evaluator.answers.repeats import median, mode
from evaluator.answers.smiles import extract_smiles
from evaluator.answers.text import extract_text
from evaluator.chemistry.molecules import Molecules
from evaluator.errors import DatasetError
from evaluator.records import Answer, Item, Score
from evaluator.scorers.boolean import boolean_problem, score_boolean
from evaluator.scorers.choice import choice_problem, is_label_list, score_choice
from evaluator.scorers.number import number_problem, score_number
from evaluator.scorers.smiles import COMPARED, MEANS, score_smiles, smiles_problem, structures
from evaluator.scorers.text import score_text, text_problem
from evaluator.version import __version__


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerType:
    """What the evaluator does with one answer type.

    `extract` reads an answer from a raw reply, `problem` says what is wrong with an item's own answer
    (empty: nothing), `score` compares, `structures` lists the SMILES it will need described (None for
    types without chemistry), `is_one_answer` tells a list that is one answer from a list of repeats,
    `means` names the metrics that are not proportions, `compared` those that contrasts compare.
    `combine` makes one answer of those of several repeats, which is then scored; without it each repeat
    is scored and the scores are averaged.
    """

    extract: Callable[[Any, Item], Answer]
    problem: Callable[[Item], str]
    score: Callable[[Item, Answer, Molecules], Score]
    structures: Callable[[Item, tuple[Answer, ...]], tuple[str, ...]] | None = None
    is_one_answer: Callable[[Item, tuple[Any, ...]], bool] = lambda item, values: False
    means: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    combine: Callable[[Sequence[Answer]], Answer] | None = None


TYPES: Mapping[str, AnswerType] = {
    "boolean": AnswerType(
        extract=extract_boolean, problem=boolean_problem, score=score_boolean, combine=mode
    ),
    "choice": AnswerType(
        extract=extract_choice, problem=choice_problem, score=score_choice, is_one_answer=is_label_list
    ),
    "number": AnswerType(extract=extract_number, problem=number_problem, score=score_number, combine=median),
    "smiles": AnswerType(
        extract=extract_smiles,
        problem=smiles_problem,
        score=score_smiles,
        structures=structures,
        means=MEANS,
        compared=COMPARED,
    ),
    "text": AnswerType(extract=extract_text, problem=text_problem, score=score_text),
}


def answer_type_of(item: Item) -> AnswerType:
    """Return an item's answer type; raise `DatasetError` where this evaluator does not know it."""
    if item.answer_type not in TYPES:
        raise DatasetError(_unsupported(item), item_id=item.id)
    return TYPES[item.answer_type]


def problem_of(item: Item) -> str:
    """Say what is wrong with an item's type or answer; empty when nothing is."""
    known = TYPES.get(item.answer_type)
    return known.problem(item) if known else _unsupported(item)


def extract(raw: Any, item: Item) -> Answer:
    """Read an item's answer from a raw reply (text, a bare JSON value, or None).

    A reply may say anything: that there is no answer in it is a status of the `Answer`, not an error.
    Raises `DatasetError` where the item's answer type is not known.
    """
    return answer_type_of(item).extract(raw, item)


def _unsupported(item: Item) -> str:
    return f"answer type {item.answer_type!r} is not supported by evaluator {__version__}"
