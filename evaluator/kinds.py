"""Which mistakes are made where: the kinds of answers counted for every group of items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluator.grouping import groups_of
from evaluator.records import Item, Score


@dataclass(frozen=True, slots=True, kw_only=True)
class KindCounts:
    """How often each kind occurs among the `n` items of a group that have one.

    `counts` has the kinds of the whole report, those that do not occur in the group at 0.
    """

    facets: Mapping[str, str]
    n: int
    counts: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        """Return the object of a report's `kinds_by`."""
        return {"facets": dict(self.facets), "n": self.n, "counts": dict(self.counts)}


def count_kinds(scores: Sequence[Score]) -> dict[str, int]:
    """Count the kinds of all scores that have one, by name."""
    return dict(sorted(Counter(score.kind for score in scores if score.kind).items()))


def kinds_by_group(items: Sequence[Item], scores: Sequence[Score]) -> tuple[KindCounts, ...]:
    """Count the kinds in each group of the items that have one: by facet, and by two facets together."""
    with_kind = [(item, score) for item, score in zip(items, scores, strict=True) if score.kind]
    kinds = sorted({score.kind for _, score in with_kind})
    groups = groups_of([item for item, _ in with_kind])
    return tuple(
        _counts(facets, kinds, Counter(with_kind[index][1].kind for index in members))
        for facets, members in sorted(groups.items())
        if facets
    )


def _counts(
    facets: tuple[tuple[str, str], ...], kinds: Sequence[str], found: Mapping[str, int]
) -> KindCounts:
    counts = {kind: found.get(kind, 0) for kind in kinds}
    return KindCounts(facets=dict(facets), n=sum(counts.values()), counts=counts)
