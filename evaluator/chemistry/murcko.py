"""Bemis–Murcko scaffolds in pure Python, the one definition on every platform.

Rings, the chains between them and what hangs on either by a double bond (Bemis and Murcko,
J. Med. Chem. 1996, 39, 2887; exocyclic double bonds kept as RDKit keeps them). Stereo-free. The
string returned is not canonical: pass it through `Chemistry.canonical_flat`.
"""

from __future__ import annotations

import re

from evaluator.chemistry.graph import Graph, parse, write

_BRACKET = re.compile(r"\[(?P<symbol>[A-Za-z]{1,2}?)(?P<hydrogens>H\d*)?(?P<charge>[+-]\d*)?\]", re.ASCII)


def murcko(flat: str) -> str:
    """Return the scaffold of a canonical flat SMILES as some flat SMILES; empty without rings."""
    graph = parse(flat)
    core = _rings_and_linkers(graph)
    kept = core | {other for atom in core for other, order in graph.bonds[atom].items() if order == "="}
    return write(graph, kept, {atom: _token(graph, atom, kept) for atom in kept})


def _rings_and_linkers(graph: Graph) -> set[int]:
    degree = [len(bonds) for bonds in graph.bonds]
    leaves = [atom for atom, count in enumerate(degree) if count < 2]
    removed = set(leaves)
    while leaves:
        for other in graph.bonds[leaves.pop()]:
            degree[other] -= 1
            if degree[other] < 2 and other not in removed:
                removed.add(other)
                leaves.append(other)
    return set(range(len(graph.atoms))) - removed


def _token(graph: Graph, atom: int, kept: set[int]) -> str:
    """Give back the hydrogens of an atom that lost substituents and cannot imply them."""
    token = graph.atoms[atom].token
    lost = [other for other in graph.bonds[atom] if other not in kept]
    if not lost:
        return token
    if token in ("n", "p"):
        return f"[{token}H]"
    match = _BRACKET.fullmatch(token)
    if not match:
        return token
    own = match["hydrogens"] or ""
    hydrogens = (int(own[1:] or 1) if own else 0) + len(lost)
    return f"[{match['symbol']}H{hydrogens if hydrogens > 1 else ''}{match['charge'] or ''}]"
