"""FGBench as published: its official files, read into items so that they can be browsed and scored.

Nothing is asked anew: `load` reads the rows and checks that each agrees with itself, `build` makes the
test rows items (and training rows, where they are wanted, a collection), `render` draws, `describe` counts.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.drawings import Drawing
from sitegen.benchmarks.fgbench_published.across import Seen
from sitegen.benchmarks.fgbench_published.checks import STEPS, Checked, Fault, check_rows
from sitegen.benchmarks.fgbench_published.drawings import draw_batch, drawing_of
from sitegen.benchmarks.fgbench_published.figures import dataset_figure, fault_figure, type_figure
from sitegen.benchmarks.fgbench_published.items import Texts, make_items, question_id, train_record
from sitegen.benchmarks.fgbench_published.rows import Split, files_by_split, read_published
from sitegen.errors import ConfigError
from sitegen.records import Build, Collection, Description, Dropped, Funnel, FunnelStep, RowFate
from sitegen.sources import Pin, fetch, read_pin
from sitegen.sources.problems import source_error

__all__ = ["build", "describe", "load", "render"]

_TITLES: Mapping[Split, str] = {
    "test": "From published test rows to questions",
    "train": "From published training rows to records",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The pin, the rows of each split that was read (checked, or with their fault), spreads of labels."""

    pin: Pin
    rows: Mapping[Split, tuple[Checked | Fault, ...]]
    spreads: Mapping[tuple[str, str], float]


def load(context: BuildContext) -> Loaded:
    """Read the test rows, and the training rows where they are wanted, and check each."""
    pin = _find_pin(context)
    wanted = _splits(context)
    files = files_by_split(pin, fetch(pin, context.cache))
    missing = [split for split in wanted if split not in files]
    if missing:
        raise source_error(
            pin,
            "member.path",
            f"no file of the split {missing[0]}",
            "add a [[member]] for it, or choose an input that has it",
        )
    seen = Seen()
    found: dict[Split, tuple[Checked | Fault, ...]] = {}
    for split in wanted:
        rows: list[Checked | Fault] = []
        for batch in read_published(pin, files[split], split, context.limit):
            for part in context.map(check_rows, batch, batch=64, label=f"published {split} rows"):
                rows += [seen.admit(row) if isinstance(row, Checked) else row for row in part]
        found[split] = tuple(rows)
    return Loaded(pin=pin, rows=found, spreads=seen.spreads())


def build(loaded: Loaded, context: BuildContext) -> Build:
    """Make every test row that agrees with itself an item, and every such training row a record."""
    texts = Texts(
        words=tomllib.loads((context.data / "words.toml").read_text(encoding="utf-8"))["explanation"],
        dataset=loaded.pin.label,
        licence=loaded.pin.licence,
        canary=context.canary,
        spreads=loaded.spreads,
    )
    kept = [row for row in loaded.rows["test"] if isinstance(row, Checked)]
    made = context.map(partial(make_items, texts), kept, batch=64, label="published questions")
    items = sorted((item for batch in made for item in batch), key=lambda item: item.id)
    collections = []
    if "train" in loaded.rows:
        learning = (train_record(row) for row in loaded.rows["train"] if isinstance(row, Checked))
        records = tuple(sorted(learning, key=lambda record: str(record["id"])))
        collections.append(Collection(name="train", title="Training rows", records=records))
    return Build(
        items=tuple(items),
        collections=tuple(collections),
        funnels=tuple(_funnel(split, rows, context) for split, rows in loaded.rows.items()),
        sources=(str(context.parameters["input"]["source"]),),
    )


def render(build: Build, context: BuildContext) -> Iterator[tuple[str, bytes]]:
    """Draw both molecules of every question once."""
    wanted: dict[str, Drawing] = {}
    for item in build.items:
        for drawn in item.extra["drawn"].values():
            drawing = drawing_of(drawn)
            wanted.setdefault(drawing.path, drawing)
    ordered = [wanted[path] for path in sorted(wanted)]
    for batch in context.map(draw_batch, ordered, batch=100, label="published drawings"):
        yield from batch


def describe(build: Build, context: BuildContext) -> Description:
    """Compare the numbers of questions with the published ones, and tell why rows were left out."""
    funnel = build.funnels[0]
    read = Counter(fate.value.partition(" ")[0] for fate in funnel.rows)
    kept = Counter(item.facets["dataset"] for item in build.items)
    return Description(
        figures=(
            type_figure(build.items, context.parameters["published"], whole=context.limit is None),
            dataset_figure(read, kept),
            fault_figure(funnel),
        )
    )


def _find_pin(context: BuildContext) -> Pin:
    name = str(context.parameters["input"]["source"])
    if name not in context.sources:
        known = ", ".join(sorted(context.sources)) or "none"
        raise ConfigError(f"input.source: there is no pin {name!r}; the pins are {known}")
    return read_pin(context.sources[name])


def _splits(context: BuildContext) -> tuple[Split, ...]:
    include = context.parameters["train"]["include"]
    if not isinstance(include, bool):
        raise ConfigError(f"train.include: {include!r} is not true or false; write include = false")
    return ("test", "train") if include else ("test",)


def _funnel(split: Split, rows: Sequence[Checked | Fault], context: BuildContext) -> Funnel:
    """Return the funnel of a split; every row is traced of the test split only, the other is large."""
    published = context.parameters["published"][split] if context.limit is None else None
    steps = [FunnelStep(name="rows read", kept=len(rows), published=published)]
    left = len(rows)
    for number, name in enumerate(STEPS):
        dropped = tuple(
            Dropped(row=row.row.name, reason=row.reason, value=row.detail)
            for row in rows
            if isinstance(row, Fault) and row.step == number
        )
        left -= len(dropped)
        steps.append(FunnelStep(name=name, kept=left, dropped=dropped))
    return Funnel(
        slug="published" if split == "test" else split,
        title=_TITLES[split],
        steps=tuple(steps),
        rows=tuple(map(_fate, rows)) if split == "test" else (),
    )


def _fate(row: Checked | Fault) -> RowFate:
    cells = row.row.cells
    value = " ".join(cells.get(name, "?") for name in ("dataset", "type", "target_smiles", "ref_smiles"))
    if isinstance(row, Checked):
        return RowFate(row=row.row.name, outcome="kept", value=value, record=question_id(row))
    return RowFate(
        row=row.row.name,
        outcome="dropped",
        value=value,
        step=STEPS[row.step],
        reason=row.reason,
        detail=row.detail,
    )
