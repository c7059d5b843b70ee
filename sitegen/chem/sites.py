"""The attachment points of a Markush record: its labelled dummies and what they are bonded to."""

from __future__ import annotations

from dataclasses import dataclass

from rdkit import Chem

from sitegen.chem.labels import normalise_label
from sitegen.chem.records import AtomLabel, Markush
from sitegen.chem.toolkit import read_written


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentSite:
    """A labelled dummy: normalised `label`, its `atom` index in the SMILES as written, the element
    symbol of its `neighbour`, and whether that neighbour is `aromatic`."""

    label: str
    atom: int
    neighbour: str
    aromatic: bool


def attachment_sites(markush: Markush) -> tuple[AttachmentSite, ...]:
    """Return the sites where a substituent can go, by atom index.

    A site is an `<a>` label without multiplicity at a dummy with one single bond to a real atom;
    labels at other atoms (in rings, in chains, two dummies in a row) are left out.
    Raises `SmilesError` if the base is no SMILES that sanitises.
    """
    mol = read_written(markush.smiles)
    sites = {}
    for tag in markush.tags:
        if isinstance(tag, AtomLabel) and not tag.multiplicity:
            neighbour = _neighbour(mol, tag.atom)
            if neighbour is not None:
                sites[tag.atom] = AttachmentSite(
                    label=normalise_label(tag.label),
                    atom=tag.atom,
                    neighbour=neighbour.GetSymbol(),
                    aromatic=neighbour.GetIsAromatic(),
                )
    return tuple(sites[atom] for atom in sorted(sites))


def _neighbour(mol: Chem.Mol, index: int) -> Chem.Atom | None:
    atom = mol.GetAtomWithIdx(index)
    if atom.GetAtomicNum() != 0 or atom.GetDegree() != 1:
        return None
    (bond,) = atom.GetBonds()
    other = bond.GetOtherAtom(atom)
    return other if bond.GetBondType() is Chem.BondType.SINGLE and other.GetAtomicNum() else None
