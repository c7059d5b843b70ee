"""What the making of one split gives, in either track."""

from __future__ import annotations

from dataclasses import dataclass

from sitegen.benchmarks.rground.questions import Question
from sitegen.records import Funnel


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The questions of one task and difficulty, how they came about, and in words why there are
    fewer than asked for."""

    questions: tuple[Question, ...]
    funnel: Funnel
    shortfalls: tuple[str, ...]
