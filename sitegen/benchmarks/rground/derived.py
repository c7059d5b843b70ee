"""Derive cores from drugs: cut them all, then find out which drugs share a core.

A drug holds a core when cuts leave it, and also when the drug has nothing but hydrogen at some of
its sites: such a core with those sites bare is a smaller core of the drug (or the drug itself).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rdkit import Chem, rdBase

from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.cores import CutCore, CutLimits, cut_cores
from sitegen.benchmarks.rground.drugs import Drug
from sitegen.benchmarks.rground.numbering import number_sites, write_stable
from sitegen.benchmarks.rground.records import Member
from sitegen.chem.similarity import core_with_hydrogens, murcko_scaffold
from sitegen.records import Dropped

type Held = dict[int, tuple[str, ...]]
"""Which drugs (by index) hold a core, and what each has at its numbered sites."""

BARE = "[H]"


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivedCore:
    """A numbered core with the drugs that hold it, in order of name; `murcko` as in `Scaffold`."""

    core: str
    murcko: str
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallerCore:
    """A core with one site made bare: `places[i]` is the number (from 0) that its site i has in the
    larger core. A core without sites is a whole molecule."""

    core: str
    bare: int
    places: tuple[int, ...]


def derive_cores(
    drugs: Sequence[Drug], limits: CutLimits, mapper: ParallelMap
) -> tuple[tuple[DerivedCore, ...], tuple[Dropped, ...]]:
    """Return every core of `drugs`, sorted, and the drugs that give none, with the reason."""
    held: dict[str, Held] = {}
    dropped = []
    batches = mapper(partial(_cut_batch, limits), [drug.smiles for drug in drugs], batch=32, label="cutting")
    for index, result in enumerate(result for batch in batches for result in batch):
        if isinstance(result, str):
            drug = drugs[index]
            dropped.append(Dropped(row=drug.row, reason=result, value=f"{drug.name} {drug.smiles}"))
            continue
        for cut in result:
            known = held.setdefault(cut.core, {})
            known[index] = min(known.get(index, cut.substituents), cut.substituents)
    cores = sorted(held, key=lambda core: (core.count("*"), core))
    whole = {drug.smiles: index for index, drug in enumerate(drugs)}
    murcko: dict[str, str] = {}
    for batch in mapper(_relate_batch, cores, batch=128, label="relating"):
        for core, scaffold, smaller in batch:
            murcko[core] = scaffold
            _add_bare(held, core, smaller, whole)
    members = partial(_members, drugs)
    found = tuple(DerivedCore(core=core, murcko=murcko[core], members=members(held[core])) for core in cores)
    return found, tuple(dropped)


def _cut_batch(limits: CutLimits, smiles: Sequence[str]) -> list[tuple[CutCore, ...] | str]:
    with rdBase.BlockLogs():
        return [_cut(text, limits) for text in smiles]


def _cut(smiles: str, limits: CutLimits) -> tuple[CutCore, ...] | str:
    """Return the distinct cores of a molecule, or why there are none."""
    mol = Chem.MolFromSmiles(smiles)
    if mol is None:
        return "not readable by RDKit"
    if mol.GetRingInfo().NumRings() == 0:
        return "no ring"
    if mol.GetNumHeavyAtoms() <= limits.core_min:
        return f"no core of at least {limits.core_min} heavy atoms"
    cores = tuple(sorted(set(cut_cores(mol, limits)), key=lambda cut: (cut.core, cut.substituents)))
    if cores:
        return cores
    if mol.GetNumHeavyAtoms() > limits.core_max:
        return f"too large: no cut leaves a core of at most {limits.core_max} heavy atoms"
    return "no substituent that can be cut off"


def _relate_batch(cores: Sequence[str]) -> list[tuple[str, str, tuple[SmallerCore, ...]]]:
    return [(core, murcko_scaffold(core_with_hydrogens(core)), _smaller_cores(core)) for core in cores]


def _smaller_cores(core: str) -> tuple[SmallerCore, ...]:
    """Return the core with each of its sites in turn made bare."""
    mol = Chem.MolFromSmiles(core)
    numbers = sorted(atom.GetIsotope() for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0)
    return tuple(_without_site(mol, number) for number in numbers)


def _without_site(mol: Chem.Mol, number: int) -> SmallerCore:
    edited = Chem.RWMol(mol)
    for atom in edited.GetAtoms():
        if atom.GetAtomicNum() == 0 and atom.GetIsotope() == number:
            atom.SetAtomicNum(1)
            atom.SetIsotope(0)
    left = Chem.RemoveHs(edited)
    sites = [(atom.GetIsotope(), atom.GetIdx()) for atom in left.GetAtoms() if atom.GetAtomicNum() == 0]
    if not sites:
        Chem.AssignStereochemistry(left, cleanIt=True, force=True)
        return SmallerCore(core=write_stable(left)[0], bare=number - 1, places=())
    for _, atom in sites:
        left.GetAtomWithIdx(atom).SetIsotope(0)
    smaller = number_sites(left, [atom for _, atom in sites])
    places = tuple(sites[place][0] - 1 for place in smaller.order)
    return SmallerCore(core=smaller.smiles, bare=number - 1, places=places)


def _add_bare(
    held: Mapping[str, Held], core: str, smaller: Sequence[SmallerCore], whole: Mapping[str, int]
) -> None:
    """Add to a core the drugs that hold it with a bare site; smaller cores come before larger ones."""
    own = held[core]
    cut = frozenset(own)
    for less in smaller:
        found = held.get(less.core, {}) if less.places else {whole[less.core]: ()} if less.core in whole else {}
        for drug, substituents in found.items():
            if drug in cut:
                continue
            at = {place: substituent for place, substituent in zip(less.places, substituents, strict=True)}
            at[less.bare] = BARE
            filled = tuple(at[place] for place in sorted(at))
            own[drug] = min(own.get(drug, filled), filled)


def _members(drugs: Sequence[Drug], held: Held) -> tuple[Member, ...]:
    found = [
        Member(
            name=drugs[index].name,
            smiles=drugs[index].smiles,
            substituents={f"R[{number}]": smiles for number, smiles in enumerate(substituents, start=1)},
            row=drugs[index].row,
        )
        for index, substituents in held.items()
    ]
    return tuple(sorted(found, key=lambda member: (member.name, member.row)))
