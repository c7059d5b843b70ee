"""Hugging Face data sets as inputs, through `huggingface_hub`."""

from __future__ import annotations

import fnmatch
import json
import os
from pathlib import Path
from typing import Any

from sitegen.errors import SourceError
from sitegen.sources.hashing import sha256_of
from sitegen.sources.pins import Pin
from sitegen.sources.problems import source_error

# What was taken: the commit behind a branch name and the hash of every file. It is written last, so that its
# presence means the download was completed, and later builds are checked against it without any network.
_RECEIPT = "receipt.json"


def fetch_hub(pin: Pin, folder: Path) -> tuple[Path, ...]:
    """Return the files of a data set that the pin's members match, downloading to `folder` what is missing.

    Raises `SourceError` where the hub cannot be reached, the revision or a file is missing, or a hash
    differs.
    """
    receipt = _read_receipt(folder)
    if receipt is None or not _same_members(pin, receipt):
        receipt = _download(pin, folder)
    for name, sha256 in receipt["files"].items():
        path = folder / name
        if not path.is_file() or sha256_of(path) != sha256:
            raise source_error(
                pin,
                "member.sha256",
                f"{path} is missing or altered since it was fetched",
                f"delete {folder} and run again",
            )
    return tuple(folder / name for name in receipt["files"])


def _read_receipt(folder: Path) -> dict[str, Any] | None:
    try:
        receipt: dict[str, Any] = json.loads((folder / _RECEIPT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return receipt


def _members(pin: Pin) -> list[list[str]]:
    return [[member.path, member.sha256] for member in pin.members]


def _same_members(pin: Pin, receipt: dict[str, Any]) -> bool:
    return receipt.get("members") == _members(pin)


def _download(pin: Pin, folder: Path) -> dict[str, Any]:
    # Imported here: only builds that use the hub pay for it.
    from huggingface_hub import HfApi, hf_hub_download
    from huggingface_hub.errors import OfflineModeIsEnabled, RepositoryNotFoundError, RevisionNotFoundError
    from huggingface_hub.utils import logging

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    try:
        info = HfApi().dataset_info(pin.name, revision=pin.version, timeout=30)
        commit = str(info.sha)
        names = _names(pin, [str(file.rfilename) for file in info.siblings or ()])
        for name in names:
            hf_hub_download(pin.name, name, repo_type="dataset", revision=commit, local_dir=folder)
    except SourceError:
        raise
    except (OfflineModeIsEnabled, TimeoutError) as error:
        raise _offline(pin) from error
    except RepositoryNotFoundError as error:
        raise source_error(
            pin,
            "name",
            f"the hub shows no data set {pin.name}",
            "check the name, or log in if it asks for consent",
        ) from error
    except RevisionNotFoundError as error:
        raise source_error(
            pin, "revision", f"{pin.name} has no revision {pin.version}", "name a commit, tag or branch of it"
        ) from error
    except Exception as error:  # the hub's client lets its HTTP library's own errors through
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise _offline(pin) from error
    return _write_receipt(pin, folder, commit, names)


def _names(pin: Pin, listed: list[str]) -> list[str]:
    names: list[str] = []
    for member in pin.members:
        matches = sorted(name for name in listed if fnmatch.fnmatchcase(name, member.path))
        if not matches:
            raise source_error(
                pin,
                "member.path",
                f"{pin.label} has no file {member.path}",
                "look at its file list and correct the path",
            )
        if member.count is not None and len(matches) != member.count:
            raise source_error(
                pin,
                "member.count",
                f"{member.path} matches {len(matches)} files of {pin.label}, not {member.count}",
                "narrow the pattern or correct the count",
            )
        names += [name for name in matches if name not in names]
    return names


def _write_receipt(pin: Pin, folder: Path, commit: str, names: list[str]) -> dict[str, Any]:
    files = {name: sha256_of(folder / name) for name in names}
    for member in pin.members:
        if member.sha256 and files[member.path] != member.sha256:
            raise source_error(
                pin,
                "member.sha256",
                f"{member.path} has sha256 {files[member.path]}, the pin says {member.sha256}",
                "find out why it changed before pinning the new hash",
            )
    receipt = {"commit": commit, "members": _members(pin), "files": files}
    part = folder / f"{_RECEIPT}.part"
    part.write_text(json.dumps(receipt, indent=1) + "\n", encoding="utf-8")
    os.replace(part, folder / _RECEIPT)
    return receipt


def _offline(pin: Pin) -> SourceError:
    return source_error(
        pin,
        "name",
        f"{pin.label} is not in the cache and the Hugging Face hub cannot be reached",
        'connect and run again, or get the files by other means and pin them with kind = "file"',
    )
