"""Files on disk as chunks of bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from evaluator.errors import DatasetError, DatasetErrors

CHUNK = 1 << 20


def chunks_of(path: Path | str) -> Iterator[bytes]:
    """Yield a file's bytes; raise `DatasetErrors` where it cannot be read."""
    try:
        with open(path, "rb") as file:
            while chunk := file.read(CHUNK):
                yield chunk
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise DatasetErrors((DatasetError(reason, path=str(path), advice="check the path"),)) from None
