"""Python literals in cells, read without running anything: groups that differ, and how they are joined."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any

from sitegen.benchmarks.fgbench.records import Group

_MOST_CHARACTERS = 20_000
_DEEPEST = 20
_WRAPPED = re.compile(r"defaultdict\(<class 'list'>, (\{.*\})\)", re.ASCII | re.DOTALL)
TARGET = "target molecule"
"""How a joining atom's place is written where it is an atom of the target."""


class BadLiteral(Exception):
    """What is wrong with a literal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A bond of an added group: its `atom` (a number of the reference) to atom `to` of `place`.

    `to` is a number of the target where `place` is `TARGET`, else one of the reference.
    """

    group: str
    atom: int
    to: int
    place: str


def read_diff(text: str) -> tuple[tuple[Group, ...], int]:
    """Return the groups of `target_diff` or `ref_diff`, one an occurrence, and the number of entries.

    The text is a pair of lists (groups, alkanes) of entries (name, count, list of atom lists). Raises
    `BadLiteral`.
    """
    value = _literal(text)
    if not _is_list(value) or len(value) != 2 or not all(map(_is_list, value)):
        raise BadLiteral("not a pair of lists")
    groups: list[Group] = []
    entries = [entry for part in value for entry in part]
    for entry in entries:
        if not _is_list(entry) or len(entry) != 3:
            raise BadLiteral(f"{entry!r} is not a name, a count and lists of atoms")
        name, count, places = entry
        found = _groups(name, places)
        if type(count) is not int or count != len(found):
            raise BadLiteral(f"{name} is counted {count!r} times and has {len(found)} places")
        groups += found
    return tuple(groups), len(entries)


def read_disconnected(text: str) -> tuple[Group, ...]:
    """Return the groups of `disconnect_list`, one an occurrence; raise `BadLiteral`."""
    value = _literal(text)
    if not _is_list(value):
        raise BadLiteral("not a list")
    groups: list[Group] = []
    for entry in value:
        if not _is_list(entry) or len(entry) != 2:
            raise BadLiteral(f"{entry!r} is not a name and lists of atoms")
        groups += _groups(*entry)
    return tuple(groups)


def read_joins(text: str) -> tuple[Join, ...]:
    """Return the joins of `connect_dict`, whether or not its text names the class; raise `BadLiteral`."""
    wrapped = _WRAPPED.fullmatch(text.strip())
    value = _literal(wrapped[1] if wrapped else text)
    if not isinstance(value, dict):
        raise BadLiteral("not a dictionary")
    joins: list[Join] = []
    for group, places in value.items():
        if not isinstance(group, str) or not group or not _is_list(places):
            raise BadLiteral(f"{group!r} is not a group with a list of joins")
        for place in places:
            if not _is_list(place) or len(place) != 3 or not isinstance(place[2], str | None):
                raise BadLiteral(f"{place!r} is not two atoms and what the second belongs to")
            atom, to = _atoms(place[:2])
            joins.append(Join(group=group, atom=atom, to=to, place=place[2] or ""))
    return tuple(joins)


def _groups(name: Any, places: Any) -> list[Group]:
    if not isinstance(name, str) or not name.strip():
        raise BadLiteral(f"{name!r} is not the name of a group")
    if not _is_list(places) or not places or not all(map(_is_list, places)):
        raise BadLiteral(f"{name} has no lists of atoms")
    return [Group(name=name, atoms=tuple(sorted(_atoms(atoms)))) for atoms in places]


def _atoms(atoms: Any) -> list[int]:
    if not atoms or not all(type(atom) is int and atom >= 0 for atom in atoms):
        raise BadLiteral(f"{atoms!r} are not atom numbers")
    return list(atoms)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _literal(text: str) -> Any:
    """Evaluate a literal within limits of length and depth, which the parser has none of its own for."""
    if len(text) > _MOST_CHARACTERS:
        raise BadLiteral(f"longer than {_MOST_CHARACTERS} characters")
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth > _DEEPEST:
            raise BadLiteral(f"nested deeper than {_DEEPEST}")
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise BadLiteral("not a Python literal") from error
