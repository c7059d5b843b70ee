"""SHA-256 of files, with a progress bar for the large ones."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tqdm import tqdm

_CHUNK = 1 << 20
_LARGE = 200 << 20


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file as hexadecimal digits."""
    size = path.stat().st_size
    digest = hashlib.sha256()
    hidden = True if size < _LARGE else None
    with (
        path.open("rb") as stream,
        tqdm(
            total=size, unit="B", unit_scale=True, desc=f"Checking {path.name}", disable=hidden, leave=False
        ) as bar,
    ):
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
            bar.update(len(chunk))
    return digest.hexdigest()
