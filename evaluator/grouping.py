"""Scores of items to metrics of groups: all items, each facet value, each task and its cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations
from math import prod

from evaluator.records import Item, Metric, Score
from evaluator.statistics import clustered_interval, mean, mean_interval, wilson_interval

ACCURACY, ANSWERED = "accuracy", "answered"
CLUSTERED = ".clustered"
"""End of the name of a metric whose interval is robust to items of one cluster."""

MOST_VALUES = 24
"""A facet with more values than this has no groups within a task."""

MOST_CROSSED = 12
"""A facet with more values than this is not crossed with others."""

MOST_CELLS = 24
"""Three facets are crossed only where their numbers of values multiply to no more than this."""

Facets = tuple[tuple[str, str], ...]


def group_metrics(
    items: Sequence[Item],
    scores: Sequence[Score],
    means: frozenset[str],
    groups: Mapping[Facets, Sequence[int]],
) -> Iterator[list[Metric]]:
    """Yield the metrics of each group in turn.

    `means` names the metrics that are not proportions, `groups` are indices by facets (`groups_of`).
    """
    for facets, members in sorted(groups.items()):
        values: dict[str, list[tuple[float, str]]] = defaultdict(list)
        for index in members:
            cluster = cluster_of(items[index])
            for name, value in values_of(scores[index]):
                if value is not None:
                    values[name].append((value, cluster))
                else:
                    values.setdefault(name, [])
        yield [
            metric
            for name in sorted(values)
            for metric in _metrics(name, values[name], dict(facets), name in means)
        ]


def cluster_of(item: Item) -> str:
    """Return the name of what makes an item dependent on others; an item without one stands alone."""
    return item.cluster or f"\0{item.id}"


def values_of(score: Score) -> Iterator[tuple[str, float | None]]:
    """Yield name and value of all that is averaged over the items of a group."""
    yield ACCURACY, score.score
    yield ANSWERED, float(score.outcome in ("correct", "incorrect"))
    yield from score.metrics.items()


def proportions(
    name: str, values: Sequence[tuple[float, str]], facets: Mapping[str, str]
) -> Iterator[Metric]:
    """Yield the mean of values from 0 to 1, given with their clusters: Wilson's interval, `.clustered`."""
    yield from _metrics(name, values, facets, is_mean=False)


def means(name: str, values: Sequence[tuple[float, str]], facets: Mapping[str, str]) -> Iterator[Metric]:
    """Yield the mean of values that need not lie between 0 and 1, without an interval."""
    n = len(values)
    value = mean([number for number, _ in values]) if n else None
    yield Metric(name=name, value=value, low=None, high=None, n=n, facets=facets)


def _metrics(
    name: str, values: Sequence[tuple[float, str]], facets: Mapping[str, str], is_mean: bool
) -> Iterator[Metric]:
    numbers = [value for value, _ in values]
    n = len(numbers)
    if not n:
        for full_name in (name, name + CLUSTERED):
            yield Metric(name=full_name, value=None, low=None, high=None, n=0, facets=facets)
        return
    average = mean(numbers)
    low, high = mean_interval(numbers) if is_mean else wilson_interval(average * n, n)
    yield Metric(name=name, value=average, low=low, high=high, n=n, facets=facets)
    low, high = clustered_interval(numbers, [cluster for _, cluster in values])
    yield Metric(name=name + CLUSTERED, value=average, low=low, high=high, n=n, facets=facets)


def groups_of(
    items: Sequence[Item], crossed: Collection[str] = (), without: str = ""
) -> dict[Facets, list[int]]:
    """Return the indices of the items of every group, by its facets; the facet `without` is ignored.

    Groups: all; each value of each facet; where there are several tasks, each task and each facet
    value within it; within a task, each pair of values of two facets, and each triple with a `crossed`
    facet, where all of them vary there and say different things.
    """
    groups: dict[Facets, list[int]] = defaultdict(list)
    tasks: dict[str, list[int]] = defaultdict(list)
    for index, item in enumerate(items):
        groups[()].append(index)
        tasks[item.task].append(index)
        for name, value in item.facets.items():
            if name != without:
                groups[((name, value),)].append(index)
    for task, members in tasks.items():
        prefix = (("task", task),) if len(tasks) > 1 else ()
        sizes = _varying([items[index] for index in members])
        sizes.pop(without, None)
        telling = _telling([items[index] for index in members], sizes)
        chosen = _crossings(telling, crossed)
        for index in members:
            facets = items[index].facets
            if prefix:
                groups[prefix].append(index)
                for name in sizes:
                    if name in facets:
                        groups[_key(prefix, facets, (name,))].append(index)
            for names in chosen:
                if all(name in facets for name in names):
                    groups[_key(prefix, facets, names)].append(index)
    return groups


def _key(prefix: Facets, facets: Mapping[str, str], names: tuple[str, ...]) -> Facets:
    return tuple(sorted((*prefix, *((name, facets[name]) for name in names))))


def _crossings(sizes: Mapping[str, int], crossed: Collection[str]) -> list[tuple[str, ...]]:
    """Return the sets of facets whose cells are groups; `sizes` holds the number of values of each."""
    triples = [
        names
        for names in combinations(sizes, 3)
        if not set(names).isdisjoint(crossed) and prod(sizes[name] for name in names) <= MOST_CELLS
    ]
    return [*combinations(sizes, 2), *triples]


def _telling(items: Sequence[Item], sizes: Mapping[str, int]) -> dict[str, int]:
    """Return the facets worth crossing: not too many values, and none that only renames another."""
    seen: set[tuple[int, ...]] = set()
    telling = {}
    for name, size in sizes.items():
        places: dict[str, int] = {}
        pattern = tuple(places.setdefault(item.facets.get(name, ""), len(places)) for item in items)
        if size <= MOST_CROSSED and pattern not in seen:
            seen.add(pattern)
            telling[name] = size
    return telling


def _varying(items: Sequence[Item]) -> dict[str, int]:
    """Return the number of values of each facet that tells a task's items apart."""
    values: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for name, value in item.facets.items():
            values[name].add(value)
    return {
        name: len(found)
        for name, found in sorted(values.items())
        if 1 < len(found) <= MOST_VALUES and name != "task"
    }
