"""One text for one Markush structure: the same core with the same labels is always written the same.

The base SMILES is RDKit's canonical SMILES of the core with plain `*`; where several `*` are alike,
labels go to them in one defined way. A stereocentre that is one only because two of its `*` differ
would be lost that way: then the canonical SMILES of the labelled core is the base.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rdkit import Chem

from sitegen.chem.labels import label_order, normalise_label
from sitegen.chem.records import AtomLabel, Markush
from sitegen.chem.toolkit import read_written

_ROUNDS = 8
_CODED = re.compile(r"\[[0-9]+\*\]")


def canonical_core(smiles: str, labels_by_atom: Mapping[int, str]) -> Markush:
    """Return a core with labelled dummies as one canonical record, its tags by atom index.

    `labels_by_atom` maps the 0-based index of each `*` in `smiles` to its label. Labels are normalised in
    spelling (`R1` to `R[1]`), never renumbered. Explicit hydrogens become implicit; atom maps go.
    Raises `SmilesError` if the core is no SMILES that sanitises.
    """
    by_atom = {atom: normalise_label(label) for atom, label in labels_by_atom.items()}
    names = sorted(set(by_atom.values()), key=label_order)
    codes = {atom: names.index(label) + 1 for atom, label in by_atom.items()}
    labelled = _settled(Chem.RemoveHs(_without_maps(read_written(smiles, isotopes=codes))))
    base, atoms = _plain_base(labelled)
    tags = tuple(AtomLabel(atom=index, label=names[code - 1]) for index, code in enumerate(atoms) if code)
    return Markush(smiles=base, tags=tags)


def _without_maps(mol: Chem.Mol) -> Chem.Mol:
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)
    return mol


def _settled(mol: Chem.Mol) -> str:
    """Write canonical SMILES until it reads back to itself (it may change once or twice)."""
    text = Chem.MolToSmiles(mol)
    for _ in range(_ROUNDS):
        again = Chem.MolToSmiles(read_written(text))
        if again == text:
            return text
        text = again
    return text


def _plain_base(labelled: str) -> tuple[str, list[int]]:
    """Return the base SMILES with plain `*`, and the label code of each of its atoms (0: none)."""
    mol = read_written(labelled)
    codes = [atom.GetIsotope() if atom.GetAtomicNum() == 0 else 0 for atom in mol.GetAtoms()]
    stripped = _CODED.sub("*", labelled)
    plain = read_written(stripped)
    for _ in range(_ROUNDS):
        base = Chem.MolToSmiles(plain)
        order = list(plain.GetPropsAsDict(True, True)["_smilesAtomOutputOrder"])
        codes = [codes[old] for old in order]
        plain = read_written(base)
        if Chem.MolToSmiles(plain) == base:
            break
    coded = read_written(base, isotopes={index: code for index, code in enumerate(codes) if code})
    if _settled(coded) == labelled:
        return base, codes
    written = read_written(labelled)
    return stripped, [atom.GetIsotope() if atom.GetAtomicNum() == 0 else 0 for atom in written.GetAtoms()]
