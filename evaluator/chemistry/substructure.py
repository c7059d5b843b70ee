"""Substructure and common-substructure tests on graphs, the same steps on every platform.

No clock is involved: a search that has used up its steps answers "no", so the answer depends on
the two structures alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from evaluator.chemistry.graph import Atom, Graph

SUBSTRUCTURE_STEPS = 50_000
"""Atom placements one substructure search may try."""

COMMON_STEPS = 2_000
"""Bond decisions one common-substructure search may take."""

AtomTest = Callable[[Atom, Atom], bool]
"""Says whether a query atom may stand for a target atom; by symbol and charge alone."""


def same_element(query: Atom, target: Atom) -> bool:
    """Compare atoms as an MCS usually does: the element alone."""
    return query.symbol == target.symbol


def same_atom(query: Atom, target: Atom) -> bool:
    """Compare atoms strictly: element and charge; a wildcard stands for any heavy atom."""
    if query.symbol == "*":
        return target.symbol not in ("H", "*")
    return query.symbol == target.symbol and query.charge == target.charge


def contains(target: Graph, query: Graph, matches: AtomTest, *, steps: int = SUBSTRUCTURE_STEPS) -> bool:
    """Say whether `query` is a substructure of `target`, bond orders equal (aromatic is an order)."""
    return any(True for _ in embeddings(target, query, matches, steps=steps))


def embeddings(
    target: Graph, query: Graph, matches: AtomTest, *, steps: int = SUBSTRUCTURE_STEPS
) -> Iterator[dict[int, int]]:
    """Yield each way to place `query` in `target`, as {query atom: target atom}, until steps run out."""
    order = _search_order(target, query, matches)
    if order is None:
        return
    if not order:
        yield {}
        return
    place: dict[int, int] = {}
    used: set[int] = set()
    trail = [iter(_places(target, query, order[0], place, used, matches))]
    while trail:
        depth = len(trail) - 1
        atom = order[depth]
        if atom in place:
            used.discard(place.pop(atom))
        spot = next(trail[-1], None)
        if spot is None:
            trail.pop()
            continue
        steps -= 1
        if steps < 0:
            return
        place[atom] = spot
        used.add(spot)
        if depth + 1 == len(order):
            yield dict(place)
        else:
            trail.append(iter(_places(target, query, order[depth + 1], place, used, matches)))


def _search_order(target: Graph, query: Graph, matches: AtomTest) -> list[int] | None:
    """Order the query's atoms: the rarest first, then along bonds; None when one fits nowhere."""
    kinds = {(atom.symbol, atom.charge): atom for atom in target.atoms}
    found = Counter((atom.symbol, atom.charge) for atom in target.atoms)
    counts = [
        sum(found[kind] for kind, other in kinds.items() if matches(atom, other)) for atom in query.atoms
    ]
    if 0 in counts or len(query.atoms) > len(target.atoms):
        return None
    order: list[int] = []
    left = set(range(len(counts)))
    while left:
        start = min(left, key=lambda atom: (counts[atom], atom))
        frontier = {start}
        while frontier:
            atom = min(frontier, key=lambda atom: (counts[atom], atom))
            order.append(atom)
            left.discard(atom)
            frontier.discard(atom)
            frontier.update(other for other in query.bonds[atom] if other in left)
    return order


def _places(
    target: Graph, query: Graph, atom: int, place: dict[int, int], used: set[int], matches: AtomTest
) -> list[int]:
    """List the target atoms where `atom` fits beside the atoms already placed."""
    anchors = [(place[other], order) for other, order in query.bonds[atom].items() if other in place]
    spots = target.bonds[anchors[0][0]] if anchors else range(len(target.atoms))
    wanted = query.atoms[atom]
    degree = len(query.bonds[atom])
    return [
        spot
        for spot in spots
        if spot not in used
        and len(target.bonds[spot]) >= degree
        and all(target.bonds[spot].get(anchor) == order for anchor, order in anchors)
        and matches(wanted, target.atoms[spot])
    ]


def shares(target: Graph, query: Graph, needed: int, *, steps: int = COMMON_STEPS) -> bool:
    """Say whether a connected substructure of `query` with `needed` atoms occurs in `target`.

    Elements and bond orders must be equal (aromatic is an order); the common part need not be induced.
    The whole query is tried first, then bounds that rule a match out, then a search over bonds (after
    McGregor, Software: Practice and Experience 1982, 12, 23).
    """
    if needed <= 0 or contains(target, query, same_element):
        return True
    if _shared_atoms(target, query) < needed or _shared_bonds(target, query) < needed - 1:
        return False
    return _CommonSearch(target, query, needed, steps).found()


