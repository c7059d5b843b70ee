"""Figures about pairs: how many, how similar, why some are not used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from sitegen.benchmarks.fgbench.captions import make_figure, percent
from sitegen.benchmarks.fgbench.records import Paired, Split
from sitegen.charts import bars, rows
from sitegen.records import Figure

_BIN = 0.02
"""Width of a bin of similarities."""


def pair_counts(paired: Sequence[Paired], split: Split) -> Figure:
    """Show the proved pairs of each table by scope, and what they are for."""
    table: list[tuple[str, int, int, int, int, int]] = []
    for one in paired:
        slug = one.cleaned.table.slug
        test = split.test.get(slug, frozenset())
        neither = split.dropped.get(slug, frozenset())
        single = sum(pair.scope == "single" for pair in one.pairs)
        tested = sum(pair.id in test for pair in one.pairs)
        dropped = sum(pair.id in neither for pair in one.pairs)
        count = len(one.pairs)
        table.append(
            (one.cleaned.table.title, single, count - single, tested, count - tested - dropped, dropped)
        )
    single, several = sum(row[1] for row in table), sum(row[2] for row in table)
    return make_figure(
        "pairs",
        ("table", "single group", "several groups", "for testing", "for learning", "neither"),
        table,
        rows(
            [row[0] for row in table],
            {"single group": [row[1] for row in table], "several groups": [row[2] for row in table]},
            x="pairs",
            stacked=True,
        ),
        pairs=f"{single + several:,}",
        tables=f"{len(table)} table{'' if len(table) == 1 else 's'}",
        share=percent(single, single + several),
    )


def similarities(paired: Sequence[Paired], threshold: float) -> Figure:
    """Show how similar the molecules of proved pairs are, in bins from the threshold up."""
    values = [pair.candidate.similarity for one in paired for pair in one.pairs]
    # In hundredths: 0.7 + 3 * 0.02 is no whole number of bins in binary.
    start, width = round(100 * threshold), round(100 * _BIN)
    last = (100 - start) // width
    counted = Counter(min(max(int(round(100 * v, 6)) - start, 0) // width, last) for v in values)
    labels = [(start + width * place) / 100 for place in range(last + 1)]
    numbers = [counted[place] for place in range(last + 1)]
    names = [f"{low:.2f}–{min(low + _BIN, 1):.2f}" if low < 1 else "1.00" for low in labels]
    return make_figure(
        "similarity",
        ("similarity from", "below", "pairs"),
        [(low, round(min(low + _BIN, 1), 2), n) for low, n in zip(labels, numbers, strict=True)],
        bars(names, {"pairs": numbers}, x="Tanimoto similarity", y="pairs", slanted=True, width=560),
        median=f"{median(values):.2f}" if values else "nothing",
    )


def rejections(paired: Sequence[Paired]) -> Figure:
    """Show why candidates could not be proved, by table."""
    counted = {
        one.cleaned.table.title: Counter(rejected.reason for rejected in one.rejected) for one in paired
    }
    total = sum(counted.values(), Counter[str]())
    reasons = sorted(total, key=lambda reason: (-total[reason], reason))
    tried = total.total() + sum(len(one.pairs) for one in paired)
    return make_figure(
        "rejected",
        ("reason", *counted, "all"),
        [(reason, *(by_table[reason] for by_table in counted.values()), total[reason]) for reason in reasons],
        rows(
            reasons,
            {title: [by_table[reason] for reason in reasons] for title, by_table in counted.items()},
            x="pairs",
            stacked=True,
        )
        if reasons
        else None,
        summary="summary" if reasons else "summary_none",
        rejected=f"{total.total():,}",
        tried=f"{tried:,}",
        share=percent(total.total(), tried),
        reason=reasons[0] if reasons else "",
    )
