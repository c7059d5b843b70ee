"""Number the attachment points of a core so that the same core is always written the same way.

A core is written as SMILES whose `*` carry their numbers as isotopes: `[1*]c1ccc([2*])cc1`. The
numbers follow the order in which the `*` stand in the canonical SMILES without numbers. Where a
stereocentre or double bond is one only because two of its `*` differ, that SMILES would lose it;
then the numbering whose numbered SMILES is smallest is taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from rdkit import Chem

_ROUNDS = 8
"""RDKit's SMILES may change when read and written again; it settles after one or two rounds."""
_NUMBERED = re.compile(r"\[(\d+)\*\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedCore:
    """A numbered core: number n is the site at place `order[n - 1]` of those given, `stereo` how
    many stereocentres and double bonds have a known configuration."""

    smiles: str
    order: tuple[int, ...]
    stereo: int


def number_sites(mol: Chem.Mol, sites: Sequence[int]) -> NumberedCore:
    """Number `sites`, the atom indexes of the `*` of `mol` (which carry no isotopes)."""
    plain = Chem.Mol(mol)
    Chem.AssignStereochemistry(plain, cleanIt=True, force=True)
    stereo = count_stereo(_with_numbers(mol, sites))
    if count_stereo(plain) < stereo:
        smiles, order = min(
            (write_stable(_with_numbers(mol, [sites[place] for place in order]))[0], order)
            for order in permutations(range(len(sites)))
        )
        return NumberedCore(smiles=smiles, order=order, stereo=stereo)
    smiles, atoms = write_stable(plain)
    place = {atom: index for index, atom in enumerate(sites)}
    order = tuple(place[atom] for atom in atoms if atom in place)
    number = iter(range(1, len(sites) + 1))
    smiles = re.sub(r"\*", lambda _: f"[{next(number)}*]", smiles)
    return NumberedCore(smiles=smiles, order=order, stereo=stereo)


def labelled_sites(core: str) -> tuple[str, dict[int, str]]:
    """Return a numbered core's SMILES with plain `*`, and the label `R[n]` of each by atom index."""
    mol = Chem.MolFromSmiles(core)
    labels = {atom.GetIdx(): f"R[{atom.GetIsotope()}]" for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0}
    return _NUMBERED.sub("*", core), labels


def count_stereo(mol: Chem.Mol) -> int:
    """Return how many stereocentres and double bonds of `mol` have a known configuration."""
    centres = sum(atom.GetChiralTag() != Chem.ChiralType.CHI_UNSPECIFIED for atom in mol.GetAtoms())
    bonds = sum(bond.GetStereo() > Chem.BondStereo.STEREOANY for bond in mol.GetBonds())
    return centres + bonds


def write_stable(mol: Chem.Mol) -> tuple[str, tuple[int, ...]]:
    """Return a canonical SMILES that reads back to itself, and for each of its atoms, in order of
    writing, the atom's index in `mol`.

    Where reading and writing runs in a circle, the smallest SMILES of the rounds is taken.
    """
    smiles, order = _write(mol)
    seen = {smiles: order}
    for _ in range(_ROUNDS):
        again = Chem.MolFromSmiles(smiles)
        if again is None:
            break
        smiles, moved = _write(again)
        if smiles in seen:
            break
        order = tuple(order[atom] for atom in moved)
        seen[smiles] = order
    least = smiles if smiles == list(seen)[-1] else min(seen)
    return least, seen[least]


def _write(mol: Chem.Mol) -> tuple[str, tuple[int, ...]]:
    smiles = Chem.MolToSmiles(mol)
    order = mol.GetPropsAsDict(includePrivate=True, includeComputed=True)["_smilesAtomOutputOrder"]
    return smiles, tuple(order)


def _with_numbers(mol: Chem.Mol, sites: Sequence[int]) -> Chem.Mol:
    numbered = Chem.Mol(mol)
    for number, atom in enumerate(sites, start=1):
        numbered.GetAtomWithIdx(atom).SetIsotope(number)
    Chem.AssignStereochemistry(numbered, cleanIt=True, force=True)
    return numbered
