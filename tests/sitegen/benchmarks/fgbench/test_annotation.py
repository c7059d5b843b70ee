"""Groups of molecules: by accfg's names, once, from the cache afterwards."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sitegen.benchmarks.fgbench import annotation
from sitegen.benchmarks.fgbench.annotation import annotate
from sitegen.benchmarks.fgbench.records import Group
from sitegen.parallel import ordered_map
from tests.sitegen.benchmarks.fgbench.contexts import FOLDER, fgbench_context

SMILES = ("CC(=O)Oc1ccccc1C(=O)O", "CCO", "c1ccncc1")


def the_file(folder: Path) -> Path:
    (path,) = (folder / "fgbench").glob("groups-*.json.gz")
    return path


def test_groups_have_accfgs_names_and_the_atoms_of_the_canonical_smiles(tmp_path: Path) -> None:
    found = annotate(SMILES, fgbench_context(tmp_path))
    assert Group(name="carboxylic acid", atoms=(10, 11, 12)) in found[SMILES[0]].groups
    assert found["CCO"].groups == (Group(name="hydroxy", atoms=(2,)),)
    assert found["c1ccncc1"].groups == (Group(name="pyridine", atoms=(0, 1, 2, 3, 4, 5)),)


def test_a_molecule_is_annotated_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = annotate(SMILES[:2], fgbench_context(tmp_path))
    asked: list[str] = []
    real = annotation.annotate_batch

    def counted(lite: bool, smiles: Sequence[str]) -> dict[str, Any]:
        asked.extend(smiles)
        return real(lite, smiles)

    monkeypatch.setattr(annotation, "annotate_batch", counted)
    again = annotate(SMILES, fgbench_context(tmp_path))
    assert asked == [SMILES[2]]
    assert {name: again[name] for name in first} == first


def test_the_name_of_the_cache_holds_the_versions_and_the_list_of_groups(tmp_path: Path) -> None:
    annotate(SMILES[:1], fgbench_context(tmp_path))
    assert the_file(tmp_path).name.startswith("groups-accfg-0.1.0-rdkit-")
    assert the_file(tmp_path).name.endswith("-lite.json.gz")
    annotate(SMILES[:1], fgbench_context(tmp_path, {"groups": {"lite": False}}))
    assert len(list((tmp_path / "fgbench").glob("groups-*"))) == 2


@pytest.mark.parametrize("content", [b"", b"no gzip", gzip.compress(b"[1"), gzip.compress(b"[]")])
def test_a_cache_that_cannot_be_read_is_made_again(tmp_path: Path, content: bytes) -> None:
    first = annotate(SMILES, fgbench_context(tmp_path))
    the_file(tmp_path).write_bytes(content)
    assert annotate(SMILES, fgbench_context(tmp_path)) == first
    assert set(json.loads(gzip.decompress(the_file(tmp_path).read_bytes()))) == set(SMILES)


def test_a_molecule_that_accfg_fails_on_is_told_and_the_others_are_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = annotation._accfg(True)

    class Failing:
        def run_mol(self, mol: Any) -> Any:
            if mol.GetNumAtoms() == 3:
                raise KeyError("no such group")
            return real.run_mol(mol)

    monkeypatch.setattr(annotation, "_accfg", lambda lite: Failing())
    found = annotate(SMILES, fgbench_context(tmp_path))
    assert found["CCO"].fault == "KeyError: 'no such group'"
    assert found["c1ccncc1"].groups


def test_two_processes_find_what_one_does(tmp_path: Path) -> None:
    one = annotate(SMILES, fgbench_context(tmp_path / "one"))
    with ordered_map(2, [FOLDER]) as workers:
        two = annotate(SMILES, fgbench_context(tmp_path / "two", workers=workers))
    assert one == two
    assert the_file(tmp_path / "one").read_bytes() == the_file(tmp_path / "two").read_bytes()
