"""Prove a candidate pair: the groups that differ, taken away on both sides, leave the same molecule.

The rules are those of the published builder (docs/method-fgbench.md); where equal groups leave a choice,
the alternatives are tried in a fixed order and the first that is proved counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rdkit import Chem

from sitegen.benchmarks.fgbench.differences import chains, extra_groups
from sitegen.benchmarks.fgbench.edits import apply_edit, both_mapped, edit_between
from sitegen.benchmarks.fgbench.mapping import map_whole, rest_matches
from sitegen.benchmarks.fgbench.records import Candidate, Group, Pair, Rejected
from sitegen.benchmarks.fgbench.refusal import (
    NO_MAPPING,
    NOT_REPRODUCED,
    NOTHING_STAYS,
    SAME_GROUPS,
    STEREO_ONLY,
    UNCLEAR_GROUPS,
    UNEQUAL_REST,
    Refusal,
)
from sitegen.benchmarks.fgbench.removal import flat_smiles, numbered, take_out

_TRIES = 80
"""Alternatives of which groups differ that are tried for one pair."""

_LAYINGS = 12
"""Ways to lay the rests over each other that are tried for one alternative."""

type _Groups = tuple[Group, ...]


def prove(candidate: Candidate, target_groups: _Groups, reference_groups: _Groups) -> Pair | Rejected:
    """Return the proved pair, or why it cannot be proved."""
    target, reference = numbered(candidate.target), numbered(candidate.reference)
    try:
        return _proved(candidate, target, reference, target_groups, reference_groups)
    except Refusal as refusal:
        return Rejected(candidate=candidate, reason=refusal.reason, detail=refusal.detail)


def _proved(
    candidate: Candidate, target: Chem.Mol, reference: Chem.Mol, ours: _Groups, theirs: _Groups
) -> Pair:
    if flat_smiles(target) == flat_smiles(reference):
        raise Refusal(STEREO_ONLY)
    whole = map_whole(target, reference)
    if whole is None:
        raise Refusal(NO_MAPPING, "between the whole molecules")
    first: Refusal | None = None
    tried = 0
    for removed, added in islice(_alternatives(ours, theirs, whole), _TRIES):
        tried += 1
        try:
            return _one_way(candidate, target, reference, removed, added, whole)
        except Refusal as refusal:
            first = first or refusal
    assert first is not None
    if tried > 1 and first.reason == UNEQUAL_REST:
        raise Refusal(UNCLEAR_GROUPS, f"{tried} choices, none is proved")
    raise first


def _alternatives(ours: _Groups, theirs: _Groups, whole: dict[int, int]) -> Iterator[tuple[_Groups, _Groups]]:
    for removed in extra_groups(ours, theirs, frozenset(whole)):
        for added in extra_groups(theirs, ours, frozenset(whole.values())):
            yield removed, added


def _one_way(
    candidate: Candidate,
    target: Chem.Mol,
    reference: Chem.Mol,
    removed: _Groups,
    added: _Groups,
    whole: dict[int, int],
) -> Pair:
    refusal: Refusal | None = None
    for close in (True, False):
        try:
            return _closing(candidate, target, reference, removed, added, whole, close)
        except Refusal as found:
            refusal = refusal or found
    assert refusal is not None
    raise refusal


def _closing(
    candidate: Candidate,
    target: Chem.Mol,
    reference: Chem.Mol,
    removed: _Groups,
    added: _Groups,
    whole: dict[int, int],
    close: bool,
) -> Pair:
    refusal = Refusal(UNEQUAL_REST)
    for gone, come in _with_chains(target, reference, removed, added, close):
        target_rest = take_out(target, [group.atoms for group in gone], close=close)
        reference_rest = take_out(reference, [group.atoms for group in come], close=close)
        if flat_smiles(target_rest) != flat_smiles(reference_rest):
            continue
        if not target_rest.GetNumAtoms():
            raise Refusal(NOTHING_STAYS)
        for kept in islice(rest_matches(target_rest, reference_rest, whole), _LAYINGS):
            try:
                return _pair(candidate, target, reference, kept, gone, come)
            except Refusal as found:
                refusal = found
    raise refusal


def _with_chains(
    target: Chem.Mol, reference: Chem.Mol, removed: _Groups, added: _Groups, close: bool
) -> Iterator[tuple[_Groups, _Groups]]:
    """Yield the differing groups as they are, or with the carbon chains by which the rests differ."""
    target_rest = take_out(target, [group.atoms for group in removed], close=close)
    reference_rest = take_out(reference, [group.atoms for group in added], close=close)
    if flat_smiles(target_rest) == flat_smiles(reference_rest):
        yield removed, added
        return
    if not removed and not added and target.GetNumAtoms() == reference.GetNumAtoms():
        raise Refusal(SAME_GROUPS)
    for ours, theirs in chains(target_rest, reference_rest):
        yield (*removed, *ours), (*added, *theirs)


def _pair(
    candidate: Candidate,
    target: Chem.Mol,
    reference: Chem.Mol,
    kept: dict[int, int],
    removed: Sequence[Group],
    added: Sequence[Group],
) -> Pair:
    edit = edit_between(target, reference, kept, removed, added)
    target_mapped, reference_mapped = both_mapped(target, reference, kept)
    if apply_edit(target_mapped, edit) != flat_smiles(Chem.MolFromSmiles(flat_smiles(reference))):
        raise Refusal(NOT_REPRODUCED)
    return Pair(
        candidate=candidate,
        target_mapped=target_mapped,
        reference_mapped=reference_mapped,
        edit=edit,
        scope="single" if len(removed) + len(added) == 1 else "interaction",
    )
