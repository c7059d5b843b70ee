"""Kept derivations: the same as new ones, never for other input, made again where damaged."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from sitegen.benchmarks.rground import derived_cache
from sitegen.benchmarks.rground.cores import CutLimits
from sitegen.benchmarks.rground.derived import derive_cores
from sitegen.benchmarks.rground.derived_cache import derive_once
from tests.sitegen.benchmarks.rground.contexts import rground_context, serial_map

LIMITS = CutLimits(core_min=8, core_max=40, substituent_max=15, share=0.5)
MOLECULES = [
    "CCCCCC",
    "CN(C)CCCN1c2ccccc2Sc2ccc(Cl)cc21",
    "CN(C)CCCN1c2ccccc2Sc2ccccc21",
    "C[C@H](N)c1ccc2ncccc2c1",
]


def files(cache: Path) -> list[Path]:
    return sorted((cache / "rground").iterdir())


def test_a_kept_derivation_is_the_one_that_was_made(tmp_path: Path) -> None:
    context = rground_context(tmp_path, {})
    made = derive_once(MOLECULES, LIMITS, context)
    assert made == derive_cores(MOLECULES, LIMITS, serial_map())
    assert made.without == {0: "no ring"}
    assert len(files(tmp_path)) == 1
    broken = dataclasses.replace(context, map=None)  # type: ignore[arg-type]
    assert derive_once(MOLECULES, LIMITS, broken) == made


def test_other_molecules_limits_or_code_are_derived_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = rground_context(tmp_path, {})
    derive_once(MOLECULES, LIMITS, context)
    derive_once(MOLECULES[1:], LIMITS, context)
    derive_once(MOLECULES, dataclasses.replace(LIMITS, core_min=9), context)
    assert len(files(tmp_path)) == 3
    monkeypatch.setattr(derived_cache, "tree_sha256", lambda roots: "other code")
    derive_once(MOLECULES, LIMITS, context)
    assert len(files(tmp_path)) == 4


def test_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    context = rground_context(tmp_path, {})
    made = derive_once(MOLECULES, LIMITS, context)
    (path,) = files(tmp_path)
    whole = path.read_bytes()
    for damaged in (b"", whole[:-20], b"no gzip"):
        path.write_bytes(damaged)
        assert derive_once(MOLECULES, LIMITS, context) == made
        assert path.read_bytes() == whole


def test_the_cache_does_not_grow_without_end(tmp_path: Path) -> None:
    context = rground_context(tmp_path, {})
    for core_min in range(1, 9):
        derive_once(MOLECULES, dataclasses.replace(LIMITS, core_min=core_min), context)
    assert len(files(tmp_path)) == 4
