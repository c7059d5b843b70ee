"""A report as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from evaluator.contrasts import CONTRASTS, Contrast, contrast_of
from evaluator.error_table import FEWEST, OWN, WIDEST, agreement, by_group, by_property, headlines
from evaluator.grouping import ACCURACY, ANSWERED, CLUSTERED, Facets
from evaluator.kinds import KindCounts
from evaluator.ordering import OrderKey, value_key
from evaluator.records import Metric
from evaluator.report import Report
from evaluator.scorers.smiles import KINDS

_HIDDEN = (ACCURACY, ANSWERED)
_TASK = "task"
_MOST_FACETS = 2
_MOST_COLUMNS = 4

_Rows = Mapping[tuple[str, Facets], Metric]


def table(report: Report) -> str:
    """Return headline and outcomes, then accuracy by group, differences, mistakes and further metrics.

    Intervals are 95 %, robust to items of one cluster.
    """
    rows = {(metric.name, _group(metric.facets)): metric for metric in report.metrics}
    lines = [
        _headline(report),
        *headlines(rows),
        "  ".join(f"{name} {count}" for name, count in report.outcomes.items()),
    ]
    if report.kinds:
        lines.append("kinds: " + ", ".join(f"{name} {count}" for name, count in report.kinds.items()))
    groups = [group for name, group in rows if name == ACCURACY + CLUSTERED and _has_room(group)]
    sections = [
        _accuracies(sorted(groups, key=_order), rows),
        *(_differences(contrast, rows) for contrast in CONTRASTS),
        *_mistakes(report.kinds_by),
        by_property(rows, report.units),
        by_group(rows),
        agreement(rows, report.repeats),
        _others(rows),
    ]
    for section in sections:
        lines += ["", *section] if section else []
    if any(metric.n < FEWEST for metric in report.metrics if metric.n):
        lines += ["", f"- : fewer than {FEWEST} items; the report (--json) has the number"]
    return "\n".join(lines)


def _accuracies(groups: Sequence[Facets], rows: _Rows) -> list[str]:
    width = _width(groups)
    lines = [f"{'accuracy':<{width}}  {'n':>6}  value   95 % interval"]
    before: tuple[str, ...] | None = None
    for group in groups:
        names = _names(group)
        if before is not None and before != names and names:
            lines.append("")
        before = names
        lines.append(f"{_label(group):<{width}}  {_cells(rows[ACCURACY + CLUSTERED, group])}")
    return lines


def _differences(contrast: Contrast, rows: _Rows) -> list[str]:
    """Return the differences of one contrast in accuracy, with the accuracy of both sides before them."""
    name = f"{ACCURACY}.{contrast.name}"
    found = []
    for group in sorted((group for metric, group in rows if metric == name), key=_order):
        facets = dict(group)
        sides = [
            rows.get((ACCURACY, _group({**facets, contrast.facet: value})))
            for value in (contrast.first, contrast.second)
        ]
        if all(sides):
            fewest = min(side.n for side in sides if side)
            shown = _signed(rows[name, group]) if fewest >= FEWEST else f"{'-':>10}"
            found.append((group, [_value(side) for side in sides if side], rows[name, group].n, shown))
    if not found:
        return []
    width = _width([group for group, *_ in found])
    title = f"accuracy, {contrast.first} less {contrast.second}"
    head = f"{title:<{width}}  {'n':>6}  {contrast.first:>6}  {contrast.second:>6}  difference  95 % interval"
    return [
        head,
        *(
            f"{_label(group):<{width}}  {n:>6}  {first:>6}  {second:>6}  {shown}"
            for group, (first, second), n, shown in found
        ),
    ]


def _mistakes(kinds_by: Sequence[KindCounts]) -> Iterator[list[str]]:
    """Yield a table of kinds for each way to group the items that makes few enough columns."""
    tables: dict[tuple[str, ...], list[KindCounts]] = {}
    for counts in sorted(kinds_by, key=lambda counts: _order(_group(counts.facets))):
        tables.setdefault(_names(_group(counts.facets)), []).append(counts)
    for names, columns in tables.items():
        if 2 <= len(columns) <= _MOST_COLUMNS:
            yield _kind_table(names, columns)


def _kind_table(names: tuple[str, ...], columns: Sequence[KindCounts]) -> list[str]:
    heads = [" ".join(column.facets[name] for name in names) for column in columns]
    widths = [max(len(head), 13) for head in heads]
    kinds = sorted(columns[0].counts, key=_kind_place)
    first = f"kinds by {', '.join(names)}"
    width = max(map(len, (*kinds, first)))
    lines = [_line(first, width, heads, widths)]
    lines.append(_line("items", width, [f"{column.n}       " for column in columns], widths))
    for kind in kinds:
        cells = [_share(column.counts[kind], column.n) for column in columns]
        lines.append(_line(kind, width, cells, widths))
    return lines


def _kind_place(kind: str) -> tuple[int, str]:
    return (KINDS.index(kind) if kind in KINDS else len(KINDS)), kind


def _others(rows: _Rows) -> list[str]:
    names = sorted({name for name, group in rows if not group and not name.endswith(CLUSTERED)})
    plain = [name for name in names if name not in (*_HIDDEN, *OWN) and contrast_of(name) is None]
    if not plain:
        return []
    width = max(len("other metrics, all items"), *map(len, plain))
    lines = [f"{'other metrics, all items':<{width}}  {'n':>6}  value   95 % interval"]
    return lines + [f"{name:<{width}}  {_cells(rows[name + CLUSTERED, ()])}" for name in plain]


def _line(first: str, width: int, cells: Iterable[str], widths: Iterable[int]) -> str:
    columns = (f"{cell:>{size}}" for cell, size in zip(cells, widths, strict=True))
    return "  ".join((f"{first:<{width}}", *columns)).rstrip()


def _headline(report: Report) -> str:
    found = next(m for m in report.metrics if m.name == ACCURACY + CLUSTERED and not m.facets)
    toolkit = report.chemistry and f", {report.chemistry['toolkit']} {report.chemistry['version']}"
    return f"accuracy {_percent(found)} over {report.n} items{toolkit or ''}"


def _percent(metric: Metric) -> str:
    if metric.value is None or metric.low is None or metric.high is None:
        return "-"
    return f"{100 * metric.value:.1f} % ({100 * metric.low:.1f} to {100 * metric.high:.1f})"


def _cells(metric: Metric) -> str:
    if metric.value is None or metric.low is None or metric.high is None or metric.n < FEWEST:
        return f"{metric.n:>6}  -"
    return f"{metric.n:>6}  {metric.value:.4f}  {metric.low:.4f} to {metric.high:.4f}"


def _value(metric: Metric) -> str:
    return "-" if metric.value is None or metric.n < FEWEST else f"{metric.value:.4f}"


def _signed(metric: Metric) -> str:
    if metric.value is None or metric.low is None or metric.high is None:
        return f"{'-':>10}"
    return f"{metric.value:>+10.4f}  {metric.low:+.4f} to {metric.high:+.4f}"


def _share(count: int, n: int) -> str:
    return f"{count} {'-' if n < FEWEST else f'{100 * count / n:.1f}':>5} %"


def _group(facets: Mapping[str, str]) -> Facets:
    return tuple(sorted(facets.items()))


def _names(group: Facets) -> tuple[str, ...]:
    """Return the facets of a group, the task first."""
    return tuple(sorted((name for name, _ in group), key=lambda name: (name != _TASK, name)))


def _has_room(group: Facets) -> bool:
    return len([name for name, _ in group if name != _TASK]) <= _MOST_FACETS


def _order(group: Facets) -> tuple[int, tuple[str, ...], tuple[OrderKey, ...]]:
    names, values = _names(group), dict(group)
    return len(names), names, tuple(value_key(values[name]) for name in names)


def _label(group: Facets) -> str:
    values = dict(group)
    return ", ".join(f"{name} {values[name]}" for name in _names(group)) or "all items"


def _width(groups: Sequence[Facets]) -> int:
    return min(WIDEST, max(map(len, map(_label, groups)), default=0))
