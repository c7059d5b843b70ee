"""Blind baselines by split: what any model must beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitegen.site.words import facet_title, task_title, value_title

_SUFFIX = ".accuracy"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineRow:
    """One split (or finer cell): its title, its number of items and one value per baseline.

    A value is {"value", "low", "high"} as shares, or None where that baseline was not computed.
    """

    title: str
    n: int
    values: tuple[Mapping[str, Any] | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineTable:
    """The baselines' names and their rows; no rows where a benchmark computes none."""

    names: tuple[str, ...] = ()
    rows: tuple[BaselineRow, ...] = ()


def baseline_table(facts: Mapping[str, Any]) -> BaselineTable:
    """Return the accuracies of a dataset's baselines, by split.

    Metrics named `<baseline>.accuracy` count; of several breakdowns the one by the benchmark's
    `splits` is taken, else the one with the fewest rows above one.
    """
    metrics = [metric for metric in facts["baselines"] if metric["name"].endswith(_SUFFIX)]
    if not metrics:
        return BaselineTable()
    about = facts["benchmark"]
    chosen = _breakdown(metrics, about)
    names = tuple(dict.fromkeys(metric["name"].removesuffix(_SUFFIX) for metric in chosen))
    cells: dict[tuple[tuple[str, str], ...], dict[str, Mapping[str, Any]]] = {}
    for metric in chosen:
        key = tuple(sorted(metric["facets"].items()))
        cells.setdefault(key, {})[metric["name"].removesuffix(_SUFFIX)] = metric
    ordered = sorted(cells.items(), key=lambda cell: _order(cell[0], about))
    rows = tuple(
        BaselineRow(
            title=_title(dict(key), about),
            n=next(iter(found.values()))["n"],
            values=tuple(found.get(name) for name in names),
        )
        for key, found in ordered
    )
    return BaselineTable(names=tuple(name.replace("_", " ") for name in names), rows=rows)


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
