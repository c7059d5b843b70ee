"""Structural facts of a substituent, computed by RDKit from its SMILES.

A substituent here is a ring joined to the scaffold, directly or through a short link, with groups
on the ring. Facts are counts (halogens, heavy atoms, ...) and, where the substituent has exactly one
ring, its link, the ring itself and what sits where on it. Ring positions count from the ring atom
that is nearest to the scaffold: one bond away is ortho, two meta, three para; they are named for
six-membered rings only.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from rdkit import Chem

from sitegen.errors import DatasetError

_POSITIONS = {1: "ortho", 2: "meta", 3: "para"}
_CARBONYL = Chem.MolFromSmarts("[CX3]=[OX1]")
_SULFONYL = Chem.MolFromSmarts("[SX4](=[OX1])=[OX1]")


@dataclass(frozen=True, slots=True, kw_only=True)
class RingFacts:
    """The one ring of a substituent.

    `kind` is "aromatic" or "saturated", `nitrogens` the positions of its nitrogen atoms, `groups`
    (SMILES with `*`, position) of what it carries; a position is "" where it has no name. `whole`
    tells whether these fields describe the ring completely: only carbon and nitrogen in it, each
    position named, and no partly unsaturated ring (`kind` is then "").
    """

    size: int
    kind: str
    nitrogens: tuple[str, ...]
    groups: tuple[tuple[str, str], ...]
    whole: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Facts of one substituent: counts, and where it has exactly one ring the `link` to it.

    `acceptors` counts nitrogen and oxygen atoms and `donors` the hydrogens on them (Lipinski's
    definitions, Adv. Drug Deliv. Rev. 1997, 23, 3). `link` joins CH2, CO, SO2, O and NH by `-` from
    the scaffold on; it is "direct" for a ring bonded to the scaffold and "" where it is none of these.
    """

    heavy_atoms: int
    fluorines: int
    chlorines: int
    bromines: int
    halogens: int
    acceptors: int
    donors: int
    carbonyls: int
    sulfonyls: int
    rings: int
    link: str
    ring: RingFacts | None


@lru_cache(maxsize=4096)
def substituent_facts(smiles: str) -> Facts:
    """Return the facts of a substituent that attaches at its first atom.

    Raises `DatasetError` when RDKit cannot read the SMILES.
    """
    mol = Chem.MolFromSmiles(f"*{smiles}")
    if mol is None:
        raise DatasetError(f"substituent {smiles!r} is not a SMILES that RDKit reads; correct it in the pool")
    elements = Counter(atom.GetSymbol() for atom in mol.GetAtoms() if atom.GetAtomicNum())
    polar = [atom for atom in mol.GetAtoms() if atom.GetSymbol() in ("N", "O")]
    info = mol.GetRingInfo()
    link, entry = _link(mol) if info.NumRings() == 1 else ("", None)
    return Facts(
        heavy_atoms=sum(elements.values()),
        fluorines=elements["F"],
        chlorines=elements["Cl"],
        bromines=elements["Br"],
        halogens=elements["F"] + elements["Cl"] + elements["Br"] + elements["I"],
        acceptors=len(polar),
        donors=sum(atom.GetTotalNumHs() for atom in polar),
        carbonyls=len(mol.GetSubstructMatches(_CARBONYL)),
        sulfonyls=len(mol.GetSubstructMatches(_SULFONYL)),
        rings=info.NumRings(),
        link=link,
        ring=None if entry is None else _ring(mol, entry),
    )


def _link(mol: Chem.Mol) -> tuple[str, int | None]:
    """Walk from the dummy (atom 0) to the ring; return the link's name and the ring atom met."""
    previous, here = 0, mol.GetAtomWithIdx(0).GetNeighbors()[0]
    parts: list[str] = []
    while not here.IsInRing():
        onward = [
            atom
            for atom in here.GetNeighbors()
            if atom.GetIdx() != previous and (atom.IsInRing() or atom.GetDegree() > 1)
        ]
        part = _part(here)
        if part is None or len(onward) != 1:
            return "", None
        parts.append(part)
        previous, here = here.GetIdx(), onward[0]
    return "-".join(parts) or "direct", here.GetIdx()


def _part(atom: Chem.Atom) -> str | None:
    """Name one atom of a link together with its own oxygens, or None where the table has no name."""
    oxygens = sum(
        1
        for bond in atom.GetBonds()
        if bond.GetBondType() == Chem.BondType.DOUBLE and bond.GetOtherAtom(atom).GetSymbol() == "O"
    )
    shape = (atom.GetSymbol(), oxygens, atom.GetTotalNumHs(), atom.GetDegree() - oxygens)
    return {
        ("C", 0, 2, 2): "CH2",
        ("C", 1, 0, 2): "CO",
        ("S", 2, 0, 2): "SO2",
        ("O", 0, 0, 2): "O",
        ("N", 0, 1, 2): "NH",
    }.get(shape)


def _ring(mol: Chem.Mol, entry: int) -> RingFacts:
    atoms = mol.GetRingInfo().AtomRings()[0]
    size = len(atoms)
    start = atoms.index(entry)
    ordered = [mol.GetAtomWithIdx(atoms[(start + step) % size]) for step in range(size)]
    nitrogens: list[str] = []
    groups: list[tuple[str, str]] = []
    for step, atom in enumerate(ordered[1:], start=1):
        position = _POSITIONS.get(min(step, size - step), "") if size == 6 else ""
        if atom.GetSymbol() == "N":
            nitrogens.append(position)
        for neighbour in atom.GetNeighbors():
            if neighbour.GetIdx() not in atoms:
                groups.append((_group(mol, atom.GetIdx(), neighbour.GetIdx()), position))
    inside = [bond for bond in mol.GetBonds() if bond.IsInRing()]
    aromatic = all(bond.GetIsAromatic() for bond in inside)
    saturated = all(bond.GetBondType() == Chem.BondType.SINGLE for bond in inside)
    named = all(position for position in [*nitrogens, *(position for _, position in groups)])
    # A quaternary entry atom would carry a group that the loop above does not see.
    plain_entry = ordered[0].GetDegree() == 3 and ordered[0].GetSymbol() == "C"
    elements = {atom.GetSymbol() for atom in ordered}
    return RingFacts(
        size=size,
        kind="aromatic" if aromatic else "saturated" if saturated else "",
        nitrogens=tuple(sorted(nitrogens)),
        groups=tuple(sorted(groups)),
        whole=named and plain_entry and elements <= {"C", "N"} and (aromatic or saturated),
    )


def _group(mol: Chem.Mol, ring_atom: int, first: int) -> str:
    """Return the canonical SMILES, with one `*`, of the group that hangs on a ring atom by `first`."""
    bond = mol.GetBondBetweenAtoms(ring_atom, first)
    pieces = Chem.FragmentOnBonds(mol, [bond.GetIdx()], dummyLabels=[(0, 0)])
    for indices, piece in zip(Chem.GetMolFrags(pieces), Chem.GetMolFrags(pieces, asMols=True), strict=True):
        if first in indices:
            return Chem.MolToSmiles(piece)
    raise AssertionError(f"atom {first} is in no fragment")
