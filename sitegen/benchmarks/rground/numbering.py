"""Number the attachment points of a core so that the same core is always written the same way.

A core is written as SMILES whose `*` carry their numbers as isotopes: `[1*]c1ccc([2*])cc1`. The
numbers follow the order in which the `*` stand in the canonical SMILES without numbers. Where a
stereocentre or double bond is one only because two of its `*` differ, that SMILES would lose it;
then the numbering whose numbered SMILES is smallest is taken.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import permutations

from rdkit import Chem
from rdkit.Chem import rdqueries

_ROUNDS = 8
"""RDKit's SMILES may change when read and written again; it settles after one or two rounds."""
_NUMBERED = re.compile(r"\[(\d+)\*\]")
_DUMMY = rdqueries.AtomNumEqualsQueryAtom(0)
_CENTRE = rdqueries.HasChiralTagQueryAtom()


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedCore:
    """A numbered core: number n is the site at place `order[n - 1]` of those given, `stereo` how
    many stereocentres and double bonds have a known configuration."""

    smiles: str
    order: tuple[int, ...]
    stereo: int


def number_sites(mol: Chem.Mol, sites: Sequence[int], *, flat: bool = False) -> NumberedCore:
    """Number `sites`, the atom indexes of the `*` of `mol` (which carry no isotopes).

    `flat` says that `mol` holds no stereocentre and no double bond of known configuration.
    """
    stereo = 0
    if not flat:
        mol = Chem.Mol(mol)
        stereo = count_stereo(_with_numbers(mol, sites))
        plain = Chem.Mol(mol)
        Chem.AssignStereochemistry(plain, cleanIt=True, force=True)
        if count_stereo(plain) < stereo:
            return _number_by_text(mol, sites, stereo)
        mol = plain
    smiles, atoms = write_stable(mol)
    place = {atom: index for index, atom in enumerate(sites)}
    order = tuple(place[atom] for atom in atoms if atom in place)
    number = iter(range(1, len(sites) + 1))
    smiles = re.sub(r"\*", lambda _: f"[{next(number)}*]", smiles)
    return NumberedCore(smiles=smiles, order=order, stereo=stereo)


def _number_by_text(mol: Chem.Mol, sites: Sequence[int], stereo: int) -> NumberedCore:
    smiles, order = min(
        (write_stable(_with_numbers(mol, [sites[place] for place in order]))[0], order)
        for order in permutations(range(len(sites)))
    )
    return NumberedCore(smiles=smiles, order=order, stereo=stereo)


def labelled_sites(core: str, mol: Chem.Mol) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Return a numbered core's SMILES with plain `*`, and (atom index, label `R[n]`) of each.

    `mol` is the core as read by RDKit.
    """
    sites = mol.GetAtomsMatchingQuery(_DUMMY)
    return _NUMBERED.sub("*", core), tuple((atom.GetIdx(), f"R[{atom.GetIsotope()}]") for atom in sites)


def make_bare(mol: Chem.Mol, numbers: Collection[int]) -> Chem.Mol:
    """Return a numbered core with hydrogen in place of the `*` that have these numbers."""
    edited = Chem.RWMol(mol)
    for atom in edited.GetAtomsMatchingQuery(_DUMMY):
        if atom.GetIsotope() in numbers:
            atom.SetAtomicNum(1)
            atom.SetIsotope(0)
    return Chem.RemoveHs(edited)


def take_numbers(mol: Chem.Mol) -> list[tuple[int, int]]:
    """Remove the numbers from the `*` of `mol`; return (number, atom index) of each."""
    sites = [(atom.GetIsotope(), atom.GetIdx()) for atom in mol.GetAtomsMatchingQuery(_DUMMY)]
    for _, atom in sites:
        mol.GetAtomWithIdx(atom).SetIsotope(0)
    return sites


def count_stereo(mol: Chem.Mol) -> int:
    """Return how many stereocentres and double bonds of `mol` have a known configuration."""
    centres: int = len(mol.GetAtomsMatchingQuery(_CENTRE))
    bonds: int = sum(bond.GetStereo() > Chem.BondStereo.STEREOANY for bond in mol.GetBonds())
    return centres + bonds


def write_stable(mol: Chem.Mol) -> tuple[str, tuple[int, ...]]:
    """Return a canonical SMILES that reads back to itself, and for each of its atoms, in order of
    writing, the atom's index in `mol`.

    Where reading and writing runs in a circle, the smallest SMILES of the rounds is taken.
    """
    smiles, order = _write(mol)
    seen = {smiles: order}
    for _ in range(_ROUNDS):
        again: Chem.Mol | None = Chem.MolFromSmiles(smiles)
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
