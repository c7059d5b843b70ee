"""Solvers that never reason about a molecule: what any model must beat.

Each answers the questions it can from those for learning; issue of a run and scoring are elsewhere.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from evaluator.records import Item

type Answers = dict[str, bool | float]
"""Answers by item id; questions that a solver cannot answer are left out."""

type Solver = Callable[[Sequence[Item], Sequence[Item]], Answers]


def majority(test: Sequence[Item], train: Sequence[Item]) -> Answers:
    """Answer true or false as most questions for learning of the same table, property and task do.

    False where there are none, or as many of each.
    """
    counted: dict[tuple[str, ...], Counter[bool]] = defaultdict(Counter)
    for item in train:
        if item.answer_type == "boolean":
            counted[_kind(item)][item.answer] += 1
    return {
        item.id: counted[_kind(item)][True] > counted[_kind(item)][False]
        for item in test
        if item.answer_type == "boolean"
    }


def zero_change(test: Sequence[Item], train: Sequence[Item]) -> Answers:
    """Answer that nothing changes: 0, and False."""
    return {item.id: False if item.answer_type == "boolean" else 0.0 for item in test}


def group_mean(test: Sequence[Item], train: Sequence[Item]) -> Answers:
    """Answer with what the groups that differ changed on average in the questions for learning.

    For each property of a table the mean change by an added group is learned from single edits (a removed
    group counts with the other sign); an edit brings the sum over its groups, 0 for a group never seen. A
    number is that sum, a value is higher where it is above 0, and a class changes where it did for most of
    the single edits with one of the groups.
    """
    means = _group_means(train)
    flips = _group_flips(train)
    answers: Answers = {}
    for item in test:
        groups = list(_signed_groups(item))
        if item.task.endswith("bool_classification"):
            seen = [flips[*_measured(item), name] for name, _ in groups]
            changed = sum((one for one in seen), Counter())
            answers[item.id] = changed[True] > changed[False]
            continue
        moved = math.fsum(sign * means.get((*_measured(item), name), 0.0) for name, sign in groups)
        if item.facets["scope"] == "comparison":
            moved = -moved + 0.0
        answers[item.id] = moved if item.answer_type == "number" else moved > 0
    return answers


def lookup(test: Sequence[Item], train: Sequence[Item]) -> Answers:
    """Answer from labels that questions for learning show of the same molecules; else as if nothing changed.

    A model that was trained on them may know both labels of a question for testing.
    """
    known: dict[tuple[str, ...], Any] = {}
    for item in train:
        for side in ("target", "reference"):
            known[*_measured(item), item.extra[f"{side}_smiles"]] = item.extra[f"{side}_label"]
    answers: Answers = {}
    for item in test:
        asked, given = (
            ("target", "reference") if item.facets["scope"] == "comparison" else ("reference", "target")
        )
        label = known.get((*_measured(item), item.extra[f"{asked}_smiles"]))
        shown = item.extra[f"{given}_label"]
        if item.task.endswith("bool_classification"):
            answers[item.id] = label is not None and label != shown
        else:
            moved = 0.0 if label is None else label - shown
            answers[item.id] = round(moved, 3) if item.answer_type == "number" else moved > 0
    return answers


SOLVERS: Mapping[str, Solver] = {
    "majority": majority,
    "zero_change": zero_change,
    "group_mean": group_mean,
    "lookup": lookup,
}
"""The solvers by the name that their metrics carry."""


def predictions(answers: Answers) -> Iterator[dict[str, Any]]:
    """Yield the lines of a predictions file."""
    for name, answer in sorted(answers.items()):
        yield {"id": name, "prediction": answer}


def _measured(item: Item) -> tuple[str, ...]:
    """Return what tells one label from another: a number and a class may bear the name of one property."""
    return item.facets["dataset"], item.facets["property"], item.task.rpartition("_")[2]


def _kind(item: Item) -> tuple[str, ...]:
    return item.facets["dataset"], item.facets["property"], item.task


def _signed_groups(item: Item) -> Iterator[tuple[str, int]]:
    """Yield the groups of an edit, +1 for an added and -1 for a removed one."""
    edit = item.extra["edit"]
    for side, sign in (("added", 1), ("removed", -1)):
        for group in edit[side]:
            yield group["name"], sign


def _group_means(train: Sequence[Item]) -> dict[tuple[str, ...], float]:
    """Return the mean change by an added group, by what is measured and name, from single edits."""
    seen: dict[tuple[str, ...], list[float]] = defaultdict(list)
    for item in train:
        if item.task == "single_value_regression":
            ((name, sign),) = _signed_groups(item)
            seen[*_measured(item), name].append(sign * float(item.answer))
    return {key: math.fsum(values) / len(values) for key, values in seen.items()}


def _group_flips(train: Sequence[Item]) -> dict[tuple[str, ...], Counter[bool]]:
    """Return how often a class changed with a group, by what is measured and name, from single edits."""
    seen: dict[tuple[str, ...], Counter[bool]] = defaultdict(Counter)
    for item in train:
        if item.task == "single_bool_classification":
            ((name, _),) = _signed_groups(item)
            seen[*_measured(item), name][item.answer] += 1
    return seen
