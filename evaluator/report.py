"""What scoring gives: the report and the per-item lines, as the same bytes on every platform."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from evaluator.kinds import KindCounts
from evaluator.records import Metric, Score
from evaluator.version import __version__

SCHEMA = "chemground-report/1"
"""Name and version of the report's layout."""

PLACES = 6
"""Decimal places of every number in a report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The result of scoring one predictions file.

    `outcomes` counts every outcome (see `evaluator.records.OUTCOMES`), `kinds` the sorts of mistakes of
    the answer types that tell them apart, `kinds_by` the same for groups of their items. `metrics` holds
    means over the items of a group with 95 % intervals: `x` with an interval for independent items,
    `x.clustered` with one that is robust to items of one cluster; and differences of two such means,
    `x.<contrast>` (see `evaluator.contrasts`); and errors of measured numbers and agreement of repeats
    (`evaluator.regression`, `evaluator.agreement`). `units` has the unit of each measured property, `repeats`
    is the largest number of replies to one item. `chemistry` is None where no item needed a toolkit.
    `scores` are the per-item results, in the order of the items; they are not part of the report's JSON.
    """

    n: int
    outcomes: Mapping[str, int]
    kinds: Mapping[str, int]
    metrics: tuple[Metric, ...]
    chemistry: Mapping[str, str] | None
    items_sha256: str | None
    predictions_sha256: str | None
    scores: tuple[Score, ...]
    kinds_by: tuple[KindCounts, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)
    repeats: int = 1

    def to_json(self) -> dict[str, Any]:
        """Return the report as the published JSON object."""
        return {
            "schema": SCHEMA,
            "evaluator": __version__,
            "items_sha256": self.items_sha256,
            "predictions_sha256": self.predictions_sha256,
            "chemistry": None if self.chemistry is None else dict(self.chemistry),
            "n": self.n,
            "outcomes": dict(self.outcomes),
            "kinds": dict(self.kinds),
            "kinds_by": [counts.to_json() for counts in self.kinds_by],
            "units": dict(self.units),
            "repeats": self.repeats,
            "metrics": [metric.to_json() for metric in self.metrics],
        }

    def value(self, name: str, **facets: str) -> float | None:
        """Return the value of a metric for a group of items; None where it is not defined."""
        for metric in self.metrics:
            if metric.name == name and dict(metric.facets) == facets:
                return metric.value
        return None


def report_bytes(report: Report) -> bytes:
    """Return the report file."""
    text = json.dumps(
        _rounded(report.to_json()), sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False
    )
    return (text + "\n").encode()


def per_item_bytes(scores: Iterable[Score]) -> Iterator[bytes]:
    """Yield the per-item file, one line a score."""
    for score in scores:
        line = json.dumps(_rounded(score.to_json()), sort_keys=True, ensure_ascii=False, allow_nan=False)
        yield (line + "\n").encode()


def _rounded(value: Any) -> Any:
    """Round every float, so that the last bits of a platform's arithmetic do not show; no minus zero."""
    if isinstance(value, float):
        return round(value, PLACES) + 0.0
    if isinstance(value, Mapping):
        return {name: _rounded(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(member) for member in value]
    return value
