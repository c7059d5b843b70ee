"""What of a Markush record can be edited: placeholder labels at dummies, and nothing else.

A product must be one molecule. A record that leaves something open, an uncertain ring position, a
repeat, a note, a further attachment point, has none, so it is refused with everything that is in
the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sitegen.chem.labels import is_placeholder, normalise_label
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
from sitegen.chem.substitution import PreparedCore, prepare, substitute
from sitegen.chem.substitution_errors import SubstitutionError


def substitute_markush(markush: Markush, substituents: Mapping[str, str]) -> str:
    """Return the canonical SMILES of a record's product; see `sitegen.chem.substitution.substitute`.

    Raises `SubstitutionError`, for a record that cannot be edited too.
    """
    return substitute(prepare_markush(markush), substituents)


def prepare_markush(markush: Markush) -> PreparedCore:
    """Parse a record's core once for many products.

    Raises `SubstitutionError` (code `uneditable_record`) that names every record in the way.
    """
    reasons = list(dict.fromkeys(uneditable(markush)))
    if reasons:
        raise SubstitutionError("uneditable_record", "; ".join(reasons))
    return prepare(markush.smiles, {tag.atom: tag.label for tag in markush.atom_labels})


def uneditable(markush: Markush) -> Iterator[str]:
    """Yield the reason for each record that cannot be edited, naming its label."""
    for tag in markush.tags:
        reason = _reason(tag)
        if reason:
            yield reason


def _reason(tag: Tag) -> str:
    match tag:
        case AtomLabel(label=label, multiplicity=multiplicity) if multiplicity:
            return f"{normalise_label(label)}?{multiplicity} is a repeated group"
        case AtomLabel(label=label):
            return (
                ""
                if is_placeholder(label)
                else f"{label} is no placeholder (abbreviations are kept as they are)"
            )
        case RingLabel(label=label):
            return f"{normalise_label(label)} is at an uncertain ring position"
        case ArcLabel(label=label):
            return f"{normalise_label(label)} is on a virtual arc"
        case AbstractRing(label=label):
            return f"{label} is an abstract ring"
        case AttachmentPoint(atom=atom):
            return f"atom {atom} is an open attachment point (<dum>)"
        case AtomNote(atom=atom):
            return f"atom {atom} carries a note"
        case VirtualArc():
            return "the record has a virtual arc"
        case RepeatGroup() | RepeatUnit():
            return "the record has a repeat (|Sg:...|)"
        case NestedFragment():
            return "the record has a nested fragment (<s>)"
