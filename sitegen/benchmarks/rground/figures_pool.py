"""Figures about the pool of substituents: its clusters, how alike they are, how often they are used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sitegen.benchmarks.rground.captions import make_figure
from sitegen.charts import bars, rows, squares
from sitegen.records import Figure

type Records = Sequence[Mapping[str, Any]]


def pool_clusters(substituents: Records) -> Figure:
    """Show every substituent of the pool in its cluster, and how alike the members of one are."""
    clusters: dict[str, list[int]] = {}
    for place, record in enumerate(substituents):
        clusters.setdefault(record["group"], []).append(place)
    means = {
        name: (
            _mean([substituents[a]["similarity"][b] for a in members for b in members if a < b]),
            _mean(
                [
                    substituents[a]["similarity"][b]
                    for a in members
                    for b in range(len(substituents))
                    if b not in members
                ]
            ),
        )
        for name, members in clusters.items()
    }
    return make_figure(
        "pool-clusters",
        ("cluster", "substituent", "SMILES", "link", "heavy atoms", "halogens", "may stand on"),
        [
            (
                record["group"],
                record["name"],
                f"*{record['smiles']}",
                record["link"],
                record["heavy_atoms"],
                record["halogens"],
                ", ".join(record["allowed"]),
            )
            for record in substituents
        ],
        rows(
            [f"{name} ({len(clusters[name])})" for name in clusters],
            {
                "within the cluster": [inside for inside, _ in means.values()],
                "with other clusters": [outside for _, outside in means.values()],
            },
            x="mean Tanimoto similarity",
        ),
        drawings=[record["drawing"] for record in substituents if "drawing" in record],
        substituents=len(substituents),
        clusters=len(clusters),
    )


def pool_similarity(substituents: Records) -> Figure:
    """Show how alike the pool's substituents are."""
    table = []
    for place, record in enumerate(substituents):
        others = [(value, -other) for other, value in enumerate(record["similarity"]) if other != place]
        value, other = max(others, default=(None, 0))
        nearest = substituents[-other]["name"] if value is not None else ""
        table.append((record["name"], record["group"], record["smiles"], nearest, value))
    return make_figure(
        "pool-similarity",
        ("substituent", "cluster", "SMILES", "nearest other", "similarity"),
        table,
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
        bars(names, {"labels": [used[name] for name in names]}, x="", y="labels", width=720, slanted=True),
    )


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 3) if values else None
