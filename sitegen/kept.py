"""Results kept in the cache as gzipped JSON: read whole or not at all, written whole or not at all."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any


def read_kept(path: Path) -> Any | None:
    """Return what a file holds, None where it is not there or cannot be read: it is then made again."""
    try:
        return json.loads(gzip.decompress(path.read_bytes()))
    except (OSError, EOFError, ValueError):
        return None


def write_kept(path: Path, value: Any, *, newest: int | None = None, pattern: str = "*") -> None:
    """Write a JSON value; with `newest` only so many files of that `pattern` stay in the folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    text = json.dumps(value, separators=(",", ":"))
    part.write_bytes(gzip.compress(text.encode(), compresslevel=3, mtime=0))
    os.replace(part, path)
    if newest is not None:
        files = sorted(path.parent.glob(pattern), key=lambda file: file.stat().st_mtime_ns)
        for old in files[:-newest]:
            old.unlink(missing_ok=True)
