"""Turn Plotly figures into the JSON that pages draw with plotly.js's basic bundle."""

from __future__ import annotations

import json
from typing import Any

import plotly.graph_objects as go

DRAWN = frozenset({"bar", "scatter", "pie"})
"""Trace types of the basic bundle; it draws others as a scatter without a word."""


def plot_json(figure: go.Figure) -> dict[str, Any]:
    """Return `data` and `layout` of a figure as plain JSON values, without Plotly's template.

    The page's own theme sets fonts and grounds, so the template (most of the bytes) is left out. Raises
    `ValueError` for a trace type that the served bundle cannot draw.
    """
    values: dict[str, Any] = json.loads(figure.to_json(engine="json"))
    unknown = sorted({trace.get("type", "scatter") for trace in values["data"]} - DRAWN)
    if unknown:
        raise ValueError(f"trace type {unknown[0]!r} is not one of {', '.join(sorted(DRAWN))}; bin in Python")
    values["layout"].pop("template", None)
    return {"data": values["data"], "layout": values["layout"]}
