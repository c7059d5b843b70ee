"""Scores of items to metrics of groups: all items, each facet value, each task and its cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from evaluator.records import Item, Metric, Score
from evaluator.statistics import clustered_interval, mean, mean_interval, wilson_interval

ACCURACY, ANSWERED = "accuracy", "answered"
CLUSTERED = ".clustered"
"""End of the name of a metric whose interval is robust to items of one cluster."""

MOST_VALUES = 24
"""A facet with more values than this is not crossed with others."""

Facets = tuple[tuple[str, str], ...]


def group_metrics(
    items: Sequence[Item], scores: Sequence[Score], means: frozenset[str]
) -> Iterator[list[Metric]]:
    """Yield the metrics of each group in turn; `means` names the metrics that are not proportions."""
    for facets, members in sorted(_groups(items).items()):
        clusters = [items[index].cluster or f"\0{items[index].id}" for index in members]
        values: dict[str, list[tuple[float, str]]] = defaultdict(list)
        for index, cluster in zip(members, clusters, strict=True):
            for name, value in _values(scores[index]):
                if value is not None:
                    values[name].append((value, cluster))
                else:
                    values.setdefault(name, [])
        yield [
            metric
            for name in sorted(values)
            for metric in _metrics(name, values[name], dict(facets), name in means)
        ]


def _values(score: Score) -> Iterator[tuple[str, float | None]]:
    yield ACCURACY, score.score
    yield ANSWERED, float(score.outcome in ("correct", "incorrect"))
    yield from score.metrics.items()


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


def _groups(items: Sequence[Item]) -> dict[Facets, list[int]]:
    """Return the indices of the items of every group, by its facets.

    Groups: all; each value of each facet; where there are several tasks, each task and each facet
    value within it; each pair of values of two facets (within a task), where both vary there.
    """
    groups: dict[Facets, list[int]] = defaultdict(list)
    tasks: dict[str, list[int]] = defaultdict(list)
    for index, item in enumerate(items):
        groups[()].append(index)
        tasks[item.task].append(index)
        for facet in item.facets.items():
            groups[(facet,)].append(index)
    for task, members in tasks.items():
        prefix = (("task", task),) if len(tasks) > 1 else ()
        varying = _varying([items[index] for index in members])
        for index in members:
            own = sorted((name, value) for name, value in items[index].facets.items() if name in varying)
            if prefix:
                groups[prefix].append(index)
                for facet in own:
                    groups[tuple(sorted((*prefix, facet)))].append(index)
            for pair in combinations(own, 2):
                groups[tuple(sorted((*prefix, *pair)))].append(index)
    return groups


def _varying(items: Sequence[Item]) -> set[str]:
    values: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for name, value in item.facets.items():
            values[name].add(value)
    return {name for name, found in values.items() if 1 < len(found) <= MOST_VALUES and name != "task"}
