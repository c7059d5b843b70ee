"""Time two ways of doing the same work in turn and compare them pair by pair.

What counts is the processor time of this process: other work on a shared machine then weighs less.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

ROUNDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """One line of the table: `ours` and `bare` in units per second (medians), and the ratio.

    `ratio` is the median over the pairs of how many times as fast ours is; `low` and `high` are the
    smallest and largest; `aim` is what is asked for, in words.
    """

    name: str
    unit: str
    ours: float
    bare: float
    ratio: float
    low: float
    high: float
    against: str
    aim: str


def compare(
    name: str,
    unit: str,
    units: int,
    ours: Callable[[], object],
    bare: Callable[[], object],
    *,
    against: str,
    aim: str,
    bare_units: int | None = None,
    rounds: int = ROUNDS,
) -> Comparison:
    """Run `ours` and `bare` once each unmeasured, then in turn `rounds` times.

    `ours` does `units` units of work a call, `bare` `bare_units` (the same number when None).
    """
    ours()
    bare()
    pairs = [(units / _seconds(ours), (bare_units or units) / _seconds(bare)) for _ in range(rounds)]
    ratios = [ours_rate / bare_rate for ours_rate, bare_rate in pairs]
    return Comparison(
        name=name,
        unit=unit,
        ours=median(pair[0] for pair in pairs),
        bare=median(pair[1] for pair in pairs),
        ratio=median(ratios),
        low=min(ratios),
        high=max(ratios),
        against=against,
        aim=aim,
    )


def table(comparisons: list[Comparison]) -> str:
    """Return the comparisons as a text table."""
    rows = [("what", "ours", "bare", "ratio", "range", "aim", "against")]
    rows += [
        (
            c.name,
            f"{c.ours:,.0f} {c.unit}/s",
            f"{c.bare:,.0f} {c.unit}/s",
            f"{c.ratio:.2f}",
            f"{c.low:.2f}-{c.high:.2f}",
            c.aim,
            c.against,
        )
        for c in comparisons
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
