"""Instructions: which sentence a question gets, and the proof that it fits one option only.

Easy and Medium name the substituents. Hard describes one label's substituent by computed facts,
absolutely (descriptive) or compared with another group (relational), and never by its name. A
generation question that describes must fix the whole structure, as there are no options to choose
from: link, ring and everything on the ring.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from sitegen.benchmarks.rground.conditions import Condition, absolute, fitting, minimal_sets, relative
from sitegen.benchmarks.rground.questions import Instruction
from sitegen.benchmarks.rground.records import Substituent
from sitegen.benchmarks.rground.wording import Frame, Wordings, forms_of, listed, pairs, plain_label
from sitegen.chem.labels import normalise_label

_WHOLE = ("whole_ring", "link", "whole_decoration")
"""The conditions that fix a substituent's structure, in the order in which they are said."""

_WHOLE_ONLY = frozenset({"whole_ring", "whole_decoration"})
"""Conditions that say too much for a question with options."""

_LETTERS = ("X", "Y", "Z", "W", "L")
"""Labels without a number that the published filters keep (code)."""

_REFERENCES = 3
"""How many pool substituents a relational sentence may choose its comparison from."""


def direct_instruction(frame: Frame, substituents: Mapping[str, str]) -> Instruction:
    """Name the substituent (by pool name) of every label."""
    text = frame.frame.format(pairs=pairs(substituents, frame.pair))
    return Instruction(style=frame.style, form=frame.form, text=_sentence(text))


def missing_label(labels: Sequence[str], instead: str, rng: random.Random) -> str:
    """Return a label that a scaffold with these labels lacks, of the form of the one it stands `instead` of.

    A number is one of those up to two beyond the largest, e.g. R[3] or R[4] for R[1] and R[2]; R1 is no
    label instead of a bare R, which it might be read as. A letter is another of those that stand for a
    group (X, Y, Z, W, L).
    """
    known = {normalise_label(label) for label in labels}
    numbers = [int(digits) for label in known for digits in re.findall(r"\d+", label)]
    numbered = [f"R[{number}]" for number in range(1, max(numbers, default=1) + 3)]
    letters = list(_LETTERS)
    free, others = (
        [one for one in found if one not in known and not (one == "R[1]" and "R" in known)]
        for found in ((letters, numbered) if normalise_label(instead) in letters else (numbered, letters))
    )
    return rng.choice(free or others)


def described_instruction(
    frame: Frame,
    label: str,
    conditions: Sequence[Condition],
    fixed: Mapping[str, str],
    wordings: Wordings,
    rng: random.Random,
) -> Instruction:
    """Describe the group at `label` by `conditions`, in their order; name those at all `fixed` labels."""
    phrases = [rng.choice(forms_of(condition, wordings)) for condition in conditions]
    text = _sentence(frame.frame.format(label=plain_label(label), conditions=listed(phrases)))
    if fixed:
        text += " " + _sentence(frame.fixed.format(pairs=pairs(fixed, frame.pair)))
    return Instruction(
        style=frame.style, form=frame.form, text=text, label=label, conditions=tuple(conditions)
    )


def can_stay_unnamed(answer: str, fixed: Mapping[str, str]) -> bool:
    """Tell whether naming the `fixed` substituents keeps the answer's name out of the sentence.

    "phenyl" is part of "4-chlorophenyl": the rule is about text, so that it holds for any reader.
    """
    return not any(answer in name for name in fixed.values())


def descriptive_sets(
    answer: Substituent, others: Sequence[Substituent], wordings: Wordings
) -> list[tuple[Condition, ...]]:
    """Return the minimal sets of absolute conditions that only the answer meets, the shortest sizes."""
    found = [Condition(kind=kind, value=value) for kind, value in sorted(absolute(answer.smiles))]
    return _shortest(_sayable(found, wordings), others)


def relational_sets(
    answer: Substituent,
    others: Sequence[Substituent],
    fixed: Mapping[str, Substituent],
    pool: Sequence[Substituent],
    wordings: Wordings,
    rng: random.Random,
) -> list[tuple[Condition, ...]]:
    """Return minimal sets that compare the answer with one group and that only the answer meets.

    The group compared with is that of another label, or one of the pool's that resemble the answer and
    that no wrong option has there: an option named in the sentence could be ruled out by its name. Its
    name never holds the answer's.
    """
    base = [Condition(kind=kind, value=value) for kind, value in sorted(absolute(answer.smiles))]
    sets: list[tuple[Condition, ...]] = []
    free = [one for one in pool if all(one.name != other.name for other in others)]
    for reference, name, label in _references(answer, fixed, free, rng):
        compared = [
            Condition(kind=kind, value=value, reference=reference.smiles, name=name, label=label)
            for kind, value in sorted(relative(answer.smiles, reference.smiles))
        ]
        found = _shortest(_sayable([*compared, *base], wordings), others)
        sets.extend(chosen for chosen in found if any(condition.reference for condition in chosen))
    return sets


def whole_conditions(answer: Substituent, wordings: Wordings) -> tuple[Condition, ...]:
    """Return the conditions that fix the answer's structure, or none where words for it are missing."""
    values = dict(statement for statement in absolute(answer.smiles) if statement[0] in _WHOLE)
    found = [Condition(kind=kind, value=values[kind]) for kind in _WHOLE if kind in values]
    return tuple(found) if len(_sayable(found, wordings)) == len(_WHOLE) else ()


def choose_set(
    sets: Sequence[tuple[Condition, ...]], used: Counter[str], rng: random.Random
) -> tuple[Condition, ...]:
    """Choose a set whose kinds of condition were used least so far, larger sets with preference.

    Counts its kinds in `used`; returns it in random order.
    """
    sizes = sorted({len(one) for one in sets})
    (size,) = rng.choices(sizes, weights=[size * size for size in sizes])
    chosen = list(
        min(
            (one for one in sets if len(one) == size),
            key=lambda one: (max(used[condition.kind] for condition in one), rng.random()),
        )
    )
    used.update(condition.kind for condition in chosen)
    rng.shuffle(chosen)
    return tuple(chosen)


def fits_only(conditions: Sequence[Condition], answer: str, substituents: Mapping[str, str]) -> bool:
    """Prove that among `substituents` (SMILES by key) exactly the one under `answer` meets the conditions."""
    return fitting(conditions, substituents) == (answer,)


def _references(
    answer: Substituent,
    fixed: Mapping[str, Substituent],
    pool: Sequence[Substituent],
    rng: random.Random,
) -> Iterator[tuple[Substituent, str, str]]:
    for label, one in fixed.items():
        if one.name != answer.name:
            yield one, one.name, label
    mine = absolute(answer.smiles)
    named = [one for one in pool if answer.name not in one.name]
    rng.shuffle(named)
    named.sort(key=lambda one: -len(mine & absolute(one.smiles)))
    for one in named[:_REFERENCES]:
        yield one, one.name, ""


def _shortest(conditions: Sequence[Condition], others: Sequence[Substituent]) -> list[tuple[Condition, ...]]:
    """Return the minimal sets of one and two conditions; of three only where there are none."""
    smiles = [one.smiles for one in others]
    usable = [condition for condition in conditions if condition.kind not in _WHOLE_ONLY]
    return list(minimal_sets(usable, smiles, 2)) or list(minimal_sets(usable, smiles, 3))


def _sayable(conditions: Sequence[Condition], wordings: Wordings) -> list[Condition]:
    return [condition for condition in conditions if forms_of(condition, wordings)]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
