"""Records of a question before it is asked in its modes: instruction, choices, facts of the split."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sitegen.benchmarks.rground.conditions import Condition

LETTERS = ("A", "B", "C", "D")
NOTA_LETTER = LETTERS[-1]
NOTA = ("no", "nonexistent-r", "structure-error", "distractor")
"""Kinds of questions by their option "none of the above": none; right because the instruction names a
label the scaffold lacks; right because the product is not offered; wrong (paper, section 5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A molecule on offer: a scaffold's product with a pool substituent (by name) at every label.

    `similarity` is the ECFP4 (2048 bits) Tanimoto to the scaffold asked about, with `*` replaced by
    hydrogen; `heavy_atoms` counts the molecule's atoms other than hydrogen.
    """

    scaffold: str
    substituents: Mapping[str, str]
    product: str
    similarity: float
    heavy_atoms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """What is to be done to the scaffold.

    `style` and `form` say which sentence of the tables it is; `label` is the label whose group is
    described by `conditions` instead of named, or "".
    """

    style: str
    form: int
    text: str
    label: str = ""
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a split: `choices` by letter (only the right one, under "", in generation).

    `nota` is a kind of `NOTA`; where it is not "no", letter D is "none of the above" and `choices` holds
    A to C only. Where D is the answer, `absent` is the product asked for ("structure-error"), or, where
    the instruction names a label the scaffold lacks ("nonexistent-r"), what the edit gives on the
    labels it has. `named` holds the groups by label as that instruction names them, where they are not
    those of the right choice.
    """

    id: str
    task: str
    difficulty: str
    scaffold: str
    instruction: Instruction
    choices: Mapping[str, Choice]
    answer: str
    nota: str = "no"
    absent: Choice | None = None
    named: Mapping[str, str] = field(default_factory=dict)

    @property
    def right(self) -> Choice:
        """Return the choice that answers the question, or the absent one where none of the above does."""
        return self.absent or self.choices[self.answer]

    @property
    def missing_label(self) -> str:
        """Return the label that the instruction names and the scaffold lacks, or ""."""
        return next((label for label in self.named if label not in self.right.substituents), "")

    @property
    def wrong(self) -> dict[str, Choice]:
        """Return the other choices by letter."""
        return {letter: choice for letter, choice in self.choices.items() if letter != self.answer}


def question_id(
    task: str, difficulty: str, choice: Choice, label: str = "", *, nota: str = "", named: Iterable[str] = ()
) -> str:
    """Return an id that depends only on what is asked, so that it is stable across rebuilds.

    It hashes scaffold, right substituents, difficulty and the described label; with "none of the
    above" also its kind and the labels that the instruction names.
    """
    key: list[object] = [choice.scaffold, sorted(choice.substituents.items()), label]
    if nota:
        key += [nota, sorted(named)]
    digest = hashlib.sha256(json.dumps([task, difficulty, *key]).encode()).hexdigest()
    return f"{task}-{difficulty}-{digest[:10]}"
