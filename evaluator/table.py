"""A report as a table for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from evaluator.grouping import ACCURACY, ANSWERED, CLUSTERED
from evaluator.records import Metric
from evaluator.report import Report

_HIDDEN = (ACCURACY, ANSWERED)
_WIDEST = 60


def table(report: Report) -> str:
    """Return the headline, the outcomes, the accuracy of each group and further metrics, as lines.

    Intervals are 95 %, robust to items of one cluster.
    """
    rows = {(metric.name, _group(metric.facets)): metric for metric in report.metrics}
    lines = [_headline(report), "  ".join(f"{name} {count}" for name, count in report.outcomes.items())]
    if report.kinds:
        lines.append("kinds: " + ", ".join(f"{name} {count}" for name, count in report.kinds.items()))
    groups = [group for name, group in rows if name == ACCURACY]
    width = min(_WIDEST, max(map(len, groups)))
    lines += ["", f"{'accuracy':<{width}}  {'n':>6}  value   95 % interval"]
    lines += [
        f"{group or 'all items':<{width}}  {_cells(rows[ACCURACY + CLUSTERED, group])}" for group in groups
    ]
    others = sorted({name for name, group in rows if not group and not name.endswith(CLUSTERED)})
    others = [name for name in others if name not in _HIDDEN]
    if others:
        lines += ["", f"{'other metrics, all items':<{width}}  {'n':>6}  value   95 % interval"]
        lines += [f"{name:<{width}}  {_cells(rows[name + CLUSTERED, ''])}" for name in others]
    return "\n".join(lines)


def _headline(report: Report) -> str:
    found = next(m for m in report.metrics if m.name == ACCURACY + CLUSTERED and not m.facets)
    toolkit = report.chemistry and f", {report.chemistry['toolkit']} {report.chemistry['version']}"
    return f"accuracy {_percent(found)} over {report.n} items{toolkit or ''}"


def _percent(metric: Metric) -> str:
    if metric.value is None or metric.low is None or metric.high is None:
        return "-"
    return f"{100 * metric.value:.1f} % ({100 * metric.low:.1f} to {100 * metric.high:.1f})"


def _cells(metric: Metric) -> str:
    if metric.value is None or metric.low is None or metric.high is None:
        return f"{metric.n:>6}  -"
    return f"{metric.n:>6}  {metric.value:.4f}  {metric.low:.4f} to {metric.high:.4f}"


def _group(facets: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in facets.items())
