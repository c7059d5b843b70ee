"""Files out of npm packages, fetched by `npm pack` into the cache."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sitegen.errors import SourceError
from sitegen.sources import Pin, fetch, read_pin
from sitegen.sources.npm import find_npm

MODULE = b"export default 1;\n"
SHA256 = hashlib.sha256(MODULE).hexdigest()
HASH = "0" * 64

type MakeTarball = Callable[[Mapping[str, bytes]], str]
type UseNpm = Callable[[str], None]
type WritePin = Callable[..., Path]


def sample(write_pin: WritePin, members: Mapping[str, str], archive: str, name: str = "sample") -> Pin:
    return read_pin(write_pin(members, kind="npm", name=name, version="1.0", sha256=archive))


def test_members_are_fetched_under_their_own_paths_and_once(
    make_tarball: MakeTarball, write_pin: WritePin, use_npm: UseNpm, tmp_path: Path
) -> None:
    archive = make_tarball({"dist/a.mjs": MODULE, "package.json": b"{}"})
    pin = sample(write_pin, {"dist/a.mjs": SHA256}, archive, name="@s/sample")
    (path,) = fetch(pin, tmp_path / "cache")
    use_npm("exit 1")
    assert fetch(pin, tmp_path / "cache") == (path,)
    assert path.read_bytes() == MODULE
    assert path.relative_to(tmp_path / "cache").as_posix() == "sources/npm/s--sample-1.0/dist/a.mjs"


def test_another_tarball_than_the_pinned_one_is_refused(
    make_tarball: MakeTarball, write_pin: WritePin, tmp_path: Path
) -> None:
    make_tarball({"a.mjs": MODULE})
    pin = sample(write_pin, {"a.mjs": SHA256}, HASH)
    with pytest.raises(SourceError, match="sha256: the tarball of sample 1.0 has sha256"):
        fetch(pin, tmp_path / "cache")


def test_a_file_the_package_lacks_is_named(
    make_tarball: MakeTarball, write_pin: WritePin, tmp_path: Path
) -> None:
    archive = make_tarball({"a.mjs": MODULE})
    pin = sample(write_pin, {"b.mjs": SHA256}, archive)
    with pytest.raises(SourceError, match=r"member\.path: sample 1\.0 has no file b\.mjs"):
        fetch(pin, tmp_path / "cache")


@pytest.mark.parametrize(
    ("output", "complaint"),
    [
        (
            "npm error code ENOTFOUND\nnpm error request to https://registry.test/x",
            "no package registry answers",
        ),
        (
            "npm error code ETARGET\nnpm error notarget at https://registry.test/x",
            "ETARGET notarget at its registry",
        ),
    ],
)
def test_a_failure_of_npm_is_told_without_addresses(
    write_pin: WritePin, use_npm: UseNpm, tmp_path: Path, output: str, complaint: str
) -> None:
    use_npm(f"cat >&2 <<'END'\n{output}\nEND\nexit 1")
    pin = sample(write_pin, {"a.mjs": SHA256}, HASH)
    with pytest.raises(SourceError) as caught:
        fetch(pin, tmp_path / "cache")
    assert complaint in str(caught.value)
    assert "registry.test" not in str(caught.value)


def test_npm_beside_this_python_serves_where_path_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "npm").write_text("#!/bin/sh\n")
    (tmp_path / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert find_npm() == str(tmp_path / "npm")


def test_no_npm_at_all_is_said(write_pin: WritePin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    pin = sample(write_pin, {"a.mjs": SHA256}, HASH)
    with pytest.raises(SourceError, match="there is no npm to fetch it with; install Node.js"):
        fetch(pin, tmp_path / "cache")
