"""Substituents as text that can stand in a core's SMILES at the place of its dummy.

SMILES order is stereo: a fragment written where the dummy stood takes the dummy's place in the
neighbour order of the core's stereocentre, so the parity is kept without counting swaps.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rdkit import Chem

from sitegen.chem.smiles_text import SmilesError, Token, TokenKind, ring_number, scan_smiles
from sitegen.chem.substitution_errors import SubstitutionError
from sitegen.chem.toolkit import read_written

HYDROGEN = "[H]"
"""The substituent that leaves a site bare."""

_FLIP = str.maketrans("/\\", "\\/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragment:
    """A substituent ready to be written after its core neighbour.

    `direction` is the `/` or `\\` that its first bond must carry for a double bond behind it, or empty;
    `text` starts with the first atom; its ring closures are `{0}`, `{1}`, … to be numbered; `rings` says
    how many numbers are open at most at once; `smiles` is what was given.
    """

    smiles: str
    text: str
    direction: str
    rings: int
    stereocentres: int

    def written(self, direction: str, first_ring: int) -> str:
        """Return bond and atoms; `direction` is the core's mark on that bond, or empty.

        `first_ring` is the lowest ring-closure number that is free at that place of the core.
        """
        text = self.text
        mark = direction or self.direction
        if direction and self.direction and direction != self.direction:
            # The same double bonds are written with every mark reversed.
            text = text.translate(_FLIP)
        if self.rings:
            text = text.format(*map(_closure, range(first_ring, first_ring + self.rings)))
        return (mark or "-") + text


def _closure(number: int) -> str:
    return str(number) if number < 10 else f"%{number}"


@lru_cache(maxsize=8192)
def read_substituent(smiles: str) -> Fragment:
    """Read a substituent: it attaches at its one `*` if it has one, else at its first atom.

    The first atom may be written as a fragment's (`[CH2]C`, open valence) or as a whole molecule's
    (`[nH]1cccc1`: one of its hydrogens gives way to the bond).
    Raises `SubstitutionError` for anything that cannot be attached by a single bond.
    """
    try:
        mol = read_written(smiles)
    except SmilesError as error:
        raise SubstitutionError("bad_substituent", f"substituent, {error}") from error
    if "." in smiles:
        raise SubstitutionError("substituent_parts", "the substituent consists of several parts")
    dummies = [atom for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0]
    if len(dummies) > 1:
        raise SubstitutionError("substituent_dummies", f"the substituent has {len(dummies)} `*`; one at most")
    text = _rooted_at_dummy(mol, dummies[0]) if dummies else _from_first_atom(mol, smiles)
    direction = text[0] if text[0] in "/\\" else ""
    template, rings = _ring_template(text[len(direction) :])
    return Fragment(
        smiles=smiles,
        text=template,
        direction=direction,
        rings=rings,
        stereocentres=len(re.findall(r"@+", template)),
    )


def _rooted_at_dummy(mol: Chem.Mol, dummy: Chem.Atom) -> str:
    if dummy.GetDegree() != 1:
        raise SubstitutionError("substituent_site", "the `*` of the substituent must have one bond")
    (bond,) = dummy.GetBonds()
    if bond.GetBondType() is not Chem.BondType.SINGLE:
        raise SubstitutionError("substituent_site", "the `*` of the substituent must have a single bond")
    if dummy.GetFormalCharge() or dummy.GetTotalNumHs():
        raise SubstitutionError("substituent_site", "the `*` of the substituent has a charge or hydrogens")
    _clear_atom_maps(mol)
    dummy.SetIsotope(0)
    text = Chem.MolToSmiles(mol, rootedAtAtom=dummy.GetIdx())
    return text[1:].removeprefix("-")


def _from_first_atom(mol: Chem.Mol, smiles: str) -> str:
    first = mol.GetAtomWithIdx(0)
    if ":" in smiles:
        smiles = re.sub(r":[0-9]+\]", "]", smiles)
    if not smiles.startswith("[") or first.GetNumRadicalElectrons() or not first.GetNumExplicitHs():
        return smiles
    # A whole molecule's bracket atom: its hydrogen comes first in the neighbour order, where the bond
    # to the core goes, so the chirality mark stays as it is.
    bracket, rest = smiles.split("]", 1)
    return f"{_one_hydrogen_less(bracket)}]{rest}"


def _one_hydrogen_less(bracket: str) -> str:
    match = re.fullmatch(r"(\[[0-9]*(?:[A-Z][a-gi-z]?|[a-z]{1,2})@*)H([0-9]*)(.*)", bracket)
    if match is None:
        raise SubstitutionError("bad_substituent", f"the first atom {bracket}] cannot take a bond")
    left = int(match[2] or 1) - 1
    return match[1] + ("" if left == 0 else "H" if left == 1 else f"H{left}") + match[3]


def _clear_atom_maps(mol: Chem.Mol) -> None:
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)


def _ring_template(text: str) -> tuple[str, int]:
    """Write ring closures as format fields, reusing a number as soon as its ring is closed."""
    pieces: list[str] = []
    open_rings: dict[str, int] = {}
    most = 0
    for token in scan_smiles(text):
        if token.kind is not TokenKind.RING:
            pieces.append(token.text.replace("{", "{{").replace("}", "}}"))
            continue
        number = ring_number(token)
        if number in open_rings:
            slot = open_rings.pop(number)
        else:
            slot = next(slot for slot in range(len(open_rings) + 1) if slot not in open_rings.values())
            open_rings[number] = slot
            most = max(most, slot + 1)
        pieces.append(f"{{{slot}}}")
    return "".join(pieces), most


def highest_ring(tokens: tuple[Token, ...]) -> int:
    """Return the highest ring-closure number of a SMILES, 0 where there is none."""
    return max((int(ring_number(token)) for token in tokens if token.kind is TokenKind.RING), default=0)
