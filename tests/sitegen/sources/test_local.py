"""Local files as inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from sitegen.errors import SourceError
from sitegen.sources import fetch, file_pin, read_pin

type WritePin = Callable[..., Path]


def test_a_path_is_relative_to_the_pin_file(write_pin: WritePin, tmp_path: Path) -> None:
    (tmp_path / "t.smi").write_text("C\n")
    assert fetch(read_pin(write_pin({"t.smi": ""}, kind="file", name="x")), tmp_path / "cache") == (
        tmp_path / "t.smi",
    )


def test_a_pattern_gives_its_files_in_order(write_pin: WritePin, tmp_path: Path) -> None:
    for name in ("b.smi", "a.smi", "c.txt"):
        (tmp_path / name).write_text("C\n")
    paths = fetch(read_pin(write_pin({"*.smi": 2}, kind="file", name="x")), tmp_path / "cache")
    assert [path.name for path in paths] == ["a.smi", "b.smi"]


def test_a_file_without_a_pin_file_can_be_used(tmp_path: Path) -> None:
    (tmp_path / "t.smi").write_text("C\n")
    assert fetch(file_pin(tmp_path / "t.smi"), tmp_path / "cache") == (tmp_path / "t.smi",)


def test_nothing_is_copied_into_the_cache(write_pin: WritePin, tmp_path: Path) -> None:
    (tmp_path / "t.smi").write_text("C\n")
    fetch(read_pin(write_pin({"t.smi": ""}, kind="file", name="x")), tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_matching_hash_is_accepted(write_pin: WritePin, tmp_path: Path) -> None:
    (tmp_path / "t.smi").write_bytes(b"C\n")
    sha256 = hashlib.sha256(b"C\n").hexdigest()
    assert fetch(read_pin(write_pin({"t.smi": sha256}, kind="file", name="x")), tmp_path / "cache")


@pytest.mark.parametrize(
    ("members", "complaint"),
    [
        ({"none.smi": ""}, r"member\.path: none\.smi: no such file; put it there"),
        ({"*.smi": 2}, r"member\.count: \*\.smi matches 1 files, not 2"),
        ({"t.smi": "0" * 64}, r"member\.sha256: t\.smi has sha256 [0-9a-f]{64}, the pin says 0000"),
    ],
)
def test_a_missing_or_altered_file_is_one_clear_error(
    write_pin: WritePin, tmp_path: Path, members: dict[str, str | int], complaint: str
) -> None:
    (tmp_path / "t.smi").write_text("C\n")
    with pytest.raises(SourceError, match=rf"pin\.toml: {complaint}"):
        fetch(read_pin(write_pin(members, kind="file", name="x")), tmp_path / "cache")
