"""Errors of measured numbers: metrics that are no means over items.

Measured are number items whose `extra.label_spread` says how far the labels of their property spread (its
standard deviation). Over all of a group's measured items an unanswered one counts as "no change", 0: the
denominator is fixed. Metrics named `.answered` take the answered ones only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from evaluator.bootstrap import Sums, interval
from evaluator.grouping import Facets, cluster_of, proportions
from evaluator.records import Item, Metric, Score

RMSE, MAE, NRMSE = "rmse", "mae", "nrmse"
SPEARMAN, SIGN_ACCURACY, OFFICIAL = "spearman", "sign_accuracy", "rmse.official"
ANSWERED_ONLY = ".answered"
_FEWEST_RANKED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A measured item as metrics see it: gold, the value given (None if none), the label's spread."""

    gold: float
    given: float | None
    spread: float
    cluster: str


def is_measured(item: Item) -> bool:
    """Say whether an item asks for a measured number."""
    spread = item.extra.get("label_spread")
    return (
        item.answer_type == "number"
        and isinstance(spread, int | float)
        and not isinstance(spread, bool)
        and math.isfinite(spread)
        and spread > 0
    )


def is_one_property(items: Iterable[Item]) -> bool:
    """Say whether items share a property and its unit, so that their errors may be pooled in it."""
    return len({(item.facets.get("property", ""), item.unit) for item in items}) == 1


def units_of(items: Sequence[Item]) -> dict[str, str]:
    """Return the unit of each property of the measured items."""
    found = {item.facets.get("property", ""): item.unit or "" for item in items if is_measured(item)}
    return dict(sorted(found.items()))


def error_metrics(
    items: Sequence[Item], scores: Sequence[Score], groups: Mapping[Facets, Sequence[int]]
) -> Iterator[list[Metric]]:
    """Yield the metrics of each group that holds measured items; `groups` are indices by facets."""
    for facets, members in sorted(groups.items()):
        chosen = [index for index in members if is_measured(items[index])]
        if chosen:
            measured = [_measured(items[index], scores[index]) for index in chosen]
            alike = is_one_property(items[index] for index in chosen)
            yield _metrics(measured, dict(facets), alike)


def _measured(item: Item, score: Score) -> Measured:
    return Measured(
        gold=float(item.answer),
        given=None if score.value is None else float(score.value),
        spread=float(item.extra["label_spread"]),
        cluster=cluster_of(item),
    )


def _metrics(measured: Sequence[Measured], facets: Mapping[str, str], alike: bool) -> list[Metric]:
    answered = [one for one in measured if one.given is not None]
    found = _errors(measured, facets, alike)
    only = _errors(answered, facets, alike) if len(answered) < len(measured) else found
    found = [*found, *(replace(metric, name=metric.name + ANSWERED_ONLY) for metric in only)]
    found.append(_official(answered, facets))
    found += _signs(measured, facets)
    if alike:
        found.append(_spearman(answered, facets))
    return found


def _errors(chosen: Sequence[Measured], facets: Mapping[str, str], alike: bool) -> list[Metric]:
    found = [_error(NRMSE, chosen, facets, lambda one: (_off(one) / one.spread) ** 2, _root)]
    if alike:
        found.append(_error(RMSE, chosen, facets, _square, _root))
        found.append(_error(MAE, chosen, facets, _absolute, _mean))
    return found


def _square(one: Measured) -> float:
    return _off(one) ** 2


def _absolute(one: Measured) -> float:
    return abs(_off(one))


def _off(one: Measured) -> float:
    return (one.given or 0.0) - one.gold


def _root(sums: Sums) -> float:
    return math.sqrt(sums[0] / sums[1])


def _mean(sums: Sums) -> float:
    return sums[0] / sums[1]


def _official(answered: Sequence[Measured], facets: Mapping[str, str]) -> Metric:
    """Return the published evaluation's figure: properties pooled, a zero on either side drops an item."""
    chosen = [one for one in answered if one.given and one.gold]
    return _error(OFFICIAL, chosen, facets, _square, _root)


def _error(
    name: str,
    chosen: Sequence[Measured],
    facets: Mapping[str, str],
    part: Callable[[Measured], float],
    estimate: Callable[[Sums], float],
) -> Metric:
    if not chosen:
        return Metric(name=name, value=None, low=None, high=None, n=0, facets=facets)
    parts: dict[str, list[float]] = {}
    for one in chosen:
        parts.setdefault(one.cluster, []).append(part(one))
    sums = {cluster: (math.fsum(values), len(values)) for cluster, values in parts.items()}
    value = estimate((math.fsum(total for total, _ in sums.values()), len(chosen)))
    low, high = interval(sums, estimate)
    return Metric(name=name, value=value, low=low, high=high, n=len(chosen), facets=facets)


def _signs(measured: Sequence[Measured], facets: Mapping[str, str]) -> list[Metric]:
    """Return how often the direction is right where there is one; no answer and 0 are wrong."""
    right = [(float((one.given or 0.0) * one.gold > 0), one.cluster) for one in measured if one.gold != 0]
    return list(proportions(SIGN_ACCURACY, right, facets))


def _spearman(answered: Sequence[Measured], facets: Mapping[str, str]) -> Metric:
    """Return the rank correlation of given and gold values, ties at their average rank."""
    value = None
    if len(answered) >= _FEWEST_RANKED:
        gold = ranks([one.gold for one in answered])
        given = ranks([one.given or 0.0 for one in answered])
        value = _correlation(gold, given)
    return Metric(name=SPEARMAN, value=value, low=None, high=None, n=len(answered), facets=facets)


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value from 1, equal values at the mean of their ranks."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in order[start : end + 1]:
            found[place] = (start + end) / 2 + 1
        start = end + 1
    return found


def _correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    middle = (len(one) + 1) / 2  # the mean of ranks, ties or not
    product = math.fsum((a - middle) * (b - middle) for a, b in zip(one, other, strict=True))
    spread = math.fsum((a - middle) ** 2 for a in one) * math.fsum((b - middle) ** 2 for b in other)
    return product / math.sqrt(spread) if spread > 0 else None
