"""Which atoms of a product came in by the edit: what a "why" drawing highlights."""

from __future__ import annotations

import json
from collections.abc import Mapping

from rdkit import Chem, rdBase

from sitegen.chem.smiles_text import atom_tokens, scan_smiles
from sitegen.chem.substitution import PreparedCore, fragments_for, product_pieces, substitute
from sitegen.chem.toolkit import read_written


def traced_product(prepared: PreparedCore, substituents: Mapping[str, str]) -> tuple[str, tuple[int, ...]]:
    """Return the product as `substitute` does, and the 0-based indexes of the substituents' atoms in it.

    A bare site ("[H]") has no atoms there. Raises `SubstitutionError`.
    """
    product = substitute(prepared, substituents)
    pieces = product_pieces(prepared, fragments_for(prepared, substituents))
    mol = read_written("".join(text for text, _ in pieces))
    for atom, came_in in zip(mol.GetAtoms(), _came_in(pieces), strict=True):
        atom.SetBoolProp("came_in", came_in)
    with rdBase.BlockLogs():
        mol = Chem.RemoveHs(mol)
    changed = {atom.GetIdx() for atom in mol.GetAtoms() if atom.GetBoolProp("came_in")}
    if Chem.MolToSmiles(mol) == product:
        order = json.loads(mol.GetProp("_smilesAtomOutputOrder"))
    else:
        # The canonical text of the same molecule may depend on how it was read.
        order = Chem.MolFromSmiles(product).GetSubstructMatch(mol)
        order = [order.index(index) for index in range(len(order))]
    return product, tuple(new for new, old in enumerate(order) if old in changed)


def _came_in(pieces: tuple[tuple[str, bool], ...]) -> list[bool]:
    """Tell for each atom of the joined pieces whether its piece is a substituent's."""
    ends: list[tuple[int, bool]] = []
    end = 0
    for text, came_in in pieces:
        end += len(text)
        ends.append((end, came_in))
    flags = []
    piece = 0
    for token in atom_tokens(scan_smiles("".join(text for text, _ in pieces))):
        while token.offset >= ends[piece][0]:
            piece += 1
        flags.append(ends[piece][1])
    return flags
