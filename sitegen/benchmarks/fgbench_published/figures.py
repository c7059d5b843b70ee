"""What the statistics page shows: rows by type and data set beside the published counts, and faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from evaluator.records import Item
from sitegen.charts import bars, rows
from sitegen.records import Figure, Funnel


def type_figure(items: Sequence[Item], published: Mapping[str, Any], *, whole: bool) -> Figure:
    """Return the test questions by what is given and what is asked, beside the paper's counts.

    `whole` tells that all rows were read: else the counts have nothing to be compared with.
    """
    counted = Counter((item.facets["scope"], item.facets["answer"]) for item in items)
    table = [
        (scope, answer, number if whole else None, counted[scope, answer])
        for scope in ("single", "interaction", "comparison")
        for answer, number in published[scope].items()
    ]
    labels = [f"{scope}, {answer}" for scope, answer, _, _ in table]
    series: dict[str, list[float | None]] = {"published": [row[2] for row in table]} if whole else {}
    series["kept"] = [row[3] for row in table]
    return Figure(
        slug="types",
        question="How many published questions of each type agree with themselves?",
        reading="Published counts are those of the paper; what is missing is listed in the card's files.",
        columns=("given", "answer", "published", "kept"),
        rows=tuple(table),
        plot=bars(labels, series, x="type", y="questions"),
    )


def dataset_figure(read: Mapping[str, int], kept: Mapping[str, int]) -> Figure:
    """Return rows read, kept and left out by data set."""
    names = sorted(read)
    table = tuple((name, read[name], kept.get(name, 0), read[name] - kept.get(name, 0)) for name in names)
    return Figure(
        slug="datasets",
        question="Which data sets do the questions come from?",
        reading="Test rows by data set; rows left out contradict themselves or another row.",
        columns=("data set", "read", "kept", "left out"),
        rows=table,
        plot=rows(
            names,
            {"kept": [row[2] for row in table], "left out": [row[3] for row in table]},
            x="rows",
            stacked=True,
        ),
    )


def fault_figure(funnel: Funnel) -> Figure:
    """Return how many rows each reason left out, the most frequent first."""
    counted = Counter((step.name, row.reason) for step in funnel.steps for row in step.dropped)
    table = sorted(
        ((step, reason, n) for (step, reason), n in counted.items()), key=lambda row: (-row[2], row)
    )
    return Figure(
        slug="faults",
        question="Why were rows left out?",
        reading="Each row counts once, for the first thing that is wrong with it.",
        columns=("check", "reason", "rows"),
        rows=tuple(table),
        plot=rows([row[1] for row in table], {"rows": [row[2] for row in table]}, x="rows")
        if table
        else None,
        summary="" if table else "No row was left out.",
    )
