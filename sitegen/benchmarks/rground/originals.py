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
CACHE = "originals"
CHOICES = ("drawn", "original")


@dataclass(frozen=True, slots=True, kw_only=True)
class Originals:
    """The path in the data set of each kept picture, by scaffold id, and the funnel that led to them."""

    paths: Mapping[str, str]
    funnel: Funnel


def chosen_images(context: BuildContext) -> str:
    """Return what `[images] images` asks for; raises `ConfigError` for a word that is none of `CHOICES`."""
    choice = context.parameters["images"]["images"]
    if choice not in CHOICES:
        raise ConfigError(f"images.images: {choice!r} is unknown; choose one of {', '.join(CHOICES)}")
    return str(choice)


def show_originals(
    items: Sequence[Item], rows: Mapping[str, int], context: BuildContext
) -> tuple[Sequence[Item], tuple[Funnel, ...]]:
    """Return the items with original pictures in place of drawings where `[images] images` asks for them.

    `rows` has the input row of each scaffold. Beside the items comes the funnel of the pictures, if any.
    Raises `ConfigError` for an unknown choice, `SourceError` where the input has no pictures.
    """
    if chosen_images(context) == "drawn":
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
    kept: dict[str, str] = {}
    dropped = []
    for row, content in read_pictures(pin, fetch(pin, context.cache), pin.columns["image"], wanted):
        try:
            if content is None:
                raise BadPicture("no picture")
            kept[wanted[row]] = store_picture(content, context)
        except BadPicture as error:
            dropped.append(Dropped(row=f"row-{row}", reason=str(error), value=wanted[row]))
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


def store_picture(content: bytes, context: BuildContext) -> str:
    """Keep a picture in the cache under a name of its content; return its path in the data set.

    Raises `BadPicture` where it is no whole PNG or JPEG file, or larger than `[images]` allows.
    """
    limits = context.parameters["images"]
    found = inspect_picture(
        content, bytes_max=limits["original_bytes_max"], pixels_max=limits["original_pixels_max"]
    )
    name = f"{hashlib.sha256(content).hexdigest()[:32]}.{found.kind}"
    path = context.cache / CACHE / name
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_bytes(content)
        os.replace(part, path)  # a build that ends early leaves no half of it
    return f"{FOLDER}/{name}"


def original_pictures(items: Sequence[Item], cache: Path) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of every original picture that items or their options show, each once."""
    shown = {
        path for item in items for path in (*item.images, *(option.image or "" for option in item.options))
    }
    for path in sorted(path for path in shown if path.startswith(f"{FOLDER}/")):
        yield path, (cache / CACHE / path.rpartition("/")[2]).read_bytes()
