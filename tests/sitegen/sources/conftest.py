"""Small pinned inputs made on the spot: wheels for pip, tarballs for npm, pin files."""

from __future__ import annotations

import hashlib
import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

NO_COLUMNS: Mapping[str, str] = {}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def write_pin(tmp_path: Path) -> Callable[..., Path]:
    """Write a pin file of `keys` and members (path to sha256 or count); return its path."""

    def write(
        members: Mapping[str, str | int], columns: Mapping[str, str] = NO_COLUMNS, **keys: object
    ) -> Path:
        keys = {"licence": "CC0-1.0", "citation": "Made for a test."} | keys
        lines = [f"{key} = {value!r}" for key, value in keys.items()]
        for path, detail in members.items():
            lines += ["", "[[member]]", f"path = {path!r}"]
            if detail:
                lines.append(f"count = {detail}" if isinstance(detail, int) else f"sha256 = {detail!r}")
        lines += ["", "[columns]", *(f"{name} = {column!r}" for name, column in columns.items())]
        pin = tmp_path / "pin.toml"
        pin.write_text("\n".join(lines).replace("'", '"') + "\n", encoding="utf-8")
        return pin

    return write


@pytest.fixture
def wheel_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the only place pip may take wheels from."""
    house = tmp_path / "wheels"
    house.mkdir()
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(house))
    monkeypatch.delenv("PIP_EXTRA_INDEX_URL", raising=False)
    return house


@pytest.fixture
def make_wheel(wheel_house: Path) -> Callable[[Mapping[str, bytes]], str]:
    """Put a wheel `sample 1.0` with the files given into the wheel house; return its sha256."""

    def make(files: Mapping[str, bytes]) -> str:
        info = "sample-1.0.dist-info"
        metadata = {
            f"{info}/METADATA": b"Metadata-Version: 2.1\nName: sample\nVersion: 1.0\n",
            f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            f"{info}/RECORD": b"",
        }
        wheel = wheel_house / "sample-1.0-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as bundle:
            for name, content in {**files, **metadata}.items():
                bundle.writestr(name, content)
        return sha256(wheel.read_bytes())

    return make


@pytest.fixture
def use_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put an `npm` first on PATH that is a shell script of the lines given."""

    def use(body: str) -> None:
        tools = tmp_path / "tools"
        tools.mkdir(exist_ok=True)
        (tools / "npm").write_text(f"#!/bin/sh\n{body}\n")
        (tools / "npm").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")

    return use


@pytest.fixture
def make_tarball(tmp_path: Path, use_npm: Callable[[str], None]) -> Callable[[Mapping[str, bytes]], str]:
    """Make an npm tarball, and an `npm` first on PATH that hands it out; return the tarball's sha256."""

    def make(files: Mapping[str, bytes]) -> str:
        tarball = tmp_path / "sample.tgz"
        with tarfile.open(tarball, "w:gz") as bundle:
            for name, content in files.items():
                entry = tarfile.TarInfo(f"package/{name}")
                entry.size = len(content)
                bundle.addfile(entry, io.BytesIO(content))
        use_npm(f'cp "{tarball}" "${{6#--pack-destination=}}/sample-1.0.tgz"')
        return sha256(tarball.read_bytes())

    return make
