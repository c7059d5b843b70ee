"""Read the text of an edit back, with nothing but the text: what a careful reader would do."""

from __future__ import annotations

import re

from sitegen.benchmarks.fgbench.records import Bond, Edit, Group

_GROUP = re.compile(r"(?P<name>[^;]+?) \(atoms? (?P<atoms>\d+(?:, \d+)*)\)(?:; |, as |\.$)")
_BOND = re.compile(r"(?:a|the) (?P<order>single|double|triple) bond (?P<first>\d+)–(?P<second>\d+)")


def read_edit(question: str) -> tuple[str, Edit]:
    """Return the mapped molecule that a question gives, and the edit that its lines tell."""
    lines = {line.split()[1]: line[2:] for line in question.splitlines() if line.startswith("- ")}
    (mapped,) = set(re.findall(r"(?<!as )(?<!and )(\S*\[[^\s\]]*:0\]\S*?)(?=[,.]?\s|\.$)", question))
    return mapped.rstrip(",.:;"), Edit(
        removed=groups(lines.get("Remove", ""), "Remove "),
        added=groups(lines.get("Add", ""), "Add "),
        fragments=fragments(lines.get("Add", "")),
        bonds=bonds(lines.get("Make", "")),
        cuts=bonds(lines.get("Break", "")),
    )


def groups(line: str, verb: str) -> tuple[Group, ...]:
    found = _GROUP.finditer(line.removeprefix(verb))
    return tuple(
        Group(name=match["name"], atoms=tuple(int(atom) for atom in match["atoms"].split(", ")))
        for match in found
    )


def fragments(line: str) -> tuple[str, ...]:
    _, found, text = line.partition(", as ")
    return tuple(text.removesuffix(".").split(" and ")) if found else ()


def bonds(line: str) -> tuple[Bond, ...]:
    return tuple(
        Bond(first=int(match["first"]), second=int(match["second"]), order=match["order"])
        for match in _BOND.finditer(line)
    )
