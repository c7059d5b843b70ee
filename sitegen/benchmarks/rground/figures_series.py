"""Figures about the SAR series of the bioactivity questions, beside the published set."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from evaluator.records import Item
from sitegen.benchmarks.rground.advanced.records import DIFFICULTIES
from sitegen.benchmarks.rground.advanced.series import mean_and_deviation
from sitegen.benchmarks.rground.captions import captions, make_figure
from sitegen.charts import histogram, rows
from sitegen.records import Figure

type Records = Sequence[Mapping[str, Any]]

_BIN = 0.5
_CURVE_STEPS = 10
"""Points of the curve per bin."""


def series_figures(records: Records, questions: Sequence[Item]) -> tuple[Figure, ...]:
    """Return the figures of the series in `records`, none where there are none.

    `questions` is one item of every question of the build.
    """
    return (_classes(records, questions), _potencies(records)) if records else ()


def _classes(records: Records, questions: Sequence[Item]) -> Figure:
    kind_of = {record["id"]: record["class"] for record in records}
    asked = Counter(
        (kind_of[item.extra["series_id"]], item.facets["difficulty"])
        for item in questions
        if item.extra.get("series_id") in kind_of
    )
    series = Counter(kind_of.values())
    analogues: Counter[str] = Counter()
    targets: dict[str, set[str]] = {}
    for record in records:
        analogues[record["class"]] += len(record["analogues"])
        targets.setdefault(record["class"], set()).add(record["target_id"])
    kinds = sorted(series, key=lambda kind: (-series[kind], kind))
    totals = [sum(asked[kind, difficulty] for difficulty in DIFFICULTIES) for kind in kinds]
    published = captions()["published-series"]
    return make_figure(
        "series-classes",
        (
            "class of targets",
            "targets",
            "series",
            "analogues",
            *(f"{name} questions" for name in DIFFICULTIES),
        ),
        [
            (
                kind,
                len(targets[kind]),
                series[kind],
                analogues[kind],
                *(asked[kind, difficulty] for difficulty in DIFFICULTIES),
            )
            for kind in kinds
        ],
        rows(kinds, {"series": [series[kind] for kind in kinds], "questions": totals}, x="series, questions"),
        series=len(records),
        targets=sum(map(len, targets.values())),
        classes=len(kinds),
        published_series=published["series"],
        published_types=published["types"],
    )


def _potencies(records: Records) -> Figure:
    values = [float(one["value"]) for record in records for one in record["analogues"]]
    mean, deviation = mean_and_deviation(values)
    counted = Counter(math.floor(value / _BIN) for value in values)
    bins = range(min(counted), max(counted) + 1)
    edges = [_BIN * place for place in [*bins, bins.stop]]
    published = captions()["published-series"]
    xs = [edges[0] + _BIN * step / _CURVE_STEPS for step in range(_CURVE_STEPS * len(bins) + 1)]
    ys = [round(len(values) * _BIN * _normal(x, published["mean"], published["deviation"]), 3) for x in xs]
    return make_figure(
        "series-potency",
        ("from", "to (excluded)", "analogues"),
        list(zip(edges[:-1], edges[1:], (counted[place] for place in bins), strict=True)),
        histogram(
            edges,
            [counted[place] for place in bins],
            ([round(x, 3) for x in xs], ys),
            names=("analogues", "published"),
            x=captions()["series-potency"]["axis"],
        ),
        endpoints=" or ".join(sorted({record["endpoint"] for record in records})),
        count=len(values),
        mean=mean,
        deviation=deviation,
        published_count=published["count"],
        published_mean=published["mean"],
        published_deviation=published["deviation"],
    )


def _normal(x: float, mean: float, deviation: float) -> float:
    return math.exp(-(((x - mean) / deviation) ** 2) / 2) / (deviation * math.sqrt(2 * math.pi))
