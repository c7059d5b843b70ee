"""Inputs other than drugs: E-SMILES, CXSMILES and plain SMILES from files of every kind."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sitegen.benchmarks.rground.imported import EDITABLE, UNIQUE
from sitegen.benchmarks.rground.load import Loaded, load
from sitegen.errors import SourceError
from sitegen.records import Funnel
from tests.shared import SHARED_DATA, needs_shared
from tests.sitegen.benchmarks.rground.contexts import file_context

ESMILES = [
    "*c1ccc2ncccc2c1<sep><a>0:R[1]</a>",
    "c1cc(*)cc2cccnc12<sep><a>3:R1</a>",  # the same core, written in another way
    "*c1ccc(N*)c2ccccc12<sep><a>0:R[1]</a><a>6:X</a>",
    "c1ccccc1<sep>",
    "*c1ccccc1<sep><a>0:Ph</a>",
    "*c1ccc2ncccc2c1<sep><a>0:R[1]</a><r>0:R[2]</r>",
    "*c1ccccc1<sep><a>1:R[1]</a>",  # at an atom that is no dummy
    "*c1ccc(*)cc1<sep><a>0:R[1]</a>",  # a dummy without a label
    "*=C1CCCCC1<sep><a>0:R[1]</a>",  # no single bond
    "*c1cccc1<sep><a>0:R[1]</a>",
]
CXSMILES = ["*c1ccc2ncccc2c1 |$R1;;;;;;;;;;$|", "*c1ccc(N*)c2ccccc12 |$R1;;;;;;X;;;;;;$|", "*C |$R1;$"]


def funnel(loaded: Loaded, slug: str) -> Funnel:
    return next(one for one in loaded.funnels if one.slug == slug)


def kept(loaded: Loaded) -> dict[str, int]:
    return {step.name: step.kept for step in funnel(loaded, "filters").steps}


def dropped(loaded: Loaded) -> dict[str, str]:
    return {one.row: one.reason for part in loaded.funnels for step in part.steps for one in step.dropped}


def test_esmiles_of_a_parquet_file_with_an_image_column_become_scaffolds(tmp_path: Path) -> None:
    table = pa.table(
        {
            "image": pa.array([{"bytes": b"\x89PNG", "path": None}] * len(ESMILES)),
            "SMILES": pa.array(ESMILES),
        }
    )
    path = tmp_path / "part-sft_real-0.parquet"
    pq.write_table(table, path)
    loaded = load(file_context(tmp_path, path, "esmiles", {"esmiles": "SMILES"}))
    assert kept(loaded) == {
        "raw": 10,
        "has an <a> tag": 9,
        "at least one standard R token": 8,
        "no non-standard token": 7,
        "at most 10 R tokens": 7,
        "backbone parses in RDKit": 6,
        EDITABLE: 3,
        UNIQUE: 2,
    }
    assert {scaffold.labels for scaffold in loaded.scaffolds} == {("R[1]",), ("X", "R[1]")}
    assert {scaffold.origin for scaffold in loaded.scaffolds} == {"input"}
    assert Counter(edit.scaffold for edit in loaded.edits) == {
        scaffold.id: 4 for scaffold in loaded.scaffolds
    }


def test_every_row_is_a_scaffold_or_dropped_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "list.smi"
    path.write_text("\n".join(ESMILES) + "\n", encoding="utf-8")
    loaded = load(file_context(tmp_path, path, "esmiles", {"esmiles": "smiles"}))
    used = {scaffold.source["row"] for scaffold in loaded.scaffolds}
    assert used | dropped(loaded).keys() == {f"row-{number}" for number in range(1, 11)}
    assert used.isdisjoint(dropped(loaded))
    assert dropped(loaded)["row-2"] == "the same core as an earlier row"
    assert dropped(loaded)["row-7"] == "not readable as E-SMILES"
    values = {one.row: one.value for part in loaded.funnels for step in part.steps for one in step.dropped}
    assert values["row-7"].startswith(ESMILES[6])
    assert "atom 1 is c, not `*`" in values["row-7"]
    assert dropped(loaded)["row-8"] == "a * without a label"


def test_published_counts_are_shown_for_the_published_input_only(tmp_path: Path) -> None:
    for name, shown in (("sft_real-0.tsv", 91166), ("mine.tsv", None)):
        path = tmp_path / name
        path.write_text("SMILES\n" + "\n".join(ESMILES) + "\n", encoding="utf-8")
        loaded = load(file_context(tmp_path, path, "esmiles", {"esmiles": "SMILES"}))
        steps = funnel(loaded, "filters").steps
        assert steps[0].published == shown
        assert steps[-1].published == (12962 if shown else None)
        assert funnel(loaded, "edits").steps[-1].published == (55982 if shown else None)


def test_cxsmiles_lines_give_the_same_scaffolds_as_esmiles(tmp_path: Path) -> None:
    path = tmp_path / "cx.jsonl"
    rows = [json.dumps({"name": f"m{number}", "cx": text}) for number, text in enumerate(CXSMILES)]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    loaded = load(file_context(tmp_path, path, "cxsmiles", {"esmiles": "cx", "id": "name"}))
    other = tmp_path / "e.smi"
    other.write_text("\n".join([ESMILES[0], ESMILES[2]]) + "\n", encoding="utf-8")
    expected = load(file_context(tmp_path, other, "esmiles", {"esmiles": "smiles"}))
    assert [one.id for one in loaded.scaffolds] == [one.id for one in expected.scaffolds]
    assert [edit.product for edit in loaded.edits] == [edit.product for edit in expected.edits]
    assert {one.source["row"] for one in loaded.scaffolds} == {"m0", "m1"}
    assert dropped(loaded)["m2"] == "not readable as CXSMILES"


def test_plain_smiles_are_cut_into_cores(tmp_path: Path) -> None:
    path = tmp_path / "mols.smi"
    path.write_text(
        "CN(C)CCCN1c2ccccc2Sc2ccc(Cl)cc21 mine\nCN(C)CCCN1c2ccccc2Sc2ccccc21.Cl\n", encoding="utf-8"
    )
    loaded = load(file_context(tmp_path, path, "smiles", {"smiles": "smiles", "name": "name"}))
    shared = next(one for one in loaded.scaffolds if one.smiles == "*c1ccc2c(c1)N(*)c1ccccc1S2")
    assert [(one.name, dict(one.substituents)) for one in shared.members] == [
        ("mine", {"R[1]": "Cl", "R[2]": "CCCN(C)C"}),
        ("row 2", {"R[1]": "[H]", "R[2]": "CCCN(C)C"}),
    ]
    assert {one.origin for one in loaded.scaffolds} == {"derived"}
    assert funnel(loaded, "molecules").steps[0].kept == 2


def test_a_missing_column_is_one_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(SourceError, match="no column SMILES"):
        load(file_context(tmp_path, path, "esmiles", {"esmiles": "SMILES"}))


@needs_shared
def test_every_shared_markush_structure_is_edited_or_refused_with_a_reason(tmp_path: Path) -> None:
    path = SHARED_DATA / "docling-markush-cxsmiles" / "esmiles_derived.tsv"
    built = {
        column: load(file_context(tmp_path, path, column, {"esmiles": column, "id": "src_index"}))
        for column in ("esmiles", "cxsmiles")
    }
    for loaded in built.values():
        edited = {scaffold.source["row"] for scaffold in loaded.scaffolds}
        refused = dropped(loaded)
        assert len(edited) + len(refused) == 310
        assert edited.isdisjoint(refused)
        assert all(refused.values())
        assert {edit.scaffold for edit in loaded.edits} == {scaffold.id for scaffold in loaded.scaffolds}
        assert len(edited) > 50
    # The two columns hold the same structures in two notations.
    assert built["esmiles"].edits == built["cxsmiles"].edits
