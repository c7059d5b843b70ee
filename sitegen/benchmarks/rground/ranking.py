"""The order in which derived cores enter the data set: shared by several drugs first, varied."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from sitegen.benchmarks.rground.derived import DerivedCore


def rank_cores(cores: Iterable[DerivedCore], head_start: int) -> tuple[DerivedCore, ...]:
    """Return the cores in the order in which they are taken.

    Cores of equal Murcko scaffold and number of sites form two groups: those that several molecules
    hold, and the others. Groups take turns with one core each, so that scaffolds vary; a core of
    several molecules is worth more, so its group is `head_start` turns ahead. In a group, and in a
    turn, the order is by number of molecules, then by a hash of the core, which favours nothing.
    """
    groups: dict[tuple[bool, str, int], list[DerivedCore]] = {}
    for core in cores:
        groups.setdefault((len(core.members) < 2, core.murcko, len(core.labels)), []).append(core)
    ranked = []
    for (alone, _, _), group in groups.items():
        for turn, core in enumerate(sorted(group, key=_preference)):
            ranked.append((turn + head_start * alone, alone, *_preference(core), core))
    ranked.sort(key=lambda entry: entry[:-1])
    return tuple(entry[-1] for entry in ranked)


def _preference(core: DerivedCore) -> tuple[int, str]:
    return -len(core.members), hashlib.sha256(core.core.encode()).hexdigest()
