"""CXSMILES, which patent tools write, into the same record as E-SMILES (back: `cxsmiles_writer`).

`$R1;;$` labels dummies (`_AP` an attachment point, `_R1` an R group); without a label an isotope
(`[1*]`) or atom map (`[*:1]`) names the R group. A substituent at an uncertain position (`m:`)
becomes `<r>` where its positions are one whole ring, a polymer group (`Sg:n:`) `<g>` or `|Sg:n|`.
Whatever E-SMILES cannot say is refused, never dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rdkit import Chem

from sitegen.chem.cxsmiles_fields import CxFields, Polymer, Variation, split_cxsmiles
from sitegen.chem.cxsmiles_writer import write_cxsmiles
from sitegen.chem.esmiles import parse_esmiles, write_esmiles
from sitegen.chem.esmiles_errors import EsmilesError
from sitegen.chem.labels import normalise_label
from sitegen.chem.records import (
    AtomLabel,
    AttachmentPoint,
    Markush,
    RepeatGroup,
    RepeatUnit,
    RingLabel,
    Tag,
)
from sitegen.chem.smiles_text import SmilesError, Token, TokenKind, atom_tokens, scan_smiles
from sitegen.chem.toolkit import read_written

__all__ = ["parse_cxsmiles", "write_cxsmiles"]

_DUMMY = re.compile(r"\[([0-9]*)\*(?::([0-9]+))?\]")
_MULTIPLICITY = re.compile(r"[A-Za-z]|[0-9]{1,4}(?:-(?:[0-9]{1,4}|[A-Za-z]))?")
_DRAWN = {
    ("F", 0): "F",
    ("Cl", 0): "Cl",
    ("Br", 0): "Br",
    ("I", 0): "I",
    ("C", 3): "Me",
    ("N", 2): "NH2",
    ("O", 1): "OH",
    ("S", 1): "SH",
}
"""Names of the groups that tools draw out as one atom at an uncertain position."""


def parse_cxsmiles(text: str) -> Markush:
    """Read a CXSMILES string; a SMILES without a block is read as well.

    The base SMILES keeps the atoms' order; its dummies become plain `*`. Raises `EsmilesError` with the
    column of what is malformed, or of what E-SMILES has no record for.
    """
    fields = split_cxsmiles(text)
    try:
        tokens = scan_smiles(fields.smiles)
        mol = read_written(fields.smiles)
    except SmilesError as error:
        raise EsmilesError(fields.column + error.column - 1, error.reason) from error
    _check_indexes(fields, mol.GetNumAtoms())
    atom_tags = _atom_tags(fields, atom_tokens(tokens))
    varying = [_varying(variation, fields, mol, atom_tags) for variation in fields.variations]
    gone = {atom for part in varying for atom in part.atoms}
    smiles, place = _base(tokens, gone)
    tags: list[Tag] = [_placed(tag, place) for atom, tag in sorted(atom_tags.items()) if atom not in gone]
    tags += _placed_rings(varying, smiles, place)
    used = {part.polymer for part in varying}
    tags += [_repeat(polymer, mol, place, gone) for polymer in fields.polymers if polymer not in used]
    record = Markush(smiles=smiles, tags=tuple(tags))
    # The reader of E-SMILES checks what a writer could get wrong, conflicting records for one.
    return Markush(smiles=smiles, tags=parse_esmiles(write_esmiles(record)).tags)


def _check_indexes(fields: CxFields, atoms: int) -> None:
    if len(fields.labels) > atoms:
        column = fields.labels[atoms][1]
        raise EsmilesError(column, f"{len(fields.labels)} atom labels for {atoms} atoms")
    used = [(index, field.column) for field in fields.variations for index in (field.centre, *field.atoms)]
    used += [(index, field.column) for field in fields.polymers for index in field.atoms]
    for index, column in used:
        if index >= atoms:
            raise EsmilesError(column, f"atom index {index} is out of range: there are {atoms} atoms")


def _atom_tags(fields: CxFields, atoms: tuple[Token, ...]) -> dict[int, AtomLabel | AttachmentPoint]:
    tags: dict[int, AtomLabel | AttachmentPoint] = {}
    for index, token in enumerate(atoms):
        text, column = fields.labels[index] if index < len(fields.labels) else ("", 0)
        # RDKit marks a pseudo-atom by `_p`, ChemAxon an R group by `_R`.
        label = re.sub(r"^_R(?=[0-9])", "R", text.removesuffix("_p"))
        label = "" if label == "star_e" else label
        if label.endswith("_e"):
            raise EsmilesError(column, f"query atom {label} has no record in E-SMILES")
        if not token.is_dummy:
            if label:
                raise EsmilesError(column, f"label {label} is at {token.text}, not at a `*`")
        elif re.fullmatch(r"_AP[0-9]*", label):
            tags[index] = AttachmentPoint(atom=index)
        elif label := label or _numbered(token):
            tags[index] = AtomLabel(atom=index, label=_plain(label, column))
    return tags


def _numbered(token: Token) -> str:
    """Return the R label that an isotope or atom map stands for."""
    match = _DUMMY.fullmatch(token.text)
    number = (match[1] or match[2] or "") if match else ""
    return f"R[{number}]" if number.strip("0") else ""


def _plain(label: str, column: int) -> str:
    if re.search(r"[<>|?\s]", label):
        raise EsmilesError(column, f"label {label[:24]!r} cannot stand in an E-SMILES tag")
    return normalise_label(label)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Varying:
    """A part at an uncertain position: its `atoms`, the label it becomes, the atoms of its ring."""

    atoms: frozenset[int]
    label: str
    multiplicity: str
    polymer: Polymer | None
    ring: frozenset[int]
    column: int


def _varying(
    variation: Variation, fields: CxFields, mol: Chem.Mol, atom_tags: dict[int, AtomLabel | AttachmentPoint]
) -> _Varying:
    """Read the part of an `m:`: its centre, a placeholder drawn in the ring, and one atom bonded to it.

    A polymer group around that one atom, `(R1)n`, is its multiplicity.
    """
    part = next(atoms for atoms in Chem.GetMolFrags(mol) if variation.centre in atoms)
    if len(part) != 2:
        raise EsmilesError(variation.column, "m: with a group of several atoms has no record in E-SMILES")
    end = part[0] if part[1] == variation.centre else part[1]
    polymer = next((polymer for polymer in fields.polymers if polymer.atoms == (end,)), None)
    if polymer is not None and not _MULTIPLICITY.fullmatch(polymer.count):
        raise EsmilesError(polymer.column, f"Sg with the count {polymer.count!r} has no record in E-SMILES")
    positions = frozenset(variation.atoms)
    if positions not in {frozenset(ring) for ring in mol.GetRingInfo().AtomRings()}:
        raise EsmilesError(variation.column, "the positions of m: are not one whole ring")
    return _Varying(
        atoms=frozenset(part),
        label=_varying_label(mol.GetAtomWithIdx(end), atom_tags.get(end), variation.column),
        multiplicity=polymer.count if polymer else "",
        polymer=polymer,
        ring=positions,
        column=variation.column,
    )


def _varying_label(atom: Chem.Atom, tag: AtomLabel | AttachmentPoint | None, column: int) -> str:
    if isinstance(tag, AtomLabel):
        return tag.label
    if isinstance(tag, AttachmentPoint):
        return "<dum>"
    name = _DRAWN.get((atom.GetSymbol(), atom.GetTotalNumHs()))
    if name and not atom.GetFormalCharge() and not atom.GetIsotope():
        return name
    raise EsmilesError(column, f"m: with an unlabelled {atom.GetSymbol()} has no record in E-SMILES")


def _base(tokens: tuple[Token, ...], gone: set[int]) -> tuple[str, dict[int, int]]:
    """Write the SMILES without the parts that became records; return it and the new atom indexes."""
    parts: list[list[str]] = [[]]
    place: dict[int, int] = {}
    atom = -1
    for token in tokens:
        if token.kind is TokenKind.DOT:
            parts.append([])
            continue
        if token.kind is TokenKind.ATOM:
            atom += 1
            if atom in gone:
                continue
            place[atom] = len(place)
        elif atom in gone:
            continue
        parts[-1].append("*" if _DUMMY.fullmatch(token.text) else token.text)
    return ".".join("".join(part) for part in parts if part), place


def _placed(tag: AtomLabel | AttachmentPoint, place: dict[int, int]) -> Tag:
    if isinstance(tag, AtomLabel):
        return AtomLabel(atom=place[tag.atom], label=tag.label)
    return AttachmentPoint(atom=place[tag.atom])


def _placed_rings(varying: list[_Varying], smiles: str, place: dict[int, int]) -> list[Tag]:
    if not varying:
        return []
    mol = read_written(smiles)
    rings = [frozenset(ring) for ring in mol.GetRingInfo().AtomRings()]
    placed: list[Tag] = []
    for part in varying:
        # A part of two atoms has no ring, so no ring is lost with the parts that became records.
        ring = rings.index(frozenset(place[atom] for atom in part.ring))
        if part.label == "<dum>" and part.multiplicity:
            raise EsmilesError(part.column, "a repeated attachment point has no record in E-SMILES")
        placed.append(RingLabel(ring=ring, label=part.label, multiplicity=part.multiplicity))
    return placed


def _repeat(polymer: Polymer, mol: Chem.Mol, place: dict[int, int], gone: set[int]) -> Tag:
    if polymer.kind != "n":
        raise EsmilesError(polymer.column, f"Sg of kind {polymer.kind} has no record in E-SMILES")
    if not re.fullmatch(r"[A-Za-z0-9+]{1,12}(?:-[A-Za-z0-9+]{1,12})?", polymer.count):
        raise EsmilesError(polymer.column, f"Sg with the count {polymer.count!r} has no record in E-SMILES")
    if gone & set(polymer.atoms):
        raise EsmilesError(polymer.column, "Sg around a substituent at an uncertain position")
    inside = set(polymer.atoms)
    ports = []
    for bond in mol.GetBonds():
        ends = bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()
        if (ends[0] in inside) != (ends[1] in inside):
            inner, outer = ends if ends[0] in inside else ends[::-1]
            ports.append((place[inner], place[outer]))
    if ports:
        return RepeatGroup(ports=tuple(sorted(ports)), count=polymer.count)
    if inside == set(place):
        return RepeatUnit(count=polymer.count)
    raise EsmilesError(polymer.column, "Sg around a whole part of several has no record in E-SMILES")
