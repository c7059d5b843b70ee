"""Plotly figures as JSON values, from traces that the basic bundle draws (bar, scatter).

Colours are those of Okabe and Ito (jfly.uni-koeln.de/color), grey in place of black, told
apart by most colour-blind readers; bars also differ in pattern and lines in marker shape. Nothing is
said about fonts and grounds: the page's own theme decides.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import plotly.graph_objects as go

from sitegen.plotting import plot_json

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442", "#999999")
DIVERGING = ((0, "#0072B2"), (0.25, "#9CCBE8"), (0.5, "#F7F7F7"), (0.75, "#F3BC8E"), (1, "#D55E00"))
"""From Okabe and Ito's blue over near white to their vermillion, told apart by colour-blind readers."""

_PATTERNS = ("", "/", ".", "x", "\\", "-", "+", "|")
_DASHES = ("solid", "dash", "dot", "dashdot")
MARKERS = ("circle", "square", "diamond", "cross", "x", "triangle-up", "star", "hexagon")


_WIDTH_OF_A_LABEL = 15
"""Characters of a label on the horizontal axis before it wraps."""

_SHORT_LABEL = 8
_LABEL_PIXELS = 105
"""Width that a wrapped label needs so that it need not be turned."""

type Numbers = Sequence[float | None]


def bars(
    labels: Sequence[Any],
    series: Mapping[str, Numbers],
    *,
    x: str,
    y: str,
    stacked: bool = False,
    width: int = 0,
    slanted: bool = False,
) -> dict[str, Any]:
    """Return a bar chart: one group of bars a label, one bar (or layer) a series.

    `width` is the least width in CSS pixels at which it can be read, 0 for what its labels need;
    `slanted` is for many labels that are long.
    """
    if not width and any(isinstance(label, str) and len(label) > _SHORT_LABEL for label in labels):
        width = _LABEL_PIXELS * (len(labels) + 1)
    names = [label if slanted else _wrapped(label) for label in labels]
    figure = _bars(names, series, x=x, y=y, stacked=stacked)
    if slanted:
        figure.update_layout(height=440, xaxis={"tickangle": -60})
    return plot_json(figure.update_layout(width=width or None))


def rows(
    labels: Sequence[str],
    series: Mapping[str, Numbers],
    *,
    x: str,
    stacked: bool = False,
    notes: Sequence[str] = (),
    percent: bool = False,
) -> dict[str, Any]:
    """Return a chart of lying bars, for labels that are long: one group of bars a label, first on top.

    `notes` are shown with the first series' bars under the pointer, one a label; `percent` fixes the
    axis at 0 to 100.
    """
    names = [_wrapped(label, 24) for label in labels]
    figure = _bars(names, series, x="", y=x, stacked=stacked)
    for place, trace in enumerate(figure.data):
        trace.update(x=trace.y, y=names, orientation="h")
        if notes and not place:
            trace.update(hovertext=[_wrapped(note, 60) for note in notes])
    lines_of_a_label = max((name.count("<br>") + 1 for name in names), default=1)
    lines_of_a_row = len(series) if not stacked else 1
    figure.update_layout(
        xaxis={"title": {"text": x}, "type": "linear", "rangemode": "tozero", "showgrid": True},
        yaxis={
            "title": {"text": ""},
            "type": "category",
            "autorange": "reversed",
            "rangemode": None,
            "showgrid": False,
        },
        height=110 + len(labels) * max(24 + 14 * lines_of_a_row, 17 * lines_of_a_label),
        width=560,
    )
    if percent:
        figure.update_xaxes(range=[0, 100])
    return plot_json(figure)


def on_top(
    labels: Sequence[Any],
    series: Mapping[str, Numbers],
    name: str,
    values: Numbers,
    *,
    x: str,
    y: str,
    width: int = 0,
) -> dict[str, Any]:
    """Return a bar chart in which one more series, `name`, stands on the bars of the last."""
    figure = _bars([_wrapped(label) for label in labels], {**series, name: values}, x=x, y=y)
    for place, trace in enumerate(figure.data):
        trace.update(offsetgroup=str(min(place, len(series) - 1)))
    figure.data[-1].update(base=list(list(series.values())[-1]))
    return plot_json(figure.update_layout(width=width or None))


