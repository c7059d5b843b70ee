"""Blind baselines by split: what any model must beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitegen.site.words import baseline_title, facet_title, task_title, value_title

_SUFFIX = ".accuracy"
_ERROR = ".nrmse"
_CHANCE = "random"
_FEW = 3
"""So many baselines can be drawn side by side; of more only chance and the strongest are."""

_LIMIT = 0.10
"""By how much a solver may exceed chance unmarked where `[audit]` of benchmark.toml sets no limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineRow:
    """One split (or finer cell): its title, its number of items and one value per baseline.

    A value is {"value", "low", "high"} as shares, or None where that baseline was not computed; the
    "solver" of the strongest one is its title.
    """

    title: str
    n: int
    values: tuple[Mapping[str, Any] | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineTable:
    """The baselines' names and their rows; no rows where a benchmark computes none."""

    names: tuple[str, ...] = ()
    rows: tuple[BaselineRow, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverRow:
    """One blind solver: its title, what it does, and its value in each split as in `BaselineRow`.

    `beyond` tells of each split whether the value exceeds chance by more than the limit.
    """

    title: str
    text: str
    values: tuple[Mapping[str, Any] | None, ...]
    beyond: tuple[bool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverTable:
    """Blind solvers, the one furthest above chance first, by split (its title and number of items).

    `limit` is by how much chance may be exceeded, as a share.
    """

    splits: tuple[tuple[str, int], ...]
    rows: tuple[SolverRow, ...]
    limit: float


def baseline_table(facts: Mapping[str, Any]) -> BaselineTable:
    """Return the accuracies of a dataset's baselines, by split, to draw side by side.

    Those that benchmark.toml names under `baselines_beside`; else, of more than a few, chance and, in each
    split, the strongest of the others.
    """
    about = facts["benchmark"]
    beside = _beside(about)
    names, rows = _split_rows(facts, beside)
    if beside or len(names) <= _FEW:
        return BaselineTable(names=tuple(baseline_title(about, name) for name in names), rows=rows)
    return BaselineTable(
        names=(baseline_title(about, _CHANCE), "Strongest blind solver"),
        rows=tuple(
            BaselineRow(
                title=row.title, n=row.n, values=_strongest(dict(zip(names, row.values, strict=True)), about)
            )
            for row in rows
        ),
    )


def solver_table(facts: Mapping[str, Any]) -> SolverTable:
    """Return what every baseline earns in every split, marked where it exceeds chance too far.

    Chance is the baseline `random`; without it nothing is marked.
    """
    names, rows = _split_rows(facts)
    about = facts["benchmark"]
    limit = float(about.get("audit", {}).get("limit", _LIMIT))
    chances = [_value(dict(zip(names, row.values, strict=True)).get(_CHANCE)) for row in rows]
    found = []
    for place, name in enumerate(names):
        values = tuple(row.values[place] for row in rows)
        above = [
            (_value(value) or 0.0) - (1.0 if chance is None else chance)
            for value, chance in zip(values, chances, strict=True)
        ]
        row = SolverRow(
            title=baseline_title(about, name),
            text=str(about.get("baselines", {}).get(name, {}).get("text", "")),
            values=values,
            beyond=tuple(excess > limit + 1e-9 for excess in above),
        )
        found.append((-max(above), row.title, row))
    return SolverTable(
        splits=tuple((row.title, row.n) for row in rows),
        rows=tuple(row for _, _, row in sorted(found, key=lambda entry: entry[:2])),
        limit=limit,
    )


def error_table(facts: Mapping[str, Any]) -> SolverTable:
    """Return the normalised RMSE of every baseline in every split of numbers; the least error first.

    Nothing is marked: `beyond` is False and `limit` 0.
    """
    names, rows = _split_rows(facts, suffix=_ERROR)
    about = facts["benchmark"]
    found = []
    for place, name in enumerate(names):
        values = tuple(row.values[place] for row in rows)
        title = baseline_title(about, name)
        mean = sum(_value(value) or 0.0 for value in values)
        found.append(
            (mean, title, SolverRow(title=title, text="", values=values, beyond=(False,) * len(rows)))
        )
    return SolverTable(
        splits=tuple((row.title, row.n) for row in rows),
        rows=tuple(row for _, _, row in sorted(found, key=lambda entry: entry[:2])),
        limit=0.0,
    )


def beside_results(facts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the metrics that stand beside a model's: chance and the strongest blind solver of each cell.

    Each has the name of its baseline split off, and the solver's title. Of a few baselines all are kept, or
    those that benchmark.toml names under `baselines_beside`, and metrics other than accuracy too.
    """
    about = facts["benchmark"]
    metrics = [_named(metric, about) for metric in facts["baselines"]]
    beside = _beside(about)
    if beside:
        return [metric for metric in metrics if metric["baseline"] in beside]
    if len({metric["baseline"] for metric in metrics}) <= _FEW:
        return metrics
    kept: dict[tuple[Any, ...], dict[str, Any]] = {}
    for metric in metrics:
        chance = metric["baseline"] == _CHANCE
        key = (_key(metric), metric["name"], chance)
        if key not in kept or (_value(metric) or 0.0) > (_value(kept[key]) or 0.0):
            kept[key] = metric if chance else {**metric, "baseline": "strongest_blind_solver"}
    return list(kept.values())


def _beside(about: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(about.get("baselines_beside", ()))


def _named(metric: Mapping[str, Any], about: Mapping[str, Any]) -> dict[str, Any]:
    baseline, _, name = metric["name"].partition(".")
    return {"baseline": baseline, "solver": baseline_title(about, baseline), **metric, "name": name}


def _strongest(
    values: Mapping[str, Mapping[str, Any] | None], about: Mapping[str, Any]
) -> tuple[Mapping[str, Any] | None, ...]:
    """Return the value of chance and the largest of the others, with the title of its solver."""
    others = [
        {**value, "solver": baseline_title(about, name)}
        for name, value in values.items()
        if name != _CHANCE and value and _value(value) is not None
    ]
    return values.get(_CHANCE), max(others, key=lambda value: value["value"], default=None)


def _value(metric: Mapping[str, Any] | None) -> float | None:
    return None if metric is None or metric["value"] is None else float(metric["value"])


def _split_rows(
    facts: Mapping[str, Any], wanted: frozenset[str] = frozenset(), suffix: str = _SUFFIX
) -> tuple[tuple[str, ...], tuple[BaselineRow, ...]]:
    """Return the names of all baselines (or those wanted), and their values by split.

    Metrics named `<baseline><suffix>` count; of several breakdowns the one by the benchmark's
    `splits` is taken, else the one with the fewest rows above one.
    """
    metrics = [
        metric
        for metric in facts["baselines"]
        if metric["name"].endswith(suffix) and (not wanted or metric["name"].removesuffix(suffix) in wanted)
    ]
    if not metrics:
        return (), ()
    about = facts["benchmark"]
    chosen = _breakdown(metrics, about)
    names = tuple(dict.fromkeys(metric["name"].removesuffix(suffix) for metric in chosen))
    cells: dict[tuple[tuple[str, str], ...], dict[str, Mapping[str, Any]]] = {}
    for metric in chosen:
        cells.setdefault(_key(metric), {})[metric["name"].removesuffix(suffix)] = metric
    ordered = sorted(cells.items(), key=lambda cell: _order(cell[0], about))
    rows = tuple(
        BaselineRow(
            title=_title(dict(key), about),
            n=next(iter(found.values()))["n"],
            values=tuple(found.get(name) for name in names),
        )
        for key, found in ordered
    )
    return names, rows


def _breakdown(metrics: Sequence[Mapping[str, Any]], about: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    groups: dict[frozenset[str], list[Mapping[str, Any]]] = {}
    for metric in metrics:
        groups.setdefault(frozenset(metric["facets"]), []).append(metric)
    splits = set(about.get("splits", ()))
    for wanted in (splits | {"task"}, splits):
        if frozenset(wanted) in groups:
            return groups[frozenset(wanted)]
    several = [group for group in groups.values() if len({_key(metric) for metric in group}) > 1]
    return min(several or groups.values(), key=len)


def _key(metric: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(metric["facets"].items()))


def _order(key: Sequence[tuple[str, str]], about: Mapping[str, Any]) -> list[Any]:
    facets = dict(key)
    names = ["task", *about.get("splits", ()), *sorted(facets)]
    places: list[Any] = []
    for name in names:
        order = about.get("facets", {}).get(name, {}).get("order", [])
        value = facets.get(name, "")
        places.append((order.index(value) if value in order else len(order), value))
    return places


def _title(facets: Mapping[str, str], about: Mapping[str, Any]) -> str:
    """Return the words for a cell; a facet with one value in the whole benchmark says nothing."""
    names = ["task", *about.get("splits", ()), *sorted(facets)]
    words = []
    for name in dict.fromkeys(names):
        if name not in facets:
            continue
        only = len(about.get("facets", {}).get(name, {}).get("order", [])) == 1
        if not only:
            value = facets[name]
            words.append(task_title(about, value) if name == "task" else value_title(about, name, value))
    return " · ".join(words) or ", ".join(facet_title(about, name) for name in facets) or "All items"
