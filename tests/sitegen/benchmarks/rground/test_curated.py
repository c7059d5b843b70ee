"""Reading curated cores: members from the source table, every faulty row named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.benchmarks.rground.curated import read_curated
from sitegen.benchmarks.rground.drugs import Drug, Form
from sitegen.errors import DatasetError, DatasetErrors

HEADER = "core_id\tfamily\tesmiles\tdrug\tchembl_id\tsubstituents\n"
CORE = "*c1ccc2ncccc2c1<sep><a>0:R[1]</a>"
DRUGS = (
    Drug(
        name="ALPHA",
        smiles="Cc1ccc2ncccc2c1",
        row="C1",
        forms=(
            Form(row="C1", name="ALPHA", smiles="Cc1ccc2ncccc2c1"),
            Form(row="C9", name="ALPHA HYDROCHLORIDE", smiles="Cc1ccc2ncccc2c1.Cl"),
        ),
    ),
    Drug(
        name="BETA",
        smiles="Clc1ccc2ncccc2c1",
        row="C2",
        forms=(Form(row="C2", name="BETA", smiles="Clc1ccc2ncccc2c1"),),
    ),
)


def table(folder: Path, *rows: tuple[str, ...]) -> Path:
    path = folder / "markush.tsv"
    path.write_text(HEADER + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return path


def row(
    drug: str, chembl_id: str, substituents: str, core: str = "q", esmiles: str = CORE
) -> tuple[str, ...]:
    return (core, "quinolines", esmiles, drug, chembl_id, substituents)


def test_rows_of_one_core_become_one_candidate_with_its_drugs(tmp_path: Path) -> None:
    path = table(
        tmp_path, row("BETA", "C2", '{"R[1]": "Cl"}'), row("ALPHA HYDROCHLORIDE", "C9", '{"R[1]": "C"}')
    )
    (core,) = read_curated(path, DRUGS, {"dataset": "d"})
    assert (core.name, core.family, core.origin) == ("q", "quinolines", "curated")
    assert (core.smiles, core.labels) == ("*c1ccc2ncccc2c1", ((0, "R[1]"),))
    # A salt's row stands for the parent drug.
    assert [(one.name, one.smiles, one.row) for one in core.members] == [
        ("ALPHA", "Cc1ccc2ncccc2c1", "C1"),
        ("BETA", "Clc1ccc2ncccc2c1", "C2"),
    ]
    assert core.source == {"dataset": "d", "row": "C2", "table": "markush.tsv"}


def test_every_faulty_row_is_named_with_its_line(tmp_path: Path) -> None:
    path = table(
        tmp_path,
        row("ALPHA", "C1", "not JSON"),
        row("ALPHA", "C1", '["C"]'),
        row("GAMMA", "C3", '{"R[1]": "C"}'),
        row("BETA", "C1", '{"R[1]": "C"}'),
        row("ALPHA", "", '{"R[1]": "C"}'),
        row("ALPHA", "C1", '{"R[1]": "C"}', core="other", esmiles="*c1ccccc1<sep><a>3:R[1]</a>"),
        row("ALPHA", "C1", '{"R[1]": "C"}', core="two"),
        row("BETA", "C2", '{"R[1]": "Cl"}', core="two", esmiles="*c1ccncc1<sep><a>0:R[1]</a>"),
    )
    with pytest.raises(DatasetErrors) as caught:
        read_curated(path, DRUGS, {})
    lines = {error.line: error.problem for error in caught.value.errors}
    assert sorted(lines) == [2, 3, 4, 5, 6, 7, 8]
    assert "substituents must be a JSON object" in lines[2]
    assert "substituents must be a JSON object" in lines[3]
    assert "no usable row 'C3'" in lines[4]
    assert "'C1' is ALPHA, not BETA" in lines[5]
    assert "chembl_id is empty" in lines[6]
    assert "atom 3 is c, not `*`" in lines[7]
    assert "differ in esmiles or family" in lines[8]
    assert {error.item_id for error in caught.value.errors} == {"q", "other", "two"}


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    path = tmp_path / "markush.tsv"
    path.write_text("core_id\tfamily\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="no column 'esmiles'"):
        read_curated(path, DRUGS, {})
