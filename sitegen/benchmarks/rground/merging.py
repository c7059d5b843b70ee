"""Join curated and derived cores: one core once, under its curated name and labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rdkit import Chem

from sitegen.benchmarks.rground.candidates import Candidate
from sitegen.benchmarks.rground.derived import DerivedCore
from sitegen.benchmarks.rground.numbering import number_sites, take_numbers
from sitegen.benchmarks.rground.records import Member
from sitegen.chem.labels import normalise_label
from sitegen.chem.toolkit import read_written


def merge_curated(
    curated: Sequence[Candidate], derived: Sequence[DerivedCore]
) -> tuple[tuple[Candidate, ...], tuple[DerivedCore, ...]]:
    """Return the curated cores, with the members of derived cores that are the same, and the others."""
    by_core = {core.core: core for core in derived}
    merged, same = [], set()
    for candidate in curated:
        numbered, labels = number_labels(candidate)
        core = by_core.get(numbered)
        if core is not None:
            same.add(core.core)
            candidate = replace(candidate, members=_join(candidate.members, core.members, labels))
        merged.append(candidate)
    return tuple(merged), tuple(core for core in derived if core.core not in same)


def number_labels(candidate: Candidate) -> tuple[str, dict[str, str]]:
    """Return a candidate's numbered core, and the candidate's own label for each label `R[n]` of it."""
    mol = read_written(candidate.smiles, {atom: place for place, (atom, _) in enumerate(candidate.labels, 1)})
    mol = Chem.RemoveHs(mol)
    sites = take_numbers(mol)
    numbered = number_sites(mol, [atom for _, atom in sites])
    return numbered.smiles, {
        f"R[{number}]": normalise_label(candidate.labels[sites[place][0] - 1][1])
        for number, place in enumerate(numbered.order, start=1)
    }


def _join(own: Sequence[Member], derived: Sequence[Member], labels: Mapping[str, str]) -> tuple[Member, ...]:
    """Add the derived members that are not there, with the curated labels.

    One whose sites of one label hold different substituents does not fit the curated core.
    """
    known = {member.smiles: member for member in own}
    for member in derived:
        pairs = {(labels[label], smiles) for label, smiles in member.substituents.items()}
        if len(pairs) == len(set(labels.values())):
            known.setdefault(member.smiles, replace(member, substituents=dict(sorted(pairs))))
    return tuple(sorted(known.values(), key=lambda member: (member.name, member.row)))
