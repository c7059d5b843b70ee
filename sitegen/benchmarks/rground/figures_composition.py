"""Figures about what splits are composed of, beside the published shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluator.records import Item
from sitegen.benchmarks.rground.advanced.records import PROPERTIES
from sitegen.benchmarks.rground.captions import captions, make_figure
from sitegen.benchmarks.rground.figures_questions import by_split
from sitegen.benchmarks.rground.questions import NOTA
from sitegen.charts import bars
from sitegen.records import Figure

_PAPER = "paper"


def nota_shares(questions: Sequence[Item], published: Mapping[str, float]) -> Iterator[Figure]:
    """Show the share of each kind of "none of the above" in the splits that offer it, if any does.

    `published` are the shares by kind (fractions).
    """
    splits = _splits(questions, "nota", without="no")
    if splits:
        yield _shares("nota-kinds", "kind", splits, {kind: published.get(kind) for kind in NOTA[1:]})


def property_shares(questions: Sequence[Item], published: Mapping[str, float]) -> Iterator[Figure]:
    """Show the share of each property in the Advanced splits, if there are any.

    `published` are the shares by property (fractions).
    """
    splits = _splits(questions, "property")
    if splits:
        yield _shares("properties", "property", splits, {name: published.get(name) for name in PROPERTIES})


def _splits(questions: Sequence[Item], facet: str, without: str = "") -> dict[str, Counter[str]]:
    """Return the values of a facet by split, of those splits where some question has it."""
    counted = {
        name: Counter(item.facets.get(facet, without) for item in asked)
        for name, asked in by_split(questions).items()
    }
    return {name: values for name, values in counted.items() if set(values) - {without}}


def _shares(
    slug: str, column: str, splits: Mapping[str, Counter[str]], published: Mapping[str, float | None]
) -> Figure:
    shares: dict[str, list[float | None]] = {
        name: [_percent(counted[kind] / counted.total()) for kind in published]
        for name, counted in splits.items()
    }
    paper = [None if share is None else _percent(share) for share in published.values()]
    titles = captions()[slug]["names"]
    columns = [text for name in splits for text in (name, f"{name} (%)")]
    table: list[tuple[Any, ...]] = [
        (
            titles[kind],
            *(cell for name in splits for cell in (splits[name][kind], shares[name][place])),
            paper[place],
        )
        for place, kind in enumerate(published)
    ]
    return make_figure(
        slug,
        (column, *columns, f"{_PAPER} (%)"),
        table,
        bars(
            [titles[kind] for kind in published],
            {**shares, _PAPER: paper},
            x="",
            y="share of questions (%)",
        ),
    )


def _percent(share: float) -> float:
    return round(100 * share, 1)
