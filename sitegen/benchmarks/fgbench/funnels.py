"""From rows to questions: what each step of a table kept, and what it dropped and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evaluator.records import Item
from sitegen.benchmarks.fgbench.records import Paired, Rejected, Split
from sitegen.records import Dropped, Funnel, FunnelStep


def table_funnels(
    paired: Sequence[Paired], split: Split, test: Sequence[Item], train: Sequence[Item]
) -> tuple[Funnel, ...]:
    """Return the funnel of each table: rows, molecules, pairs, proved pairs, questions."""
    return tuple(_funnel(one, split, test, train) for one in paired)


def _funnel(paired: Paired, split: Split, test: Sequence[Item], train: Sequence[Item]) -> Funnel:
    cleaned, slug = paired.cleaned, paired.cleaned.table.slug
    kept_rows = cleaned.rows - len(cleaned.unreadable)
    straddling = split.dropped.get(slug, frozenset())
    proved = [pair for pair in paired.pairs if pair.id not in straddling]
    scopes = [sum(pair.scope == scope for pair in paired.pairs) for scope in ("single", "interaction")]
    steps = [
        FunnelStep(name="rows", kept=cleaned.rows, unit="rows"),
        FunnelStep(
            name="rows with one readable molecule and a label",
            kept=kept_rows,
            dropped=cleaned.unreadable,
            unit="rows",
        ),
        FunnelStep(
            name="distinct molecules", kept=len(cleaned.molecules), dropped=cleaned.repeated, unit="molecules"
        ),
        FunnelStep(name="pairs of similar molecules", kept=paired.candidates, unit="pairs"),
    ]
    if paired.capped:
        beyond = f"{paired.capped:,} pairs beyond the cap, not drawn"
        drawn = paired.candidates - paired.capped
        steps.append(FunnelStep(name=f"pairs drawn ({beyond})", kept=drawn, unit="pairs"))
    steps.append(
        FunnelStep(
            name=f"proved pairs ({scopes[0]:,} single, {scopes[1]:,} interaction)",
            kept=len(paired.pairs),
            dropped=tuple(_rejected(paired.rejected)),
            unit="pairs",
        )
    )
    if straddling:
        steps.append(
            FunnelStep(
                name="pairs on one side of the split",
                kept=len(proved),
                dropped=tuple(
                    Dropped(
                        row=pair.id,
                        reason="stands on both sides of the split",
                        value=f"{pair.candidate.target} {pair.candidate.reference}",
                    )
                    for pair in paired.pairs
                    if pair.id in straddling
                ),
                unit="pairs",
            )
        )
    for_testing, for_learning = _count(test, slug), _count(train, slug)
    steps.append(
        FunnelStep(
            name=f"questions ({for_testing:,} for testing, {for_learning:,} for learning)",
            kept=for_testing + for_learning,
            unit="questions",
        )
    )
    return Funnel(slug=slug, title=cleaned.table.title, steps=tuple(steps), rows=cleaned.fates)


def _rejected(rejected: Iterable[Rejected]) -> Iterable[Dropped]:
    for one in rejected:
        pair = f"{one.candidate.target} {one.candidate.reference}"
        value = f"{pair} ({one.detail})" if one.detail else pair
        yield Dropped(row=one.candidate.id, reason=one.reason, value=value)


def _count(items: Sequence[Item], dataset: str) -> int:
    return sum(item.facets["dataset"] == dataset for item in items)
