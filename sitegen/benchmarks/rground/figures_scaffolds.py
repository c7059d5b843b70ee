"""Figures about the scaffolds: their sites, and the ring systems they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from evaluator.records import Item
from sitegen.benchmarks.rground.captions import make_figure
from sitegen.charts import bars, lines
from sitegen.records import Figure

type Records = Sequence[Mapping[str, Any]]

_GROUPS = (("head", 21, None), ("middle", 6, 20), ("tail", 2, 5), ("single", 1, 1))
"""Frequency groups of Murcko families by their number of scaffolds, most frequent first."""


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


def family_coverage(scaffolds: Records, questions: Sequence[Item]) -> Figure:
    """Show which share of scaffolds and of questions the largest Murcko families hold."""
    scaffold_sizes = _sizes(_families(scaffolds))
    question_sizes = _sizes(Counter(item.cluster for item in questions))
    ranks = sorted(_log_steps(max(len(scaffold_sizes), len(question_sizes))))
    shares = {
        name: _running_shares(sizes, ranks)
        for name, sizes in (("scaffolds", scaffold_sizes), ("questions", question_sizes))
    }
    return make_figure(
        "scaffold-coverage",
        ("largest families", *(f"share of {name} (%)" for name in shares)),
        [(rank, *(share[place] for share in shares.values())) for place, rank in enumerate(ranks)],
        lines(
            {name: (ranks, share) for name, share in shares.items()},
            x="largest Murcko families",
            y="share (%)",
            log_x=True,
        ),
        families=len(scaffold_sizes),
        half=_needed(scaffold_sizes, 0.5),
        most=_needed(scaffold_sizes, 0.8),
    )


def family_groups(scaffolds: Records) -> Figure:
    """Show how scaffolds spread over frequent and rare Murcko families."""
    families = _families(scaffolds)
    total = sum(families.values()) or 1
    rows = []
    for name, low, high in _GROUPS:
        sizes = [size for size in families.values() if size >= low and (high is None or size <= high)]
        span = f"{low} or more" if high is None else str(low) if low == high else f"{low} to {high}"
        rows.append(
            (
                name,
                span,
                len(sizes),
                round(100 * len(sizes) / (len(families) or 1), 1),
                sum(sizes),
                round(100 * sum(sizes) / total, 1),
            )
        )
    return make_figure(
        "scaffold-families",
        (
            "group",
            "scaffolds in a family",
            "families",
            "share of families (%)",
            "scaffolds",
            "share of scaffolds (%)",
        ),
        rows,
        bars(
            [f"{name} ({span})" for name, span, *_ in rows],
            {"families": [row[3] for row in rows], "scaffolds": [row[5] for row in rows]},
            x="frequency group (scaffolds in a family)",
            y="share (%)",
        ),
        head=rows[0][5],
        single=rows[-1][5],
    )


def _families(scaffolds: Records) -> Counter[str]:
    return Counter(record["murcko"] or record["id"] for record in scaffolds)


def _sizes(families: Counter[str]) -> list[int]:
    return sorted(families.values(), reverse=True)


def _running_shares(sizes: Sequence[int], ranks: Sequence[int]) -> list[float]:
    """Return, for each rank, the share (%) that so many of the largest hold together."""
    running = [0]
    for size in sizes:
        running.append(running[-1] + size)
    total = running[-1] or 1
    return [round(100 * running[min(rank, len(sizes))] / total, 2) for rank in ranks]


def _needed(sizes: Sequence[int], share: float) -> int:
    """Return how many of the largest hold at least this share."""
    running, wanted = 0, share * sum(sizes)
    for rank, size in enumerate(sizes, start=1):
        running += size
        if running >= wanted:
            return rank
    return len(sizes)


def _log_steps(count: int) -> set[int]:
    """Return ranks spaced evenly on a logarithmic axis, the last one included."""
    steps = {round(10 ** (step / 8)) for step in range(8 * 6)}
    return {step for step in steps if step <= count} | {count}
