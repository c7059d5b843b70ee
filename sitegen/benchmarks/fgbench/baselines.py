"""What the solvers earn, measured with the evaluator itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from evaluator import evaluate
from evaluator.records import Item, Metric, Prediction
from sitegen.benchmarks.fgbench.solvers import SOLVERS, Answers

_OF_BOOLEANS = ("accuracy",)
_OF_NUMBERS = ("mae", "nrmse", "rmse", "sign_accuracy")
_GROUPS: tuple[set[str], ...] = (set(), {"task"}, {"answer"}, {"property"}, {"dataset", "task"})
"""The breakdowns that the card and the scorer show."""


def baseline_metrics(test: Sequence[Item], train: Sequence[Item]) -> tuple[Metric, ...]:
    """Return metrics named `<solver>.<metric>` of the questions that each solver can answer.

    `random` is any answer to a true or false question: right in a half of them, by definition.
    """
    if not test:
        return ()
    found = [metric for name, solve in SOLVERS.items() for metric in _earned(name, solve(test, train), test)]
    any_answer: Answers = {item.id: False for item in test if item.answer_type == "boolean"}
    chance = [replace(one, value=0.5, low=None, high=None) for one in _earned("random", any_answer, test)]
    return (*chance, *found)


def _earned(name: str, answers: Answers, test: Sequence[Item]) -> Iterator[Metric]:
    for answer_type, wanted in (("boolean", _OF_BOOLEANS), ("number", _OF_NUMBERS)):
        items = [item for item in test if item.answer_type == answer_type and item.id in answers]
        if not items:
            continue
        given = [Prediction(id=item.id, replies=(answers[item.id],)) for item in items]
        for metric in evaluate(items, given, None).metrics:
            if metric.name in wanted and set(metric.facets) in _GROUPS:
                yield replace(metric, name=f"{name}.{metric.name}")
