"""Gold answers from two labels, by the published sign rules.

An edit is judged by its product (reference less target), a comparison by its target (target less
reference): the sign turns round between them, as published. Equal values are not higher.
"""

from __future__ import annotations

from typing import Literal

from sitegen.benchmarks.fgbench.labels import PLACES
from sitegen.benchmarks.fgbench.records import Label

Asked = Literal["edit", "comparison"]


def change(asked: Asked, target: Label, reference: Label) -> float:
    """Return the difference of two measured numbers that a question asks about, in their unit.

    It is that of the labels as measured, rounded to the decimals shown.
    """
    after, before = (reference, target) if asked == "edit" else (target, reference)
    return round(float(after) - float(before), PLACES) + 0.0


def is_higher(asked: Asked, target: Label, reference: Label) -> bool:
    """Tell whether the product of an edit, or the target of a comparison, has the higher value."""
    after, before = (reference, target) if asked == "edit" else (target, reference)
    return float(after) > float(before)


def is_other_class(target: Label, reference: Label) -> bool:
    """Tell whether two classes differ."""
    return bool(target) is not bool(reference)