def _shared_atoms(target: Graph, query: Graph) -> int:
    return (
        Counter(atom.symbol for atom in target.atoms) & Counter(atom.symbol for atom in query.atoms)
    ).total()


def _shared_bonds(target: Graph, query: Graph) -> int:
    return (_bond_kinds(target) & _bond_kinds(query)).total()


def _bond_kinds(graph: Graph) -> Counter[tuple[str, str, str]]:
    return Counter(
        min(
            (graph.atoms[a].symbol, bonds[b], graph.atoms[b].symbol),
            (graph.atoms[b].symbol, graph.bonds[b][a], graph.atoms[a].symbol),
        )
        for a, bonds in enumerate(graph.bonds)
        for b in bonds
        if a < b
    )


class _CommonSearch:
    """Depth-first search for a common connected substructure of a wanted size.

    State: `place` maps query atoms to target atoms, `dropped` holds (near, far) bonds given up on
    the current path, `barred` the starting atoms already done with.
    """

    def __init__(self, target: Graph, query: Graph, needed: int, steps: int) -> None:
        self.target = target
        self.query = query
        self.needed = needed
        self.steps = steps
        self.surroundings = [_surroundings(target, atom) for atom in range(len(target.atoms))]
        self.wanted = [_surroundings(query, atom) for atom in range(len(query.atoms))]
        self.place: dict[int, int] = {}
        self.used: set[int] = set()
        self.dropped: set[tuple[int, int]] = set()
        self.barred: set[int] = set()

    def found(self) -> bool:
        """Try enough starting atoms that every large enough match holds one of them."""
        counts = Counter(atom.symbol for atom in self.target.atoms)
        atoms = sorted(range(len(self.query.atoms)), key=lambda a: (counts[self.query.atoms[a].symbol], a))
        for start in atoms[: len(atoms) - self.needed + 1]:
            self.place, self.used = {}, set()
            for spot in self._likeliest(start, range(len(self.target.atoms))):
                self.place, self.used = {start: spot}, {spot}
                if self._grow():
                    return True
            self.barred.add(start)
        return False

    def _grow(self) -> bool:
        if len(self.place) >= self.needed:
            return True
        given_up = []
        while self._open():
            bond = self._next_bond()
            if bond is None:
                break
            near, far = bond
            order, bonds = self.query.bonds[near][far], self.target.bonds[self.place[near]]
            for spot in self._likeliest(far, [spot for spot in bonds if bonds[spot] == order]):
                self.place[far] = spot
                self.used.add(spot)
                if self._grow():
                    return True
                del self.place[far]
                self.used.discard(spot)
            self.dropped.add(bond)
            given_up.append(bond)
        self.dropped.difference_update(given_up)
        return False

    def _likeliest(self, atom: int, spots: Iterable[int]) -> list[int]:
        """Return the free spots of the atom's element, those with the most similar neighbours first."""
        symbol, wanted = self.query.atoms[atom].symbol, self.wanted[atom]
        fitting = [s for s in spots if s not in self.used and self.target.atoms[s].symbol == symbol]
        return sorted(fitting, key=lambda spot: (-(wanted & self.surroundings[spot]).total(), spot))

    def _next_bond(self) -> tuple[int, int] | None:
        for near in self.place:
            for far in self.query.bonds[near]:
                if far not in self.place and far not in self.barred and (near, far) not in self.dropped:
                    return near, far
        return None

    def _open(self) -> bool:
        """Take one step; say whether bonds not yet dropped still lead to enough atoms."""
        self.steps -= 1
        if self.steps < 0:
            return False
        seen = set(self.place)
        stack = list(self.place)
        while stack:
            near = stack.pop()
            for far in self.query.bonds[near]:
                if far not in seen and far not in self.barred and (near, far) not in self.dropped:
                    seen.add(far)
                    stack.append(far)
        return len(seen) >= self.needed


def _surroundings(graph: Graph, atom: int) -> Counter[tuple[str, ...]]:
    """Count the paths of one and two bonds that leave an atom."""
    paths: Counter[tuple[str, ...]] = Counter()
    for first, order in graph.bonds[atom].items():
        start = (order, graph.atoms[first].symbol)
        paths[start] += 1
        paths.update(
            (*start, onward, graph.atoms[second].symbol)
            for second, onward in graph.bonds[first].items()
            if second != atom
        )
    return paths
