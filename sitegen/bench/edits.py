"""Editing speed: our substitution, checks included, against a bare RDKit loop."""

from __future__ import annotations

from collections.abc import Sequence

from rdkit import Chem

from sitegen.bench.inputs import BenchEdit
from sitegen.bench.pairing import Comparison, compare
from sitegen.chem.substitution import prepare, substitute


def bench_edits(edits: Sequence[BenchEdit]) -> Comparison:
    """Compare making every product as this project does with parse, edit, sanitise, canonicalise.

    The bare loop parses the core once an edit, bonds each substituent in the dummy's place and writes
    the canonical SMILES; it checks nothing and may invert a centre next to a site.
    """

    def ours() -> None:
        core, prepared = "", None
        for edit in edits:
            if edit.core != core or prepared is None:
                core, prepared = edit.core, prepare(edit.core, edit.labels)
            substitute(prepared, edit.substituents)

    def bare() -> None:
        for edit in edits:
            _bare_product(edit)

    return compare("edits", "products", len(edits), ours, bare, against="bare RDKit edit loop", aim=">= 0.7")


def _bare_product(edit: BenchEdit) -> str:
    mol = Chem.RWMol(Chem.MolFromSmiles(edit.core))
    for atom, label in edit.labels.items():
        first = mol.GetNumAtoms()
        mol.InsertMol(Chem.MolFromSmiles(edit.substituents[label]))
        neighbour = mol.GetAtomWithIdx(atom).GetNeighbors()[0].GetIdx()
        mol.RemoveBond(atom, neighbour)
        mol.AddBond(neighbour, first, Chem.BondType.SINGLE)
    for atom in sorted(edit.labels, reverse=True):
        mol.RemoveAtom(atom)
    Chem.SanitizeMol(mol)
    return Chem.MolToSmiles(mol)
