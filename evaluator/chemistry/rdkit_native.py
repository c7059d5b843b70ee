"""The chemistry protocol on RDKit's Python package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaluator.chemistry.protocol import FINGERPRINT_BITS, TOOLKIT, Molecule, fingerprint_from_bytes
from evaluator.errors import ChemistryError


class NativeChemistry:
    """`Chemistry` by RDKit in this Python; raises `ChemistryError` where RDKit is not installed."""

    toolkit = TOOLKIT

    def __init__(self) -> None:
        try:
            from rdkit import Chem, DataStructs, rdBase
            from rdkit.Chem import rdFingerprintGenerator
        except ImportError as error:
            raise ChemistryError(
                "structure answers need RDKit, which this Python cannot import; run: pip install rdkit"
            ) from error
        self.version: str = rdBase.rdkitVersion
        self._chem: Any = Chem
        self._quiet = rdBase.BlockLogs
        self._bits = DataStructs.BitVectToBinaryText
        self._morgan = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=FINGERPRINT_BITS)
        parameters: Any = Chem.SmilesParserParams()
        parameters.sanitize = False
        parameters.removeHs = True
        parameters.allowCXSMILES = False
        parameters.parseName = False
        self._parameters = parameters

    def describe(self, smiles: Sequence[str]) -> list[Molecule | None]:
        """Describe each structure, in order; None where RDKit refuses it."""
        with self._quiet():
            return [self._describe(text) for text in smiles]

    def canonical_flat(self, smiles: Sequence[str]) -> list[str | None]:
        """Return the canonical SMILES without stereo of each structure, in order."""
        with self._quiet():
            return [self._flat(text) for text in smiles]

    def _describe(self, smiles: str) -> Molecule | None:
        mol = self._mol(smiles)
        if mol is None:
            return None
        return Molecule(
            smiles=self._chem.MolToSmiles(mol),
            flat=self._chem.MolToSmiles(mol, isomericSmiles=False),
            fingerprint=fingerprint_from_bytes(self._bits(self._morgan.GetFingerprint(mol))),
            inchikey=self._chem.MolToInchiKey(mol),
        )

    def _flat(self, smiles: str) -> str | None:
        mol = self._mol(smiles)
        return None if mol is None else self._chem.MolToSmiles(mol, isomericSmiles=False)

    def _mol(self, smiles: str) -> Any:
        """Parse as RDKit.js does: not in one go, because the two then differ on odd input."""
        mol = self._chem.MolFromSmiles(smiles, self._parameters)
        if mol is None:
            return None
        try:
            self._chem.SanitizeMol(mol)
        except ValueError:  # every sanitisation error of RDKit is one
            return None
        self._chem.AssignStereochemistry(mol, cleanIt=True, force=True, flagPossibleStereoCenters=True)
        return mol
