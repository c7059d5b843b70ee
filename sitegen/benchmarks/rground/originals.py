"""The patent's own pictures of the scaffolds asked about, in place of drawings of ours.

With `[images] images = "original"` the rows that became such scaffolds are read again, their pictures
checked and kept in the cache under names of their content, from where `render` publishes them. The
licence of the pictures is the source's, and so is that of the data set, which is the most demanding one.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.load import find_pin
from sitegen.errors import ConfigError, SourceError
from sitegen.records import Dropped, Funnel, FunnelStep
from sitegen.sources import Pin, fetch
from sitegen.sources.binaries import read_pictures
from sitegen.sources.pictures import BadPicture, inspect_picture

FOLDER = "images/original"
CHOICES = ("drawn", "original")


@dataclass(frozen=True, slots=True, kw_only=True)
class Originals:
    """The path in the data set of each kept picture, by scaffold id, and the funnel that led to them."""

    paths: Mapping[str, str]
    funnel: Funnel


def show_originals(
    items: Sequence[Item], rows: Mapping[str, int], context: BuildContext
) -> tuple[Sequence[Item], tuple[Funnel, ...]]:
    """Return the items with original pictures in place of drawings where `[images] images` asks for them.

    `rows` has the input row of each scaffold. Beside the items comes the funnel of the pictures, if any.
    Raises `ConfigError` for an unknown choice, `SourceError` where the input has no pictures.
    """
    choice = context.parameters["images"]["images"]
    if choice not in CHOICES:
        raise ConfigError(f"images.images: {choice!r} is unknown; choose one of {', '.join(CHOICES)}")
    if choice == "drawn":
        return items, ()
    pin = find_pin(context, context.parameters["input"]["source"])
    originals = keep_originals(items, rows, pin, context)
    return list(with_originals(items, originals.paths)), (originals.funnel,)


def keep_originals(
    items: Sequence[Item], rows: Mapping[str, int], pin: Pin, context: BuildContext
) -> Originals:
    """Read the pictures of the scaffolds that items show as an image, check them and keep the sound ones.

    `rows` has the input row of each scaffold. Raises `SourceError` where the input has no pictures.
    """
    if "image" not in pin.columns:
        raise SourceError(
            f'{pin.path}: columns.image: missing, and images = "original" needs it; name the column of the '
            'pictures, or write images = "drawn"'
        )
    asked = {str(item.extra["scaffold_id"]) for item in items if item.images and "scaffold_id" in item.extra}
    wanted = {rows[scaffold]: scaffold for scaffold in sorted(asked) if scaffold in rows}
    folder = _folder(context.cache)
    folder.mkdir(parents=True, exist_ok=True)
    kept: dict[str, str] = {}
    dropped = []
    limits = context.parameters["images"]
    for row, content in read_pictures(pin, fetch(pin, context.cache), pin.columns["image"], wanted):
        try:
            if content is None:
                raise BadPicture("no picture")
            found = inspect_picture(
                content, bytes_max=limits["original_bytes_max"], pixels_max=limits["original_pixels_max"]
            )
        except BadPicture as error:
            dropped.append(Dropped(row=f"row-{row}", reason=str(error), value=wanted[row]))
            continue
        name = f"{hashlib.sha256(content).hexdigest()[:32]}.{found.kind}"
        _store(folder / name, content)
        kept[wanted[row]] = f"{FOLDER}/{name}"
    steps = (
        FunnelStep(name="scaffolds shown as an image", kept=len(asked)),
        FunnelStep(name="of a row of the input", kept=len(wanted)),
        FunnelStep(name="with a sound picture; the others are drawn", kept=len(kept), dropped=tuple(dropped)),
    )
    return Originals(
        paths=kept, funnel=Funnel(slug="originals", title="Original pictures of scaffolds", steps=steps)
    )


def with_originals(items: Sequence[Item], paths: Mapping[str, str]) -> Iterator[Item]:
    """Yield the items, those shown a scaffold's drawing with the original picture in its place.

    The drawing stays in `extra["drawing"]`, for the page; `extra["original"]` names the picture.
    """
    for item in items:
        path = paths.get(str(item.extra.get("scaffold_id", "")))
        if path is None:
            yield item
            continue
        drawing = item.extra["drawing"]
        images = tuple(path if image == drawing else image for image in item.images)
        yield replace(item, images=images, extra={**item.extra, "original": path})


def original_pictures(items: Sequence[Item], cache: Path) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of every original picture that the items name, each once."""
    for path in sorted({str(item.extra["original"]) for item in items if "original" in item.extra}):
        yield path, (_folder(cache) / path.rpartition("/")[2]).read_bytes()


def _folder(cache: Path) -> Path:
    return cache / "originals"


def _store(path: Path, content: bytes) -> None:
    """Write a file unless it is there with the same bytes; a build that ends early leaves no half of it."""
    if path.is_file() and path.read_bytes() == content:
        return
    part = path.with_suffix(".part")
    part.write_bytes(content)
    os.replace(part, path)
