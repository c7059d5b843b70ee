"""The order in which derived cores enter the data set: shared by several drugs first, varied."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from sitegen.benchmarks.rground.derived import DerivedCore


def rank_cores(cores: Iterable[DerivedCore]) -> tuple[DerivedCore, ...]:
    """Return the cores in the order in which they are taken.

    Cores that several drugs hold come first. Among those, and then among the others, one core is
    taken in turn from each group of equal Murcko scaffold and number of sites; a group's own
    order, and that of the groups in a round, is by number of drugs, then by a hash of the core,
    which favours nothing.
    """
    groups: dict[tuple[bool, str, int], list[DerivedCore]] = {}
    for core in cores:
        key = (len(core.members) < 2, core.murcko, core.core.count("*"))
        groups.setdefault(key, []).append(core)
    ranked = []
    for (single, _, _), group in groups.items():
        group.sort(key=_preference)
        ranked += [(single, turn, *_preference(core), core) for turn, core in enumerate(group)]
    ranked.sort(key=lambda entry: entry[:-1])
    return tuple(entry[-1] for entry in ranked)


def _preference(core: DerivedCore) -> tuple[int, str]:
    return -len(core.members), hashlib.sha256(core.core.encode()).hexdigest()
