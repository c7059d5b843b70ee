"""E-SMILES text to record and back.

`SMILES<sep>EXT`; the tags of EXT are in `sitegen.chem.records`. Reading has two steps: the tags as
text (`sitegen.chem.esmiles_tags`, no toolkit), then their indexes against the base SMILES (here).
Blanks around records are tolerated, inside labels not; a plain molecule may omit `<sep>`; text is
never HTML-unescaped and tags are lower case. Writing gives the same bytes back
where nothing changed.
"""

from __future__ import annotations

from sitegen.chem.esmiles_errors import EsmilesError
from sitegen.chem.esmiles_tags import MAX_ESMILES_CHARACTERS, Placed, Scanned, scan_esmiles
from sitegen.chem.labels import normalise_label
from sitegen.chem.records import (
    AbstractRing,
    ArcLabel,
    AtomLabel,
    AtomNote,
    AttachmentPoint,
    Markush,
    NestedFragment,
    RepeatGroup,
    RepeatUnit,
    RingLabel,
    Tag,
    VirtualArc,
)
from sitegen.chem.smiles_text import SmilesError, Token, atom_tokens, scan_smiles
from sitegen.chem.toolkit import read_written

__all__ = ["MAX_ESMILES_CHARACTERS", "EsmilesError", "parse_esmiles", "write_esmiles"]


def parse_esmiles(text: str, *, labels_on_atoms: bool = False) -> Markush:
    """Read an E-SMILES string.

    Every index is checked against the base SMILES, which must be one that sanitises. A label,
    abstract ring or attachment point must be at a `*`: one at any other atom is off by one or the
    order of the atoms was changed, and is refused, not guessed. With `labels_on_atoms` such a text is
    read as it stands: a well-formed but wrong answer of a model is compared, not rejected.
    Raises `EsmilesError` with the column of the first fault and the reason.
    """
    return _checked(scan_esmiles(text), text, labels_on_atoms)


def write_esmiles(markush: Markush) -> str:
    """Write a record as E-SMILES: the very text it was read from where it still says the same."""
    text = _format(markush)
    if markush.source and markush.source != text:
        # Blanks around records and leading zeros are in the source only.
        try:
            if parse_esmiles(markush.source, labels_on_atoms=True) == markush:
                return markush.source
        except EsmilesError:  # a record read from another notation
            return text
    return text


def _checked(scanned: Scanned, text: str, labels_on_atoms: bool) -> Markush:
    """Check the indexes of one level; nested fragments, one level deep, check their own."""
    atoms, rings = _base(scanned)
    tags: list[Tag] = []
    for placed in scanned.tags:
        if isinstance(placed.tag, Scanned):
            tags.append(NestedFragment(fragment=_checked(placed.tag, "", labels_on_atoms)))
            continue
        _check_atoms(placed, atoms, labels_on_atoms)
        tags.append(placed.tag)
    _check_rings(scanned.tags, rings)
    _check_arcs(scanned.tags)
    _check_conflicts(scanned.tags)
    return Markush(smiles=scanned.smiles, tags=tuple(tags), separator=scanned.separator, source=text)


def _base(scanned: Scanned) -> tuple[tuple[Token, ...], int]:
    """Return the atoms of the base SMILES and its number of rings."""
    try:
        mol = read_written(scanned.smiles)
        return atom_tokens(scan_smiles(scanned.smiles)), mol.GetRingInfo().NumRings()
    except SmilesError as error:
        raise EsmilesError(scanned.column + error.column - 1, error.reason) from error


def _check_atoms(placed: Placed, atoms: tuple[Token, ...], labels_on_atoms: bool) -> None:
    tag = placed.tag
    for index in _atom_indexes(tag):
        if index >= len(atoms):
            raise EsmilesError(
                placed.index_column,
                f"atom index {index} is out of range: the SMILES has atoms 0 to {len(atoms) - 1}",
            )
    if isinstance(tag, AtomLabel | AbstractRing | AttachmentPoint) and not labels_on_atoms:
        token = atoms[tag.atom]
        if not token.is_dummy:
            dummies = [str(index) for index, atom in enumerate(atoms) if atom.is_dummy]
            there = f"`*` is at {', '.join(dummies)}" if dummies else "the SMILES has no `*`"
            raise EsmilesError(
                placed.index_column, f"atom {tag.atom} is {token.text}, not `*` ({there}, counted from 0)"
            )


