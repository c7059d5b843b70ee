"""Taking questions one by one such that what a blind solver might go by cancels out.

All arithmetic is in whole numbers, so the choice is the same on every machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np

SHARE = 12
"""Credit of a cue that points at one option; divisible by the number of options and of ties (1 to 4)."""


def take_even(
    features: np.ndarray,
    owners: Sequence[str],
    wanted: int,
    per_owner: int,
    clashes: Callable[[int, Sequence[int]], Iterable[int]],
) -> list[int]:
    """Return up to `wanted` rows of `features`, in the order taken, whose sum stays near zero.

    Each row says by how much a question shifts each balance from chance; `owners` names what a row is
    about. An owner is used a second time (and so on, up to `per_owner`) only when all others are used
    up. `clashes(row, rows of its owner)` yields the rows that go when a row is taken, itself included.
    Ties go to the earlier row.
    """
    own = (features * features).sum(axis=1)
    total = np.zeros(features.shape[1], dtype=np.int64)
    places: dict[str, list[int]] = defaultdict(list)
    for place, owner in enumerate(owners):
        places[owner].append(place)
    free = np.ones(len(owners), dtype=bool)
    gone: set[int] = set()
    used: Counter[str] = Counter()
    taken: list[int] = []
    for most in range(1, per_owner + 1):
        for owner, own_places in places.items():
            free[own_places] = [used[owner] < most and place not in gone for place in own_places]
        while len(taken) < wanted and free.any():
            # The squared length of `total + feature`, less the constant part.
            cost = own + 2 * (features @ total)
            cost[~free] = np.iinfo(np.int64).max
            best = int(np.argmin(cost))
            taken.append(best)
            total += features[best]
            owner = owners[best]
            used[owner] += 1
            gone.update(clashes(best, places[owner]))
            free[places[owner]] = [used[owner] < most and p not in gone for p in places[owner]]
    return taken


def credit(values: Sequence[float]) -> int:
    """Return the share, of `SHARE`, of a pick of the largest value that falls on the first one."""
    largest = max(values)
    ties = sum(value >= largest - 1e-9 for value in values)
    return SHARE // ties if values[0] >= largest - 1e-9 else 0
