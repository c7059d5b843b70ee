"""Published pictures in place of drawings of ours, where the pin names them and they are sound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.originals import store_picture
from sitegen.benchmarks.rground_published.checks import Checked
from sitegen.benchmarks.rground_published.items import core_drawing
from sitegen.benchmarks.rground_published.rows import PICTURES
from sitegen.chem.depiction import drawing_name
from sitegen.records import Dropped, Funnel, FunnelStep
from sitegen.sources.pictures import BadPicture


class PictureFiles:
    """The picture files that came with the pin, found by the paths that rows name.

    Only files that were fetched are ever opened, whatever a row names.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self._by_name: dict[str, list[Path]] = {}
        for path in paths:
            if path.suffix.lower() in PICTURES:
                self._by_name.setdefault(path.name, []).append(path)

    def find(self, named: str) -> Path | None:
        """Return the file whose path ends as a row names it, or None."""
        parts = PurePosixPath(named.replace("\\", "/")).parts
        for path in self._by_name.get(parts[-1] if parts else "", []):
            if path.parts[-len(parts) :] == parts:
                return path
        return None


def with_published_pictures(
    items: Sequence[Item], rows: Mapping[str, Checked], paths: Sequence[Path], context: BuildContext
) -> tuple[list[Item], Funnel]:
    """Return the items with published pictures in place of drawings, and the funnel of the pictures.

    `rows` has the checked row of each question, `paths` what was fetched. A picture that is not there or
    not sound leaves the drawing in its place.
    """
    files = PictureFiles(paths)
    kept: dict[str, str] = {}
    faults: dict[str, Dropped] = {}
    for checked in rows.values():
        for _, published in _named(checked):
            if published in kept or published in faults:
                continue
            try:
                path = files.find(published)
                if path is None:
                    raise BadPicture("the pin names no such file")
                kept[published] = store_picture(path.read_bytes(), context)
            except BadPicture as error:
                faults[published] = Dropped(row=checked.row.name, reason=str(error), value=published)
    dropped = tuple(faults.values())
    steps = (
        FunnelStep(name="pictures that rows name", kept=len(kept) + len(faults)),
        FunnelStep(name="there and sound; the others are drawn", kept=len(kept), dropped=dropped),
    )
    funnel = Funnel(slug="pictures", title="Published pictures", steps=steps)
    return [_shown(item, rows[item.extra["question"]], kept) for item in items], funnel


def _named(checked: Checked) -> Iterator[tuple[str, str]]:
    """Yield (path of our drawing, published path) for each picture that a row names."""
    cells = checked.row.cells
    if "original_image_path" in cells:
        yield core_drawing(checked).path, cells["original_image_path"]
    for letter, smiles in checked.options.items():
        if f"option_{letter}_image" in cells:
            yield drawing_name("molecule", smiles), cells[f"option_{letter}_image"]


def _shown(item: Item, checked: Checked, kept: Mapping[str, str]) -> Item:
    swap = {drawing: kept[published] for drawing, published in _named(checked) if published in kept}
    options = tuple(
        replace(option, image=swap.get(option.image, option.image)) if option.image else option
        for option in item.options
    )
    images = tuple(swap.get(image, image) for image in item.images)
    return replace(item, images=images, options=options)
