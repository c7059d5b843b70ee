"""Labels, the answer that follows from them by the published sign rules, and the label in the question."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from sitegen.benchmarks.fgbench_published.faults import Wrong

Labels = tuple[Decimal, Decimal]

_BOOLEANS = {"True": True, "False": False}
_NUMBER = re.compile(r"[+-]?\d{1,40}(\.\d{0,40})?([eE][+-]?\d{1,2})?", re.ASCII)
_SHOWN = Decimal("0.0005")
"""Half a unit of the third decimal, to which questions round a label (code)."""

_NOISE = Decimal("1e-9")
"""Binary fractions written out, and the ten decimals of the files that lie between (code)."""


def read_labels(cells: Mapping[str, str]) -> Labels:
    """Return the labels of target and reference; those of classes are 0 or 1. Raises `Wrong`."""
    labels = (_number(cells, "target_label"), _number(cells, "ref_label"))
    if cells["type"].endswith("classification") and not set(labels) <= {Decimal(0), Decimal(1)}:
        raise Wrong(3, "a label is no class", f"{labels[0]} and {labels[1]}")
    return labels


def read_gold(cells: Mapping[str, str], labels: Labels) -> bool | Decimal:
    """Return the answer where it follows from the labels and the question shows the label it gives.

    Raises `Wrong`.
    """
    scope, _, kind = cells["type"].partition("_")
    target, reference = labels
    _check_question(cells, reference if scope == "comparison" else target, comparison=scope == "comparison")
    change = target - reference if scope == "comparison" else reference - target
    answer = cells["answer"].strip()
    if kind.startswith("bool"):
        if answer not in _BOOLEANS:
            raise Wrong(3, "the answer is of another kind than the type", answer)
        due = change > 0 if kind == "bool_regression" else change != 0
        if _BOOLEANS[answer] is not due:
            raise Wrong(3, "the answer contradicts the labels", f"{answer}, labels {target} and {reference}")
        return due
    if answer in _BOOLEANS:
        raise Wrong(3, "the answer is of another kind than the type", answer)
    value = _number(cells, "answer")
    if abs(value - change) > _rounding(value, *labels):
        raise Wrong(3, "the answer contradicts the labels", f"{value}, labels {target} and {reference}")
    return value


def _check_question(cells: Mapping[str, str], label: Decimal, *, comparison: bool) -> None:
    question, name = cells["question"], cells["property_name"]
    named = ("target_smiles", "ref_smiles") if comparison else ("target_mapped_smiles",)
    for column in named:
        if cells[column] not in question:
            raise Wrong(3, "the question is about another molecule", column)
    # The label follows the property's name after one short word.
    found = re.search(re.escape(name) + r" [a-z]{2} (\S+?)\.?(?:\s|$)", question)
    if found is None:
        raise Wrong(3, "the question shows no label", name)
    shown = found[1]
    if cells["type"].endswith("classification"):
        right = _BOOLEANS.get(shown) is (label == 1)
    else:
        number = _decimal(shown)
        right = number is not None and abs(number - label) <= _SHOWN + _NOISE
    if not right:
        raise Wrong(3, "the question shows another label", f"{shown}, the label is {label}")


def _rounding(*numbers: Decimal) -> Decimal:
    """Return by how much a difference may be off when each number was rounded to the most decimals seen."""
    places = max(max(0, -int(number.as_tuple().exponent)) for number in numbers)
    return max(_NOISE, min(_SHOWN, Decimal("1.5").scaleb(-places)))


def _number(cells: Mapping[str, str], column: str) -> Decimal:
    number = _decimal(cells[column].strip())
    if number is None:
        reason = "the answer is no number" if column == "answer" else "a label is no number"
        raise Wrong(3, reason, f"{column} {cells[column]}")
    return number


def _decimal(text: str) -> Decimal | None:
    return Decimal(text) if _NUMBER.fullmatch(text) else None
