"""Hard sentences: find conditions that fit the answer only, and say them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from sitegen.benchmarks.rground.conditions import Condition
from sitegen.benchmarks.rground.distractors import Stock
from sitegen.benchmarks.rground.instructions import (
    can_stay_unnamed,
    choose_set,
    described_instruction,
    descriptive_sets,
    fits_only,
    relational_sets,
)
from sitegen.benchmarks.rground.questions import Instruction
from sitegen.benchmarks.rground.selection import Candidate
from sitegen.benchmarks.rground.wording import Frame, Wordings
from sitegen.errors import DatasetError


@dataclass(frozen=True, slots=True, kw_only=True)
class Describer:
    """Describes one label's group so that exactly one option fits, never by its name.

    `known` remembers, for an answer and its wrong options, the sets of absolute conditions found.
    """

    stock: Stock
    wordings: Wordings
    known: dict[tuple[str, ...], list[tuple[Condition, ...]]] = field(default_factory=dict)

    def can_describe(self, candidate: Candidate) -> bool:
        """Tell whether a sentence exists that fits the candidate's right choice only."""
        answer, _, fixed = _split(candidate)
        return can_stay_unnamed(answer, fixed) and bool(self._descriptive(candidate))

    def describe(
        self, candidate: Candidate, frame: Frame, used: Counter[str], rng: random.Random
    ) -> Instruction:
        """Return the instruction in the frame's style; descriptive where nothing can be compared.

        `used` counts the kinds of condition said so far: rarely used kinds go first. Raises
        `DatasetError` if the sentence does not fit exactly one option, which would be a fault of the
        program.
        """
        answer, others, fixed = _split(candidate)
        pool = self.stock.pool
        sets = self._descriptive(candidate)
        if frame.style == "relational":
            sets = (
                relational_sets(
                    pool[answer],
                    [pool[name] for name in others],
                    self.stock.assignment(fixed),
                    tuple(pool.values()),
                    self.wordings,
                    rng,
                )
                or sets
            )
        conditions = choose_set(sets, used, rng)
        if not any(condition.reference for condition in conditions) and frame.style == "relational":
            frame = self.wordings.described["descriptive"][0]
        if not fits_only(conditions, answer, {name: pool[name].smiles for name in (answer, *others)}):
            raise DatasetError(f"{candidate.choices[0].product}: conditions do not fit one option only")
        return described_instruction(frame, candidate.label, conditions, fixed, self.wordings, rng)

    def _descriptive(self, candidate: Candidate) -> list[tuple[Condition, ...]]:
        answer, others, _ = _split(candidate)
        key = (answer, *sorted(others))
        if key not in self.known:
            pool = self.stock.pool
            self.known[key] = descriptive_sets(pool[answer], [pool[name] for name in key[1:]], self.wordings)
        return self.known[key]


def _split(candidate: Candidate) -> tuple[str, list[str], Mapping[str, str]]:
    """Return the answer's name at the described label, the wrong options' names there, and the rest."""
    right = candidate.choices[0].substituents
    names = [choice.substituents[candidate.label] for choice in candidate.choices]
    fixed = {label: name for label, name in right.items() if label != candidate.label}
    return names[0], names[1:], fixed
