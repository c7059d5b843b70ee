"""Which functional groups differ between two molecules: alternatives where equal groups leave a choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from rdkit import Chem

from sitegen.benchmarks.fgbench.mapping import map_rest
from sitegen.benchmarks.fgbench.records import Group
from sitegen.benchmarks.fgbench.refusal import MORE_THAN_CHAINS, NO_MAPPING, Refusal
from sitegen.benchmarks.fgbench.removal import NUMBER, flat_smiles, take_out

_ALTERNATIVES = 60
"""Choices among equal groups that are tried for one molecule."""

_LONGEST_CHAIN = 4
"""Carbons of a chain that is looked for at every place of the larger rest."""


def extra_groups(
    groups: Sequence[Group], others: Sequence[Group], mapped: frozenset[int]
) -> Iterator[tuple[Group, ...]]:
    """Yield the groups that one molecule has beyond another; most likely choice first.

    Names that occur more often here are extra; where only some of the equal groups are, those with the
    fewest atoms in `mapped` (what RascalMCES finds on both sides) come first. At least one alternative is
    yielded: the empty one where nothing is extra.
    """
    theirs = Counter(group.name for group in others)
    by_name: dict[str, list[Group]] = {}
    for group in groups:
        by_name.setdefault(group.name, []).append(group)
    choices: list[list[tuple[Group, ...]]] = []
    for name, equal in by_name.items():
        extra = len(equal) - theirs[name]
        if extra > 0:
            ranked = sorted(equal, key=lambda group: (len(mapped.intersection(group.atoms)), group.atoms))
            choices.append(list(islice(combinations(ranked, extra), _ALTERNATIVES)))
    for chosen in islice(product(*choices), _ALTERNATIVES):
        yield tuple(group for groups_of_name in chosen for group in groups_of_name)


def chains(target: Chem.Mol, reference: Chem.Mol) -> Iterator[tuple[tuple[Group, ...], tuple[Group, ...]]]:
    """Yield the carbon chains by which two numbered rests may differ: groups of the target, of the reference.

    First what RascalMCES leaves over on both sides; then, where one rest has a few carbons more, a chain
    of that length at any place of it. Raises `Refusal` where neither can be.
    """
    mapped = map_rest(target, reference)
    if mapped is not None:
        ours = _left_over(target, set(mapped))
        theirs = _left_over(reference, set(mapped.values()))
        if ours is not None and theirs is not None:
            yield ours, theirs
    more = target.GetNumAtoms() - reference.GetNumAtoms()
    if 1 <= abs(more) <= _LONGEST_CHAIN:
        larger, smaller = (target, reference) if more > 0 else (reference, target)
        wanted = flat_smiles(smaller)
        for chain in _chains_of(larger, abs(more)):
            try:
                fits = flat_smiles(take_out(larger, [chain.atoms])) == wanted
            except Refusal:
                continue
            if fits:
                yield ((chain,), ()) if more > 0 else ((), (chain,))
    if mapped is None:
        raise Refusal(NO_MAPPING, "of what is left")
    raise Refusal(MORE_THAN_CHAINS)


def _left_over(mol: Chem.Mol, mapped: set[int]) -> tuple[Group, ...] | None:
    """Return what is not mapped as chains; None where some of it is no saturated carbon."""
    left = [atom for atom in mol.GetAtoms() if atom.GetIdx() not in mapped]
    if not all(_is_chain_atom(atom) for atom in left):
        return None
    return tuple(_chain(mol, part) for part in _parts(mol, {atom.GetIdx() for atom in left}))


def _chains_of(mol: Chem.Mol, length: int) -> Iterator[Group]:
    """Yield every connected set of so many saturated carbons."""
    carbons = {atom.GetIdx() for atom in mol.GetAtoms() if _is_chain_atom(atom)}
    grown = {frozenset({index}) for index in carbons}
    for _ in range(length - 1):
        grown = {
            part | {other.GetIdx()}
            for part in grown
            for index in part
            for other in mol.GetAtomWithIdx(index).GetNeighbors()
            if other.GetIdx() in carbons and other.GetIdx() not in part
        }
    for part in sorted(grown, key=sorted):
        yield _chain(mol, part)


def _is_chain_atom(atom: Chem.Atom) -> bool:
    return bool(
        atom.GetAtomicNum() == 6
        and atom.GetHybridization() == Chem.HybridizationType.SP3
        and not atom.GetFormalCharge()
    )


def _chain(mol: Chem.Mol, part: frozenset[int] | set[int]) -> Group:
    numbers = sorted(mol.GetAtomWithIdx(index).GetIntProp(NUMBER) for index in part)
    return Group(name=f"C{len(numbers)} alkane", atoms=tuple(numbers))


def _parts(mol: Chem.Mol, indexes: set[int]) -> Iterator[frozenset[int]]:
    """Yield the connected parts of some atoms, in the order of their first atoms."""
    left = set(indexes)
    while left:
        part, border = set(), {min(left)}
        while border:
            part |= border
            border = {
                other.GetIdx()
                for index in border
                for other in mol.GetAtomWithIdx(index).GetNeighbors()
                if other.GetIdx() in left and other.GetIdx() not in part
            }
        left -= part
        yield frozenset(part)
