"""The engine's files: the same bytes from the same input, whole, and naming no other host."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64encode
from dataclasses import replace
from pathlib import Path

import pytest

from sitegen.config import REPOSITORY_ROOT
from sitegen.errors import SourceError
from sitegen.site.evaluator_wheel import build_wheel
from sitegen.site.scorer.engine import POINTER, Engine, lock_file, rdkit_module, write_engine
from sitegen.sources import fetch, read_pin
from tests.sitegen.site.building import CACHE

PINS = REPOSITORY_ROOT / "data" / "site" / "sources"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Engine]:
    """Return a site's folder with the engine in it."""
    site = tmp_path_factory.mktemp("site")
    return site, write_engine(site, CACHE)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_writing_twice_gives_the_same_folder_and_the_same_bytes(
    written: tuple[Path, Engine], tmp_path: Path
) -> None:
    site, engine = written
    assert write_engine(tmp_path, CACHE) == engine
    assert contents(tmp_path / engine.folder) == contents(site / engine.folder)
    assert (tmp_path / POINTER).read_bytes() == (site / POINTER).read_bytes()


def test_the_folder_is_another_one_when_the_evaluator_changes(
    written: tuple[Path, Engine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = replace(build_wheel(), data=b"another evaluator")
    monkeypatch.setattr("sitegen.site.scorer.engine.build_wheel", lambda: wheel)
    assert write_engine(tmp_path, CACHE).folder != written[1].folder


def test_sizes_are_those_of_the_files_that_are_sent(written: tuple[Path, Engine]) -> None:
    site, engine = written
    assert {name: (site / engine.folder / name).stat().st_size for name in engine.files} == engine.files
    assert {"pyodide.asm.wasm.gz", "RDKit_minimal.wasm.gz", "python_stdlib.zip"} <= set(engine.files)


def test_webassembly_unpacks_to_what_was_pinned(written: tuple[Path, Engine]) -> None:
    site, engine = written
    for pin, name in (("pyodide", "pyodide.asm.wasm"), ("rdkit_js", "dist/RDKit_minimal.wasm")):
        wanted = {member.path: member.sha256 for member in read_pin(PINS / f"{pin}.toml").members}[name]
        packed = (site / engine.folder / f"{Path(name).name}.gz").read_bytes()
        assert hashlib.sha256(gzip.decompress(packed)).hexdigest() == wanted


def test_no_file_of_the_build_names_another_host(written: tuple[Path, Engine]) -> None:
    site, engine = written
    own = [name for name in contents(site / engine.folder) if not name.startswith("pyodide")]
    for name in own:
        if name.endswith((".mjs", ".py", ".json", ".txt")) and name != "RDKit_minimal.mjs":
            assert b"://" not in (site / engine.folder / name).read_bytes(), name
    assert "://" not in (site / POINTER).read_text(encoding="utf-8")


def test_the_lock_file_knows_the_wheel_beside_it_and_nothing_else(written: tuple[Path, Engine]) -> None:
    site, engine = written
    folder = site / engine.folder
    lock = json.loads((folder / "lock.json").read_bytes())
    (package,) = lock["packages"].values()
    assert package["sha256"] == hashlib.sha256((folder / package["file_name"]).read_bytes()).hexdigest()
    assert package["imports"] == ["evaluator"] and package["depends"] == []
    upstream = next(path for path in fetch(read_pin(PINS / "pyodide.toml"), CACHE) if "lock" in path.name)
    assert lock["info"] == json.loads(upstream.read_bytes())["info"]
    assert (folder / "lock.json").stat().st_size < 1000


def test_a_loader_that_cannot_move_its_stack_is_refused_when_the_site_is_built() -> None:
    pin = read_pin(PINS / "rdkit_js.toml")
    with pytest.raises(SourceError, match="does not export _malloc"):
        rdkit_module(pin, b"var initRDKitModule;")


def test_the_wheel_holds_the_whole_evaluator_and_a_true_record() -> None:
    with zipfile.ZipFile(io.BytesIO(build_wheel().data)) as archive:
        names = archive.namelist()
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        record = next(name for name in names if name.endswith("RECORD"))
        rows = [line.split(",") for line in archive.read(record).decode().splitlines()]
        for path, digest, size in rows:
            if path != record:
                data = archive.read(path)
                hashed = urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                assert (digest, int(size)) == (f"sha256={hashed}", len(data))
    assert [path for path, _, _ in rows] == names
    modules = {
        path.relative_to(REPOSITORY_ROOT).as_posix() for path in (REPOSITORY_ROOT / "evaluator").rglob("*.py")
    }
    assert modules <= set(names)
    assert not [name for name in names if "__pycache__" in name]


def test_pip_installs_the_wheel_and_the_evaluator_runs_from_it(tmp_path: Path) -> None:
    wheel = build_wheel()
    path = tmp_path / wheel.file_name
    path.write_bytes(wheel.data)
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--no-deps",
        "--no-index",
        "--quiet",
        "--target",
        "there",
        path,
    ]
    subprocess.run(install, cwd=tmp_path, check=True)
    program = "import evaluator; print(evaluator.__version__, evaluator.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path / "there",
        check=True,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path / "there")},
    )
    version, file = done.stdout.split()
    assert version == wheel.version and file.startswith(str(tmp_path))
    assert re.fullmatch(r"chemground-[0-9.]+-py3-none-any\.whl", wheel.file_name)


def test_the_lock_file_refuses_a_wheel_whose_name_and_version_disagree() -> None:
    wheel = replace(build_wheel(), file_name="other-9-py3-none-any.whl")
    upstream = next(path for path in fetch(read_pin(PINS / "pyodide.toml"), CACHE) if "lock" in path.name)
    with pytest.raises(ValueError, match="does not match"):
        lock_file(upstream.read_bytes(), wheel)
