"""One text for one Markush structure: the same core with the same labels is always written the same.

The base SMILES is RDKit's canonical SMILES of the core with plain `*`; where several `*` are alike,
labels go to them in one defined way. A stereocentre that is one only because two of its `*` differ
would be lost that way: then the canonical SMILES of the labelled core is the base. Every index is
carried along, and the result is compared with the original, atom by atom and bond by bond.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from rdkit import Chem, rdBase

from sitegen.chem.esmiles_errors import EsmilesError
from sitegen.chem.labels import label_order, normalise_label
from sitegen.chem.records import (
    AbstractRing,
    ArcLabel,
    AtomLabel,
    AtomNote,
    AttachmentPoint,
    Markush,
    NestedFragment,
    RepeatGroup,
    RingLabel,
    Tag,
    VirtualArc,
)
from sitegen.chem.smiles_text import atom_tokens, scan_smiles
from sitegen.chem.toolkit import read_written

_ROUNDS = 8
"""RDKit's canonical SMILES may change when read and written again; it settles within a few rounds."""

_UNFAITHFUL = "no canonical SMILES: {} comes out changed (as RDKit does with a `*` in an unsaturated ring)"

_CODED = re.compile(r"\[[0-9]+\*\]")


def canonical_core(smiles: str, labels_by_atom: Mapping[int, str]) -> Markush:
    """Return a core with labelled dummies as one canonical record, its labels by atom index.

    `labels_by_atom` maps the 0-based index of each `*` in `smiles` to its label. Labels are normalised in
    spelling (`R1` to `R[1]`), never renumbered. Explicit hydrogens become implicit; atom maps go.
    Raises `SmilesError` if the core is no SMILES that sanitises.
    """
    tags = tuple(AtomLabel(atom=atom, label=label) for atom, label in labels_by_atom.items())
    return canonical_markush(Markush(smiles=smiles, tags=tags))


def canonical_markush(markush: Markush) -> Markush:
    """Return a record with canonical base SMILES and every atom and ring index carried over.

    Records at atoms come first, by index; the others keep their order. Labels are normalised. Where
    other records than labels sit at atoms that are alike, the text depends on which of them was given.
    Raises `SmilesError` for a bad base, `EsmilesError` if the toolkit's canonical SMILES is not the same
    structure, or a ring has no counterpart in it.
    """
    codes = _codes(markush.tags)
    named = {index for tag in markush.tags for index in _atoms_of(tag)}
    base, written = _canonical_base(markush.smiles, codes, named)
    _verify(markush.smiles, base, written)
    place = {old: new for new, old in enumerate(written)}
    rings = _ring_places(markush, base, place)
    moved: list[Tag] = []
    for tag in markush.tags:
        other = _moved(tag, place, rings)
        # One record twice at an atom is one record; on a ring it is two substituents.
        if other not in moved or isinstance(other, RingLabel | ArcLabel):
            moved.append(other)
    return Markush(smiles=base, tags=tuple(sorted(moved, key=_tag_order)))


def _codes(tags: Sequence[Tag]) -> dict[int, int]:
    """Number the dummies by what is recorded at them: equal records get equal numbers."""
    meanings = {tag.atom: _meaning(tag) for tag in tags if isinstance(tag, AtomLabel | AttachmentPoint)}
    numbers = {meaning: number for number, meaning in enumerate(sorted(set(meanings.values())), start=1)}
    return {atom: numbers[meaning] for atom, meaning in meanings.items()}


def _meaning(tag: AtomLabel | AttachmentPoint) -> tuple[tuple[str, int, str], str]:
    if isinstance(tag, AttachmentPoint):
        return ("", 0, ""), ""
    return label_order(tag.label), tag.multiplicity


def _canonical_base(smiles: str, codes: Mapping[int, int], named: set[int]) -> tuple[str, list[int]]:
    """Return the base SMILES and, for each of its atoms, the index it had in `smiles`."""
    atoms = atom_tokens(scan_smiles(smiles))
    codes = {atom: code for atom, code in codes.items() if atoms[atom].is_dummy}
    mol = read_written(smiles, isotopes=codes)
    for atom in mol.GetAtoms():
        atom.SetIntProp("written", atom.GetIdx())
        atom.SetAtomMapNum(0)
        if atom.GetAtomicNum() == 0 and atom.GetIdx() not in codes:
            atom.SetIsotope(0)  # E-SMILES gives a `*` its meaning by a record, not by an isotope
    with rdBase.BlockLogs():
        bare = Chem.RemoveHs(mol)
    if named <= {atom.GetIntProp("written") for atom in bare.GetAtoms()}:
        mol = bare
    labelled, written = _settled(mol, [atom.GetIntProp("written") for atom in mol.GetAtoms()])
    stripped = _CODED.sub("*", labelled)
    base, plain = _settled(read_written(stripped), written)
    coded = read_written(base, {new: codes[old] for new, old in enumerate(plain) if old in codes})
    if _settled(coded, plain)[0] == labelled:
        return base, plain
    return stripped, written


