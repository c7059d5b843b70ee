"""Figures about groups: which ones differ, and what changes with them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sitegen.benchmarks.fgbench.captions import make_figure, percent
from sitegen.benchmarks.fgbench.figures_labels import changes
from sitegen.benchmarks.fgbench.records import Pair, Paired, Task
from sitegen.charts import cells, rows
from sitegen.records import Figure

_DRAWN = 25
"""Groups that are drawn; tables hold all."""

_LEAST = 5
"""Pairs from which on a mean change is drawn."""

_STEP = 0.5
"""The colours of the heat map end at a multiple of so many standard deviations."""


def group_counts(paired: Sequence[Paired]) -> Figure:
    """Show in how many pairs each group is removed, or added."""
    pairs = [pair for one in paired for pair in one.pairs]
    removed = Counter(name for pair in pairs for name in {g.name for g in pair.edit.removed})
    added = Counter(name for pair in pairs for name in {g.name for g in pair.edit.added})
    either = Counter(name for pair in pairs for name in set(pair.groups))
    names = sorted(either, key=lambda name: (-either[name], name))
    drawn = names[:_DRAWN]
    return make_figure(
        "groups",
        ("group", "removed", "added", "pairs"),
        [(name, removed[name], added[name], either[name]) for name in names],
        rows(
            drawn,
            {"removed": [removed[n] for n in drawn], "added": [added[n] for n in drawn]},
            x="pairs",
            stacked=True,
        ),
        groups=len(names),
        pairs=f"{len(pairs):,}",
        first=names[0] if names else "none",
        share=percent(either[names[0]], len(pairs)) if names else 0.0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The mean change of a property, `changed`, with a group: in its unit and in standard deviations."""

    group: str
    changed: str
    table: str
    unit: str
    mean: float
    scaled: float
    added: int
    removed: int

    @property
    def n(self) -> int:
        """Return the number of pairs."""
        return self.added + self.removed


def group_effects(paired: Sequence[Paired]) -> Figure:
    """Show the mean change of every property where a single group is added."""
    effects = sorted(_effects(paired), key=lambda one: (-one.n, one.group, one.table, one.changed))
    drawn = [one for one in effects if one.n >= _LEAST]
    columns = list(
        dict.fromkeys((o.cleaned.table.title, t.property) for o in paired for t in o.cleaned.table.tasks)
    )
    columns = [column for column in columns if any((one.table, one.changed) == column for one in drawn)]
    alone = len({prop for _, prop in columns}) == len(columns)
    total = Counter(
        {name: sum(one.n for one in drawn if one.group == name) for name in {o.group for o in drawn}}
    )
    names = sorted(total, key=lambda name: (-total[name], name))[:_DRAWN]
    placed = {
        (names.index(one.group), columns.index((one.table, one.changed))): one
        for one in drawn
        if one.group in names
    }
    largest = max(drawn, key=lambda one: (abs(one.scaled), one.group), default=None)
    return make_figure(
        "effects",
        (
            "group",
            "property",
            "table",
            "mean change (standard deviations)",
            "mean change",
            "unit",
            "pairs",
            "added",
            "removed",
        ),
        [
            (e.group, e.changed, e.table, e.scaled, e.mean, e.unit or None, e.n, e.added, e.removed)
            for e in effects
        ],
        cells(
            [prop for _, prop in columns] if alone else [f"{prop} ({table})" for table, prop in columns],
            names,
            {place: one.scaled for place, one in placed.items()},
            {place: _note(one) for place, one in placed.items()},
            title="standard deviations",
            most=_STEP * math.ceil(max(abs(one.scaled) for one in placed.values()) / _STEP) or _STEP,
        )
        if placed
        else None,
        summary="summary" if largest else "summary_none",
        least=_LEAST,
        group=largest.group if largest else "",
        property=largest.changed if largest else "",
        effect=f"{largest.scaled:+.2f}".replace("-", "−") if largest else "",
        n=largest.n if largest else 0,
    )


def _note(effect: Effect) -> str:
    mean = f"{effect.mean:+.2f} {effect.unit}".rstrip()
    return (
        f"{effect.group} on {effect.changed}: {effect.scaled:+.2f} standard deviations ({mean}), "
        f"n = {effect.n} ({effect.added} added, {effect.removed} removed)"
    )


def _effects(paired: Sequence[Paired]) -> Iterator[Effect]:
    for one in paired:
        for task in one.cleaned.table.tasks:
            if not any(task.slug in molecule.labels for molecule in one.cleaned.molecules):
                continue
            spread = one.cleaned.spread(task.slug)
            if spread > 0:
                yield from _effects_of(one, task, spread)


def _effects_of(one: Paired, task: Task, spread: float) -> Iterator[Effect]:
    found: dict[str, list[tuple[bool, float]]] = {}
    for pair, change in changes(one, task.slug):
        if pair.scope == "single":
            found.setdefault(pair.groups[0], []).append((_is_added(pair), change))
    for group, values in found.items():
        mean = math.fsum(change if added else -change for added, change in values) / len(values)
        added = sum(added for added, _ in values)
        yield Effect(
            group=group,
            changed=task.property,
            table=one.cleaned.table.title,
            unit=task.unit,
            mean=round(mean, 4),
            scaled=round(mean / spread, 4),
            added=added,
            removed=len(values) - added,
        )


def _is_added(pair: Pair) -> bool:
    return bool(pair.edit.added)
