"""Fingerprints and similarity: ECFP4 (Morgan, radius 2) with 2048 bits, Tanimoto, Murcko scaffolds."""

from __future__ import annotations

from collections.abc import Sequence

from rdkit import Chem, DataStructs, rdBase
from rdkit.Chem import rdFingerprintGenerator
from rdkit.Chem.Scaffolds import MurckoScaffold
from rdkit.DataStructs import ExplicitBitVect

from sitegen.chem.smiles_text import SmilesError
from sitegen.chem.toolkit import canonical_smiles, plain_hydrogens, read_drawn, read_written

FINGERPRINT_BITS = 2048
"""Bits of the ECFP4 fingerprint, as in the published benchmark."""

_GENERATOR = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=FINGERPRINT_BITS)


def fingerprint(smiles: str) -> ExplicitBitVect:
    """Return the ECFP4 fingerprint of a SMILES. Raises `SmilesError` if it does not parse."""
    return fingerprints([smiles])[0]


def fingerprints(smiles: Sequence[str]) -> list[ExplicitBitVect]:
    """Return the ECFP4 fingerprints of many SMILES, in order. Raises `SmilesError` for the first bad one."""
    return [mol_fingerprint(read_drawn(text)) for text in smiles]


def mol_fingerprint(mol: Chem.Mol) -> ExplicitBitVect:
    """Return the ECFP4 fingerprint of a molecule that was parsed already."""
    print_: ExplicitBitVect = _GENERATOR.GetFingerprint(mol)
    return print_


def tanimoto(first: ExplicitBitVect, second: ExplicitBitVect) -> float:
    """Return the Tanimoto similarity, 0 to 1."""
    return float(DataStructs.TanimotoSimilarity(first, second))


def bulk_tanimoto(query: ExplicitBitVect, others: Sequence[ExplicitBitVect]) -> list[float]:
    """Return the Tanimoto similarity of one fingerprint to each of many, in order."""
    return list(DataStructs.BulkTanimotoSimilarity(query, list(others)))


def core_with_hydrogens(core: str) -> str:
    """Return the canonical SMILES of a core with every `*` replaced by hydrogen.

    Stereo next to a site goes where it ends in hydrogen symmetry, stays where it does not.
    Raises `SmilesError` if the core is no SMILES, or consists of `*` only.
    """
    mol = Chem.RWMol(read_written(core))
    for atom in mol.GetAtoms():
        if atom.GetAtomicNum() == 0:
            atom.SetAtomicNum(1)
            atom.SetIsotope(0)
            atom.SetAtomMapNum(0)
    with rdBase.BlockLogs():
        bare = Chem.MolFromSmiles(Chem.MolToSmiles(mol))
    if bare is None or not any(atom.GetAtomicNum() > 1 for atom in bare.GetAtoms()):
        raise SmilesError(1, "the core has a `*` that hydrogen cannot replace")
    return plain_hydrogens(Chem.MolToSmiles(bare))


def murcko_scaffold(smiles: str) -> str:
    """Return the canonical stereo-free Murcko scaffold (RDKit's), empty for an acyclic molecule.

    Raises `SmilesError` if the text is no SMILES.
    """
    mol = read_drawn(smiles)
    Chem.RemoveStereochemistry(mol)
    scaffold = Chem.MolToSmiles(MurckoScaffold.GetScaffoldForMol(mol))  # type: ignore[no-untyped-call]
    return canonical_smiles(scaffold) or scaffold
