"""Derive cores from drugs: cut them all, then find out which drugs share a core.

A drug holds a core when cuts leave it, and also when the drug has nothing but hydrogen at some of
its sites: such a core with those sites bare is a smaller core of the drug (or the drug itself).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations

from rdkit import Chem, rdBase

from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.cores import CutCore, CutLimits, cut_cores
from sitegen.benchmarks.rground.drugs import Drug
from sitegen.benchmarks.rground.numbering import (
    labelled_sites,
    make_bare,
    number_sites,
    take_numbers,
    write_stable,
)
from sitegen.benchmarks.rground.records import Member
from sitegen.records import Dropped

type Held = dict[int, tuple[str, ...]]
"""Which drugs (by index) hold a core, and what each has at its numbered sites."""

BARE = "[H]"


@dataclass(frozen=True, slots=True, kw_only=True)
class DerivedCore:
    """A core with the drugs that hold it, in order of name.

    `core` is the numbered core, `smiles` the same with plain `*`, `labels` (atom index, label) of each,
    `murcko` as in `Scaffold`.
    """

    core: str
    smiles: str
    labels: tuple[tuple[int, str], ...]
    murcko: str
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreFacts:
    """What is computed once a core: `bare` is its stereo-free SMILES with every site bare."""

    core: str
    smiles: str
    labels: tuple[tuple[int, str], ...]
    bare: str
    murcko: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallerCore:
    """A core with the sites at places `bare` (from 0) made bare: `places[i]` is the place in the
    larger core of its site i. A core without sites is a whole molecule."""

    core: str
    bare: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """All cores of a list of molecules: what each is, which molecules (by index) hold it with what at
    its numbered sites, and why a molecule gives none."""

    facts: tuple[CoreFacts, ...]
    held: tuple[Held, ...]
    without: Mapping[int, str]


def derive_cores(smiles: Sequence[str], limits: CutLimits, mapper: ParallelMap) -> Derivation:
    """Return every core of the molecules in `smiles` (canonical), sorted by numbered core."""
    held: dict[str, Held] = {}
    without = {}
    batches = mapper(partial(_cut_batch, limits), smiles, batch=16, label="cutting")
    for index, result in enumerate(chain.from_iterable(batches)):
        if isinstance(result, str):
            without[index] = result
            continue
        for cut in result:
            known = held.setdefault(cut.core, {})
            known[index] = min(known.get(index, cut.substituents), cut.substituents)
    facts = tuple(chain.from_iterable(mapper(_facts_batch, sorted(held), batch=256, label="cores")))
    extended = _with_bare_sites(held, facts, smiles, mapper)
    return Derivation(facts=facts, held=tuple(extended[fact.core] for fact in facts), without=without)


def name_cores(
    derivation: Derivation, drugs: Sequence[Drug]
) -> tuple[tuple[DerivedCore, ...], tuple[Dropped, ...]]:
    """Return the cores with the drugs that hold them, and the drugs that give none, with the reason.

    `drugs` are those whose SMILES were derived from, in that order.
    """
    cores = tuple(
        DerivedCore(
            core=fact.core,
            smiles=fact.smiles,
            labels=fact.labels,
            murcko=fact.murcko,
            members=_members(drugs, held),
        )
        for fact, held in zip(derivation.facts, derivation.held, strict=True)
    )
    dropped = tuple(
        Dropped(row=drugs[index].row, reason=reason, value=f"{drugs[index].name} {drugs[index].smiles}")
        for index, reason in derivation.without.items()
    )
    return cores, dropped


def _cut_batch(limits: CutLimits, smiles: Sequence[str]) -> list[tuple[CutCore, ...] | str]:
    with rdBase.BlockLogs():
        return [_cut(text, limits) for text in smiles]


def _cut(smiles: str, limits: CutLimits) -> tuple[CutCore, ...] | str:
    """Return the distinct cores of a molecule, or why there are none."""
    mol: Chem.Mol | None = Chem.MolFromSmiles(smiles)
    if mol is None:
        return "not readable by RDKit"
    if mol.GetRingInfo().NumRings() == 0:
        return "no ring"
    if mol.GetNumHeavyAtoms() <= limits.core_min:
        return f"too small for a core of {limits.core_min} heavy atoms"
    cores = tuple(sorted(set(cut_cores(mol, limits)), key=lambda cut: (cut.core, cut.substituents)))
    if cores:
        return cores
    if mol.GetNumHeavyAtoms() > limits.core_max:
        return f"too large: no cut leaves a core of at most {limits.core_max} heavy atoms"
    return "no substituent that can be cut off"


def _facts_batch(cores: Sequence[str]) -> list[CoreFacts]:
    return [_facts(core) for core in cores]


def _facts(core: str) -> CoreFacts:
    mol = Chem.MolFromSmiles(core)
    smiles, labels = labelled_sites(core, mol)
    bare = make_bare(mol, range(1, len(labels) + 1))
    Chem.RemoveStereochemistry(bare)
    return CoreFacts(
        core=core,
        smiles=smiles,
        labels=labels,
        bare=Chem.MolToSmiles(bare),
        murcko=Chem.MolToSmiles(Chem.MurckoDecompose(bare)),
    )


def _with_bare_sites(
    held: Mapping[str, Held], facts: Sequence[CoreFacts], molecules: Sequence[str], mapper: ParallelMap
) -> dict[str, Held]:
    """Return `held` with the molecules added that hold a core with some of its sites bare.

    Only cores that are the same when all their sites are bare can be such smaller cores of each other.
    """
    whole: dict[str, Held] = {smiles: {index: ()} for index, smiles in enumerate(molecules)}
    sizes: dict[str, set[int]] = {}
    for fact in facts:
        sizes.setdefault(fact.bare, set()).add(len(fact.labels))
    for smiles in molecules:
        flat = Chem.MolToSmiles(Chem.MolFromSmiles(smiles), isomericSmiles=False)
        if flat in sizes:
            sizes[flat].add(0)
    wanted = [
        (fact.core, tuple(sorted(size for size in sizes[fact.bare] if size < len(fact.labels))))
        for fact in facts
    ]
    wanted = [(core, smaller) for core, smaller in wanted if smaller]
    extended = {core: dict(own) for core, own in held.items()}
    results = chain.from_iterable(mapper(_smaller_batch, wanted, batch=64, label="relating"))
    for (core, _), smaller_cores in zip(wanted, results, strict=True):
        own, cut = extended[core], held[core]
        for smaller in smaller_cores:
            found = held.get(smaller.core, {}) if smaller.places else whole.get(smaller.core, {})
            for index, substituents in found.items():
                if index not in cut:
                    filled = _fill(smaller, substituents)
                    own[index] = min(own.get(index, filled), filled)
    return extended


def _fill(smaller: SmallerCore, substituents: Sequence[str]) -> tuple[str, ...]:
    at = dict(zip(smaller.places, substituents, strict=True)) | dict.fromkeys(smaller.bare, BARE)
    return tuple(at[place] for place in sorted(at))


def _smaller_batch(wanted: Sequence[tuple[str, tuple[int, ...]]]) -> list[list[SmallerCore]]:
    with rdBase.BlockLogs():
        return [_smaller_cores(core, sizes) for core, sizes in wanted]


def _smaller_cores(core: str, sizes: Sequence[int]) -> list[SmallerCore]:
    """Return the core with sites made bare in every way that leaves as many sites as `sizes` name."""
    mol = Chem.MolFromSmiles(core)
    numbers = range(1, core.count("*") + 1)
    return [_smaller_core(mol, bare) for size in sizes for bare in combinations(numbers, len(numbers) - size)]


def _smaller_core(mol: Chem.Mol, numbers: Sequence[int]) -> SmallerCore:
    left = make_bare(mol, numbers)
    bare = tuple(number - 1 for number in numbers)
    sites = take_numbers(left)
    if not sites:
        Chem.AssignStereochemistry(left, cleanIt=True, force=True)
        return SmallerCore(core=write_stable(left)[0], bare=bare, places=())
    smaller = number_sites(left, [atom for _, atom in sites])
    places = tuple(sites[place][0] - 1 for place in smaller.order)
    return SmallerCore(core=smaller.smiles, bare=bare, places=places)


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
