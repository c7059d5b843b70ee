"""The figure of the shortcut audit: every blind solver in every split, beside chance and the limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import plotly.graph_objects as go

from evaluator.records import Metric
from sitegen.benchmarks.rground.captions import make_figure
from sitegen.charts import COLOURS, MARKERS
from sitegen.config import read_toml
from sitegen.plotting import plot_json
from sitegen.records import Figure

_CHANCE = "random"
_ROW_HEIGHT = 26
_COLUMNS = ("solver", "split", "property", "accuracy (%)", "95 % from", "95 % to", "items")


def shortcut_audit(baselines: Sequence[Metric]) -> Figure:
    """Show what each blind solver earns in each split; the table adds the properties of Advanced."""
    splits = [metric for metric in baselines if set(metric.facets) == {"task", "level", "difficulty"}]
    properties = [metric for metric in baselines if "property" in metric.facets]
    solvers = _worst_first(splits)
    chance = max((metric.value or 0.0 for metric in splits if _solver(metric) == _CHANCE), default=0.25)
    limit = chance + float(_about()["audit"]["limit"])
    rows = [_row(metric) for name in solvers for metric in _of(name, [*splits, *properties])]
    plot = _plot(solvers, splits, {"chance": chance, "limit on Hard": limit})
    return make_figure(
        "shortcut-audit", _COLUMNS, rows, plot, chance=round(100 * chance), limit=round(100 * limit)
    )


@lru_cache(maxsize=1)
def _about() -> Mapping[str, Any]:
    return read_toml(Path(__file__).parent / "benchmark.toml")


def _solver(metric: Metric) -> str:
    return metric.name.removesuffix(".accuracy")


def _title(solver: str) -> str:
    return str(_about()["baselines"][solver]["title"])


def _split(metric: Metric) -> str:
    return f"{metric.facets['level']} {metric.facets['difficulty']}".capitalize()


def _order(metric: Metric) -> tuple[int, ...]:
    facets = _about()["facets"]
    return tuple(
        facets[name]["order"].index(metric.facets[name]) if name in metric.facets else -1
        for name in ("level", "difficulty", "property")
    )


def _of(solver: str, metrics: Sequence[Metric]) -> list[Metric]:
    return sorted((metric for metric in metrics if _solver(metric) == solver), key=_order)


def _worst_first(splits: Sequence[Metric]) -> list[str]:
    best: dict[str, float] = {}
    for metric in splits:
        name = _solver(metric)
        best[name] = max(best.get(name, 0.0), metric.value or 0.0)
    return sorted(best, key=lambda name: (-best[name], name))


def _row(metric: Metric) -> tuple[Any, ...]:
    return (
        _title(_solver(metric)),
        _split(metric),
        metric.facets.get("property", ""),
        *(_percent(value) for value in (metric.value, metric.low, metric.high)),
        metric.n,
    )


def _percent(value: float | None) -> float | None:
    return None if value is None else round(100 * value, 1)


def _plot(solvers: Sequence[str], splits: Sequence[Metric], limits: Mapping[str, float]) -> dict[str, Any]:
    """Return dots: a row a solver, a mark a split, a vertical line a limit."""
    figure = go.Figure(
        layout={
            "height": 150 + _ROW_HEIGHT * len(solvers),
            "width": 560,
            "xaxis": {"title": {"text": "accuracy (%)"}, "range": [-2, 102], "zeroline": False},
            "yaxis": {"type": "category", "autorange": "reversed", "automargin": True},
            "margin": {"t": 70, "r": 10},
        }
    )
    titles = [_title(name) for name in solvers]
    for dash, (name, share) in zip(("solid", "dash"), limits.items(), strict=True):
        figure.add_scatter(
            mode="lines",
            name=f"{name} ({_percent(share):g} %)",
            x=[_percent(share)] * len(titles),
            y=titles,
            hoverinfo="name",
            line={"color": "#808080", "dash": dash, "width": 1.5},
        )
    names = list(dict.fromkeys(_split(metric) for metric in sorted(splits, key=_order)))
    for place, split in enumerate(names):
        found = {_solver(metric): _percent(metric.value) for metric in splits if _split(metric) == split}
        figure.add_scatter(
            mode="markers",
            name=split,
            x=[found.get(name) for name in solvers],
            y=titles,
            marker={"symbol": MARKERS[place], "size": 9, "color": COLOURS[place]},
        )
    return plot_json(figure)