def histogram(
    edges: Sequence[float],
    counts: Sequence[int],
    curve: tuple[Sequence[float], Sequence[float]],
    *,
    names: tuple[str, str],
    x: str,
) -> dict[str, Any]:
    """Return bars over bins with these edges (one more than counts), at their true width, under a curve.

    `names` are those of the bars and of the curve.
    """
    bins = list(zip(edges[:-1], edges[1:], strict=True))
    figure = _bars([round((low + high) / 2, 6) for low, high in bins], {names[0]: counts}, x=x, y=names[0])
    figure.update_traces(width=[round(high - low, 6) for low, high in bins])
    figure.update_layout(bargap=0, showlegend=True)
    if curve[0]:
        figure.add_scatter(
            mode="lines",
            name=names[1],
            x=list(curve[0]),
            y=list(curve[1]),
            line={"color": COLOURS[3], "width": 2.5},
            marker={"symbol": MARKERS[0], "color": COLOURS[3]},
        )
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
            line={"color": COLOURS[_pick(place)], "dash": _DASHES[place % len(_DASHES)]},
            marker={"symbol": MARKERS[place % len(MARKERS)], "size": 7, "color": COLOURS[_pick(place)]},
        )
    if log_x:
        # Ticks at 1, 2 and 5 of every decade would overlap on a phone.
        figure.update_xaxes(type="log", dtick=1)
    return plot_json(figure)


def squares(names: Sequence[str], values: Sequence[Sequence[float]], *, title: str) -> dict[str, Any]:
    """Return a heat map of a square table as a scatter of squares, 0 pale and 1 dark."""
    count = len(names)
    cells = [(row, column) for row in range(count) for column in range(count)]
    figure = go.Figure(layout=_layout("", "", legend=False) | {"height": 660, "width": 720})
    figure.add_scatter(
        mode="markers",
        x=[names[column] for _, column in cells],
        y=[names[row] for row, _ in cells],
        text=[f"{names[r]} and {names[c]}: {values[r][c]:.2f}" for r, c in cells],
        hoverinfo="text",
        marker={
            "symbol": "square",
            "size": 16,
            "color": [values[row][column] for row, column in cells],
            "cmin": 0,
            "cmax": 1,
            "colorscale": [[0, "#DCE9F2"], [0.5, "#56B4E9"], [1, "#003B5C"]],
            "colorbar": {"title": {"text": title}, "thickness": 14},
        },
    )
    figure.update_xaxes(type="category", tickangle=-60, showgrid=False)
    figure.update_yaxes(type="category", autorange="reversed", rangemode=None, showgrid=False)
    return plot_json(figure)


def cells(
    columns: Sequence[str],
    names: Sequence[str],
    values: Mapping[tuple[int, int], float],
    notes: Mapping[tuple[int, int], str],
    *,
    title: str,
    most: float,
) -> dict[str, Any]:
    """Return a heat map of signed values as a scatter of squares: blue below 0, pale at 0, orange above.

    `values` and `notes` (shown under the pointer) are by (row, column); cells without a value stay
    empty. The scale ends at `most` on either side, larger values take the colour of its ends.
    """
    places = sorted(values)
    columns = [_wrapped(column, 14) for column in columns]
    figure = go.Figure(layout=_layout("", "", legend=False))
    figure.add_scatter(
        mode="markers",
        x=[columns[column] for _, column in places],
        y=[names[row] for row, _ in places],
        text=[_wrapped(notes[place], 60) for place in places],
        hoverinfo="text",
        marker={
            "symbol": "square",
            "size": 24,
            "color": [values[place] for place in places],
            "cmin": -most,
            "cmax": most,
            "colorscale": DIVERGING,
            "line": {"width": 1, "color": "#999999"},
            "colorbar": {"title": {"text": title, "side": "right"}, "thickness": 14},
        },
    )
    figure.update_xaxes(
        type="category", showgrid=False, side="top", categoryorder="array", categoryarray=columns
    )
    figure.update_yaxes(
        type="category",
        autorange="reversed",
        rangemode=None,
        showgrid=False,
        categoryorder="array",
        categoryarray=list(names),
    )
    figure.update_layout(height=max(300, 140 + 30 * len(names)), width=max(520, 260 + 105 * len(columns)))
    return plot_json(figure)


def _bars(
    labels: Sequence[Any],
    series: Mapping[str, Numbers],
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
        # Labels are wrapped: turned ones would be harder to read.
        figure.update_xaxes(type="category", showgrid=False, tickangle=0)
    return figure


def _pick(place: int) -> int:
    return place % len(COLOURS)


def _wrapped(label: Any, width: int = _WIDTH_OF_A_LABEL) -> Any:
    """Return a text with line breaks, in the markup that Plotly reads; numbers stay as they are."""
    if not isinstance(label, str):
        return label
    lines = textwrap.wrap(label, width, break_long_words=False, break_on_hyphens=False)
    return "<br>".join(escape(line, quote=False) for line in lines)


def _layout(x: str, y: str, *, legend: bool) -> dict[str, Any]:
    return {
        "xaxis": {"title": {"text": x}, "automargin": True},
        "yaxis": {"title": {"text": y}, "automargin": True, "rangemode": "tozero"},
        "showlegend": legend,
        "legend": {"orientation": "h", "traceorder": "normal"},
        "margin": {"r": 10},
    }
