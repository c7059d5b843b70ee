"""The sentences of questions, from `data/fgbench/wording/questions.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.benchmarks.fgbench.labels import PLACES
from sitegen.benchmarks.fgbench.records import Bond, Edit, Group, Label, Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The tables of the file: forms by kind of question, lines of edits, explanations."""

    forms: Mapping[str, tuple[str, ...]]
    edit: Mapping[str, Any]
    explanation: Mapping[str, str]


def read_wording(data: Path) -> Wording:
    """Read the sentences from the benchmark's data folder."""
    given = tomllib.loads((data / "wording" / "questions.toml").read_text(encoding="utf-8"))
    return Wording(
        forms={kind: tuple(table["forms"]) for kind, table in given["kinds"].items()},
        edit=given["edit"],
        explanation=given["explanation"],
    )


def edit_text(edit: Edit, wording: Wording) -> str:
    """Return the lines of an edit; they alone say all that is to be done."""
    words = wording.edit
    lines = []
    if edit.removed:
        lines.append(words["removed"].format(groups=_groups(edit.removed, words)))
    if edit.cuts:
        lines.append(words["cuts"].format(bonds=_bonds(edit.cuts, words["bond"])))
    if edit.added:
        lines.append(
            words["added"].format(groups=_groups(edit.added, words), fragments=" and ".join(edit.fragments))
        )
    if edit.bonds:
        lines.append(words["bonds"].format(bonds=_bonds(edit.bonds, words["bonds_made"])))
    return "\n".join([*(f"- {line}" for line in lines), words["hydrogens"]])


def group_names(groups: Sequence[Group]) -> str:
    """Return the names of groups in words, with how often a name comes where it is more than once."""
    counted = Counter(group.name for group in groups)
    return ", ".join(name if times == 1 else f"{times} × {name}" for name, times in counted.items())


def _groups(groups: Sequence[Group], words: Mapping[str, Any]) -> str:
    return "; ".join(
        words["group"].format(name=group.name, atoms=_atoms(group.atoms, words)) for group in groups
    )


def _atoms(atoms: Sequence[int], words: Mapping[str, Any]) -> str:
    numbers = ", ".join(map(str, atoms))
    return str(words["atoms"][len(atoms) > 1].format(numbers=numbers))


def _bonds(bonds: Sequence[Bond], form: str) -> str:
    return "; ".join(form.format(order=bond.order, first=bond.first, second=bond.second) for bond in bonds)


def label_text(label: Label, task: Task) -> str:
    """Return a label as a question shows it: a class in words, a number with three decimals and unit."""
    if task.kind == "classification":
        return task.states[0] if label else task.states[1]
    return f"{round(float(label), PLACES) + 0.0:.{PLACES}f} {task.unit}".rstrip()  # 0.000, never -0.000
