"""From the real source table to scaffolds and edits: every number accounted for, every claim checked."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from rdkit import Chem

from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.load import Loaded, load
from sitegen.benchmarks.rground.records import Scaffold
from sitegen.errors import ConfigError
from sitegen.parallel import ordered_map
from sitegen.records import FunnelStep
from sitegen.sources import fetch, read_pin, read_rows
from tests.sitegen.benchmarks.rground.contexts import DATA, file_context, real_cache, rground_context
from tests.sitegen.benchmarks.rground.recutting import gives_core_back

PIN = DATA / "sources" / "approved_drugs.toml"


@pytest.fixture(scope="module")
def rows() -> list[tuple[str, str, str]]:
    """Return (id, name, SMILES) of every row of the real source table."""
    pin = read_pin(PIN)
    found = read_rows(pin, fetch(pin, real_cache()), ("id", "name", "smiles"))
    return [(str(row["id"]), str(row["name"]), str(row["smiles"])) for batch in found for row in batch]


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    """Return a build of the real input, limited to some hundreds of scaffolds."""
    return load(rground_context(real_cache(), {"approved_drugs": PIN}, limit=100))


def labels(scaffold: Scaffold) -> dict[int, str]:
    return {site.atom: site.label for site in scaffold.sites}


def steps(loaded: Loaded, slug: str) -> tuple[FunnelStep, ...]:
    return next(one.steps for one in loaded.funnels if one.slug == slug)


def test_cutting_off_the_substituents_of_every_edit_gives_its_core_back(loaded: Loaded) -> None:
    scaffolds = {scaffold.id: scaffold for scaffold in loaded.scaffolds}
    smiles = {one.name: one.smiles for one in loaded.pool}
    wrong = [
        edit.id
        for edit in loaded.edits
        if not gives_core_back(
            scaffolds[edit.scaffold].smiles,
            labels(scaffolds[edit.scaffold]),
            edit.product,
            {label: smiles[name] for label, name in edit.substituents.items()},
        )
    ]
    assert len(loaded.edits) >= 4 * 500
    assert wrong == []


def test_no_edit_keeps_a_star_or_loses_a_stereocentre(loaded: Loaded) -> None:
    scaffolds = {scaffold.id: scaffold for scaffold in loaded.scaffolds}
    for edit in loaded.edits:
        assert "*" not in edit.product
        core = _numbered(scaffolds[edit.scaffold])
        assert _centres(edit.product) == _centres(core), edit.id


def test_every_member_is_cut_into_its_scaffold_and_substituents_again(loaded: Loaded) -> None:
    checked, failed = 0, set()
    for scaffold in loaded.scaffolds:
        for member in scaffold.members:
            if "[H]" not in member.substituents.values():
                groups = {label: one.removeprefix("*") for label, one in member.substituents.items()}
                back = gives_core_back(scaffold.smiles, labels(scaffold), member.smiles, groups)
                failed |= set() if back else {member.name}
                checked += 1
    assert checked > 500
    # Two equal groups at the core's stereocentre: the drug has none to give back.
    assert failed == {"FLUCONAZOLE", "GEMCITABINE"}


def test_every_curated_core_and_every_one_of_its_drugs_is_there(loaded: Loaded) -> None:
    curated = {scaffold.family: scaffold for scaffold in loaded.scaffolds if scaffold.origin == "curated"}
    with (DATA / "markush.tsv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert sum(scaffold.origin == "curated" for scaffold in loaded.scaffolds) == len(
        {row["core_id"] for row in table}
    )
    assert {row["family"] for row in table} == curated.keys()
    members = Counter(len(one.members) for one in loaded.scaffolds if one.origin == "curated")
    assert sum(count * number for count, number in members.items()) >= len(table)


def test_every_row_of_the_source_is_accounted_for(loaded: Loaded, rows: list[tuple[str, str, str]]) -> None:
    source, parents, merged, cored = steps(loaded, "molecules")
    assert source.kept == len(rows) == 2628
    for before, after in ((source, parents), (parents, merged), (merged, cored)):
        assert before.kept - after.kept == len(after.dropped)
    assert all(one.reason and one.row for step in (parents, merged, cored) for one in step.dropped)
    assert merged.kept > 1600
    assert cored.kept > 1400


def test_derived_and_curated_cores_pass_the_published_filters(loaded: Loaded) -> None:
    counts = {step.kept for step in steps(loaded, "filters")}
    assert len(counts) == 1
    assert counts.pop() > 18_599
    assert {step.published for step in steps(loaded, "filters")} == {None}


def test_derived_cores_lie_within_the_limits(loaded: Loaded) -> None:
    for scaffold in loaded.scaffolds:
        if scaffold.origin == "derived":
            size = sum(atom.GetAtomicNum() > 1 for atom in Chem.MolFromSmiles(scaffold.smiles).GetAtoms())
            assert 8 <= size <= 40
            assert scaffold.labels == tuple(f"R[{n}]" for n in range(1, len(scaffold.sites) + 1))


def test_scaffolds_have_one_two_and_three_sites_and_many_ring_systems(loaded: Loaded) -> None:
    derived = [scaffold for scaffold in loaded.scaffolds if scaffold.origin == "derived"]
    sites = Counter(len(scaffold.sites) for scaffold in derived)
    assert sites.keys() == {1, 2, 3}
    assert min(sites.values()) >= len(derived) / 6
    assert len({scaffold.murcko for scaffold in derived}) >= len(derived) / 3
    assert all(len(scaffold.members) > 1 for scaffold in derived)


def test_ids_are_hashes_of_the_esmiles_and_sorted(loaded: Loaded) -> None:
    ids = [scaffold.id for scaffold in loaded.scaffolds]
    assert ids == sorted(set(ids))
    for scaffold in loaded.scaffolds:
        assert scaffold.id == "s-" + hashlib.sha256(scaffold.esmiles.encode()).hexdigest()[:12]
    assert [edit.scaffold for edit in loaded.edits] == sorted(edit.scaffold for edit in loaded.edits)
    assert len({edit.id for edit in loaded.edits}) == len(loaded.edits)
    assert len({(edit.scaffold, edit.product) for edit in loaded.edits}) == len(loaded.edits)


def test_a_limited_build_is_the_beginning_of_a_larger_one(
    rows: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    smaller, larger = (_load_rows(rows[::90], tmp_path, limit=limit) for limit in (5, 20))
    scaffolds = {scaffold.id: scaffold for scaffold in larger.scaffolds}
    edits = {edit.id: edit for edit in larger.edits}
    assert (len(smaller.scaffolds), len(scaffolds)) == (120, 180)
    assert all(scaffolds[scaffold.id] == scaffold for scaffold in smaller.scaffolds)
    assert all(edits[edit.id] == edit for edit in smaller.edits)


def test_the_order_of_rows_does_not_matter(rows: list[tuple[str, str, str]], tmp_path: Path) -> None:
    chosen = rows[::90]
    expected = _load_rows(chosen, tmp_path, limit=50)
    random.Random(11).shuffle(chosen)
    found = _load_rows(chosen, tmp_path, limit=50)
    assert len(found.scaffolds) == 300
    assert found.scaffolds == expected.scaffolds
    assert found.edits == expected.edits
    assert [[step.kept for step in one.steps] for one in found.funnels] == [
        [step.kept for step in one.steps] for one in expected.funnels
    ]


def test_worker_processes_give_the_same_as_one(rows: list[tuple[str, str, str]], tmp_path: Path) -> None:
    chosen = rows[::200]
    with ordered_map(2, []) as parallel:
        found = _load_rows(chosen, tmp_path, limit=10, parallel=parallel)
    assert found == _load_rows(chosen, tmp_path, limit=10)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"source": "nowhere"}, "there is no pin 'nowhere'; the pins are approved_drugs"),
        ({"content": "pictures"}, "'pictures' is unknown; choose one of drugs, smiles, esmiles, cxsmiles"),
    ],
)
def test_an_unknown_input_is_a_clear_error(table: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load(rground_context(real_cache(), {"approved_drugs": PIN}, {"input": table}))


def test_a_size_that_is_no_number_is_a_clear_error() -> None:
    with pytest.raises(ConfigError, match=r"cutting.core_min: 'eight' is not a whole number"):
        load(rground_context(real_cache(), {"approved_drugs": PIN}, {"cutting": {"core_min": "eight"}}))


def _load_rows(
    rows: Iterable[tuple[str, str, str]], folder: Path, *, limit: int, parallel: ParallelMap | None = None
) -> Loaded:
    path = folder / "some.tsv"
    lines = ["\t".join(row) for row in [("id", "name", "smiles"), *rows]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    columns = {"id": "id", "name": "name", "smiles": "smiles"}
    context = file_context(folder, path, "smiles", columns, limit=limit)
    return load(context if parallel is None else dataclasses.replace(context, map=parallel))


def _numbered(scaffold: Scaffold) -> str:
    """Return the core with an isotope at each `*`, so that its stereocentres are read as they are."""
    left = iter(range(1, len(scaffold.sites) + 1))
    return "".join(f"[{next(left)}*]" if letter == "*" else letter for letter in scaffold.smiles)


def _centres(smiles: str) -> int:
    mol = Chem.MolFromSmiles(smiles)
    return sum(atom.GetChiralTag() != Chem.ChiralType.CHI_UNSPECIFIED for atom in mol.GetAtoms())
