"""What the parts of FGBench hand to each other: tables, molecules, pairs, edits.

Atom numbers are 0-based everywhere. A target's are the atom indexes of its canonical SMILES; in a
reference the atoms that it shares with the target have the target's numbers and new atoms follow, from
the target's number of atoms on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import pstdev
from typing import Literal

from sitegen.records import Dropped, RowFate
from sitegen.sources import Pin

Label = float | bool
"""A measured number, or whether a molecule has the property."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One measured property of a table.

    `slug` is unique in a build (shape of an item id), `property` how sentences name it ("hydration free
    energy in water"). `shift` is added to every number read. A classification's labels are true or false;
    with a `threshold` they are made from a number: at least the threshold is true. `states` are words for
    true and false. `unit` and `tolerance` (a number is right within it; its `tolerance_source` says why)
    belong to regressions.
    """

    slug: str
    property: str
    kind: Literal["regression", "classification"]
    column: str
    unit: str = ""
    threshold: float | None = None
    shift: float = 0.0
    states: tuple[str, str] = ("true", "false")
    tolerance: float | None = None
    tolerance_source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """An input table as its TOML file describes it: `slug` is the dataset's name, `pins` its inputs."""

    slug: str
    title: str
    smiles: str
    tasks: tuple[Task, ...]
    pins: tuple[Pin, ...]
    row_name: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Molecule:
    """A molecule with its labels by task slug; `rows` names the input rows it comes from.

    `smiles` is canonical and has one component, `heavy` counts its heavy atoms.
    """

    smiles: str
    rows: tuple[str, ...]
    labels: Mapping[str, Label]
    heavy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """The molecules of a table and what became of its rows.

    `unreadable` are the rows that hold no usable molecule or label, `repeated` those that repeat
    another or contradict it; `rows` counts all, `fates` tells of each.
    """

    table: Table
    molecules: tuple[Molecule, ...]
    rows: int
    unreadable: tuple[Dropped, ...] = ()
    repeated: tuple[Dropped, ...] = ()
    fates: tuple[RowFate, ...] = ()

    def spread(self, task: str) -> float:
        """Return the standard deviation of a regression's labels over the molecules, in its unit."""
        return pstdev(float(m.labels[task]) for m in self.molecules if task in m.labels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A functional group by accfg's name, with the numbers of its atoms in ascending order."""

    name: str
    atoms: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Two molecules above the similarity threshold (canonical SMILES, target first); `id` is unique."""

    id: str
    dataset: str
    target: str
    reference: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bond:
    """A bond that an edit makes or breaks; `order` is "single", "double" or "triple"."""

    first: int
    second: int
    order: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """What turns the target into the reference, on numbered atoms.

    First the atoms of `removed` go and the bonds of `cuts` break, and hydrogens fill the places they
    leave; then the `fragments` (mapped SMILES with their final hydrogens, `:0` printed) come in; then
    `bonds` join atoms that stay to each other or to the fragments, each taking a hydrogen of an atom that
    stays for every order. `added` are the groups that the fragments bring, by name; `cuts` are where a
    fragment goes between two atoms.
    """

    removed: tuple[Group, ...] = ()
    added: tuple[Group, ...] = ()
    fragments: tuple[str, ...] = ()
    bonds: tuple[Bond, ...] = ()
    cuts: tuple[Bond, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A proved pair: the candidate, both mapped SMILES (every number printed), the edit and its scope.

    `scope` is "single" where exactly one group differs and on one side only, else "interaction".
    """

    candidate: Candidate
    target_mapped: str
    reference_mapped: str
    edit: Edit
    scope: Literal["single", "interaction"]

    @property
    def id(self) -> str:
        """Return the candidate's id."""
        return self.candidate.id

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the names of the groups that differ, each once, removed ones first."""
        return tuple(dict.fromkeys(group.name for group in (*self.edit.removed, *self.edit.added)))

    @property
    def change(self) -> Literal["added", "removed", "replaced"]:
        """Return what the edit does to the target's groups."""
        if self.edit.removed and self.edit.added:
            return "replaced"
        return "removed" if self.edit.removed else "added"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A candidate that could not be proved, with a named `reason` and details of this case."""

    candidate: Candidate
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """All that was found for a table: its molecules, candidates left out by the cap, and each result."""

    cleaned: Cleaned
    pairs: tuple[Pair, ...]
    rejected: tuple[Rejected, ...]
    candidates: int
    capped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Which pairs are for testing: ids of test pairs by dataset, and facts about the leak for the card."""

    kind: Literal["official", "scaffold"]
    test: Mapping[str, frozenset[str]]
    dropped: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Pairs that belong to neither side (scaffold split: their molecules stand on both)."""
