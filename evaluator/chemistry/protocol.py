"""The seam between the evaluator and a chemistry toolkit: two batched methods and a name.

Everything that can be computed from canonical SMILES in pure Python (guard, Tanimoto, scaffolds,
substructures) is, so that a score cannot depend on where the toolkit runs. An adapter is given only
strings that passed `evaluator.chemistry.guard` (ASCII, at most 400 atoms and 2,000 characters, no
blanks, no CXSMILES, no reaction arrow, no map numbers on real atoms) and must do for each of them
what RDKit.js's `get_mol(smiles)` does: parse without sanitising but removing hydrogens, sanitise,
then assign stereochemistry with `cleanIt`, `force` and `flagPossibleStereoCenters`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

FINGERPRINT_BITS = 2048
"""Length of the ECFP4 bit vector (Morgan, radius 2, no chirality)."""

TOOLKIT = "RDKit"
"""Name in reports; the same for both adapters, because they are the same toolkit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Molecule:
    """What a toolkit says about one structure.

    `smiles` is the canonical isomeric SMILES, `flat` the canonical SMILES without stereo and isotopes
    (`isomericSmiles=False`), `fingerprint` the ECFP4 bits as an integer (bit i of the vector is bit i
    of the integer), `inchikey` the standard InChIKey, empty where InChI refuses the structure (wildcards).
    """

    smiles: str
    flat: str
    fingerprint: int
    inchikey: str


class Chemistry(Protocol):
    """A chemistry toolkit. A trap inside it is a `ChemistryError`, never an invalid structure.

    `version` is RDKit's own version string, e.g. `2026.09.1`.
    """

    toolkit: str
    version: str

    def describe(self, smiles: Sequence[str]) -> list[Molecule | None]:
        """Describe each structure, in order; None where the toolkit refuses it."""
        ...

    def canonical_flat(self, smiles: Sequence[str]) -> list[str | None]:
        """Return each structure's `Molecule.flat` alone, in order; None where it is refused."""
        ...


def fingerprint_from_bytes(data: bytes) -> int:
    """Turn a toolkit's bit vector (256 bytes, lowest bit first) into `Molecule.fingerprint`."""
    return int.from_bytes(data, "little")