def _atom_indexes(tag: object) -> tuple[int, ...]:
    if isinstance(tag, AtomLabel | AtomNote | AbstractRing | AttachmentPoint):
        return (tag.atom,)
    if isinstance(tag, VirtualArc):
        return tag.start, tag.end
    if isinstance(tag, RepeatGroup):
        return tuple(index for port in tag.ports for index in port)
    return ()


def _check_rings(tags: tuple[Placed, ...], rings: int) -> None:
    for placed in tags:
        if isinstance(placed.tag, RingLabel) and placed.tag.ring >= rings:
            raise EsmilesError(
                placed.index_column,
                f"ring index {placed.tag.ring} is out of range: the SMILES has {rings} rings",
            )


def _check_arcs(tags: tuple[Placed, ...]) -> None:
    arcs: dict[int, VirtualArc] = {}
    for placed in tags:
        if isinstance(placed.tag, VirtualArc):
            if arcs.setdefault(placed.tag.arc, placed.tag) != placed.tag:
                raise EsmilesError(placed.index_column, f"two different virtual arcs {placed.tag.arc}")
    for placed in tags:
        if isinstance(placed.tag, ArcLabel) and placed.tag.arc not in arcs:
            raise EsmilesError(placed.index_column, f"there is no virtual arc {placed.tag.arc}")


def _check_conflicts(tags: tuple[Placed, ...]) -> None:
    """Refuse two different records at one atom, and two whole-structure repeats."""
    at_atom: dict[int, tuple[object, ...]] = {}
    repeats = 0
    for placed in tags:
        tag = placed.tag
        if isinstance(tag, RepeatUnit):
            repeats += 1
            if repeats > 1:
                raise EsmilesError(placed.column, "a second |Sg:...| marker; the structure has one at most")
        if isinstance(tag, AtomLabel | AtomNote | AbstractRing | AttachmentPoint):
            meaning = _meaning(tag)
            if at_atom.setdefault(tag.atom, meaning) != meaning:
                raise EsmilesError(placed.column, f"atom {tag.atom} has two different records")


def _meaning(tag: AtomLabel | AtomNote | AbstractRing | AttachmentPoint) -> tuple[object, ...]:
    if isinstance(tag, AttachmentPoint):
        return (AttachmentPoint,)
    if isinstance(tag, AtomNote):
        return AtomNote, tag.note
    return type(tag), normalise_label(tag.label), tag.multiplicity


def _format(markush: Markush) -> str:
    if not markush.separator and not markush.tags:
        return markush.smiles
    return f"{markush.smiles}<sep>{''.join(map(_format_tag, markush.tags))}"


def _format_tag(tag: Tag) -> str:
    match tag:
        case AtomLabel():
            return f"<a>{tag.atom}:{tag.label}{_suffix(tag.multiplicity)}</a>"
        case AtomNote():
            return f"<a>{tag.atom}:<id>[{tag.note}]</a>"
        case AttachmentPoint():
            letter = "a" if tag.legacy else "d"
            return f"<{letter}>{tag.atom}:<dum></{letter}>"
        case RingLabel():
            return f"<r>{tag.ring}:{tag.label}{_suffix(tag.multiplicity)}</r>"
        case ArcLabel():
            return f"<r><v>{tag.arc}:{tag.label}{_suffix(tag.multiplicity)}</r>"
        case AbstractRing():
            return f"<c>{tag.atom}:{tag.label}{_suffix(tag.multiplicity)}</c>"
        case VirtualArc():
            return f"<v>{tag.arc}:{tag.name}:[{tag.start}:{tag.end}]</v>"
        case RepeatGroup():
            ports = "".join(f"[{inner}:{outer}]:" for inner, outer in tag.ports)
            return f"<g>{ports}|Sg:{tag.count}|</g>"
        case RepeatUnit():
            return f"|Sg:{tag.count}|"
        case NestedFragment():
            return f"<s>{_format(tag.fragment)}</s>"


def _suffix(multiplicity: str) -> str:
    return f"?{multiplicity}" if multiplicity else ""
