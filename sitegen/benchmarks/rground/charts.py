"""Plotly figures as JSON values, from traces that the basic bundle draws (bar, scatter).

Colours are those of Okabe and Ito (jfly.uni-koeln.de/color), told apart by most colour-blind readers;
bars also differ in pattern and lines in marker shape. Nothing is said about fonts and grounds: the
page's own theme decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from sitegen.plotting import plot_json

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442")
_PATTERNS = ("", "/", ".", "x", "\\", "-", "+")
MARKERS = ("circle", "square", "diamond", "cross", "x", "triangle-up", "star")


def bars(
    labels: Sequence[Any],
    series: Mapping[str, Sequence[float]],
    *,
    x: str,
    y: str,
    stacked: bool = False,
) -> dict[str, Any]:
    """Return a bar chart: one group of bars a label, one bar (or layer) a series."""
    return plot_json(_bars(labels, series, x=x, y=y, stacked=stacked))


def histogram(
    edges: Sequence[float], series: Mapping[str, Sequence[int]], *, x: str, y: str
) -> dict[str, Any]:
    """Return bars over bins with these edges (one more than values), drawn at their true width."""
    bins = list(zip(edges[:-1], edges[1:], strict=True))
    figure = _bars([round((low + high) / 2, 6) for low, high in bins], series, x=x, y=y)
    if len(series) == 1:
        figure.update_traces(width=[round(high - low, 6) for low, high in bins])
        figure.update_layout(bargap=0)
    return plot_json(figure)


def lines(
    series: Mapping[str, tuple[Sequence[float], Sequence[float]]], *, x: str, y: str, log_x: bool = False
) -> dict[str, Any]:
    """Return lines with markers, each a series of x and y values."""
    figure = go.Figure(layout=_layout(x, y, legend=len(series) > 1))
    for place, (name, (xs, ys)) in enumerate(series.items()):
        figure.add_scatter(
            mode="lines+markers",
            name=name,
            x=list(xs),
            y=list(ys),
            line_color=COLOURS[place % len(COLOURS)],
            marker={"symbol": MARKERS[place % len(MARKERS)], "size": 6},
        )
    if log_x:
        figure.update_xaxes(type="log")
    return plot_json(figure)


def squares(names: Sequence[str], values: Sequence[Sequence[float]], *, title: str) -> dict[str, Any]:
    """Return a heat map of a square table as a scatter of squares, 0 pale and 1 dark."""
    count = len(names)
    cells = [(row, column) for row in range(count) for column in range(count)]
    figure = go.Figure(layout=_layout("", "", legend=False) | {"height": 620})
    figure.add_scatter(
        mode="markers",
        x=[names[column] for _, column in cells],
        y=[names[row] for row, _ in cells],
        text=[f"{names[r]} and {names[c]}: {values[r][c]:.2f}" for r, c in cells],
        hoverinfo="text",
        marker={
            "symbol": "square",
            "size": 13,
            "color": [values[row][column] for row, column in cells],
            "cmin": 0,
            "cmax": 1,
            "colorscale": [[0, "#DCE9F2"], [0.5, "#56B4E9"], [1, "#003B5C"]],
            "colorbar": {"title": {"text": title}},
        },
    )
    figure.update_xaxes(type="category", tickangle=-60)
    figure.update_yaxes(type="category", autorange="reversed")
    return plot_json(figure)


def _bars(
    labels: Sequence[Any],
    series: Mapping[str, Sequence[float]],
    *,
    x: str,
    y: str,
    stacked: bool = False,
) -> go.Figure:
    figure = go.Figure(layout=_layout(x, y, legend=len(series) > 1))
    for place, (name, values) in enumerate(series.items()):
        pattern = _PATTERNS[place % len(_PATTERNS)] if len(series) > 1 else ""
        figure.add_bar(
            name=name,
            x=list(labels),
            y=list(values),
            marker={"color": COLOURS[place % len(COLOURS)], "pattern": {"shape": pattern}},
        )
    figure.update_layout(barmode="stack" if stacked else "group")
    if labels and isinstance(labels[0], str):
        figure.update_xaxes(type="category")
    return figure


def _layout(x: str, y: str, *, legend: bool) -> dict[str, Any]:
    return {
        "xaxis": {"title": {"text": x}, "automargin": True},
        "yaxis": {"title": {"text": y}, "automargin": True, "rangemode": "tozero"},
        "showlegend": legend,
        "legend": {"orientation": "h", "y": 1.12},
        "margin": {"t": 30, "r": 10},
    }
