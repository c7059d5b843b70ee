"""Several replies to one question as one answer: the mode of truth values, the median of numbers.

Only replies with an answer count. Of a tie the value seen first is taken; an even number of numbers gives the
mean of the two middle ones. Where no reply has an answer, the commonest reason why is that of the whole; of a
tie the one that is worse for the model. (MMAI Gym, arXiv:2603.03517, evaluates FGBench so.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from evaluator.answers.outcomes import ANSWERED, MISSING, REFUSED, UNPARSED
from evaluator.records import Answer

_WORST_LAST = (UNPARSED, REFUSED, MISSING)


def mode(answers: Sequence[Answer]) -> Answer:
    """Return the commonest value of at least one answer; of a tie the one seen first."""
    return _combined(answers, "mode", lambda values: Counter(values).most_common(1)[0][0])


def median(answers: Sequence[Answer]) -> Answer:
    """Return the median value of at least one answer, exactly."""
    return _combined(answers, "median", _median)


def _median(values: Sequence[Fraction]) -> Fraction:
    ordered = sorted(values)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def _combined(answers: Sequence[Answer], name: str, pick: Callable[[Sequence[Any]], Any]) -> Answer:
    values = [answer.value for answer in answers if answer.status == ANSWERED]
    steps = tuple(
        f"repeat {number}: {line}"
        for number, answer in enumerate(answers, start=1)
        for line in (*answer.steps, *answer.warnings, _said(answer))
    )
    if not values:
        counted = Counter(answer.status for answer in answers)
        status = max(_WORST_LAST, key=lambda one: (counted[one], _WORST_LAST.index(one)))
        return Answer(
            value=None, status=status, rule=f"none of {len(answers)} repeats has an answer", steps=steps
        )
    picked = pick(values)
    same = sum(value == picked for value in values)
    return Answer(
        value=picked,
        status=ANSWERED,
        rule=f"{name} of {len(values)} valid of {len(answers)} repeats, {same} the same",
        steps=steps,
    )


def _said(answer: Answer) -> str:
    if answer.status == ANSWERED:
        value = float(answer.value) if isinstance(answer.value, Fraction) else answer.value
        return f"extracted {value} (rule: {answer.rule})"
    return f"{answer.status} ({answer.rule})"
