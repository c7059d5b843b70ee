"""Candidates by similarity, their direction and cap; results kept in the cache."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from rdkit import Chem, DataStructs
from rdkit.Chem import rdFingerprintGenerator

from sitegen.benchmarks.fgbench import pairing
from sitegen.benchmarks.fgbench.candidates import find_candidates, pair_hash
from sitegen.benchmarks.fgbench.pairing import pair_table
from sitegen.benchmarks.fgbench.refusal import NO_GROUPS
from sitegen.benchmarks.fgbench.settings import PairSettings
from sitegen.parallel import ordered_map
from tests.sitegen.benchmarks.fgbench.contexts import FOLDER, fgbench_context, real_pairs

SETTINGS = PairSettings(similarity=0.7, radius=2, bits=512, most_pairs=3000, most_heavy=60)


def molecules() -> list[str]:
    return [molecule.smiles for molecule in real_pairs("freesolv").cleaned.molecules]


def test_candidates_are_all_pairs_above_the_threshold() -> None:
    found, capped = find_candidates("freesolv", molecules(), SETTINGS, 42)
    generator = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=512)
    prints = {one: generator.GetFingerprint(Chem.MolFromSmiles(one)) for one in molecules()}
    expected = {
        frozenset(pair): similarity
        for pair in combinations(molecules(), 2)
        if (similarity := DataStructs.TanimotoSimilarity(*(prints[one] for one in pair))) > 0.7
    }
    assert {frozenset((one.target, one.reference)): one.similarity for one in found} == expected
    assert (len(found), capped) == (148, 0)
    assert len({one.id for one in found}) == 148


def test_the_direction_is_even_and_follows_the_seed_and_not_the_order_of_the_molecules() -> None:
    given = molecules()
    found, _ = find_candidates("freesolv", given, SETTINGS, 42)
    assert find_candidates("freesolv", given[::-1], SETTINGS, 42)[0] == found
    turned = sum(one.target > one.reference for one in found)
    assert 50 < turned < 98
    other, _ = find_candidates("freesolv", given, SETTINGS, 1)
    assert {one.id for one in other} == {one.id for one in found}
    assert other != found


def test_the_id_of_a_pair_knows_no_order() -> None:
    assert pair_hash("CCO", "CCN") == pair_hash("CCN", "CCO") != pair_hash("CCO", "CCF")


def test_beyond_the_cap_a_seeded_sample_is_taken() -> None:
    few = replace(SETTINGS, most_pairs=20)
    found, capped = find_candidates("freesolv", molecules(), few, 42)
    assert (len(found), capped) == (20, 128)
    assert find_candidates("freesolv", molecules()[::-1], few, 42)[0] == found
    assert find_candidates("freesolv", molecules(), few, 1)[0] != found


def test_results_come_from_the_cache_the_second_time_and_are_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleaned = real_pairs("freesolv").cleaned
    first = pair_table(cleaned, fgbench_context(tmp_path))
    monkeypatch.setattr(pairing, "_proved", lambda candidates, context: pytest.fail("proved again"))
    assert pair_table(cleaned, fgbench_context(tmp_path)) == first
    (kept,) = (tmp_path / "fgbench" / "pairs" / "freesolv").iterdir()
    kept.write_bytes(b"cut off")
    monkeypatch.undo()
    assert pair_table(cleaned, fgbench_context(tmp_path)) == first


def test_two_processes_prove_what_one_does(tmp_path: Path) -> None:
    cleaned = real_pairs("freesolv").cleaned
    one = pair_table(cleaned, fgbench_context(tmp_path / "one"))
    with ordered_map(2, [FOLDER]) as workers:
        two = pair_table(cleaned, fgbench_context(tmp_path / "two", workers=workers))
    assert one == two
    shutil.rmtree(tmp_path / "one")


def test_a_molecule_without_groups_to_go_by_rejects_its_pairs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sitegen.benchmarks.fgbench.annotation import Annotation

    broken = {one: Annotation(fault="KeyError: x") for one in molecules()}
    monkeypatch.setattr(pairing, "annotate", lambda smiles, context: broken)
    found = pair_table(real_pairs("freesolv").cleaned, fgbench_context(tmp_path))
    assert not found.pairs
    assert {(one.reason, one.detail) for one in found.rejected} == {(NO_GROUPS, "KeyError: x")}
