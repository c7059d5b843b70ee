"""What is drawn of a published row: both molecules, the groups that differ, the published atom numbers.

Each molecule keeps its own numbers, as published, so neither is laid out like the other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rdkit import Chem

from sitegen.benchmarks.fgbench.drawings import Drawing, PairDrawings, draw, group_colours
from sitegen.benchmarks.fgbench.records import Edit, Group
from sitegen.benchmarks.fgbench_published.checks import Checked
from sitegen.benchmarks.fgbench_published.literals import TARGET
from sitegen.chem.marking import Mark


def row_drawings(checked: Checked) -> PairDrawings:
    """Return what is drawn of a row: removed groups outlined, added ones filled, one colour a name."""
    colours = group_colours(Edit(removed=checked.removed, added=checked.added))
    held = {join.to for join in checked.joins if join.place == TARGET}
    return PairDrawings(
        target=_drawing(checked.target, checked.target_numbers, checked.removed, colours, held, filled=False),
        reference=_drawing(
            checked.reference, checked.reference_numbers, checked.added, colours, set(), filled=True
        ),
    )


def drawing_json(drawing: Drawing) -> dict[str, Any]:
    """Return a drawing as JSON values, from which `drawing_of` makes it again."""
    return {
        "smiles": drawing.smiles,
        "marks": [[list(mark.atoms), mark.colour, mark.filled] for mark in drawing.marks],
        "numbers": [list(pair) for pair in drawing.numbers],
    }


def drawing_of(value: Mapping[str, Any]) -> Drawing:
    """Return the drawing that JSON values describe."""
    marks = tuple(
        Mark(atoms=tuple(atoms), colour=colour, filled=filled) for atoms, colour, filled in value["marks"]
    )
    numbers = tuple((atom, number) for atom, number in value["numbers"])
    return _named(str(value["smiles"]), marks, numbers)


def draw_batch(drawings: Sequence[Drawing]) -> list[tuple[str, bytes]]:
    """Return (path, bytes) of a batch of drawings."""
    return [(drawing.path, draw(drawing).encode()) for drawing in drawings]


def _drawing(
    smiles: str,
    numbers: Sequence[int],
    groups: Sequence[Group],
    colours: Mapping[str, int],
    held: set[int],
    *,
    filled: bool,
) -> Drawing:
    place = {number: atom for atom, number in enumerate(numbers)}
    marks = tuple(
        Mark(
            atoms=tuple(sorted(place[number] for number in group.atoms)),
            colour=colours[group.name],
            filled=filled,
        )
        for group in groups
    )
    changed = {atom for mark in marks for atom in mark.atoms}
    shown = changed | set(_beside(smiles, changed)) | {place[number] for number in held}
    return _named(smiles, marks, tuple((atom, numbers[atom]) for atom in sorted(shown)))


def _beside(smiles: str, atoms: set[int]) -> Iterator[int]:
    """Yield the neighbours of some atoms: what a group hangs on."""
    mol = Chem.MolFromSmiles(smiles)
    for atom in atoms:
        yield from (other.GetIdx() for other in mol.GetAtomWithIdx(atom).GetNeighbors())


def _named(smiles: str, marks: tuple[Mark, ...], numbers: tuple[tuple[int, int], ...]) -> Drawing:
    key = json.dumps([smiles, [[mark.atoms, mark.colour, mark.filled] for mark in marks], numbers])
    digest = hashlib.sha256(key.encode("ascii")).hexdigest()
    return Drawing(
        path=f"images/{digest[:2]}/{digest[2:26]}.svg", smiles=smiles, marks=marks, numbers=numbers
    )
