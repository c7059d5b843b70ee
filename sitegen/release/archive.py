"""Pack a dataset folder's images into one reproducible download."""

from __future__ import annotations

import gzip
import tarfile
from collections.abc import Sequence
from pathlib import Path

ARCHIVE = "images.tar.gz"


def write_image_archive(folder: Path, images: Sequence[str]) -> None:
    """Write `images.tar.gz` with the images at their own relative paths, without times or owners.

    Nothing is written where there are no images.
    """
    if not images:
        return
    with (
        (folder / ARCHIVE).open("wb") as raw,
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=6, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for image in images:
            entry = tarfile.TarInfo(image)
            entry.size = (folder / image).stat().st_size
            entry.mode = 0o644
            with (folder / image).open("rb") as content:
                archive.addfile(entry, content)
