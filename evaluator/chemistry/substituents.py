"""What hangs on a core: the substituents of two products of it, compared whatever site they are on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from evaluator.chemistry.graph import Atom, Graph, without_wildcards
from evaluator.chemistry.substructure import contains, embeddings, same_element

MOST_WAYS = 24
"""Ways to find the core in a product that are looked at, those that cover the same atoms being one."""

_SITE = Atom(token="*", symbol="*", aromatic=False, charge=0, isotope=0)


def same_substituents(core: Graph, first: Graph, second: Graph) -> bool:
    """Say whether two products hold the core (its `*` as hydrogen) with equal substituents on it.

    A substituent is a connected part outside the core together with its bonds to the core; where on
    the core they end makes no difference. Elements, charges and bond orders must be equal.
    """
    if _atoms(first) != _atoms(second) or _bonds(first) != _bonds(second):
        return False
    bare = without_wildcards(core)
    others = [*_ways(bare, second)]
    return any(_equal(ours, theirs) for ours in _ways(bare, first) for theirs in others)


def _atoms(graph: Graph) -> Counter[tuple[str, int]]:
    return Counter((atom.symbol, atom.charge) for atom in graph.atoms)


def _bonds(graph: Graph) -> int:
    return sum(map(len, graph.bonds))


def _ways(bare: Graph, product: Graph) -> Iterator[list[Graph]]:
    """Yield the substituents for each set of atoms that the core may be."""
    seen: set[frozenset[int]] = set()
    for place in embeddings(product, bare, same_element):
        taken = frozenset(place.values())
        if taken in seen:
            continue
        seen.add(taken)
        yield _substituents(product, taken)
        if len(seen) == MOST_WAYS:
            return


def _substituents(product: Graph, core: frozenset[int]) -> list[Graph]:
    left = set(range(len(product.atoms))) - core
    found = []
    while left:
        part: list[int] = []
        stack = [min(left)]
        while stack:
            atom = stack.pop()
            if atom in left:
                left.discard(atom)
                part.append(atom)
                stack.extend(product.bonds[atom])
        found.append(_with_sites(product, sorted(part)))
    return found


def _with_sites(product: Graph, part: list[int]) -> Graph:
    """Return a substituent as a graph of its own, with a `*` for every bond to the core."""
    number = {atom: place for place, atom in enumerate(part)}
    atoms = [product.atoms[atom] for atom in part]
    bonds: list[dict[int, str]] = [{} for _ in part]
    for atom in part:
        for other, order in product.bonds[atom].items():
            if other in number:
                bonds[number[atom]][number[other]] = order
            else:
                bonds[number[atom]][len(atoms)] = order
                bonds.append({number[atom]: order})
                atoms.append(_SITE)
    return Graph(atoms=tuple(atoms), bonds=tuple(bonds))


def _equal(ours: list[Graph], theirs: list[Graph]) -> bool:
    """Pair the substituents off; being the same graph is transitive, so the first partner will do."""
    left = [*theirs]
    for graph in ours:
        partner = next((other for other in left if _same_graph(graph, other)), None)
        if partner is None:
            return False
        left.remove(partner)
    return not left


def _same_graph(one: Graph, other: Graph) -> bool:
    same_size = len(one.atoms) == len(other.atoms) and _bonds(one) == _bonds(other)
    return same_size and contains(one, other, _same)


def _same(query: Atom, target: Atom) -> bool:
    return (query.symbol, query.charge) == (target.symbol, target.charge)
