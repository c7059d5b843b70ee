"""Figures about labels: how they are distributed, and how much they change within a pair."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any

from sitegen.benchmarks.fgbench.captions import make_figure, percent
from sitegen.benchmarks.fgbench.records import Pair, Paired, Task
from sitegen.charts import bars, histogram
from sitegen.records import Figure

_BINS = 40
"""Most bins of a histogram."""


def changes(one: Paired, task: str) -> Iterator[tuple[Pair, float]]:
    """Yield the pairs of which both molecules have a label, with reference less target (true counts 1)."""
    labels = {m.smiles: float(m.labels[task]) for m in one.cleaned.molecules if task in m.labels}
    for pair in one.pairs:
        target, reference = labels.get(pair.candidate.target), labels.get(pair.candidate.reference)
        if target is not None and reference is not None:
            yield pair, reference - target


def label_histograms(paired: Sequence[Paired]) -> Iterator[Figure]:
    """Yield the distribution of the labels of each numeric property."""
    for one, task in _tasks(paired, "regression"):
        values = [float(m.labels[task.slug]) for m in one.cleaned.molecules if task.slug in m.labels]
        if values:
            yield _histogram(
                "labels",
                one,
                task,
                values,
                "molecules",
                molecules=f"{len(values):,}",
                mean=f"{fmean(values):.2f}".replace("-", "−"),
                spread=f"{one.cleaned.spread(task.slug):.2f}",
            )


def change_histograms(paired: Sequence[Paired]) -> Iterator[Figure]:
    """Yield the distribution of changes within a pair for each numeric property."""
    for one, task in _tasks(paired, "regression"):
        values = [change for _, change in changes(one, task.slug)]
        tolerance = task.tolerance or 0.0
        if values:
            yield _histogram(
                "changes",
                one,
                task,
                values,
                "pairs",
                pairs=f"{len(values):,}",
                inside=percent(sum(abs(value) <= tolerance + 1e-9 for value in values), len(values)),
                tolerance=f"{tolerance:g}",
            )


def state_shares(paired: Sequence[Paired]) -> Iterator[Figure]:
    """Yield, where there are true or false labels, how often those of a pair differ."""
    table = []
    for one, task in _tasks(paired, "classification"):
        values = [bool(m.labels[task.slug]) for m in one.cleaned.molecules if task.slug in m.labels]
        found = [change for _, change in changes(one, task.slug)]
        if found:
            differ = sum(change != 0 for change in found)
            table.append(
                (
                    task.property,
                    one.cleaned.table.title,
                    len(values),
                    percent(sum(values), len(values)),
                    len(found),
                    percent(differ, len(found)),
                )
            )
    if table:
        yield make_figure(
            "states",
            ("property", "table", "molecules", "true (%)", "pairs", "pairs that differ (%)"),
            table,
            bars(
                [row[0] for row in table],
                {"molecules: true": [r[3] for r in table], "pairs: labels differ": [r[5] for r in table]},
                x="",
                y="%",
            ),
            low=min(row[5] for row in table),
            high=max(row[5] for row in table),
        )


def _tasks(paired: Sequence[Paired], kind: str) -> Iterator[tuple[Paired, Task]]:
    return ((one, task) for one in paired for task in one.cleaned.table.tasks if task.kind == kind)


def _histogram(
    kind: str, one: Paired, task: Task, values: Sequence[float], counted: str, **filled: Any
) -> Figure:
    width = _round_width(max(values) - min(values))
    places = Counter(math.floor(round(value / width, 9)) for value in values)
    bins = range(min(places), max(places) + 1)
    edges = [round(place * width, 6) for place in [*bins, bins.stop]]
    numbers = [places[place] for place in bins]
    name = {"molecules": "label", "pairs": "change"}[counted]
    axis = f"{name} ({task.unit})" if task.unit else name
    return make_figure(
        kind,
        ("from", "below", counted),
        [(low, high, n) for low, high, n in zip(edges[:-1], edges[1:], numbers, strict=True)],
        histogram(edges, numbers, ((), ()), names=(counted, ""), x=axis),
        slug=f"{kind}-{task.slug}",
        property=task.property,
        table=one.cleaned.table.title,
        unit=f" {task.unit}" if task.unit else "",
        **filled,
    )


def _round_width(extent: float) -> float:
    """Return a bin width of 1, 2 or 5 times a power of ten that gives at most `_BINS` bins."""
    if extent <= 0:
        return 1.0
    rough = extent / _BINS
    power = 10.0 ** math.floor(math.log10(rough))
    return float(next(step * power for step in (1, 2, 5, 10) if step * power >= rough * (1 - 1e-9)))
