"""What a blind solver of a VQA item can look at: facts of the molecules on offer, four at a time.

All is computed from the published item: the options' SMILES, the core in `extra["scaffold"]`, and the
pool's names that the question mentions. The modes of a question offer the same, so it is done once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from rdkit import Chem
from rdkit.Chem import Descriptors
from rdkit.DataStructs import ExplicitBitVect

from evaluator.records import Item
from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.audit_sites import groups_on
from sitegen.chem.similarity import core_with_hydrogens, fingerprint, tanimoto
from sitegen.chem.smiles_text import SmilesError
from sitegen.chem.toolkit import read_drawn
from sitegen.errors import DatasetError

_BATCH = 100
_BRACKET_OR_CLOSURE = re.compile(r"(\[[^\]]*\])|%\d\d|\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a question shows: the core, the molecules on offer in the order of their letters, and the
    names of pool groups that its words mention, each once."""

    scaffold: str
    smiles: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Facts of each molecule on offer, all in the order of `Shown.smiles`.

    `near` is the similarity to the core with `*` as hydrogen and `central` the mean similarity to the
    other molecules (ECFP4, 2048 bits); `charge` is the net formal charge, `weight` in g/mol.
    `groups` are the substituents by site, as SMILES, or () for all where one of them does not hold the
    core. `written` and `held` say of the mentioned groups how many the SMILES text (without the numbers of
    ring closures) holds and how many the molecule holds as whole groups, then how often in all.
    """

    length: tuple[int, ...]
    heavy: tuple[int, ...]
    weight: tuple[float, ...]
    charge: tuple[int, ...]
    near: tuple[float, ...]
    central: tuple[float, ...]
    groups: tuple[tuple[str, ...], ...]
    written: tuple[tuple[int, int], ...]
    held: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Molecule:
    mol: Chem.Mol
    bits: ExplicitBitVect
    weight: float


def look_at(items: Sequence[Item], pool: Mapping[str, str], map: ParallelMap) -> list[Sight]:
    """Return what there is to see in each item; `pool` gives the SMILES of groups by name.

    Raises `DatasetError` where an option or a core is no SMILES.
    """
    shown = [show(item, pool) for item in items]
    distinct = list(dict.fromkeys(shown))
    worker = partial(_look, pool=dict(pool))
    seen: dict[Shown, Sight] = {}
    for sights in map(worker, distinct, batch=_BATCH, label="what blind solvers see"):
        seen.update(zip(distinct[len(seen) :], sights, strict=False))
    return [seen[one] for one in shown]


def show(item: Item, pool: Mapping[str, str]) -> Shown:
    """Return what an item shows to a solver that reads structures; options of words only are left out."""
    return Shown(
        scaffold=str(item.extra.get("scaffold", "")),
        smiles=tuple(option.smiles for option in item.options if option.smiles),
        names=mentioned(item.question, tuple(pool)),
    )


def mentioned(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that a text mentions, in the order of `names`.

    A name inside a longer one ("phenyl" in "4-fluorophenyl") is not mentioned by it.
    """
    found = set(_pattern(names).findall(text)) if names else set()
    return tuple(name for name in names if name in found)


@lru_cache(maxsize=4)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(map(re.escape, longest_first))})(?![A-Za-z])")


def _look(rows: Sequence[Shown], pool: Mapping[str, str]) -> list[Sight]:
    return [_sight(row, pool) for row in rows]


def _sight(shown: Shown, pool: Mapping[str, str]) -> Sight:
    try:
        molecules = [_molecule(smiles) for smiles in shown.smiles]
        near = _near(shown.scaffold, molecules)
        groups = groups_on(shown.scaffold, [molecule.mol for molecule in molecules])
    except SmilesError as error:
        raise DatasetError(
            f"blind solvers cannot read {shown.smiles} on {shown.scaffold!r}: {error}"
        ) from error
    named = [pool[name] for name in shown.names]
    return Sight(
        length=tuple(map(len, shown.smiles)),
        heavy=tuple(molecule.mol.GetNumHeavyAtoms() for molecule in molecules),
        weight=tuple(molecule.weight for molecule in molecules),
        charge=tuple(Chem.GetFormalCharge(molecule.mol) for molecule in molecules),
        near=near,
        central=_central(molecules),
        groups=groups,
        written=tuple(_tally(_texts(smiles, named)) for smiles in shown.smiles),
        held=tuple(_tally(_matches(molecule.mol, named)) for molecule in molecules),
    )


@lru_cache(maxsize=4096)
def _molecule(smiles: str) -> _Molecule:
    mol = read_drawn(smiles)
    # Rounded: isomers weigh the same, in whichever order their atoms are summed.
    weight = round(Descriptors.MolWt(mol), 4)  # type: ignore[attr-defined]
    return _Molecule(mol=mol, bits=fingerprint(smiles), weight=weight)


def _near(scaffold: str, molecules: Sequence[_Molecule]) -> tuple[float, ...]:
    if not scaffold:
        return (0.0,) * len(molecules)
    core = fingerprint(core_with_hydrogens(scaffold))
    return tuple(tanimoto(core, molecule.bits) for molecule in molecules)


def _central(molecules: Sequence[_Molecule]) -> tuple[float, ...]:
    sums = [0.0] * len(molecules)
    for one, other in combinations(range(len(molecules)), 2):
        similarity = tanimoto(molecules[one].bits, molecules[other].bits)
        sums[one] += similarity
        sums[other] += similarity
    # Rounded, so that the order of a sum breaks no tie.
    return tuple(round(total / max(1, len(molecules) - 1), 9) for total in sums)


def _tally(counts: Iterator[int]) -> tuple[int, int]:
    found = list(counts)
    return sum(count > 0 for count in found), sum(found)


def _texts(smiles: str, named: Sequence[str]) -> Iterator[int]:
    text = _without_closures(smiles)
    return (text.count(_without_closures(group)) for group in named)


def _without_closures(smiles: str) -> str:
    return _BRACKET_OR_CLOSURE.sub(lambda match: match[1] or "", smiles)


def _matches(mol: Chem.Mol, named: Sequence[str]) -> Iterator[int]:
    return (len(mol.GetSubstructMatches(_whole_group(group), maxMatches=64)) for group in named)


@lru_cache(maxsize=256)
def _whole_group(smiles: str) -> Chem.Mol:
    """Return a query for a group that is attached at its first atom and carries nothing besides."""
    parameters: Any = Chem.AdjustQueryParameters.NoAdjustments()
    parameters.adjustDegree = True
    parameters.adjustDegreeFlags = Chem.AdjustQueryWhichFlags.ADJUST_IGNOREDUMMIES
    parameters.makeDummiesQueries = True
    return Chem.AdjustQueryProperties(Chem.MolFromSmiles(f"*{smiles}"), parameters)
