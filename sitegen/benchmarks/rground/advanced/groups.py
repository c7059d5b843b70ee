"""The R-groups that drugs carry, by the surroundings of the site that they are on.

A group that a drug has on an aromatic carbon fits an aromatic carbon, one on an amide nitrogen an
amide nitrogen. So molecules that are made up for a question have bonds that real drugs have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rdkit import Chem
from rdkit.DataStructs import ExplicitBitVect

from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.records import Scaffold
from sitegen.chem.similarity import fingerprint

BARE = "[H]"
_BATCH = 200
_POLAR_LINK = Chem.MolFromSmarts("*-[#6,#16;$([*]=[O,S,N])]")

type Surroundings = tuple[str | int | bool, ...]
"""Element, aromaticity, ring, bonds, charge and hydrogens of a site's neighbour; whether it has a double
bond, and whether a carbonyl, sulfonyl or imine carbon is beside it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A group as SMILES attached at its first atom, and the drugs (name, row) that carry it, by name."""

    smiles: str
    drugs: tuple[tuple[str, str], ...]


def carried_groups(
    scaffolds: Sequence[Scaffold], map: ParallelMap
) -> tuple[dict[str, dict[str, Surroundings]], dict[Surroundings, tuple[Carried, ...]]]:
    """Return the surroundings of every label with one site, by scaffold id, and the groups on each."""
    around: dict[str, dict[str, Surroundings]] = {}
    for found in map(_around_batch, scaffolds, batch=_BATCH, label="surroundings of sites"):
        around.update(found)
    carried: dict[Surroundings, dict[str, set[tuple[str, str]]]] = defaultdict(lambda: defaultdict(set))
    for scaffold in scaffolds:
        for label, surroundings in around[scaffold.id].items():
            for member in scaffold.members:
                carried[surroundings][member.substituents[label]].add((member.name, member.row))
    return around, {
        surroundings: tuple(
            Carried(smiles=smiles, drugs=tuple(sorted(drugs)))
            for smiles, drugs in sorted(groups.items())
            if smiles != BARE
        )
        for surroundings, groups in carried.items()
    }


def _around_batch(scaffolds: Sequence[Scaffold]) -> dict[str, dict[str, Surroundings]]:
    return {scaffold.id: dict(_around(scaffold)) for scaffold in scaffolds}


def _around(scaffold: Scaffold) -> Iterator[tuple[str, Surroundings]]:
    mol = Chem.MolFromSmiles(scaffold.smiles)
    polar = {match[0] for match in mol.GetSubstructMatches(_POLAR_LINK)}
    for site in scaffold.sites:
        if sum(other.label == site.label for other in scaffold.sites) > 1:
            continue
        (atom,) = mol.GetAtomWithIdx(site.atom).GetNeighbors()
        double = any(bond.GetBondType() is Chem.BondType.DOUBLE for bond in atom.GetBonds())
        yield (
            site.label,
            (
                atom.GetSymbol(),
                atom.GetIsAromatic(),
                atom.IsInRing(),
                atom.GetDegree(),
                atom.GetFormalCharge(),
                atom.GetTotalNumHs(),
                double,
                atom.GetIdx() in polar,
            ),
        )


@lru_cache(maxsize=16384)
def group_size(smiles: str) -> int:
    """Return the heavy atoms of a group."""
    return int(Chem.MolFromSmiles(smiles).GetNumHeavyAtoms()) if smiles != BARE else 0


@lru_cache(maxsize=16384)
def group_charge(smiles: str) -> int:
    """Return the net formal charge of a group."""
    return int(Chem.GetFormalCharge(Chem.MolFromSmiles(smiles)))


@lru_cache(maxsize=16384)
def group_print(smiles: str) -> ExplicitBitVect:
    """Return the ECFP4 fingerprint of a group with `*` where it is attached."""
    return fingerprint(f"*{smiles}")
