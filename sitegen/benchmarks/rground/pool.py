"""The substituent pool, and which of it each label of a scaffold takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from rdkit import Chem

from sitegen.benchmarks.rground.records import Scaffold, Substituent
from sitegen.benchmarks.rground.tables import read_table
from sitegen.errors import DatasetError, DatasetErrors

COLUMNS = ("name", "smiles", "group", "allowed", "refused")


def read_pool(path: Path) -> tuple[Substituent, ...]:
    """Read the pool table (`data/rground/README.md` describes its columns), in its order.

    Raises `DatasetErrors` naming the line of every row that cannot be used.
    """
    pool, errors = [], []
    for line, row in read_table(path, COLUMNS):
        try:
            pool.append(_substituent(row))
        except ValueError as error:
            errors.append(DatasetError(str(error), path=str(path), line=line, item_id=row["name"]))
    names = [substituent.name for substituent in pool]
    for name in sorted({name for name in names if names.count(name) > 1}):
        errors.append(DatasetError(f"the name {name!r} is there twice", path=str(path), advice="rename one"))
    if errors:
        raise DatasetErrors(tuple(errors))
    return tuple(pool)


def choices(scaffold: Scaffold, pool: Sequence[Substituent]) -> dict[str, tuple[Substituent, ...]]:
    """Return, for each label in order, the substituents that all its sites take, in the pool's order."""
    mol = Chem.MolFromSmiles(scaffold.smiles)
    refusing = {
        smarts: {match[0] for match in mol.GetSubstructMatches(_pattern(smarts))}
        for smarts in sorted({smarts for substituent in pool for smarts in substituent.refused})
    }
    taken: dict[str, tuple[Substituent, ...]] = {}
    for label in scaffold.labels:
        sites = [
            (_neighbour(mol, site.atom), site.neighbour) for site in scaffold.sites if site.label == label
        ]
        taken[label] = tuple(substituent for substituent in pool if _fits_all(substituent, sites, refusing))
    return taken


def _fits_all(
    substituent: Substituent, sites: Sequence[tuple[int, str]], refusing: Mapping[str, set[int]]
) -> bool:
    return all(
        element in substituent.allowed and not any(atom in refusing[smarts] for smarts in substituent.refused)
        for atom, element in sites
    )


def _neighbour(mol: Chem.Mol, atom: int) -> int:
    return int(mol.GetAtomWithIdx(atom).GetNeighbors()[0].GetIdx())


def _substituent(row: Mapping[str, str]) -> Substituent:
    allowed = frozenset(_split(row["allowed"]))
    if not allowed:
        raise ValueError("`allowed` names no neighbour element")
    if Chem.MolFromSmiles(row["smiles"]) is None:
        raise ValueError(f"{row['smiles']!r} is no SMILES")
    # SMARTS hold commas of their own only inside brackets.
    refused = tuple(_split(row["refused"]))
    for smarts in refused:
        if Chem.MolFromSmarts(smarts) is None:
            raise ValueError(f"{smarts!r} in `refused` is no SMARTS")
    return Substituent(
        name=row["name"], smiles=row["smiles"], group=row["group"], allowed=allowed, refused=refused
    )


def _split(cell: str) -> list[str]:
    """Split at commas that stand in no bracket."""
    parts, depth = [""], 0
    for character in cell:
        depth += (character in "[(") - (character in "])")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


@lru_cache(maxsize=256)
def _pattern(smarts: str) -> Chem.Mol:
    return Chem.MolFromSmarts(smarts)
