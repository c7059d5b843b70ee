"""Cut substituents off a product again, on the molecular graph.

Nothing here shares code with the generator, which writes products as text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rdkit import Chem

_LIMIT = 20_000


def gives_core_back(
    core: str, labels: Mapping[int, str], product: str, substituents: Mapping[str, str]
) -> bool:
    """Tell whether `product` can be cut into the core and, at each label, its substituent.

    `core` is SMILES with a `*` at every atom index in `labels`; `substituents` attach at their first
    atom. Both sides are compared as canonical isomeric SMILES, sites told apart by isotopes.
    """
    names = sorted(set(labels.values()))
    numbers = {atom: names.index(label) + 1 for atom, label in labels.items()}
    wanted = sorted(
        [_numbered_core(core, numbers)]
        + [_whole(f"*{substituents[label]}", numbers[atom]) for atom, label in labels.items()]
    )
    mol = Chem.MolFromSmiles(product)
    query = Chem.MolFromSmiles(core)
    neighbours = {atom: query.GetAtomWithIdx(atom).GetNeighbors()[0].GetIdx() for atom in labels}
    matches = mol.GetSubstructMatches(_query(query), uniquify=False, maxMatches=_LIMIT)
    return any(_pieces(mol, match, neighbours, numbers) == wanted for match in matches)


def _pieces(
    mol: Chem.Mol, match: tuple[int, ...], neighbours: Mapping[int, int], numbers: Mapping[int, int]
) -> list[str]:
    """Return the pieces of `mol` cut at the core's sites, as canonical SMILES with numbered `*`."""
    bonds = {
        mol.GetBondBetweenAtoms(match[inner], match[outer]).GetIdx(): numbers[outer]
        for outer, inner in neighbours.items()
    }
    if len(bonds) < len(neighbours):
        return []
    labels = [(number, number) for number in bonds.values()]
    parts = Chem.MolToSmiles(Chem.FragmentOnBonds(mol, list(bonds), dummyLabels=labels))
    return sorted(Chem.CanonSmiles(part) for part in parts.split("."))


def _query(core: Chem.Mol) -> Chem.Mol:
    parameters = Chem.AdjustQueryParameters.NoAdjustments()
    parameters.makeDummiesQueries = True
    return Chem.AdjustQueryProperties(core, parameters)


def _numbered_core(core: str, numbers: Mapping[int, int]) -> str:
    left = iter(numbers[atom] for atom in sorted(numbers))
    return Chem.CanonSmiles(re.sub(r"\*", lambda _: f"[{next(left)}*]", core))


def _whole(fragment: str, number: int) -> str:
    return Chem.CanonSmiles(f"[{number}*]{fragment.removeprefix('*')}")
