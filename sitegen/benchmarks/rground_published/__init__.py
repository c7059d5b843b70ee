"""R-GroundBench as published: its own files, read into items so that they can be browsed and scored.

Nothing is asked anew: `load` reads the rows and checks that each agrees with itself, `build` words them
as items, `render` draws, `describe` counts. docs/method.md says what is checked.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.audit import audit
from sitegen.benchmarks.rground.drawings import Drawing, labelled_drawing, molecule_drawing
from sitegen.benchmarks.rground.load import find_pin
from sitegen.benchmarks.rground.originals import chosen_images, original_pictures
from sitegen.benchmarks.rground.render import draw_batch
from sitegen.benchmarks.rground_published.checks import STEPS, Checked, Fault, Tables, check_rows
from sitegen.benchmarks.rground_published.figures import agreement
from sitegen.benchmarks.rground_published.items import Texts, make_items
from sitegen.benchmarks.rground_published.pictures import with_published_pictures
from sitegen.benchmarks.rground_published.rows import CONFIGS, PublishedRow, files_by_config, read_published
from sitegen.chem.toolkit import canonical_smiles
from sitegen.config import REPOSITORY_ROOT
from sitegen.records import Build, Description, Dropped, Funnel, FunnelStep, RowFate
from sitegen.sources import Pin, fetch
from sitegen.sources.problems import source_error

__all__ = ["build", "describe", "load", "render"]

POOL = REPOSITORY_ROOT / "data" / "rground"
"""Folder of the pool of substituents, whose names blind solvers look for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The pin and its files, and every row: checked, or with its fault."""

    pin: Pin
    paths: tuple[Path, ...]
    rows: tuple[Checked | Fault, ...]


def load(context: BuildContext) -> Loaded:
    """Read every configuration that the pin has files of, and check each row."""
    pin = find_pin(context, str(context.parameters["input"]["source"]))
    paths = fetch(pin, context.cache)
    rows: list[PublishedRow] = []
    for config, tables in files_by_config(pin, paths).items():
        rows += islice(read_published(pin, tables, config), context.limit)
    if pin.rows is not None and context.limit is None and len(rows) != pin.rows:
        raise source_error(
            pin,
            "rows",
            f"{len(rows)} rows, the pin says {pin.rows}",
            "check that all files are there and whole",
        )
    tables_of_words = Tables(nota=context.parameters["nota"], properties=context.parameters["property"])
    check = partial(check_rows, tables_of_words)
    checked = [one for batch in context.map(check, rows, batch=64, label="published rows") for one in batch]
    return Loaded(pin=pin, paths=paths, rows=tuple(checked))


def build(loaded: Loaded, context: BuildContext) -> Build:
    """Word every row that agrees with itself as items."""
    rows = [row for row in loaded.rows if isinstance(row, Checked)]
    texts = Texts(
        words=tomllib.loads((context.data / "words.toml").read_text(encoding="utf-8")),
        dataset=loaded.pin.label,
        licence=loaded.pin.licence,
        canary=context.canary,
    )
    items = list(make_items(rows, texts, context.map))
    funnels = [_funnel(loaded.rows, context)]
    if chosen_images(context) == "original":
        by_question = {row.row.question_id: row for row in rows}
        items, pictures = with_published_pictures(items, by_question, loaded.paths, context)
        funnels.append(pictures)
    return Build(
        items=tuple(sorted(items, key=lambda item: item.id)),
        funnels=tuple(funnels),
        sources=(str(context.parameters["input"]["source"]),),
    )


def render(build: Build, context: BuildContext) -> Iterator[tuple[str, bytes]]:
    """Draw every Markush structure and molecule once; then come the published pictures, if any."""
    questions = {item.extra["question"]: item for item in build.items}
    wanted = {drawing.path: drawing for item in questions.values() for drawing in _drawings(item)}
    ordered = [wanted[path] for path in sorted(wanted)]
    draw = partial(draw_batch, png=False)
    for drawn in context.map(draw, ordered, batch=100, label="published drawings"):
        yield from drawn
    yield from original_pictures(build.items, context.cache)


def describe(build: Build, context: BuildContext) -> Description:
    """Compare the numbers of rows with the published ones, and let the blind solvers answer."""
    return Description(
        figures=(agreement(build.funnels[0], context.parameters["published"]),),
        baselines=audit(build.items, POOL, context.map),
    )


def _drawings(item: Item) -> Iterator[Drawing]:
    extra = item.extra
    yield labelled_drawing(extra["scaffold"], [(site["atom"], site["label"]) for site in extra["sites"]])
    for smiles in (extra.get("product"), *(option.smiles for option in item.options)):
        if smiles:
            yield molecule_drawing(canonical_smiles(smiles) or smiles)


def _funnel(rows: Sequence[Checked | Fault], context: BuildContext) -> Funnel:
    published = context.parameters["published"]
    configs = {row.row.config for row in rows}
    whole = sum(published.values()) if configs == set(CONFIGS) and context.limit is None else None
    steps = [FunnelStep(name="rows read", kept=len(rows), published=whole)]
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
        slug="published",
        title="From published rows to questions",
        steps=tuple(steps),
        rows=tuple(map(_fate, rows)),
    )


def _fate(row: Checked | Fault) -> RowFate:
    name, value = row.row.name, row.row.cells.get("original_esmiles", "")
    if isinstance(row, Checked):
        return RowFate(row=name, outcome="kept", value=value, record=row.row.question_id)
    return RowFate(
        row=name,
        outcome="dropped",
        value=value,
        step=STEPS[row.step],
        reason=row.reason,
        detail=row.detail,
    )
