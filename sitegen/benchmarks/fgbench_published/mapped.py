"""Published mapped SMILES: atoms carry their own indexes, and number 0 may not be printed."""

from __future__ import annotations

import re
from functools import lru_cache

from rdkit import Chem, rdBase

_MOST_CHARACTERS = 5000
_NUMBERED = re.compile(r":\d+\]", re.ASCII)


class BadMapping(Exception):
    """What is wrong with a mapped SMILES."""


@lru_cache(maxsize=4096)
def numbers_of(mapped: str, plain: str) -> tuple[str, tuple[int, ...]]:
    """Return the canonical SMILES without numbers, and the atom number at each of its places.

    `plain` is the canonical SMILES that it must be, stereo included. One atom without a number has the
    number 0. Raises `BadMapping`.
    """
    mol = _parsed(mapped)
    if not _NUMBERED.search(mapped) and mol.GetNumAtoms() > 1:
        raise BadMapping("no atom is numbered")
    numbers = [atom.GetAtomMapNum() for atom in mol.GetAtoms()]
    if sorted(numbers) != list(range(len(numbers))):
        raise BadMapping(f"its numbers are not 0 to {len(numbers) - 1}, each once")
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)
    # Written and read again: a centre may be one only as long as its neighbours are numbered.
    first, places = _written(mol)
    smiles, again = _written(_parsed(first))
    if smiles != plain:
        raise BadMapping("it is another molecule")
    return smiles, tuple(numbers[places[place]] for place in again)


def _written(mol: Chem.Mol) -> tuple[str, list[int]]:
    """Return the canonical SMILES, and the index in `mol` of each of its atoms in order."""
    smiles = Chem.MolToSmiles(mol)
    order = mol.GetPropsAsDict(includePrivate=True, includeComputed=True)["_smilesAtomOutputOrder"]
    return smiles, list(order)


def _parsed(smiles: str) -> Chem.Mol:
    if len(smiles) > _MOST_CHARACTERS:
        raise BadMapping(f"longer than {_MOST_CHARACTERS} characters")
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        raise BadMapping("not readable as SMILES")
    return mol
