"""Molecular graphs read from a toolkit's canonical flat SMILES, and written back, in pure Python.

This is no general SMILES reader: stereo marks are ignored and valences are not checked, because
the string comes from a toolkit that has already done so. It is also used, through `is_wellformed`,
to tell a string that is not SMILES at all from one whose valences are impossible.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(
    r"(?P<bracket>\[[^\[\]]*\])|(?P<organic>Cl|Br|[BCNOPSFIbcnops*])|(?P<ring>%\(\d{1,5}\)|%\d\d|\d)"
    r"|(?P<bond><-|->|[-=#$:~/\\])|(?P<open>\()|(?P<close>\))|(?P<dot>\.)",
    re.ASCII,
)
_BRACKET = re.compile(
    r"\[(?P<isotope>\d+)?(?P<symbol>[A-Z][a-z]?|[a-z][a-z]?|\*|#\d+)(?P<chiral>@[A-Z0-9@]*)?"
    r"(?P<hydrogens>H\d*)?(?P<charge>\+\d+|-\d+|\++|-+)?(?P<map>:\d+)?\]",
    re.ASCII,
)
_REVERSED = {"->": "<-", "<-": "->"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Atom:
    """One atom: `token` is how it was written, `symbol` its element (`*` for a wildcard)."""

    token: str
    symbol: str
    aromatic: bool
    charge: int
    isotope: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """Atoms in written order, and for each atom its bonds as {neighbour: order}.

    Orders are `-`, `=`, `#`, `$`, `:` (aromatic), `~`, and `->` or `<-` seen from the atom.
    """

    atoms: tuple[Atom, ...]
    bonds: tuple[dict[int, str], ...]


def is_wellformed(smiles: str) -> bool:
    """Say whether a string follows the grammar of SMILES, whatever its valences."""
    try:
        parse(smiles)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def parse(smiles: str) -> Graph:
    """Read a SMILES into a graph; raise `ValueError` where it breaks the grammar."""
    atoms: list[Atom] = []
    bonds: list[dict[int, str]] = []
    branches: list[int] = []
    rings: dict[str, tuple[int, str]] = {}
    previous, order, end = -1, "", 0
    for match in _TOKEN.finditer(smiles):
        if match.start() != end:
            break
        end = match.end()
        kind, token = match.lastgroup, match.group()
        if kind in ("organic", "bracket"):
            atoms.append(_atom(token))
            bonds.append({})
            if previous >= 0:
                _connect(atoms, bonds, previous, len(atoms) - 1, order)
            elif order:
                raise ValueError("bond without an atom before it")
            previous, order = len(atoms) - 1, ""
        elif kind == "bond":
            if order or previous < 0:
                raise ValueError(f"misplaced bond at {match.start()}")
            order = "-" if token in "/\\" else token
        elif kind == "ring":
            if previous < 0:
                raise ValueError("ring number without an atom")
            number = token.strip("%()").lstrip("0")
            other, other_order = rings.pop(number, (-1, ""))
            if other < 0:
                rings[number] = (previous, order)
            else:
                _connect(atoms, bonds, other, previous, other_order or _REVERSED.get(order, order))
            order = ""
        elif order:
            raise ValueError("bond without an atom after it")
        elif kind == "open":
            if previous < 0:
                raise ValueError("branch without an atom")
            branches.append(previous)
        elif kind == "close":
            if not branches:
                raise ValueError("closing parenthesis without an opening one")
            previous = branches.pop()
        else:
            previous = -1
    if end != len(smiles) or not atoms or branches or rings or order:
        raise ValueError(f"not SMILES at character {end}")
    return Graph(atoms=tuple(atoms), bonds=tuple(bonds))


def _atom(token: str) -> Atom:
    if token[0] != "[":
        symbol = token.capitalize()
        return Atom(token=token, symbol=symbol, aromatic=symbol != token, charge=0, isotope=0)
    match = _BRACKET.fullmatch(token)
    if not match:
        raise ValueError(f"{token} is not an atom")
    symbol = match["symbol"]
    sign = match["charge"] or ""
    if not sign:
        charge = 0
    elif sign[1:].isdigit():
        charge = int(sign)
    else:
        charge = sign.count("+") - sign.count("-")
    return Atom(
        token=token,
        symbol=symbol.capitalize(),
        aromatic=symbol[0].islower(),
        charge=charge,
        isotope=int(match["isotope"] or 0),
    )


def _connect(atoms: list[Atom], bonds: list[dict[int, str]], a: int, b: int, order: str) -> None:
    if a == b or b in bonds[a]:
        raise ValueError("two bonds between the same atoms")
    if not order:
        order = ":" if atoms[a].aromatic and atoms[b].aromatic else "-"
    bonds[a][b] = order
    bonds[b][a] = _REVERSED.get(order, order)


def without_wildcards(graph: Graph) -> Graph:
    """Drop every `*` (and explicit hydrogen), as if hydrogens stood there."""
    kept = [i for i, atom in enumerate(graph.atoms) if atom.symbol not in ("*", "H")]
    place = {old: new for new, old in enumerate(kept)}
    return Graph(
        atoms=tuple(graph.atoms[i] for i in kept),
        bonds=tuple({place[j]: order for j, order in graph.bonds[i].items() if j in place} for i in kept),
    )


def write(graph: Graph, kept: Collection[int], tokens: dict[int, str]) -> str:
    """Write the part of a graph made of `kept` atoms, each as in `tokens` or as it was read."""
    chosen = set(kept)
    seen: set[int] = set()
    parts = []
    for start in sorted(chosen):
        if start not in seen:
            parts.append(_write_fragment(graph, start, chosen, seen, tokens))
    return ".".join(parts)


def _write_fragment(
    graph: Graph, start: int, chosen: set[int], seen: set[int], tokens: dict[int, str]
) -> str:
    tree, closures = _spanning_tree(graph, start, chosen, seen)
    out: list[str] = []
    stack: list[int | str] = [start]
    arrived: dict[int, int] = {}
    while stack:
        top = stack.pop()
        if isinstance(top, str):
            out.append(top)
            continue
        if top in arrived:
            out.append(_bond(graph, arrived[top], top))
        out.append(tokens.get(top, graph.atoms[top].token))
        for number, other, opens in closures.get(top, ()):
            out.append((_bond(graph, top, other) if opens else "") + f"%({number})")
        children = tree.get(top, [])
        for child in reversed(children):
            arrived[child] = top
            stack.extend((child,) if child == children[-1] else (")", child, "("))
    return "".join(out)


def _spanning_tree(
    graph: Graph, start: int, chosen: set[int], seen: set[int]
) -> tuple[dict[int, list[int]], dict[int, list[tuple[int, int, bool]]]]:
    """Return children of each atom, and its ring closures as (number, other atom, opens here)."""
    tree: dict[int, list[int]] = {}
    closures: dict[int, list[tuple[int, int, bool]]] = {}
    number = 0
    stack = [(start, -1)]
    closed: set[tuple[int, int]] = set()
    while stack:
        atom, parent = stack.pop()
        if atom in seen:
            continue
        seen.add(atom)
        if parent >= 0:
            tree.setdefault(parent, []).append(atom)
        for other in graph.bonds[atom]:
            if other == parent or other not in chosen:
                continue
            if other in seen:
                if (other, atom) not in closed:
                    number += 1
                    closed.update(((atom, other), (other, atom)))
                    closures.setdefault(other, []).append((number, atom, True))
                    closures.setdefault(atom, []).append((number, other, False))
            else:
                stack.append((other, atom))
    return tree, closures


def _bond(graph: Graph, a: int, b: int) -> str:
    order = graph.bonds[a][b]
    both_aromatic = graph.atoms[a].aromatic and graph.atoms[b].aromatic
    return "" if order == (":" if both_aromatic else "-") else order
