"""The edit that turns a target into a reference: written down by comparing them, and applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import networkx as nx
from rdkit import Chem, rdBase

from sitegen.benchmarks.fgbench.mapped import mapped_fragment, mapped_smiles, read_mapped
from sitegen.benchmarks.fgbench.records import Bond, Edit, Group
from sitegen.benchmarks.fgbench.refusal import AROMATIC_CUT, CORE_CHANGES, NOT_REPRODUCED, Refusal
from sitegen.benchmarks.fgbench.removal import NUMBER, flat_smiles

_ORDERS = {1: "single", 2: "double", 3: "triple"}
_TYPES = {
    "single": Chem.BondType.SINGLE,
    "double": Chem.BondType.DOUBLE,
    "triple": Chem.BondType.TRIPLE,
}
_PLACES = {name: order for order, name in _ORDERS.items()}


def reference_numbers(reference: Chem.Mol, kept: Mapping[int, int], atoms: int) -> list[int]:
    """Return the number of each atom of the reference.

    `kept` maps atoms that stay, target to reference; new ones count from `atoms`, the target's number
    of atoms, in the order of the reference's canonical SMILES.
    """
    back = {theirs: ours for ours, theirs in kept.items()}
    fresh = iter(range(atoms, atoms + reference.GetNumAtoms()))
    return [back[index] if index in back else next(fresh) for index in range(reference.GetNumAtoms())]


def edit_between(
    target: Chem.Mol,
    reference: Chem.Mol,
    kept: Mapping[int, int],
    removed: Sequence[Group],
    added: Sequence[Group],
) -> Edit:
    """Return the edit, given which atoms stay and which groups differ (by each molecule's own indexes).

    Raises `Refusal` where the part that stays changes otherwise than by groups going and coming.
    """
    numbers = reference_numbers(reference, kept, target.GetNumAtoms())
    _check_atoms(target, reference, kept)
    joined, cuts = _joined(target, reference, kept)
    fresh = {index for index, number in enumerate(numbers) if number not in kept}
    for bond in reference.GetBonds():
        first, second = bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()
        if (first in fresh) != (second in fresh):
            joined.append(_bond(numbers[first], numbers[second], bond))
    return Edit(
        removed=tuple(sorted(removed, key=_by_atoms)),
        added=tuple(
            sorted(
                (
                    Group(name=group.name, atoms=tuple(sorted(numbers[atom] for atom in group.atoms)))
                    for group in added
                ),
                key=_by_atoms,
            )
        ),
        fragments=_fragments(reference, fresh, numbers),
        bonds=tuple(sorted(joined, key=_by_ends)),
        cuts=tuple(sorted(cuts, key=_by_ends)),
    )


def apply_edit(target_mapped: str, edit: Edit) -> str:
    """Return the flat canonical SMILES of what an edit makes of a mapped target.

    Raises `Refusal` where the result is no molecule.
    """
    target, places = read_mapped(target_mapped)
    mol = Chem.RWMol(target)
    Chem.Kekulize(mol, clearAromaticFlags=True)
    gone = {places[atom] for group in edit.removed for atom in group.atoms}
    numbers = {index: number for number, index in places.items()}
    hydrogens = {
        numbers[atom.GetIdx()]: atom.GetTotalNumHs() for atom in mol.GetAtoms() if atom.GetIdx() not in gone
    }
    for bond in mol.GetBonds():
        first, second = bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()
        if (first in gone) != (second in gone):
            hydrogens[numbers[second if first in gone else first]] += int(bond.GetBondTypeAsDouble())
    for cut in edit.cuts:
        mol.RemoveBond(places[cut.first], places[cut.second])
        for number in (cut.first, cut.second):
            hydrogens[number] += _PLACES[cut.order]
    for atom in mol.GetAtoms():
        atom.SetIntProp(NUMBER, numbers[atom.GetIdx()])
    for index in sorted(gone, reverse=True):
        mol.RemoveAtom(index)
    for fragment in edit.fragments:
        part, inside = read_mapped(fragment, sanitize=False)
        for number, index in inside.items():
            part.GetAtomWithIdx(index).SetIntProp(NUMBER, number)
        mol = Chem.RWMol(Chem.CombineMols(mol, part))
    place = {atom.GetIntProp(NUMBER): atom.GetIdx() for atom in mol.GetAtoms()}
    for one in edit.bonds:
        mol.AddBond(place[one.first], place[one.second], _TYPES[one.order])
        for number in (one.first, one.second):
            if number in hydrogens:
                hydrogens[number] -= _PLACES[one.order]
    return _finished(mol, {place[number]: count for number, count in hydrogens.items()})


def _finished(mol: Chem.RWMol, hydrogens: Mapping[int, int]) -> str:
    if min(hydrogens.values(), default=0) < 0:
        raise Refusal(NOT_REPRODUCED, "an atom has no hydrogen left to give")
    for index, count in hydrogens.items():
        atom = mol.GetAtomWithIdx(index)
        atom.SetNoImplicit(True)
        atom.SetNumExplicitHs(count)
    Chem.RemoveStereochemistry(mol)
    try:
        with rdBase.BlockLogs():
            Chem.SanitizeMol(mol)
            again = Chem.MolFromSmiles(flat_smiles(mol))
    except (ValueError, RuntimeError) as error:
        raise Refusal(NOT_REPRODUCED, str(error).strip().splitlines()[0]) from error
    if again is None:
        raise Refusal(NOT_REPRODUCED, "what comes out is no molecule")
    return flat_smiles(again)


def _check_atoms(target: Chem.Mol, reference: Chem.Mol, kept: Mapping[int, int]) -> None:
    for ours, theirs in kept.items():
        one, other = target.GetAtomWithIdx(ours), reference.GetAtomWithIdx(theirs)
        if one.GetFormalCharge() != other.GetFormalCharge():
            raise Refusal(CORE_CHANGES, f"the charge of atom {ours}")
        if one.GetNumRadicalElectrons() != other.GetNumRadicalElectrons():
            raise Refusal(CORE_CHANGES, f"the radical at atom {ours}")


def _joined(target: Chem.Mol, reference: Chem.Mol, kept: Mapping[int, int]) -> tuple[list[Bond], list[Bond]]:
    """Return the bonds that the edit makes and breaks between atoms that stay; none may change."""
    back = {theirs: ours for ours, theirs in kept.items()}
    before = {
        frozenset((bond.GetBeginAtomIdx(), bond.GetEndAtomIdx())): bond
        for bond in target.GetBonds()
        if bond.GetBeginAtomIdx() in kept and bond.GetEndAtomIdx() in kept
    }
    joined = []
    for bond in reference.GetBonds():
        ends = sorted(back.get(index, -1) for index in (bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()))
        if ends[0] < 0:
            continue
        old = before.pop(frozenset(ends), None)
        if old is None:
            joined.append(_bond(ends[0], ends[1], bond))
        elif old.GetBondType() != bond.GetBondType():
            raise Refusal(CORE_CHANGES, f"the bond of atoms {ends[0]} and {ends[1]}")
    return joined, [_bond(min(ends), max(ends), bond) for ends, bond in before.items()]


def _bond(first: int, second: int, bond: Chem.Bond) -> Bond:
    if bond.GetIsAromatic():
        raise Refusal(AROMATIC_CUT)
    order = _ORDERS.get(int(bond.GetBondTypeAsDouble()))
    if order is None:
        raise Refusal(CORE_CHANGES, f"a bond of type {bond.GetBondType()}")
    return Bond(first=min(first, second), second=max(first, second), order=order)


def _fragments(reference: Chem.Mol, fresh: set[int], numbers: Sequence[int]) -> tuple[str, ...]:
    graph = nx.Graph()
    graph.add_nodes_from(fresh)
    graph.add_edges_from(
        (bond.GetBeginAtomIdx(), bond.GetEndAtomIdx())
        for bond in reference.GetBonds()
        if bond.GetBeginAtomIdx() in fresh and bond.GetEndAtomIdx() in fresh
    )
    parts = sorted(nx.connected_components(graph), key=min)
    return tuple(mapped_fragment(reference, part, numbers) for part in parts)


def _by_ends(bond: Bond) -> tuple[int, int]:
    return bond.first, bond.second


def _by_atoms(group: Group) -> tuple[tuple[int, ...], str]:
    return group.atoms, group.name


def both_mapped(target: Chem.Mol, reference: Chem.Mol, kept: Mapping[int, int]) -> tuple[str, str]:
    """Return the mapped SMILES of target and reference."""
    atoms = target.GetNumAtoms()
    return (
        mapped_smiles(target, range(atoms)),
        mapped_smiles(reference, reference_numbers(reference, kept, atoms)),
    )
