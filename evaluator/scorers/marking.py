"""What scorers share: a `Score` for one reply, with its trace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evaluator.records import Answer, Item, Score


def mark(
    item: Item,
    answer: Answer,
    *,
    right: bool,
    extracted: Any,
    gold: Any,
    metrics: Mapping[str, float | None] | None = None,
    kind: str = "",
) -> Score:
    """Return the score of a reply in which an answer was found.

    `extracted` is the normalised answer and `gold` what it was compared with.
    """
    trace = [*answer.steps, f"extracted: {_shown(answer.value)} (rule: {answer.rule})", *answer.warnings]
    if _shown(extracted) != _shown(answer.value):
        trace.append(f"normalised: {_shown(extracted)}")
    trace.append(f"compared with {_shown(gold)}: {'equal' if right else 'different'}")
    if kind:
        trace.append(f"kind: {kind}")
    return Score(
        id=item.id,
        outcome="correct" if right else "incorrect",
        extracted=extracted,
        score=float(right),
        metrics=dict(metrics or {}),
        trace=tuple(trace),
        kind=kind,
    )


def unanswered_mark(
    item: Item,
    answer: Answer,
    *,
    status: str = "",
    why: str = "",
    metrics: Mapping[str, float | None] | None = None,
    kind: str = "",
) -> Score:
    """Return the score of a reply without a usable answer.

    The outcome is the answer's own status, or `status` where the answer turned out to be unusable.
    """
    outcome = status or answer.status
    trace = [*answer.steps, *answer.warnings, f"{outcome}: {why or answer.rule}"]
    if kind:
        trace.append(f"kind: {kind}")
    return Score(
        id=item.id,
        outcome=outcome,
        extracted=None,
        score=0.0,
        metrics=dict(metrics or {}),
        trace=tuple(trace),
        kind=kind,
    )


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
