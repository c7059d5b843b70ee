"""What rows say together: a question asked twice, labels of a molecule that differ, spreads of labels."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal
from statistics import pstdev

from sitegen.benchmarks.fgbench_published.checks import Checked, Fault

_LAST = 4


class Seen:
    """The rows seen so far, as little of each as comparing needs."""

    def __init__(self) -> None:
        self._questions: dict[bytes, tuple[str, str]] = {}
        self._labels: dict[tuple[str, str], dict[str, Decimal]] = defaultdict(dict)

    def admit(self, checked: Checked) -> Checked | Fault:
        """Return the row, or the fault that an earlier row makes it one."""
        row = checked.row
        cells = row.cells
        digest = hashlib.sha256(cells["question"].encode()).digest()
        if digest in self._questions:
            first, answer = self._questions[digest]
            same = answer == cells["answer"]
            reason = "the question was asked before" if same else "asked before with another answer"
            return Fault(row=row, step=_LAST, reason=reason, detail=first)
        known = self._labels[property_key(checked)]
        pairs = tuple(zip((checked.target, checked.reference), checked.labels, strict=True))
        for smiles, label in pairs:
            if known.get(smiles, label) != label:
                return Fault(
                    row=row,
                    step=_LAST,
                    reason="an earlier row has another label of a molecule",
                    detail=f"{smiles}: {label}, earlier {known[smiles]}",
                )
        self._questions[digest] = (row.name, cells["answer"])
        known.update(pairs)
        return checked

    def spreads(self) -> Mapping[tuple[str, str], float]:
        """Return the standard deviation of the labels of all molecules, by data set and property."""
        return {key: pstdev(map(float, labels.values())) for key, labels in self._labels.items() if labels}


def property_key(checked: Checked) -> tuple[str, str]:
    """Return (data set, published name of the property)."""
    return checked.row.cells["dataset"], checked.row.cells["property_name"]
