"""The edge where SMILES text becomes an RDKit `mol`: guarded, silent, with atoms in the order written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rdkit import Chem, rdBase

from sitegen.chem.smiles_text import MAX_SMILES_CHARACTERS, SmilesError, atom_tokens, scan_smiles


def _plain_parameters() -> Any:
    parameters: Any = Chem.SmilesParserParams()
    parameters.sanitize = False
    parameters.removeHs = False
    parameters.allowCXSMILES = False
    parameters.parseName = False
    return parameters


_PARAMETERS = _plain_parameters()


def read_written(smiles: str, isotopes: Mapping[int, int] | None = None) -> Chem.Mol:
    """Parse a SMILES with every atom at its written index, explicit hydrogens too, and sanitise it.

    `isotopes` are set by atom index before stereo is perceived, so that a centre which differs only
    in two dummies with different labels stays a stereocentre.
    Raises `SmilesError` with the column of what is wrong.
    """
    atoms = atom_tokens(scan_smiles(smiles))
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles, _PARAMETERS)
        if mol is None:
            raise SmilesError(*_syntax_fault(smiles))
        if mol.GetNumAtoms() != len(atoms):
            raise SmilesError(1, "the toolkit reads another number of atoms than are written")
        for index, isotope in (isotopes or {}).items():
            mol.GetAtomWithIdx(index).SetIsotope(isotope)
        try:
            Chem.SanitizeMol(mol)
        except (ValueError, RuntimeError) as error:
            column = _chemistry_column(smiles, [atom.offset + 1 for atom in atoms])
            raise SmilesError(column, f"the SMILES does not sanitise: {first_line(error)}") from error
        Chem.AssignStereochemistry(mol, cleanIt=True, force=True, flagPossibleStereoCenters=True)
    return mol


def _syntax_fault(smiles: str) -> tuple[int, str]:
    """Ask RDKit's parser again for what it dislikes, and where if it says so."""
    with rdBase.CaptureErrorLog() as log:
        Chem.MolFromSmiles(smiles, _PARAMETERS)
    messages = [line.partition("Parse Error: ")[2] for line in log.messages.splitlines()]
    for message in messages:
        position = message.partition("around position ")[2].rstrip(":")
        if position.isascii() and position.isdigit():
            return int(position), "the SMILES has a syntax error here"
    reasons = [message for message in messages if message and not message.startswith("Failed parsing")]
    return 1, f"the SMILES has a syntax error: {reasons[0]}" if reasons else "the SMILES has a syntax error"


def _chemistry_column(smiles: str, columns: list[int]) -> int:
    """Return the column of the first atom that RDKit finds a problem at."""
    problem: Any
    for problem in Chem.DetectChemistryProblems(Chem.MolFromSmiles(smiles, _PARAMETERS)):
        if hasattr(problem, "GetAtomIdx"):
            return columns[int(problem.GetAtomIdx())]
        if hasattr(problem, "GetAtomIndices"):
            return columns[int(min(problem.GetAtomIndices()))]
    return 1


def first_line(problem: object) -> str:
    """Return the first line of a toolkit message."""
    return str(problem).strip().splitlines()[0] if str(problem).strip() else "no reason given"


def read_drawn(smiles: str) -> Chem.Mol:
    """Parse a SMILES the way it is drawn: explicit hydrogens merged into their atoms.

    Raises `SmilesError`; the fast path does no more than RDKit's own parse.
    """
    mol: Chem.Mol | None = None
    if len(smiles) <= MAX_SMILES_CHARACTERS:
        with rdBase.BlockLogs():
            mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        read_written(smiles)  # raises, with the column
        raise SmilesError(1, "the toolkit cannot read this SMILES")
    return mol


def canonical_smiles(smiles: str) -> str | None:
    """Return RDKit's canonical isomeric SMILES, or None where the text is no SMILES that sanitises."""
    if len(smiles) > MAX_SMILES_CHARACTERS:
        return None
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    return None if mol is None else Chem.MolToSmiles(mol)


def plain_hydrogens(smiles: str) -> str:
    """Return a canonical SMILES without the explicit hydrogens of a `=CH2` whose bond carries a mark.

    RDKit keeps `[H]/C=C/N` although that carbon has two hydrogens and the bond no configuration; on a
    nitrogen (`[H]/N=C(/C)CC`) the hydrogen carries one and stays.
    """
    if "[H]" not in smiles:
        return smiles
    mol = Chem.MolFromSmiles(smiles)
    for atom in mol.GetAtoms():
        hydrogens = [other for other in atom.GetNeighbors() if other.GetAtomicNum() == 1]
        if hydrogens and atom.GetAtomicNum() == 6 and atom.GetTotalNumHs(includeNeighbors=True) > 1:
            for bond in atom.GetBonds():
                bond.SetStereo(Chem.BondStereo.STEREONONE)
                bond.SetBondDir(Chem.BondDir.NONE)
    return Chem.MolToSmiles(Chem.RemoveHs(mol))


@lru_cache(maxsize=1)
def toolkit_version() -> str:
    """Return the name and version of the toolkit, for build facts."""
    return f"RDKit {rdBase.rdkitVersion}"
