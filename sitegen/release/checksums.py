"""Seal a dataset folder with the sha256 of every file in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

CHECKSUMS = "checksums.sha256"


def file_sha256(path: Path) -> str:
    """Return the sha256 of a file in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_checksums(folder: Path, canary: str) -> Path:
    """Write `checksums.sha256` in the format of sha256sum, sorted by path, and return its path."""
    target = folder / CHECKSUMS
    lines = [f"{file_sha256(path)}  {path.relative_to(folder).as_posix()}" for path in _files(folder)]
    target.write_text("\n".join([f"# canary {canary}", *lines, ""]), encoding="utf-8")
    return target


def read_checksums(folder: Path) -> dict[str, str]:
    """Return {relative path: sha256} from a folder's checksum file."""
    lines = (folder / CHECKSUMS).read_text(encoding="utf-8").splitlines()
    pairs = [line.split("  ", 1) for line in lines if line and not line.startswith("#")]
    return {path: digest for digest, path in pairs}


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != CHECKSUMS:
            yield path
