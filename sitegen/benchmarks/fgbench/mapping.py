"""Which atoms of two molecules correspond."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rdkit import Chem, rdBase
from rdkit.Chem import rdRascalMCES

from sitegen.benchmarks.fgbench.removal import NUMBER

_BOND_PAIRS = 1000
"""Bond pairs that RascalMCES looks at most (code); molecules with more are not mapped."""

_WHOLE, _REST = (0.7, 0.45, 0.2), (0.7, 0.4, 0.1)
"""Johnson similarities below which RascalMCES maps nothing, of whole molecules and of what is left.

The last are the published ones (code). The others are tried first (ours): most pairs are that similar, and a
high bound spares symmetric molecules a search of minutes.
"""

_MATCHES = 500
"""Ways to lay one rest over the other that are looked at; highly symmetric ones have more."""


def map_whole(target: Chem.Mol, reference: Chem.Mol) -> dict[int, int] | None:
    """Return the maximum common edge subgraph of two molecules: atom indexes, target to reference.

    None where there is none.
    """
    return _rascal(target, reference, _WHOLE)


def map_rest(target: Chem.Mol, reference: Chem.Mol) -> dict[int, int] | None:
    """Return the same for what is left of two molecules when groups are gone."""
    return _rascal(target, reference, _REST)


def _rascal(target: Chem.Mol, reference: Chem.Mol, bounds: Sequence[float]) -> dict[int, int] | None:
    options: Any = rdRascalMCES.RascalOptions()
    options.ringMatchesRingOnly = True
    options.maxBondMatchPairs = _BOND_PAIRS
    options.timeout = -1  # none: the clock must not decide
    for bound in bounds:
        options.similarityThreshold = bound
        with rdBase.BlockLogs():
            found = rdRascalMCES.FindMCES(target, reference, options)
        if found:
            return dict(found[0].atomMatches())
    return None


def rest_matches(
    target_rest: Chem.Mol, reference_rest: Chem.Mol, whole: Mapping[int, int]
) -> Iterator[dict[int, int]]:
    """Yield ways to lay equal rests over each other, by atom number, target to reference.

    Those that agree with `whole`, the mapping of the whole molecules, in most atoms come first.
    """
    ours = [atom.GetIntProp(NUMBER) for atom in target_rest.GetAtoms()]
    theirs = [atom.GetIntProp(NUMBER) for atom in reference_rest.GetAtoms()]
    hydrogens = [atom.GetTotalNumHs() for atom in target_rest.GetAtoms()]
    matches = []
    for match in reference_rest.GetSubstructMatches(
        target_rest, uniquify=False, useChirality=False, maxMatches=_MATCHES
    ):
        if all(
            reference_rest.GetAtomWithIdx(place).GetTotalNumHs() == count
            for place, count in zip(match, hydrogens, strict=True)
        ):
            matches.append({number: theirs[place] for number, place in zip(ours, match, strict=True)})
    agreeing = [sum(whole.get(one) == other for one, other in match.items()) for match in matches]
    order = sorted(range(len(matches)), key=lambda place: (-agreeing[place], place))
    yield from (matches[place] for place in order)
