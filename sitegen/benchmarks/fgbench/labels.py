"""Labels as they stand in a table: text to a number or a class, or what is wrong with it."""

from __future__ import annotations

import math

from sitegen.benchmarks.fgbench.records import Label, Task

PLACES = 3
"""Decimals in which labels are shown; two that are equal in them are taken for the same."""

_TRUE, _FALSE = ("1", "1.0", "true", "yes"), ("0", "0.0", "false", "no")
NOT_MEASURED = ("", "na", "n/a", "nan", "none", "null")
"""Texts that stand for a blank, in lower case."""


class BadLabel(Exception):
    """A cell that is no label of its task."""


def read_label(text: str | None, task: Task) -> Label | None:
    """Return a label, or None for a blank cell; raise `BadLabel` for anything else."""
    cell = (text or "").strip()
    if cell.lower() in NOT_MEASURED:
        return None
    if task.kind == "classification" and task.threshold is None:
        if cell.lower() in _TRUE:
            return True
        if cell.lower() in _FALSE:
            return False
        raise BadLabel(f"{cell!r} is not 0 or 1")
    try:
        value = float(cell)
    except ValueError:
        raise BadLabel(f"{cell!r} is not a number") from None
    if not math.isfinite(value):
        raise BadLabel(f"{cell!r} is not finite")
    value += task.shift
    return value if task.threshold is None else value >= task.threshold


def same_label(one: Label, other: Label) -> bool:
    """Tell whether two labels of a task are the same, to the decimals shown."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return round(one, PLACES) == round(other, PLACES)


def shown(label: Label) -> str:
    """Write a label for a list of rows."""
    return str(label).lower() if isinstance(label, bool) else f"{label:.{PLACES}f}"
