"""A Markush structure as a record: a base SMILES and the tags of its E-SMILES extension.

Indexes are 0-based: atoms in the order of the SMILES as written (explicit `[H]` atoms count),
rings in the order of RDKit's `GetRingInfo().AtomRings()` for the SMILES as written, virtual arcs in
their own namespace. Labels are kept as written; `sitegen.chem.labels` says which spellings are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class AtomLabel:
    """`<a>i:L</a>`: substituent, abbreviation or R label at atom `atom`.

    `multiplicity` is the text after `?` in the tag ("n", "3", "1-3"), or empty.
    """

    atom: int
    label: str
    multiplicity: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtomNote:
    """`<a>i:<id>[NOTE]</a>`: a free remark at an atom, never a label to be substituted."""

    atom: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentPoint:
    """`<d>i:<dum></d>`, or `<a>i:<dum></a>` where `legacy`: the structure continues at this dummy."""

    atom: int
    legacy: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RingLabel:
    """`<r>j:L</r>`: a substituent at an uncertain position of ring `ring`."""

    ring: int
    label: str
    multiplicity: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArcLabel:
    """`<r><v>k:L</r>`: a substituent on virtual arc `arc`."""

    arc: int
    label: str
    multiplicity: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbstractRing:
    """`<c>i:L</c>`: the dummy `atom` stands for a whole ring or superatom named `label`."""

    atom: int
    label: str
    multiplicity: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VirtualArc:
    """`<v>k:NAME:[start:end]</v>`: a drawn ring closure between two atoms; `name` may be empty."""

    arc: int
    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatGroup:
    """`<g>[inner:outer]:...:|Sg:count|</g>`: a repeated part, given by the bonds that leave it."""

    ports: tuple[tuple[int, int], ...]
    count: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatUnit:
    """`|Sg:count|`: the whole structure is a repeat unit."""

    count: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedFragment:
    """`<s>SMILES<sep>EXT</s>`: a fragment with tags and a namespace of its own."""

    fragment: Markush


Tag = (
    AtomLabel
    | AtomNote
    | AttachmentPoint
    | RingLabel
    | ArcLabel
    | AbstractRing
    | VirtualArc
    | RepeatGroup
    | RepeatUnit
    | NestedFragment
)

TAG_NAMES: dict[type, str] = {
    AtomLabel: "atom_label",
    AtomNote: "atom_note",
    AttachmentPoint: "attachment_point",
    RingLabel: "ring_label",
    ArcLabel: "arc_label",
    AbstractRing: "abstract_ring",
    VirtualArc: "virtual_arc",
    RepeatGroup: "repeat_group",
    RepeatUnit: "repeat_unit",
    NestedFragment: "nested_fragment",
}
"""The `tag` of each record in JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Markush:
    """A base SMILES with its tags, in the order they were written.

    `separator` is False for a plain molecule written without `<sep>`. `source` is the text the record
    was read from (it takes no part in comparisons): the writer returns it where it still says the same.
    """

    smiles: str
    tags: tuple[Tag, ...] = ()
    separator: bool = True
    source: str = field(default="", compare=False)

    @property
    def atom_labels(self) -> tuple[AtomLabel, ...]:
        """Return the `<a>` labels in the order written (no notes, no attachment points)."""
        return tuple(tag for tag in self.tags if isinstance(tag, AtomLabel))

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values: `smiles` and `tags`, each with its `tag` name and fields."""
        return {"smiles": self.smiles, "tags": list(_tags_to_json(self.tags))}


def _tags_to_json(tags: tuple[Tag, ...]) -> Iterator[dict[str, Any]]:
    for tag in tags:
        row: dict[str, Any] = {"tag": TAG_NAMES[type(tag)]}
        if isinstance(tag, NestedFragment):
            row["fragment"] = tag.fragment.to_json()
        else:
            for name in type(tag).__slots__:
                value = getattr(tag, name)
                if value != "" and value is not False:
                    row[name] = [list(port) for port in value] if name == "ports" else value
        yield row
