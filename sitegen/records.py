"""What a benchmark hands to the rest of the generator: funnels, figures, collections, a description.

Nothing here knows what a benchmark is about. `Item` itself is `evaluator.records.Item`; the items
that share `extra["question"]` are one question asked in several modes and share one page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evaluator.records import Item, Metric
from sitegen.sources.pins import Pin


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """One input row that did not get through, and why: shown and downloadable on the site."""

    row: str
    reason: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FunnelStep:
    """One step of a funnel: how many records were left after it, and which rows it dropped.

    `published` is the published benchmark's count for the same step where the input is the same. `unit`
    is what is counted ("rows", "pairs") where a funnel changes it on the way: shares are of the first
    step with the same unit.
    """

    name: str
    kept: int
    dropped: tuple[Dropped, ...] = ()
    published: int | None = None
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFate:
    """What became of one input row: `outcome` is "kept", "dropped" or "not needed".

    `row` names the row and `value` is its text; `step`, `reason` and `detail` say where and why it was
    dropped; `record` is the id of the published record that it, or an equal row before it, became.
    """

    row: str
    outcome: str
    value: str
    step: str = ""
    reason: str = ""
    detail: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Funnel:
    """A named sequence of filter steps (`slug` is used in file names: lower case, `-`).

    `rows` tells of every input row, in order, what became of it; empty where that is not traced.
    """

    slug: str
    title: str
    steps: tuple[FunnelStep, ...]
    rows: tuple[RowFate, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Records other than items that are published and browsed, e.g. scaffolds with their edits.

    Each record is a JSON object with a unique `id` (shape of an item id). `name` is the file stem
    and the folder of its pages; `template` a page template in the benchmark's `pages/` folder, or
    empty where records get no page of their own.
    """

    name: str
    title: str
    records: tuple[Mapping[str, Any], ...]
    template: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure that answers `question`: a table, and a Plotly figure of the same numbers.

    `rows` hold plain JSON values in the order of `columns`; `plot` is a Plotly figure as JSON
    values (`data`, `layout`), binned in Python (no trace type beyond plotly.js-basic: scatter, bar,
    pie), or None where the table is enough; its layout's `width` is the least in CSS pixels that can be
    read. `reading` is one sentence on how to read it, `summary` one on what it shows in this build (or
    ""). `group` is the heading it stands under (figures of a group follow each other), `drawings` an
    image of the dataset folder for each row, or nothing.
    """

    slug: str
    question: str
    reading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    plot: Mapping[str, Any] | None = None
    summary: str = ""
    group: str = ""
    drawings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """All that a benchmark made: items, collections, funnels, `shortfalls` (reasons in words why a
    split holds fewer items than asked for) and `sources` (what it read, pins or names of pins; None:
    all of its data folder)."""

    items: tuple[Item, ...]
    collections: tuple[Collection, ...] = ()
    funnels: tuple[Funnel, ...] = ()
    shortfalls: tuple[str, ...] = ()
    sources: tuple[str | Pin, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What the card and the statistics page show about a build."""

    figures: tuple[Figure, ...] = ()
    baselines: tuple[Metric, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
