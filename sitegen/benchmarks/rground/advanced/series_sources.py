"""Read measured potencies: the pinned sources, set by set, and the table of targets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.advanced.series_settings import (
    ENDPOINTS,
    BioactivitySettings,
    SourceSettings,
    Target,
)
from sitegen.benchmarks.rground.tables import read_table
from sitegen.errors import ConfigError, DatasetError, DatasetErrors
from sitegen.records import Dropped
from sitegen.sources import Pin, fetch, read_pin, read_rows

COLUMNS = ("dataset", "chembl_id", "name", "organism", "class", "endpoint", "source")


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """A row of a source: `row` is its number in its file (the first after the header is 1), `name` the
    molecule's own id where the source has one, `value` -log10 of mol/L."""

    row: int
    name: str
    smiles: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivitySet:
    """The measurements of one target and endpoint; `dropped` are rows without a usable value.

    `source` says where they are from: `dataset` (the pin's label), `member` (the file), `licence`.
    """

    target: Target
    activities: tuple[Activity, ...]
    dropped: tuple[Dropped, ...]
    source: Mapping[str, str]


def read_targets(path: Path) -> dict[str, Target]:
    """Return the targets of `targets.tsv` by data set.

    Raises `DatasetErrors` with the line of every row that lacks a cell, repeats a data set or has an
    unknown endpoint.
    """
    targets: dict[str, Target] = {}
    errors = []
    for line, cells in read_table(path, COLUMNS):
        problems = [f"no {column}" for column in COLUMNS if not cells[column]]
        if cells["endpoint"] not in ENDPOINTS:
            problems.append(f"endpoint {cells['endpoint']!r} is none of {', '.join(ENDPOINTS)}")
        if cells["dataset"] in targets:
            problems.append("the data set has a row already")
        errors += [
            DatasetError(
                problem, path=str(path), line=line, item_id=cells["dataset"] or None, advice="mend the row"
            )
            for problem in problems
        ]
        targets[cells["dataset"]] = Target(
            dataset=cells["dataset"],
            chembl_id=cells["chembl_id"],
            name=cells["name"],
            organism=cells["organism"],
            kind=cells["class"],
            endpoint=cells["endpoint"],
        )
    if errors:
        raise DatasetErrors(tuple(errors))
    return targets


def read_sets(context: BuildContext, settings: BioactivitySettings) -> tuple[ActivitySet, ...]:
    """Return the data sets of all sources, in order, as many as `settings.sets` allows."""
    targets = read_targets(context.data / "targets.tsv")
    found = chain.from_iterable(_read(source, targets, context) for source in settings.sources)
    return tuple(found)[: settings.sets]


def _read(
    settings: SourceSettings, targets: Mapping[str, Target], context: BuildContext
) -> Iterator[ActivitySet]:
    if settings.pin not in context.sources:
        known = ", ".join(sorted(context.sources)) or "none"
        raise ConfigError(
            f"advanced.bioactivity.sources: there is no pin {settings.pin!r}; the pins are {known}"
        )
    pin = read_pin(context.sources[settings.pin])
    columns = ("smiles", "value", *(("id",) if "id" in pin.columns else ()))
    rows: dict[str, list[dict[str, str | None]]] = {}
    for row in chain.from_iterable(read_rows(pin, fetch(pin, context.cache), columns, files=True)):
        rows.setdefault(row["file"] or "", []).append(row)
    for file, of_file in rows.items():
        target = settings.target or targets.get(file.partition(".")[0])
        if target is None:
            raise DatasetError(
                f"{pin.label}: {file} has no row",
                path=str(context.data / "targets.tsv"),
                advice="add one with dataset = the file's name without its ending",
            )
        yield _set(settings, pin, target, file, of_file)


def _set(
    settings: SourceSettings, pin: Pin, target: Target, file: str, rows: list[dict[str, str | None]]
) -> ActivitySet:
    activities, dropped = [], []
    for row in rows:
        place, smiles = int(row["file_row"] or 0), row["smiles"] or ""
        try:
            value = settings.potency(float(row["value"] or ""))
        except ValueError:
            dropped.append(_drop(target, place, "no value", f"{smiles} {row['value']}"))
            continue
        if settings.value_max and value > settings.value_max:
            reason = f"value above {settings.value_max:g}, no plausible measurement"
            dropped.append(_drop(target, place, reason, f"{smiles} {value:.2f}"))
            continue
        activities.append(Activity(row=place, name=row.get("id") or "", smiles=smiles, value=value))
    return ActivitySet(
        target=target,
        activities=tuple(activities),
        dropped=tuple(dropped),
        source={"dataset": pin.label, "member": file, "licence": pin.licence},
    )


def _drop(target: Target, row: int, reason: str, value: str) -> Dropped:
    return Dropped(row=f"{target.dataset}:{row}", reason=reason, value=value)
