"""Intervals by resampling clusters: seeded, and the same on every platform.

Percentile bootstrap (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13) over clusters,
because items of one cluster depend on each other. Draws come from `random.Random(SEED).random()`, whose
sequence Python keeps; clusters are sorted by name, so that the order of items does not matter.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

SEED = 20_260_101
RESAMPLES = 1_000
_TAIL = 25
"""Resamples left out on each side: 2.5 % of them."""

Sums = tuple[float, int]
"""A total and the number of items it is over."""


def interval(
    by_cluster: Mapping[str, Sums], estimate: Callable[[Sums], float]
) -> tuple[float | None, float | None]:
    """Return the 95 % interval of an estimate made of sums over all items.

    `by_cluster` holds each cluster's part of the sums. Nothing can be said of fewer than two clusters.
    """
    rows = [by_cluster[name] for name in sorted(by_cluster)]
    if len(rows) < 2:
        return None, None
    totals, counts = [total for total, _ in rows], [count for _, count in rows]
    found = sorted(
        estimate((math.fsum([totals[place] for place in drawn]), sum([counts[place] for place in drawn])))
        for drawn in _draws(len(rows))
    )
    return found[_TAIL], found[-1 - _TAIL]


@lru_cache(maxsize=2)
def _draws(clusters: int) -> Sequence[list[int]]:
    """Return the clusters of each resample, by place."""
    draw = random.Random(SEED).random
    return [[int(draw() * clusters) for _ in range(clusters)] for _ in range(RESAMPLES)]
