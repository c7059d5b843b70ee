"""Draw every picture of a build once: scaffolds, products on offer, edits, highlighted answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.advanced import series_pages
from sitegen.benchmarks.rground.drawings import (
    Drawing,
    highlighted_drawing,
    labelled_drawing,
    molecule_drawing,
    substituent_drawing,
)
from sitegen.benchmarks.rground.originals import original_pictures
from sitegen.chem.depiction import draw_markush, png_markush
from sitegen.records import Build

_BATCH = 100


def render(build: Build, context: BuildContext) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of every drawing; with `[images] png = true` a PNG beside every SVG.

    After them come the original pictures that the items show, if any.
    """
    wanted = {drawing.path: drawing for drawing in _drawings(build)}
    draw = partial(draw_batch, png=bool(context.parameters["images"]["png"]))
    ordered = [wanted[path] for path in sorted(wanted)]
    for drawn in context.map(draw, ordered, batch=_BATCH, label="R-GroundBench drawings"):
        yield from drawn
    yield from original_pictures(build.items, context.cache)


def _drawings(build: Build) -> Iterator[Drawing]:
    for collection in build.collections:
        if collection.name == "scaffolds":
            for record in collection.records:
                yield labelled_drawing(record["smiles"], [(s["atom"], s["label"]) for s in record["sites"]])
                yield from (molecule_drawing(edit["product"]) for edit in record["edits"])
        elif collection.name == series_pages.NAME:
            yield from series_pages.series_drawings(collection.records)
        elif collection.name == "substituents":
            yield from (substituent_drawing(record["smiles"]) for record in collection.records)
    for item in build.items:
        if "sites" in item.extra:
            yield labelled_drawing(
                item.extra["scaffold"], [(atom, label) for atom, label in item.extra["sites"]]
            )
        if "changed_atoms" in item.extra:
            yield highlighted_drawing(item.extra["product"], item.extra["changed_atoms"])
        yield from (molecule_drawing(option.smiles) for option in item.options if option.smiles)


def draw_batch(drawings: Sequence[Drawing], png: bool) -> list[tuple[str, bytes]]:
    """Return (path, bytes) of a batch of drawings, with `png` a PNG beside every SVG."""
    drawn: list[tuple[str, bytes]] = []
    for drawing in drawings:
        labels = dict(drawing.labels)
        svg = draw_markush(drawing.smiles, labels, highlight=drawing.highlight)
        drawn.append((drawing.path, svg.encode()))
        if png:
            drawn.append((drawing.path.removesuffix(".svg") + ".png", png_markush(drawing.smiles, labels)))
    return drawn
