"""Draw both molecules of every pair of a build once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.drawings import Drawing, draw, item_drawings

_BATCH = 100


def render_drawings(items: Sequence[Item], context: BuildContext) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of every drawing that the items show, each path once.

    A reference follows its target, whose layout it takes over.
    """
    wanted: dict[str, Drawing] = {}
    for item in items:
        drawings = item_drawings(item.extra)
        for drawing in (drawings.target, drawings.reference):
            wanted.setdefault(drawing.path, drawing)
    for drawn in context.map(draw_batch, list(wanted.values()), batch=_BATCH, label="FGBench drawings"):
        yield from drawn


def draw_batch(drawings: Sequence[Drawing]) -> list[tuple[str, bytes]]:
    """Return (path, bytes) of a batch of drawings."""
    return [(drawing.path, draw(drawing).encode()) for drawing in drawings]
