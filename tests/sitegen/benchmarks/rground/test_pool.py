"""The pool: reading its table, and what the sites of a scaffold take."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.benchmarks.rground.pool import choices, read_pool
from sitegen.benchmarks.rground.records import Scaffold, Substituent
from sitegen.benchmarks.rground.scaffold_record import make_scaffold
from sitegen.errors import DatasetError, DatasetErrors
from tests.sitegen.benchmarks.rground.contexts import DATA

HEADER = "name\tsmiles\tgroup\tallowed\trefused\n"


def scaffold(smiles: str, *labels: tuple[int, str]) -> Scaffold:
    return make_scaffold(smiles, dict(labels), origin="input", source={})


def substituent(name: str, allowed: str, *refused: str) -> Substituent:
    return Substituent(
        name=name, smiles="c1ccccc1", group="G0", allowed=frozenset(allowed.split()), refused=refused
    )


def write(path: Path, *rows: str) -> Path:
    path.write_text(HEADER + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def test_the_real_table_holds_the_published_22_in_7_clusters() -> None:
    pool = read_pool(DATA / "substituents.tsv")
    assert len(pool) == 22
    assert sorted({one.group for one in pool}) == [f"G{number}" for number in range(7)]


def test_a_label_takes_what_its_neighbour_element_allows() -> None:
    pool = (substituent("both", "C N"), substituent("carbon", "C"))
    taken = choices(scaffold("*c1ccc(N*)cc1", (0, "R[1]"), (6, "R[2]")), pool)
    assert {label: [one.name for one in found] for label, found in taken.items()} == {
        "R[1]": ["both", "carbon"],
        "R[2]": ["both"],
    }


def test_a_label_with_several_sites_takes_what_all_of_them_take() -> None:
    pool = (substituent("both", "C N"), substituent("carbon", "C"))
    taken = choices(scaffold("*c1ccc(N*)cc1", (0, "R[1]"), (6, "R[1]")), pool)
    assert [one.name for one in taken["R[1]"]] == ["both"]


def test_a_neighbour_that_matches_a_refused_pattern_does_not_take_the_substituent() -> None:
    pool = (substituent("picky", "C N", "[NX3]C=O"),)
    amide = scaffold("*NC(=O)c1ccccc1", (0, "R[1]"))
    amine = scaffold("*NCc1ccccc1", (0, "R[1]"))
    assert choices(amide, pool) == {"R[1]": ()}
    assert choices(amine, pool) == {"R[1]": pool}


def test_patterns_with_commas_in_brackets_are_read_whole(tmp_path: Path) -> None:
    table = write(tmp_path / "pool.tsv", "phenyl\tc1ccccc1\tG0\tC,N\t[N,O]C,[$(N(C)S),$(N=C)]")
    (one,) = read_pool(table)
    assert one.refused == ("[N,O]C", "[$(N(C)S),$(N=C)]")
    assert one.allowed == {"C", "N"}


def test_every_bad_row_is_named_with_its_line(tmp_path: Path) -> None:
    table = write(
        tmp_path / "pool.tsv",
        "phenyl\tc1ccccc1\tG0\tC\t",
        "broken\tc1cccc\tG0\tC\t",
        "homeless\tC\tG0\t\t",
        "odd\tC\tG0\tC\t[[",
        "phenyl\tCC\tG0\tC\t",
    )
    with pytest.raises(DatasetErrors) as caught:
        read_pool(table)
    text = str(caught.value)
    assert f"{table}:3: broken: 'c1cccc' is no SMILES" in text
    assert f"{table}:4: homeless: `allowed` names no neighbour element" in text
    assert f"{table}:5: odd: '[[' in `refused` is no SMARTS" in text
    assert "the name 'phenyl' is there twice" in text


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    table = tmp_path / "pool.tsv"
    table.write_text("name\tsmiles\tgroup\tallowed\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="no column 'refused'"):
        read_pool(table)
