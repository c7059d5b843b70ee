"""Is a molecule what a core gives when something, or hydrogen, is put on its open sites?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rdkit import Chem

from sitegen.chem.toolkit import read_drawn

_MOST_MATCHES = 2000


def holds_core(smiles: str, core: str) -> bool:
    """Tell whether a molecule holds a core's real atoms and has other atoms only where the core has `*`.

    Elements, aromaticity, charges and bond orders count, stereo does not: the published script loses it
    now and then. Raises `SmilesError` where either is no SMILES.
    """
    query, free = _without_sites(read_drawn(core))
    mol = read_drawn(smiles)
    matches = mol.GetSubstructMatches(query, uniquify=False, maxMatches=_MOST_MATCHES)
    return any(_fits(mol, query, match, free) for match in matches)


def _without_sites(core: Chem.Mol) -> tuple[Chem.Mol, Mapping[int, int]]:
    """Return the core without its `*`, and how many of them each of its atoms had."""
    mol = Chem.RWMol(core)
    sites = [atom for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0]
    for atom in mol.GetAtoms():
        near = sum(other.GetAtomicNum() == 0 for other in atom.GetNeighbors())
        atom.SetIntProp("sites", near)
    for index in sorted((site.GetIdx() for site in sites), reverse=True):
        mol.RemoveAtom(index)
    mol.UpdatePropertyCache(strict=False)
    return mol, {atom.GetIdx(): atom.GetIntProp("sites") for atom in mol.GetAtoms()}


def _fits(mol: Chem.Mol, query: Chem.Mol, match: Sequence[int], free: Mapping[int, int]) -> bool:
    places = {atom: place for place, atom in enumerate(match)}
    charges = (
        mol.GetAtomWithIdx(atom).GetFormalCharge() == query.GetAtomWithIdx(place).GetFormalCharge()
        for atom, place in places.items()
    )
    if not all(charges):
        return False
    added: Counter[int] = Counter()
    for bond in mol.GetBonds():
        ends = [bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()]
        inside = [end for end in ends if end in places]
        if len(inside) == 1:
            added[places[inside[0]]] += 1
    return all(count <= free[place] for place, count in added.items())
