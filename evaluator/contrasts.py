"""Differences between two values of a facet: how much a model loses from one kind of item to another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evaluator.grouping import cluster_of, groups_of, values_of
from evaluator.records import Item, Metric, Score
from evaluator.statistics import difference_interval, mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """A difference: metrics where `facet` is `first`, less those where it is `second`.

    `name` is the end of the names of its metrics: `accuracy.easy_minus_hard`.
    """

    name: str
    facet: str
    first: str
    second: str


CONTRASTS = (Contrast(name="easy_minus_hard", facet="difficulty", first="easy", second="hard"),)
"""Every contrast that a report holds where its items have both values. A new one is one entry here.

`easy_minus_hard` is R-GroundBench's degradation Delta_EH (Table 3): Easy less Hard, positive where a
model gets worse.
"""


def contrast_of(name: str) -> Contrast | None:
    """Return the contrast that a metric's name ends with."""
    return next((one for one in CONTRASTS if name.endswith(f".{one.name}")), None)


def crossed_facets(items: Sequence[Item]) -> frozenset[str]:
    """Return the facets of the contrasts that these items have both values of."""
    both = (contrast for contrast in CONTRASTS if len(set(_sides(items, contrast).values())) == 2)
    return frozenset(contrast.facet for contrast in both)


def contrast_metrics(
    items: Sequence[Item], scores: Sequence[Score], compared: frozenset[str]
) -> Iterator[list[Metric]]:
    """Yield the metrics of each contrast in each group whose items have both values.

    `compared` names the metrics to compare. `n` counts the items of both sides; `facets` are the
    group's, without the contrast's own. Intervals allow for clusters (`difference_interval`).
    """
    for contrast in CONTRASTS:
        sides = _sides(items, contrast)
        if len(set(sides.values())) < 2:
            continue
        chosen = [*sides]
        groups = groups_of([items[index] for index in chosen], without=contrast.facet)
        for facets, members in sorted(groups.items()):
            values = _by_side([(chosen[place], sides[chosen[place]]) for place in members], items, scores)
            yield [
                _difference(f"{name}.{contrast.name}", dict(facets), *values[name])
                for name in sorted(values)
                if name in compared and all(values[name])
            ]


_Values = list[tuple[float, str]]


def _sides(items: Sequence[Item], contrast: Contrast) -> dict[int, int]:
    """Return, by index, on which side of a contrast each of its items is: 0 or 1."""
    wanted = {contrast.first: 0, contrast.second: 1}
    found = ((index, wanted.get(item.facets.get(contrast.facet, ""))) for index, item in enumerate(items))
    return {index: side for index, side in found if side is not None}


def _by_side(
    members: Sequence[tuple[int, int]], items: Sequence[Item], scores: Sequence[Score]
) -> dict[str, tuple[_Values, _Values]]:
    """Return the defined values of every metric with their clusters, apart by side."""
    values: dict[str, tuple[_Values, _Values]] = defaultdict(lambda: ([], []))
    for index, side in members:
        cluster = cluster_of(items[index])
        for name, value in values_of(scores[index]):
            if value is not None:
                values[name][side].append((value, cluster))
    return values


def _difference(name: str, facets: dict[str, str], first: _Values, second: _Values) -> Metric:
    ours, our_clusters = [value for value, _ in first], [cluster for _, cluster in first]
    theirs, their_clusters = [value for value, _ in second], [cluster for _, cluster in second]
    low, high = difference_interval(ours, our_clusters, theirs, their_clusters)
    value = mean(ours) - mean(theirs)
    return Metric(name=name, value=value, low=low, high=high, n=len(ours) + len(theirs), facets=facets)
