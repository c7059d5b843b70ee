"""Which groups a molecule carries at the sites of a core, told from the two structures alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rdkit import Chem, rdBase

from sitegen.chem.toolkit import read_drawn

_MOST_MATCHES = 64
"""Ways to lay a symmetric core on a molecule that are looked at."""


def groups_on(core: str, mols: Sequence[Chem.Mol]) -> tuple[tuple[str, ...], ...]:
    """Return the groups of each molecule as SMILES, in the order of the core's `*`.

    Of several ways to lay the core on a molecule the one is taken that leaves the most atoms to the
    groups, then the one whose groups come first in the alphabet. Where one of the molecules does not
    hold the core (or there is none) all are (): then there is nothing to compare. Raises `SmilesError`
    if the core is no SMILES.
    """
    if "*" not in core:
        return ((),) * len(mols)
    query, sites = _query(core)
    found = []
    for mol in mols:
        found.append(_groups(mol, query, sites))
        if not found[-1]:
            return ((),) * len(mols)
    return tuple(found)


@lru_cache(maxsize=1024)
def _query(core: str) -> tuple[Chem.Mol, tuple[tuple[int, int], ...]]:
    """Return the core as a query, with (atom of the core, dummy) of every site."""
    mol = read_drawn(core)
    sites = tuple(
        (atom.GetNeighbors()[0].GetIdx(), atom.GetIdx())
        for atom in mol.GetAtoms()
        if atom.GetAtomicNum() == 0 and atom.GetDegree() == 1
    )
    parameters: Any = Chem.AdjustQueryParameters.NoAdjustments()
    parameters.makeDummiesQueries = True
    return Chem.AdjustQueryProperties(mol, parameters), sites


def _groups(mol: Chem.Mol, query: Chem.Mol, sites: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Return the groups of one molecule; hydrogen counts as one where nothing else is on a site."""
    for add in (lambda mol: mol, Chem.AddHs):
        target = add(mol)
        matches = target.GetSubstructMatches(query, uniquify=False, maxMatches=_MOST_MATCHES)
        laid = dict.fromkeys(tuple((match[a], match[b]) for a, b in sites) for match in matches)
        cut = [groups for bonds in laid if (groups := _cut(target, bonds))]
        if cut:
            return min(cut)[1]
    return ()


def _cut(mol: Chem.Mol, bonds: Sequence[tuple[int, int]]) -> tuple[int, tuple[str, ...]] | None:
    """Return what comes off at each bond (atom of the core, atom of the group); None if a ring holds on.

    The number before the groups is that of their heavy atoms, negative.
    """
    places = [mol.GetBondBetweenAtoms(*bond).GetIdx() for bond in bonds]
    if len(set(places)) < len(bonds) or any(mol.GetBondWithIdx(place).IsInRing() for place in places):
        return None
    # The first mark goes to the dummy on the side of the bond's end atom: the group's gets the site's
    # number, the core's none.
    marks = [
        (site, 0) if mol.GetBondWithIdx(place).GetEndAtomIdx() == group else (0, site)
        for site, (place, (_, group)) in enumerate(zip(places, bonds, strict=True), start=1)
    ]
    pieces = [""] * len(bonds)
    heavy = 0
    atoms: list[tuple[int, ...]] = []
    parts = Chem.GetMolFrags(
        Chem.FragmentOnBonds(mol, places, dummyLabels=marks),
        asMols=True,
        sanitizeFrags=False,
        fragsMolAtomMapping=atoms,
    )
    for part, own in zip(parts, atoms, strict=True):
        # The dummies of the cuts come after all other atoms.
        dummies = [part.GetAtomWithIdx(place) for place, atom in enumerate(own) if atom >= mol.GetNumAtoms()]
        if len(dummies) == 1 and dummies[0].GetIsotope():
            site = dummies[0].GetIsotope() - 1
            dummies[0].SetIsotope(0)
            heavy += part.GetNumHeavyAtoms()
            with rdBase.BlockLogs():  # it warns of a hydrogen that is the group
                pieces[site] = Chem.MolToSmiles(Chem.RemoveHs(part, sanitize=False))
    return (-heavy, tuple(pieces)) if all(pieces) else None