def _settled(mol: Chem.Mol, written: list[int]) -> tuple[str, list[int]]:
    """Write canonical SMILES until it reads back to itself, and the atoms' indexes along."""
    text = ""
    for _ in range(_ROUNDS):
        before, text = text, Chem.MolToSmiles(mol)
        if text == before:
            break
        written = [written[index] for index in json.loads(mol.GetProp("_smilesAtomOutputOrder"))]
        mol = read_written(text)
    return text, written


def _verify(smiles: str, base: str, written: list[int]) -> None:
    """Compare atoms and bonds one by one: an index that went astray must not pass."""
    old, new = read_written(smiles), read_written(base)
    for index, source in enumerate(written):
        first, second = old.GetAtomWithIdx(source), new.GetAtomWithIdx(index)
        if _features(first) != _features(second):
            raise EsmilesError(1, _UNFAITHFUL.format(f"atom {source}"))
    place = {source: index for index, source in enumerate(written)}
    bonds = {
        frozenset((place[bond.GetBeginAtomIdx()], place[bond.GetEndAtomIdx()])): bond.GetBondType()
        for bond in old.GetBonds()
        if bond.GetBeginAtomIdx() in place and bond.GetEndAtomIdx() in place
    }
    if bonds != {
        frozenset((bond.GetBeginAtomIdx(), bond.GetEndAtomIdx())): bond.GetBondType()
        for bond in new.GetBonds()
    }:
        raise EsmilesError(1, _UNFAITHFUL.format("a bond"))


def _features(atom: Chem.Atom) -> tuple[int, int, int, bool, int]:
    element = atom.GetAtomicNum()
    return (
        element,
        atom.GetFormalCharge(),
        atom.GetTotalNumHs(includeNeighbors=True),
        atom.GetIsAromatic(),
        atom.GetIsotope() if element else 0,
    )


def _ring_places(markush: Markush, base: str, place: Mapping[int, int]) -> dict[int, int]:
    wanted = sorted({tag.ring for tag in markush.tags if isinstance(tag, RingLabel)})
    if not wanted:
        return {}
    old, new = read_written(markush.smiles), read_written(base)
    rings_now = [frozenset(ring) for ring in new.GetRingInfo().AtomRings()]
    rings_then = old.GetRingInfo().AtomRings()
    places = {}
    for ring in wanted:
        atoms = frozenset(place[atom] for atom in rings_then[ring])
        if atoms not in rings_now:
            raise EsmilesError(1, f"ring {ring} of the cage has no counterpart in the canonical SMILES")
        places[ring] = rings_now.index(atoms)
    return places


def _moved(tag: Tag, place: Mapping[int, int], rings: Mapping[int, int]) -> Tag:
    match tag:
        case AtomLabel(atom=atom, label=label, multiplicity=multiplicity):
            return AtomLabel(atom=place[atom], label=normalise_label(label), multiplicity=multiplicity)
        case AtomNote(atom=atom, note=note):
            return AtomNote(atom=place[atom], note=note)
        case AttachmentPoint(atom=atom):
            return AttachmentPoint(atom=place[atom])
        case AbstractRing(atom=atom, label=label, multiplicity=multiplicity):
            return AbstractRing(atom=place[atom], label=label, multiplicity=multiplicity)
        case RingLabel(ring=ring, label=label, multiplicity=multiplicity):
            return RingLabel(ring=rings[ring], label=normalise_label(label), multiplicity=multiplicity)
        case VirtualArc(arc=arc, name=name, start=start, end=end):
            first, last = sorted((place[start], place[end]))
            return VirtualArc(arc=arc, name=name, start=first, end=last)
        case RepeatGroup(ports=ports, count=count):
            moved = sorted((place[inner], place[outer]) for inner, outer in ports)
            return RepeatGroup(ports=tuple(moved), count=count)
        case NestedFragment(fragment=fragment):
            return NestedFragment(fragment=canonical_markush(fragment))
    return tag


def _atoms_of(tag: Tag) -> tuple[int, ...]:
    match tag:
        case (
            AtomLabel(atom=atom) | AtomNote(atom=atom) | AttachmentPoint(atom=atom) | AbstractRing(atom=atom)
        ):
            return (atom,)
        case VirtualArc(start=start, end=end):
            return start, end
        case RepeatGroup(ports=ports):
            return tuple(index for port in ports for index in port)
    return ()


def _tag_order(tag: Tag) -> tuple[int, int]:
    atoms = _atoms_of(tag)
    if isinstance(tag, AtomLabel | AtomNote | AttachmentPoint | AbstractRing):
        return 0, atoms[0]
    return 1, 0


def same_structure(first: Markush, second: Markush) -> bool:
    """Tell whether two records are one structure: equal canonical records, spelling of labels aside."""
    return canonical_markush(first) == canonical_markush(second)
