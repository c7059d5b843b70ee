"""Mapped SMILES with 0-based atom numbers, `:0` printed.

RDKit does not print the map number 0: inside the toolkit an atom carries its number + 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rdkit import Chem, rdBase

_NUMBER = re.compile(r":(\d+)\]", re.ASCII)


def mapped_smiles(mol: Chem.Mol, numbers: Sequence[int]) -> str:
    """Return the SMILES of a molecule whose atom at index i is written with `numbers[i]`."""
    return _lowered(Chem.MolToSmiles(_with_map(mol, numbers), canonical=False))


def mapped_fragment(mol: Chem.Mol, atoms: Iterable[int], numbers: Sequence[int]) -> str:
    """Return the mapped SMILES of some atoms (indexes) of a molecule, each with its hydrogens there.

    Stereo is left out: a part of a molecule has none of its own.
    """
    mapped = _with_map(mol, numbers)
    Chem.RemoveStereochemistry(mapped)
    return _lowered(Chem.MolFragmentToSmiles(mapped, atomsToUse=sorted(atoms)))


def read_mapped(smiles: str, *, sanitize: bool = True) -> tuple[Chem.Mol, Mapping[int, int]]:
    """Return a molecule without map numbers, and the index of its atoms by number.

    Raises `ValueError` for a SMILES that cannot be read or atoms without a number.
    """
    raised = _NUMBER.sub(lambda match: f":{int(match[1]) + 1}]", smiles)
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(raised, sanitize=sanitize)
    if mol is None:
        raise ValueError(f"{smiles!r} is no mapped SMILES")
    places: dict[int, int] = {}
    for atom in mol.GetAtoms():
        if not atom.GetAtomMapNum():
            raise ValueError(f"{smiles!r} has an atom without a number")
        places[atom.GetAtomMapNum() - 1] = atom.GetIdx()
        atom.SetAtomMapNum(0)
    return mol, places


def _with_map(mol: Chem.Mol, numbers: Sequence[int]) -> Chem.Mol:
    mapped = Chem.Mol(mol)
    for atom in mapped.GetAtoms():
        atom.SetAtomMapNum(numbers[atom.GetIdx()] + 1)
    return mapped


def _lowered(smiles: str) -> str:
    return _NUMBER.sub(lambda match: f":{int(match[1]) - 1}]", smiles)
