"""The evaluator as a wheel, written byte for byte the same wherever the site is built.

No build backend runs: a wheel of pure Python is a zip file with three small text files beside the
modules (the binary distribution format of the Python packaging specifications).
"""

from __future__ import annotations

import base64
import hashlib
import io
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

from evaluator import __version__
from sitegen.config import REPOSITORY_ROOT

IMPORTS = "evaluator"
"""The one package that the wheel holds."""

_DATA = frozenset({".py", ".tsv", ".toml", ".json", ".md", ".typed"})
_EPOCH = (1980, 1, 1, 0, 0, 0)
_FILE_MODE = 0o100644 << 16
_UNIX = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """A wheel: its distribution's name and version, its file name and its bytes."""

    name: str
    version: str
    file_name: str
    data: bytes


def build_wheel(root: Path = REPOSITORY_ROOT) -> Wheel:
    """Return the wheel of the evaluator in a checkout; name and summary are those of `pyproject.toml`."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = project["name"]
    info = f"{name}-{__version__}.dist-info"
    files = _modules(root / IMPORTS)
    files[f"{info}/METADATA"] = _metadata(project)
    files[f"{info}/WHEEL"] = _lines(
        "Wheel-Version: 1.0", "Generator: chemground", "Root-Is-Purelib: true", "Tag: py3-none-any"
    )
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD")
    return Wheel(
        name=name,
        version=__version__,
        file_name=f"{name}-{__version__}-py3-none-any.whl",
        data=_zip(files),
    )


def _modules(package: Path) -> dict[str, bytes]:
    paths = sorted(path for path in package.rglob("*") if path.suffix in _DATA and path.is_file())
    return {path.relative_to(package.parent).as_posix(): path.read_bytes() for path in paths}


def _metadata(project: dict[str, str]) -> bytes:
    return _lines(
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {__version__}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        f"License-Expression: {project['license']}",
    )


def _record(files: dict[str, bytes], itself: str) -> bytes:
    rows = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}")
    return _lines(*rows, f"{itself},,")


def _lines(*lines: str) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _zip(files: dict[str, bytes]) -> bytes:
    # Stored, not deflated: compressed bytes depend on the zlib at hand.
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, date_time=_EPOCH)
            entry.external_attr = _FILE_MODE
            entry.create_system = _UNIX
            archive.writestr(entry, data)
    return buffer.getvalue()
