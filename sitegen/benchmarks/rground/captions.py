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
def captions() -> Mapping[str, Mapping[str, Any]]:
    """Return the table of every figure by slug."""
    return tomllib.loads(_TEXTS.read_text(encoding="utf-8"))


def make_figure(
    slug: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    plot: Mapping[str, Any] | None,
    *,
    shared: str = "",
    drawings: Sequence[str] = (),
    **filled: Any,
) -> Figure:
    """Return a figure with the words of its slug; `filled` goes into their placeholders.

    `shared` names the table that holds the words that figures of one kind have in common.
    """
    texts = {**captions().get(shared, {}), **captions().get(slug, {})}
    return Figure(
        slug=slug,
        question=texts["question"].format(**filled),
        reading=texts["reading"].format(**filled),
        summary=texts.get("summary", "").format(**filled),
        group=texts["group"],
        columns=tuple(columns),
        rows=tuple(tuple(row) for row in rows),
        plot=plot,
        drawings=tuple(drawings),
    )
