"""Answers as records: found, or not found and why."""

from __future__ import annotations

from typing import Any

from evaluator.answers.refusals import declines
from evaluator.records import Answer

ANSWERED, UNPARSED, REFUSED, MISSING = "answered", "unparsed", "refused", "missing"


def answered(value: Any, rule: str, steps: tuple[str, ...] = (), warnings: tuple[str, ...] = ()) -> Answer:
    """Return an answer that was found by a rule."""
    return Answer(value=value, status=ANSWERED, rule=rule, steps=steps, warnings=warnings)


def unanswered(status: str, why: str, steps: tuple[str, ...] = (), text: str = "") -> Answer:
    """Return the absence of an answer; an unparsed text that declines to answer is a refusal."""
    if status == UNPARSED and text and declines(text):
        status, why = REFUSED, "declines to answer"
    return Answer(value=None, status=status, rule=why, steps=steps)


def shown(value: Any) -> str:
    """Write a bare JSON value as a model would: whole numbers without a decimal point."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)
