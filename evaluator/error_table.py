"""The parts of the terminal table that tell of measured numbers and of repeats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.agreement import AGREEMENT, KAPPA, SAME, SPREAD, SPREAD_SHARE, VALID
from evaluator.grouping import CLUSTERED, Facets
from evaluator.records import Metric
from evaluator.regression import ANSWERED_ONLY, MAE, NRMSE, OFFICIAL, RMSE, SIGN_ACCURACY, SPEARMAN

ERRORS = frozenset(
    {
        *(name + suffix for name in (NRMSE, RMSE, MAE) for suffix in ("", ANSWERED_ONLY)),
        *(SPEARMAN, OFFICIAL, KAPPA, SPREAD, SPREAD_SHARE),
    }
)
"""Metrics that are no shares of items: errors, and what may be below 0."""

OWN = frozenset({*ERRORS, SIGN_ACCURACY, VALID, SAME, AGREEMENT})
"""Metrics that stand here and are not listed again."""

FEWEST = 10
"""Groups of fewer items show a dash in place of a value (as the published tables do); the report's JSON
has the value with its number of items."""

WIDEST = 60
"""Characters of the first column of a table."""

_MOST_GROUPS = 12

Rows = Mapping[tuple[str, Facets], Metric]


def headlines(rows: Rows) -> list[str]:
    """Return the accuracy of true/false questions and the error of numbers, where there are any."""
    lines = []
    booleans = rows.get(("accuracy" + CLUSTERED, (("answer", "boolean"),)))
    if booleans and booleans.value is not None and booleans.low is not None and booleans.high is not None:
        lines.append(
            f"true/false: accuracy {100 * booleans.value:.1f} % "
            f"({100 * booleans.low:.1f} to {100 * booleans.high:.1f}) over {booleans.n} items"
        )
    errors = rows.get((NRMSE, ()))
    if errors and errors.value is not None:
        lines.append(
            f"numbers: nRMSE {_number(errors)} over {errors.n} items (error by the spread of the labels; "
            "unanswered counts as no change)"
        )
    return lines


def by_property(rows: Rows, units: Mapping[str, str]) -> list[str]:
    """Return the errors of each property in its unit, and the pooled figure as published."""
    found = [name for name in units if (NRMSE, (("property", name),)) in rows]
    if not found and (NRMSE, ()) not in rows:
        return []
    width = min(WIDEST, max(map(len, (*found, "errors by property"))))
    lines = [f"{'errors by property':<{width}}  {'n':>6}    RMSE     MAE   nRMSE   sign   rank  unit"]
    for name in found:
        group: Facets = (("property", name),)
        cells = [_cell(rows.get((metric, group))) for metric in (RMSE, MAE, NRMSE)]
        cells += [_cell(rows.get((metric, group)), 3) for metric in (SIGN_ACCURACY, SPEARMAN)]
        n = rows[NRMSE, group].n
        lines.append(
            f"{name[:width]:<{width}}  {n:>6}  {cells[0]:>6}  {cells[1]:>6}  {cells[2]:>6}  {cells[3]:>5}  "
            f"{cells[4]:>5}  {units[name]}".rstrip()
        )
    official = rows.get((OFFICIAL, ()))
    if official and official.value is not None:
        lines.append(
            f"RMSE as published (properties pooled, items with a zero left out): {official.value:.3f} "
            f"over {official.n} items"
        )
    return lines


def by_group(rows: Rows) -> list[str]:
    """Return the functional groups whose changes are predicted worst."""
    found = [
        (metric.value, dict(group)["group"], metric)
        for (name, group), metric in rows.items()
        if name == NRMSE and [facet for facet, _ in group] == ["group"] and metric.value is not None
    ]
    found = [one for one in found if one[2].n >= FEWEST]
    if not found:
        return []
    found.sort(key=lambda one: (-one[0], one[1]))
    width = min(WIDEST, max(map(len, ("errors by group, worst first", *(name for _, name, _ in found)))))
    lines = [f"{'errors by group, worst first':<{width}}  {'n':>6}  nRMSE   95 % interval"]
    for _, name, metric in found[:_MOST_GROUPS]:
        lines.append(f"{name[:width]:<{width}}  {metric.n:>6}  {_number(metric)}")
    return lines


def agreement(rows: Rows, repeats: int) -> list[str]:
    """Return validity and, where there are repeats, how far they agree."""
    valid = rows.get((VALID + CLUSTERED, ()))
    if valid is None or valid.value is None:
        return []
    lines = [f"valid replies {100 * valid.value:.1f} %, {repeats} to a question"]
    names: Sequence[tuple[str, str]] = (
        (SAME, "all valid repeats the same"),
        (AGREEMENT, "pairs of repeats the same"),
        (KAPPA, "Fleiss' kappa, true/false"),
        (SPREAD_SHARE, "standard deviation of repeats by the labels' spread, numbers"),
    )
    for name, title in names:
        metric = rows.get((name, ()))
        if metric and metric.value is not None:
            lines.append(f"{title}: {metric.value:.4f} over {metric.n} items")
    return lines


def _number(metric: Metric) -> str:
    if metric.low is None or metric.high is None:
        return f"{metric.value:.4f}"
    return f"{metric.value:.4f} ({metric.low:.4f} to {metric.high:.4f})"


def _cell(metric: Metric | None, places: int = 3) -> str:
    return "-" if metric is None or metric.value is None else f"{metric.value:.{places}f}"
