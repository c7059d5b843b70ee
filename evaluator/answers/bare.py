"""Replies that are JSON values: what an object, a list of one or nothing at all says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluator.answers.embedded_json import member
from evaluator.answers.outcomes import MISSING, UNPARSED, unanswered
from evaluator.answers.replies import BLANKS, Reply, counted_part
from evaluator.records import Answer


def bare_value(raw: Any, names: Sequence[str], steps: tuple[str, ...] = ()) -> Any:
    """Return the text, number, truth value or list of several that a raw reply comes down to.

    Objects give the member with one of `names`, lists of one their only element. Returns an `Answer`
    where there is nothing to read: nothing at all is missing, null within an object is unparsed.
    """
    if raw is None or raw == [] or (isinstance(raw, str) and not raw.strip(BLANKS)):
        return unanswered(MISSING, "nothing", steps)
    while isinstance(raw, Mapping) or (isinstance(raw, list) and len(raw) == 1):
        if isinstance(raw, list):
            raw = raw[0]
            continue
        found, raw = member(raw, names)
        if not found:
            return unanswered(UNPARSED, "no answer in the object", steps)
    if raw is None or raw == [] or (isinstance(raw, str) and not raw.strip(BLANKS)):
        return unanswered(UNPARSED, "an empty answer", steps)
    return raw


def text_or_value(raw: Any, names: Sequence[str], steps: tuple[str, ...]) -> Any:
    """Return a `Reply` with the text that counts, a bare truth value or number, or an `Answer` that is none.

    The steps of a `Reply` go on from `steps`.
    """
    raw = bare_value(raw, names, steps)
    if isinstance(raw, list):
        return several(steps)
    if not isinstance(raw, str):
        return raw
    reply = counted_part(raw)
    steps = (*steps, *reply.steps)
    if not reply.text:
        return unanswered(UNPARSED, "no answer after the reasoning", steps)
    return Reply(text=reply.text, steps=steps)


def several(steps: tuple[str, ...]) -> Answer:
    """Return the answer of a list of several values where one was asked for."""
    return unanswered(UNPARSED, "a list of several values", steps)
