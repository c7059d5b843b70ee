"""Hugging Face data sets, with a hub made of a local folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import huggingface_hub
import pytest
from huggingface_hub.errors import OfflineModeIsEnabled

from sitegen.errors import SourceError
from sitegen.sources import fetch, read_pin

type WritePin = Callable[..., Path]


class ConnectError(Exception):
    """Stands for the errors of the HTTP library below the hub's client, which share no base with Python's."""


FILES = {"sft_real/0.parquet": b"zero", "sft_real/1.parquet": b"one", "README.md": b"card"}


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hub with one data set, made of the folder returned; its branch `main` is commit c0ffee."""
    remote = tmp_path / "remote"
    for name, content in FILES.items():
        (remote / name).parent.mkdir(parents=True, exist_ok=True)
        (remote / name).write_bytes(content)

    def info(self: object, name: str, revision: str, timeout: float) -> Any:
        assert (name, revision) == ("a/b", "main")
        names = sorted(str(path.relative_to(remote)) for path in remote.rglob("*") if path.is_file())
        return SimpleNamespace(sha="c0ffee", siblings=[SimpleNamespace(rfilename=name) for name in names])

    def download(repo_id: str, filename: str, *, repo_type: str, revision: str, local_dir: Path) -> str:
        assert (repo_id, repo_type, revision) == ("a/b", "dataset", "c0ffee")
        target = local_dir / filename
        target.parent.mkdir(parents=True, exist_ok=True)
        return str(shutil.copy(remote / filename, target))

    monkeypatch.setattr(huggingface_hub.HfApi, "dataset_info", info)
    monkeypatch.setattr(huggingface_hub, "hf_hub_download", download)
    return remote


def go_offline(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(huggingface_hub.HfApi, "dataset_info", refuse)
    monkeypatch.setattr(huggingface_hub, "hf_hub_download", refuse)


def hub_pin(write_pin: WritePin, count: int = 2) -> Path:
    return write_pin({"*sft_real*.parquet": count}, kind="huggingface", name="a/b", revision="main")


def test_files_that_match_are_fetched_in_order_and_a_second_build_is_offline(
    hub: Path, write_pin: WritePin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = read_pin(hub_pin(write_pin))
    paths = fetch(pin, tmp_path / "cache")
    go_offline(monkeypatch, OfflineModeIsEnabled("offline"))
    assert fetch(pin, tmp_path / "cache") == paths
    assert [path.read_bytes() for path in paths] == [b"zero", b"one"]


def test_a_file_altered_after_it_was_fetched_is_noticed(
    hub: Path, write_pin: WritePin, tmp_path: Path
) -> None:
    pin = read_pin(hub_pin(write_pin))
    fetch(pin, tmp_path / "cache")[1].write_bytes(b"altered")
    with pytest.raises(SourceError, match=r"1\.parquet is missing or altered since it was fetched; delete"):
        fetch(pin, tmp_path / "cache")


def test_another_number_of_files_than_pinned_is_refused(
    hub: Path, write_pin: WritePin, tmp_path: Path
) -> None:
    with pytest.raises(SourceError, match=r"matches 2 files of a/b main, not 3"):
        fetch(read_pin(hub_pin(write_pin, count=3)), tmp_path / "cache")


def test_a_file_whose_hash_is_pinned_is_checked(hub: Path, write_pin: WritePin, tmp_path: Path) -> None:
    pin = write_pin({"README.md": "0" * 64}, kind="huggingface", name="a/b", revision="main")
    for _ in range(2):
        with pytest.raises(SourceError, match=r"member\.sha256: README\.md has sha256"):
            fetch(read_pin(pin), tmp_path / "cache")


@pytest.mark.parametrize(
    "error",
    [
        OfflineModeIsEnabled("Cannot reach https://hub.test"),
        ConnectError("[Errno -2] Name or service not known: hub.test"),
        TimeoutError("https://hub.test"),
    ],
)
def test_no_network_says_what_to_do_instead(
    hub: Path, write_pin: WritePin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    go_offline(monkeypatch, error)
    with pytest.raises(SourceError) as caught:
        fetch(read_pin(hub_pin(write_pin)), tmp_path / "cache")
    assert 'pin them with kind = "file"' in str(caught.value)
    assert "hub.test" not in str(caught.value)
