"""The order in which a reader expects the values of a facet, which the items themselves do not tell."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(?<![\w.])[+-]?\d+(?:\.\d+)?", re.ASCII)
_RANKS = ("none", "no", "basic", "easy", "small", "low", "medium", "advanced", "hard", "large", "high")
_BELOW = ("below", "under", "less", "<", "up to")

OrderKey = tuple[int, float, int, str]


def value_key(value: str) -> OrderKey:
    """Return a key that sorts levels by rank, bins by their edge ("below -0.05" first), others by name."""
    lowered = value.casefold()
    if lowered in _RANKS:
        return 0, float(_RANKS.index(lowered)), 0, value
    number = _NUMBER.search(value)
    if number and (number.start() == 0 or lowered.startswith(_BELOW)):
        return 1, float(number.group()), -1 if lowered.startswith(_BELOW) else 0, value
    return 2, 0.0, 0, value
