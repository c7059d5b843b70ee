"""Figures of the filter funnels: what every step kept and dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sitegen.benchmarks.rground.captions import captions, make_figure
from sitegen.charts import rows
from sitegen.records import Figure, Funnel, FunnelStep


def funnels_of(funnels: Sequence[Funnel], slugs: Sequence[str]) -> Iterator[Figure]:
    """Yield a figure for each of the named funnels that the build has, in the order named."""
    found = {funnel.slug: funnel for funnel in funnels if funnel.steps}
    for slug in slugs:
        if slug in found:
            yield _funnel(found[slug])


def question_funnels(funnels: Sequence[Funnel], others: Sequence[str]) -> Figure:
    """Show, split by split, how many possible questions were kept; `others` are shown elsewhere."""
    ended = [funnel for funnel in funnels if funnel.slug not in others and funnel.steps]
    shares = [round(100 * funnel.steps[-1].kept / (funnel.steps[0].kept or 1), 1) for funnel in ended]
    return make_figure(
        "funnel-questions",
        ("made", "step", "kept", "dropped", "why"),
        [
            (funnel.title, step.name, step.kept, len(step.dropped), _reasons(step))
            for funnel in ended
            for step in funnel.steps
        ],
        rows(
            [funnel.title for funnel in ended],
            {"kept": shares, "left out": [round(100 - share, 1) for share in shares]},
            x="share of what was tried (%)",
            stacked=True,
            notes=[f"{funnel.steps[0].kept:,} tried, {funnel.steps[-1].kept:,} kept" for funnel in ended],
            percent=True,
        ),
    )


def _funnel(funnel: Funnel) -> Figure:
    published = [step.published for step in funnel.steps]
    known = any(number is not None for number in published)
    series: dict[str, Sequence[float | None]] = {"this build": [step.kept for step in funnel.steps]}
    if known:
        series["published"] = published
    columns = ("step", "kept", "published", "difference", "dropped", "why")
    table = []
    for step in funnel.steps:
        beside = (step.published, None if step.published is None else step.kept - step.published)
        shown = beside if known else ()
        table.append((step.name, step.kept, *shown, len(step.dropped), _reasons(step)))
    return make_figure(
        f"funnel-{funnel.slug}",
        columns if known else [name for name in columns if name not in ("published", "difference")],
        table,
        rows(
            [step.name for step in funnel.steps],
            series,
            x="rows kept",
            notes=[_reasons(step) or "nothing dropped" for step in funnel.steps],
        ),
        shared="funnel",
        first=f"{funnel.steps[0].kept:,}",
        last=f"{funnel.steps[-1].kept:,}",
        title=funnel.title[:1].lower() + funnel.title[1:],
        beside=captions()["funnel"]["beside"] if known else "",
    )


def _reasons(step: FunnelStep) -> str:
    """Return what a step dropped as "50 inorganic; 22 isotope-labelled", most frequent first."""
    counted = Counter(row.reason for row in step.dropped)
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return "; ".join(f"{number:,} {reason}" for reason, number in ordered)
