"""What is drawn of a pair: both molecules alike, the groups that differ, the numbers in the text.

Removed groups are outlined in the target's drawing, added ones filled in the reference's; a group's name
has one colour in both. Numbers stand at the atoms that change and at those they hang on. Nothing of a
label is in a drawing, its name or its size.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rdkit import Chem

from sitegen.benchmarks.fgbench.records import Bond, Edit, Group, Pair
from sitegen.chem.depiction import Like, draw_marked
from sitegen.chem.marking import Mark

WIDTH = 360
HEIGHT = 225


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One drawing: its path in the dataset folder and what is drawn.

    `smiles` is the plain canonical SMILES; atoms of `marks`, of `numbers` (atom, number printed) and
    of `like` (what it is drawn like, with the atoms that correspond) are its 0-based indexes.
    """

    path: str
    smiles: str
    marks: tuple[Mark, ...]
    numbers: tuple[tuple[int, int], ...]
    like: Like | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairDrawings:
    """The drawings of a pair's two molecules."""

    target: Drawing
    reference: Drawing


def pair_drawings(pair: Pair) -> PairDrawings:
    """Return what is drawn of a pair."""
    return drawings_of(pair.target_mapped, pair.reference_mapped, pair.edit)


def item_drawings(extra: Mapping[str, Any]) -> PairDrawings:
    """Return what is drawn for an item, from its `extra`: the same as of the pair it was made from."""
    edit = Edit(
        removed=_groups(extra["edit"]["removed"]),
        added=_groups(extra["edit"]["added"]),
        bonds=_bonds(extra["edit"]["bonds"]),
        cuts=_bonds(extra["edit"].get("cuts", ())),
    )
    return drawings_of(extra["target_mapped"], extra["reference_mapped"], edit)


def drawings_of(target_mapped: str, reference_mapped: str, edit: Edit) -> PairDrawings:
    """Return the drawings of two mapped molecules and the edit between them."""
    target, target_atoms = _plain(target_mapped)
    reference, reference_atoms = _plain(reference_mapped)
    numbers = _shown_numbers(target_mapped, reference_mapped, edit)
    colours = group_colours(edit)
    shared = tuple(
        (target_atoms[number], reference_atoms[number])
        for number in sorted(target_atoms.keys() & reference_atoms.keys())
    )
    return PairDrawings(
        target=_drawing(target, target_atoms, edit.removed, colours, numbers, filled=False),
        reference=_drawing(
            reference,
            reference_atoms,
            edit.added,
            colours,
            numbers,
            filled=True,
            like=Like(smiles=target, shared=shared),
        ),
    )


def group_colours(edit: Edit) -> dict[str, int]:
    """Return the number of each differing group's colour by its name, removed ones first."""
    names = dict.fromkeys(group.name for group in (*edit.removed, *edit.added))
    return {name: number for number, name in enumerate(names)}


def draw(drawing: Drawing) -> str:
    """Return a drawing as SVG."""
    return draw_marked(
        drawing.smiles,
        marks=drawing.marks,
        numbers=dict(drawing.numbers),
        like=drawing.like,
        width=WIDTH,
        height=HEIGHT,
    )


def _drawing(
    smiles: str,
    atoms: Mapping[int, int],
    groups: Sequence[Group],
    colours: Mapping[str, int],
    numbers: Iterable[int],
    *,
    filled: bool,
    like: Like | None = None,
) -> Drawing:
    marks = tuple(
        Mark(
            atoms=tuple(sorted(atoms[number] for number in group.atoms)),
            colour=colours[group.name],
            filled=filled,
        )
        for group in groups
    )
    printed = tuple(sorted((atoms[number], number) for number in numbers if number in atoms))
    drawn_like = [like.smiles, like.shared] if like else None
    key = json.dumps(
        [smiles, [[mark.atoms, mark.colour, mark.filled] for mark in marks], printed, drawn_like],
        ensure_ascii=True,
        separators=(",", ":"),
    )
    digest = hashlib.sha256(key.encode("ascii")).hexdigest()
    path = f"images/{digest[:2]}/{digest[2:26]}.svg"
    return Drawing(path=path, smiles=smiles, marks=marks, numbers=printed, like=like)


def _shown_numbers(target_mapped: str, reference_mapped: str, edit: Edit) -> set[int]:
    """Return the numbers to print: atoms that go, come or change a bond, and those they hang on."""
    target, reference = _bonded(target_mapped), _bonded(reference_mapped)
    changed = {number for group in (*edit.removed, *edit.added) for number in group.atoms}
    changed |= target.keys() ^ reference.keys()
    shown = changed | {number for bond in (*edit.bonds, *edit.cuts) for number in (bond.first, bond.second)}
    for number in changed:
        shown |= target.get(number, frozenset()) | reference.get(number, frozenset())
    return shown


@lru_cache(maxsize=1024)
def _mapped(smiles: str) -> Chem.Mol:
    """Parse a mapped SMILES whose hydrogens stand in brackets or, where numbered, as atoms."""
    parameters: Any = Chem.SmilesParserParams()
    parameters.removeHs = False
    mol = Chem.MolFromSmiles(smiles, parameters)
    if mol is None:
        raise ValueError(f"mapped SMILES {smiles!r} cannot be read: pairs are proved to have readable ones")
    return mol


@lru_cache(maxsize=1024)
def _bonded(smiles: str) -> dict[int, frozenset[int]]:
    """Return the numbers bonded to each number."""
    return {
        atom.GetAtomMapNum(): frozenset(other.GetAtomMapNum() for other in atom.GetNeighbors())
        for atom in _mapped(smiles).GetAtoms()
    }


@lru_cache(maxsize=1024)
def _plain(mapped: str) -> tuple[str, dict[int, int]]:
    """Return the canonical SMILES without numbers, and its atom index by number."""
    mol = Chem.Mol(_mapped(mapped))
    numbers = [atom.GetAtomMapNum() for atom in mol.GetAtoms()]
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)
    smiles = Chem.MolToSmiles(mol)
    order = list(mol.GetPropsAsDict(includePrivate=True, includeComputed=True)["_smilesAtomOutputOrder"])
    return smiles, {numbers[atom]: place for place, atom in enumerate(order)}


def _bonds(bonds: Iterable[Mapping[str, Any]]) -> tuple[Bond, ...]:
    return tuple(Bond(first=bond["first"], second=bond["second"], order=bond["order"]) for bond in bonds)


def _groups(groups: Iterable[Mapping[str, Any]]) -> tuple[Group, ...]:
    return tuple(Group(name=group["name"], atoms=tuple(group["atoms"])) for group in groups)
