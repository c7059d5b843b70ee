"""Figures about what questions are made of: the pool, the scaffolds, the products of the edits."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.benchmarks.rground.captions import captions, make_figure
from sitegen.benchmarks.rground.catalogue import PROPERTIES
from sitegen.benchmarks.rground.charts import bars, histogram, lines, squares
from sitegen.records import Figure

type Records = Sequence[Mapping[str, Any]]

_GROUPS = ((1, 1), (2, 5), (6, 20), (21, None))
"""Sizes of Murcko families by which scaffolds are grouped."""


def pool_similarity(substituents: Records) -> Figure:
    """Show how alike the pool's substituents are."""
    rows = []
    for place, record in enumerate(substituents):
        others = [(value, -other) for other, value in enumerate(record["similarity"]) if other != place]
        value, other = max(others, default=(None, 0))
        nearest = substituents[-other]["name"] if value is not None else ""
        rows.append((record["name"], record["group"], record["smiles"], nearest, value))
    return make_figure(
        "pool-similarity",
        ("substituent", "cluster", "SMILES", "nearest other", "similarity"),
        rows,
        squares(
            [record["name"] for record in substituents],
            [record["similarity"] for record in substituents],
            title="Tanimoto",
        ),
    )


def pool_use(edits: Records, substituents: Records) -> Figure:
    """Show how often each substituent is used in the edits."""
    used = Counter(name for edit in edits for name in edit["substituents"].values())
    names = [record["name"] for record in substituents]
    return make_figure(
        "pool-use",
        ("substituent", "cluster", "labels"),
        [(record["name"], record["group"], used[record["name"]]) for record in substituents],
        bars(names, {"labels": [used[name] for name in names]}, x="", y="labels"),
    )


def site_counts(scaffolds: Records) -> Figure:
    """Show how many sites scaffolds have, by origin."""
    origins = sorted({record["origin"] for record in scaffolds})
    counted = Counter((len(record["sites"]), record["origin"]) for record in scaffolds)
    sites = sorted({number for number, _ in counted})
    return make_figure(
        "sites",
        ("sites", *origins),
        [(number, *(counted[number, origin] for origin in origins)) for number in sites],
        bars(
            [str(number) for number in sites],
            {origin: [counted[number, origin] for number in sites] for origin in origins},
            x="sites",
            y="scaffolds",
            stacked=True,
        ),
    )


def family_coverage(scaffolds: Records) -> Figure:
    """Show which share of the scaffolds the largest Murcko families hold."""
    sizes = [size for _, size in _families(scaffolds).most_common()]
    total = sum(sizes) or 1
    running, rows = 0, []
    marks = _log_steps(len(sizes))
    for rank, size in enumerate(sizes, start=1):
        running += size
        if rank in marks:
            rows.append((rank, round(100 * running / total, 2)))
    return make_figure(
        "scaffold-coverage",
        ("largest families", "share of scaffolds (%)"),
        rows,
        lines(
            {"scaffolds": ([rank for rank, _ in rows], [share for _, share in rows])},
            x="largest Murcko families",
            y="share of scaffolds (%)",
            log_x=True,
        ),
    )


def family_groups(scaffolds: Records) -> Figure:
    """Show how scaffolds spread over rare and frequent Murcko families."""
    families = _families(scaffolds)
    total = sum(families.values()) or 1
    rows = []
    for low, high in _GROUPS:
        sizes = [size for size in families.values() if size >= low and (high is None or size <= high)]
        name = f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"
        rows.append((name, len(sizes), sum(sizes), round(100 * sum(sizes) / total, 1)))
    return make_figure(
        "scaffold-families",
        ("scaffolds in the family", "families", "scaffolds", "share of scaffolds (%)"),
        rows,
        bars(
            [row[0] for row in rows],
            {"scaffolds": [row[2] for row in rows]},
            x="scaffolds in the family",
            y="scaffolds",
        ),
    )


def property_histograms(edits: Records) -> Iterator[Figure]:
    """Yield one histogram for each property of the edits' products."""
    for name in PROPERTIES:
        texts = captions()[f"property-{name}"]
        values = [float(edit[name]) for edit in edits]
        mean = math.fsum(values) / (len(values) or 1)
        spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) or 1))
        columns, rows, plot = _binned(values, texts) if "width" in texts else _counted(values, texts)
        yield make_figure(
            f"property-{name}", columns, rows, plot, shared="property", mean=mean, spread=spread
        )


type _Histogram = tuple[tuple[str, ...], list[tuple[Any, ...]], dict[str, Any]]


def _binned(values: Sequence[float], texts: Mapping[str, Any]) -> _Histogram:
    width = texts["width"]
    places = Counter(math.floor(value / width) for value in values)
    bins = range(min(places, default=0), max(places, default=0) + 1)
    edges = [width * place for place in [*bins, bins.stop]]
    counts = [places[place] for place in bins]
    rows: list[tuple[Any, ...]] = list(zip(edges[:-1], edges[1:], counts, strict=True))
    plot = histogram(edges, {"products": counts}, x=texts["axis"], y="products")
    return ("from", "to (excluded)", "products"), rows, plot


def _counted(values: Sequence[float], texts: Mapping[str, Any]) -> _Histogram:
    counted = Counter(int(value) for value in values)
    numbers = range(min(counted, default=0), max(counted, default=0) + 1)
    rows: list[tuple[Any, ...]] = [(number, counted[number]) for number in numbers]
    plot = bars(
        list(numbers), {"products": [counted[number] for number in numbers]}, x=texts["axis"], y="products"
    )
    return (texts["axis"].lower(), "products"), rows, plot


def _families(scaffolds: Records) -> Counter[str]:
    return Counter(record["murcko"] or record["id"] for record in scaffolds)


def _log_steps(count: int) -> set[int]:
    """Return ranks spaced evenly on a logarithmic axis, the last one included."""
    steps = {round(10 ** (step / 8)) for step in range(8 * 6)}
    return {step for step in steps if step <= count} | {count}
