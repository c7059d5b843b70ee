"""Local files as inputs: used where they lie, nothing is copied."""

from __future__ import annotations

from pathlib import Path

from sitegen.sources.hashing import sha256_of
from sitegen.sources.pins import Member, Pin
from sitegen.sources.problems import source_error


def find_files(pin: Pin) -> tuple[Path, ...]:
    """Return the files a `file` pin names, sorted within a pattern.

    Raises `SourceError` where one is missing or altered.
    """
    return tuple(path for member in pin.members for path in _matches(pin, member))


def _matches(pin: Pin, member: Member) -> list[Path]:
    base = Path(member.path).expanduser()
    whole = base if base.is_absolute() else pin.path.parent / base
    if member.is_pattern:
        anchor = Path(whole.anchor or ".")
        paths = sorted(anchor.glob(str(whole.relative_to(anchor))))
    else:
        paths = [whole]
    paths = [path for path in paths if path.is_file()]
    if not paths:
        raise source_error(
            pin,
            "member.path",
            f"{member.path}: no such file",
            "put it there or correct the path (relative to the pin file)",
        )
    if member.count is not None and len(paths) != member.count:
        raise source_error(
            pin,
            "member.count",
            f"{member.path} matches {len(paths)} files, not {member.count}",
            "add the missing files",
        )
    if member.sha256 and (found := sha256_of(paths[0])) != member.sha256:
        raise source_error(
            pin,
            "member.sha256",
            f"{member.path} has sha256 {found}, the pin says {member.sha256}",
            "get the pinned file, or pin the new one if the change is meant",
        )
    return paths
