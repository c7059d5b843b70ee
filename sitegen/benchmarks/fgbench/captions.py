"""The words of figures, from `figures.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from sitegen.records import Figure

_TEXTS = Path(__file__).parent / "figures.toml"


@lru_cache(maxsize=1)
def captions() -> Mapping[str, Mapping[str, str]]:
    """Return the table of every kind of figure."""
    return tomllib.loads(_TEXTS.read_text(encoding="utf-8"))


def make_figure(
    kind: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    plot: Mapping[str, Any] | None,
    *,
    slug: str = "",
    summary: str = "summary",
    **filled: Any,
) -> Figure:
    """Return a figure with the words of its kind; `filled` goes into their placeholders.

    `slug` tells figures of one kind apart, `summary` names the sentence that says what it shows.
    """
    texts = captions()[kind]
    return Figure(
        slug=slug or kind,
        question=texts["question"].format(**filled),
        reading=texts["reading"].format(**filled),
        summary=texts.get(summary, "").format(**filled),
        group=texts["group"],
        columns=tuple(columns),
        rows=tuple(tuple(row) for row in rows),
        plot=plot,
    )


def percent(part: float, whole: float) -> float:
    """Return a share in percent with one decimal, 0 of nothing."""
    return round(100 * part / whole, 1) if whole else 0.0
