"""Fetch a pinned input into the cache and hand back verified local files."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sitegen.sources.hashing import sha256_of
from sitegen.sources.hub import fetch_hub
from sitegen.sources.local import find_files
from sitegen.sources.npm import download_tarball, tarball_member
from sitegen.sources.pins import Pin
from sitegen.sources.problems import source_error
from sitegen.sources.wheel import download_wheel, wheel_member


@dataclass(frozen=True, slots=True, kw_only=True)
class _Archive:
    """How one kind of archive is downloaded and read."""

    word: str
    download: Callable[[Pin, Path], Path]
    extract: Callable[[Pin, Path, str, Path], None]


_ARCHIVES = {
    "wheel": _Archive(word="wheel", download=download_wheel, extract=wheel_member),
    "npm": _Archive(word="tarball", download=download_tarball, extract=tarball_member),
}


def fetch(pin: Pin, cache: Path) -> tuple[Path, ...]:
    """Return the input's files, in the order of the pin's members, every one verified against its hash.

    Files already in `cache` with the right hash are used as they are, without any network. Raises
    `SourceError` where an input cannot be had or does not match its pin; nothing half-written is then left.
    """
    if pin.kind == "file":
        return find_files(pin)
    try:
        folder = _cache_folder(pin, cache)
        folder.parent.mkdir(parents=True, exist_ok=True)
        return fetch_hub(pin, folder) if pin.kind == "huggingface" else _fetch_archive(pin, folder)
    except OSError as error:
        raise source_error(
            pin,
            "name",
            f"cannot write to the cache {cache}: {error.strerror or error}",
            "free or name another cache",
        ) from error


def _cache_folder(pin: Pin, cache: Path) -> Path:
    name = pin.name.strip("@").replace("/", "--")
    return cache / "sources" / pin.kind / f"{name}-{pin.version.replace('/', '--')}"


def _fetch_archive(pin: Pin, folder: Path) -> tuple[Path, ...]:
    paths = tuple(folder / member.path for member in pin.members)
    wanted = tuple(zip(pin.members, paths, strict=True))
    if all(path.is_file() and sha256_of(path) == member.sha256 for member, path in wanted):
        return paths
    kind = _ARCHIVES[pin.kind]
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=folder.parent) as name:
        scratch = Path(name).resolve()  # the clients run in another folder
        archive = kind.download(pin, _made(scratch / "download"))
        _check(pin, "sha256", f"the {kind.word} of {pin.label}", archive, pin.sha256)
        for number, member in enumerate(pin.members):
            part = scratch / str(number)
            kind.extract(pin, archive, member.path, part)
            _check(pin, "member.sha256", member.path, part, member.sha256)
        for number, (_, path) in enumerate(wanted):
            if path.is_dir():
                shutil.rmtree(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            os.replace(scratch / str(number), path)
    return paths


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _check(pin: Pin, key: str, what: str, path: Path, sha256: str) -> None:
    if (found := sha256_of(path)) != sha256:
        raise source_error(
            pin,
            key,
            f"{what} has sha256 {found}, the pin says {sha256}",
            "nothing was kept; find out why it changed before pinning the new hash",
        )
