"""Choosing Advanced questions: shares of the properties, groups once before twice, no blind cue.

Whoever takes the largest of four molecules, the one most like the core, or the odd one out must not
gain by it. So properties propose more questions than are needed, and they are taken such that each
such cue points at the answer as often as chance has it (see `balancing`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from rdkit import Chem
from rdkit.Chem import Descriptors
from rdkit.DataStructs import ExplicitBitVect

from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.advanced.records import Proposal
from sitegen.benchmarks.rground.balancing import SHARE, credit, take_even
from sitegen.chem.similarity import bulk_tanimoto, fingerprint

_BATCH = 250
_EVEN = 8
"""Weight of asking for each thing equally often within a property against even cues."""

_GROUPS = 80
"""Groups that differ between options whose use as answers is balanced: the most frequent ones."""

_OFFERED = 4


def split_shares(total: int, shares: Mapping[str, float]) -> dict[str, int]:
    """Divide `total` questions among properties by the largest remainder; ties go to the earlier one."""
    whole = sum(shares.values())
    exact = {name: total * share / whole for name, share in shares.items()}
    parts = {name: int(value) for name, value in exact.items()}
    order = sorted(exact, key=lambda name: round(parts[name] - exact[name], 9))
    for name in order[: total - sum(parts.values())]:
        parts[name] += 1
    return parts


def choose(proposals: Sequence[Proposal], wanted: int, per_group: int, map: ParallelMap) -> list[Proposal]:
    """Take up to `wanted` proposals of one property and difficulty whose cues cancel out.

    A group is asked about a second time (and so on, up to `per_group`) only when all others are used
    up; what is asked about a core is never asked twice with the same right product.
    """
    if not proposals:
        return []
    cues = np.concatenate(list(map(_cue_rows, proposals, batch=_BATCH, label="cues of Advanced questions")))
    features = np.concatenate([cues, _group_rows(proposals), _asked_rows(proposals)], axis=1)
    keys = [_key(proposal) for proposal in proposals]
    taken = take_even(
        features,
        [proposal.group for proposal in proposals],
        wanted,
        per_group,
        lambda taken, places: (place for place in places if keys[place] == keys[taken]),
    )
    return [proposals[place] for place in taken]


def letters(count: int, names: Sequence[str], rng: random.Random) -> list[str]:
    """Return `count` letters in permuted blocks: any run of them is as even as can be, or nearly."""
    out: list[str] = []
    while len(out) < count:
        out += rng.sample(names, len(names))
    return out[:count]


def _key(proposal: Proposal) -> tuple[str, ...]:
    return (proposal.core.id, proposal.asks, proposal.offers[0].product)


def _cue_rows(proposals: Sequence[Proposal]) -> np.ndarray:
    rows = [
        [credit(values) - SHARE // _OFFERED for values in _cues(proposal).values()] for proposal in proposals
    ]
    return np.array(rows, dtype=np.int64)


def _cues(proposal: Proposal) -> dict[str, list[float]]:
    """Return what a blind solver can see of each offer, by cue; it picks the largest value."""
    offers = proposal.offers
    prints = [_seen(offer.product)[0] for offer in offers]
    central = [round(sum(bulk_tanimoto(one, prints)), 9) for one in prints]
    both = {
        "near": [offer.similarity for offer in offers],
        "central": central,
        "large": [float(offer.heavy_atoms) for offer in offers],
        "heavy": [_seen(offer.product)[1] for offer in offers],
        "long": [float(len(offer.product)) for offer in offers],
        "charged": [float(abs(offer.charge)) for offer in offers],
    }
    return {
        **both,
        **{f"not {name}": [-value for value in values] for name, values in both.items()},
    }


@lru_cache(maxsize=65536)
def _seen(product: str) -> tuple[ExplicitBitVect, float]:
    """Return the fingerprint and the molecular weight (g/mol, 4 places) of a molecule on offer."""
    weight = Descriptors.MolWt(Chem.MolFromSmiles(product))  # type: ignore[attr-defined]
    return fingerprint(product), round(weight, 4)


def _group_rows(proposals: Sequence[Proposal]) -> np.ndarray:
    """Return by how much each proposal makes a group (at a site where offers differ) the answer."""
    counted = Counter(group for proposal in proposals for offer in _groups(proposal) for group in offer)
    common = sorted(counted, key=lambda group: (-counted[group], group))[:_GROUPS]
    column = {group: place for place, group in enumerate(common)}
    rows = np.zeros((len(proposals), len(common)), dtype=np.int64)
    for row, proposal in zip(rows, proposals, strict=True):
        for place, groups in enumerate(_groups(proposal)):
            for group in groups & column.keys():
                row[column[group]] += SHARE * (place == 0) - SHARE // _OFFERED
    return rows


def _groups(proposal: Proposal) -> Iterator[set[str]]:
    """Yield, for each offer, the groups at the labels where the offers differ."""
    offers = proposal.offers
    differing = [
        label for label in proposal.core.labels if len({offer.substituents[label] for offer in offers}) > 1
    ]
    for offer in offers:
        yield {offer.substituents[label] for label in differing}


def _asked_rows(proposals: Sequence[Proposal]) -> np.ndarray:
    """Return a column for each thing asked for, so that each comes as often as any other."""
    asked = sorted({proposal.asks for proposal in proposals})
    rows = np.zeros((len(proposals), len(asked)), dtype=np.int64)
    for row, proposal in zip(rows, proposals, strict=True):
        row[asked.index(proposal.asks)] = _EVEN * len(asked)
    return rows
