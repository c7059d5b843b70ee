"""Wheels as inputs: downloaded by pip, never installed."""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path

from sitegen.errors import SourceError
from sitegen.sources.commands import run_client
from sitegen.sources.pins import Pin
from sitegen.sources.problems import means_offline, source_error, without_addresses


def download_wheel(pin: Pin, folder: Path) -> Path:
    """Download the wheel of the pinned release into `folder` and return its path, unverified.

    Raises `SourceError` where pip is missing, no registry answers, or there is no such wheel.
    """
    command = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--no-input",
        "download",
        "--quiet",
    ]
    command += [
        "--no-deps",
        "--only-binary=:all:",
        "--ignore-requires-python",
        "--retries=1",
        f"--dest={folder}",
    ]
    requirement = f"{pin.name}=={pin.version}"
    done = run_client([*command, requirement], label=f"Downloading {pin.label}", folder=folder)
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode == 0 and len(wheels) == 1:
        return wheels[0]
    raise _failure(pin, done.stdout + done.stderr)


def wheel_member(pin: Pin, archive: Path, member: str, target: Path) -> None:
    """Write one file of a wheel to `target`; raises `SourceError` where the wheel has no such file."""
    try:
        with zipfile.ZipFile(archive) as bundle:
            target.write_bytes(bundle.read(member))
    except KeyError as error:
        raise source_error(
            pin, "member.path", f"{pin.label} has no file {member}", "list the wheel and correct the path"
        ) from error
    except zipfile.BadZipFile as error:
        raise source_error(pin, "sha256", f"the wheel of {pin.label} is damaged", "download again") from error


def _failure(pin: Pin, output: str) -> SourceError:
    if "No module named pip" in output:
        return source_error(
            pin, "kind", "this Python has no pip to fetch a wheel with", "run `make site` or ensurepip"
        )
    if means_offline(output):
        return source_error(
            pin,
            "name",
            f"{pin.label} is not in the cache and no package registry answers",
            "connect and run again, or put its wheel in a folder named by PIP_FIND_LINKS",
        )
    errors = [line for line in output.splitlines() if re.match(r"\s*ERROR:", line)]
    reason = without_addresses(errors[-1].replace("ERROR:", "")) if errors else "pip gave no reason"
    return source_error(
        pin,
        "version",
        f"pip could not download a wheel of {pin.label}: {reason}",
        "check name and version, and that pip finds a package registry or PIP_FIND_LINKS",
    )
