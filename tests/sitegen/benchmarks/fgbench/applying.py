"""A second hand: applies an edit to a mapped SMILES with RDKit alone, sharing nothing with the builder."""

from __future__ import annotations

import re
from collections import Counter

from rdkit import Chem, RDLogger

from sitegen.benchmarks.fgbench.records import Edit

RDLogger.DisableLog("rdApp.*")  # type: ignore[attr-defined]
ORDERS = {"single": 1, "double": 2, "triple": 3}
TYPES = {
    "single": Chem.BondType.SINGLE,
    "double": Chem.BondType.DOUBLE,
    "triple": Chem.BondType.TRIPLE,
}


def flat(smiles: str) -> str:
    """Return a canonical SMILES without isomers, however it was written."""
    once = Chem.MolToSmiles(Chem.MolFromSmiles(smiles), isomericSmiles=False)
    return Chem.MolToSmiles(Chem.MolFromSmiles(once), isomericSmiles=False)


def raised(mapped: str) -> str:
    return re.sub(r":(\d+)\]", lambda match: f":{int(match[1]) + 1}]", mapped)


def applied(mapped: str, edit: Edit) -> str:
    """Return the flat SMILES of what the edit makes of a mapped molecule."""
    mol = Chem.RWMol(Chem.MolFromSmiles(raised(mapped)))
    Chem.Kekulize(mol, clearAromaticFlags=True)
    gone = {atom for group in edit.removed for atom in group.atoms}
    hydrogens = Counter({number(atom): atom.GetTotalNumHs() for atom in mol.GetAtoms()})
    for bond in mol.GetBonds():
        ends = [number(bond.GetBeginAtom()), number(bond.GetEndAtom())]
        if (ends[0] in gone) != (ends[1] in gone):
            hydrogens[ends[1] if ends[0] in gone else ends[0]] += int(bond.GetBondTypeAsDouble())
    places = {number(atom): atom.GetIdx() for atom in mol.GetAtoms()}
    for cut in edit.cuts:
        bond = mol.GetBondBetweenAtoms(places[cut.first], places[cut.second])
        assert bond.GetBondType() == TYPES[cut.order]
        mol.RemoveBond(places[cut.first], places[cut.second])
        for end in (cut.first, cut.second):
            hydrogens[end] += ORDERS[cut.order]
    for index in sorted((places[atom] for atom in gone), reverse=True):
        mol.RemoveAtom(index)
    kept = {number(atom) for atom in mol.GetAtoms()}
    for fragment in edit.fragments:
        mol = Chem.RWMol(Chem.CombineMols(mol, Chem.MolFromSmiles(raised(fragment), sanitize=False)))
    places = {number(atom): atom.GetIdx() for atom in mol.GetAtoms()}
    assert len(places) == mol.GetNumAtoms(), "two atoms have one number"
    for bond in edit.bonds:
        mol.AddBond(places[bond.first], places[bond.second], TYPES[bond.order])
        for end in {bond.first, bond.second} & kept:
            hydrogens[end] -= ORDERS[bond.order]
    for one in kept:
        atom = mol.GetAtomWithIdx(places[one])
        atom.SetNoImplicit(True)
        atom.SetNumExplicitHs(hydrogens[one])
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)
    Chem.RemoveStereochemistry(mol)
    Chem.SanitizeMol(mol)
    return flat(Chem.MolToSmiles(mol, isomericSmiles=False))


def number(atom: Chem.Atom) -> int:
    return int(atom.GetAtomMapNum()) - 1
