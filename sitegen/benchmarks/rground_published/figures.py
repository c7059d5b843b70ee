"""What the statistics page shows: how many rows of each configuration agree with themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sitegen.benchmarks.rground_published.rows import CONFIGS
from sitegen.charts import bars
from sitegen.records import Figure, Funnel


def agreement(funnel: Funnel, published: Mapping[str, int]) -> Figure:
    """Return rows read, kept and left out by configuration, beside the published numbers of rows."""
    read = Counter(fate.row.partition("/")[0] for fate in funnel.rows)
    kept = Counter(fate.row.partition("/")[0] for fate in funnel.rows if fate.outcome == "kept")
    named = [config for config in CONFIGS if read[config]]
    return Figure(
        slug="agreement",
        question="How many published rows agree with themselves?",
        reading="Rows left out contradict themselves; the card's files list each with its reason.",
        columns=("configuration", "published", "read", "kept", "left out"),
        rows=tuple(
            (config, published.get(config), read[config], kept[config], read[config] - kept[config])
            for config in named
        ),
        plot=bars(
            named,
            {
                "kept": [kept[config] for config in named],
                "left out": [read[config] - kept[config] for config in named],
            },
            x="configuration",
            y="rows",
            stacked=True,
        ),
    )
