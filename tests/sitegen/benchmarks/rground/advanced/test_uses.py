"""Reading the table of uses: records in order, every faulty row named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.benchmarks.rground.advanced.uses import Use, read_uses
from sitegen.errors import DatasetError, DatasetErrors

HEADER = "name\trow\tuse\tgroup\tyear\talso\tsource\n"
GOUT = ("alpha", "C1", "gout", "joints", "1966", "", "compiled")
PAIN = ("beta", "C2", "pain", "joints", "2001", "gout", "compiled")


def table(folder: Path, *rows: tuple[str, ...]) -> Path:
    path = folder / "indications.tsv"
    path.write_text(HEADER + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    return path


def problems(folder: Path, *rows: tuple[str, ...]) -> list[tuple[int | None, str]]:
    with pytest.raises(DatasetErrors) as raised:
        read_uses(table(folder, *rows))
    assert all("indications.tsv:" in str(error) for error in raised.value.errors)
    assert all(error.advice for error in raised.value.errors)
    return [(error.line, error.problem) for error in raised.value.errors]


def test_rows_become_uses_in_the_order_of_the_table(tmp_path: Path) -> None:
    first, second = read_uses(table(tmp_path, PAIN, GOUT))
    assert first == Use(
        name="beta", row="C2", use="pain", group="joints", year=2001, source="compiled", also=("gout",)
    )
    assert (second.name, second.year, second.also) == ("alpha", 1966, ())


def test_a_drug_serves_its_primary_and_its_further_uses_only(tmp_path: Path) -> None:
    first, second = read_uses(table(tmp_path, PAIN, GOUT))
    assert first.serves("pain") and first.serves("gout")
    assert second.serves("gout") and not second.serves("pain")


@pytest.mark.parametrize("column", ["name", "row", "use", "group", "year", "source"])
def test_a_missing_cell_is_named(tmp_path: Path, column: str) -> None:
    place = HEADER.strip().split("\t").index(column)
    bad = (*PAIN[:place], "", *PAIN[place + 1 :])
    assert (3, f"no {column}") in problems(tmp_path, GOUT, bad)


@pytest.mark.parametrize("year", ["1866", "20010", "2001.0", "MMI", "二〇〇一", "-2001"])
def test_a_year_that_is_none_is_refused(tmp_path: Path, year: str) -> None:
    bad = (*PAIN[:4], year, *PAIN[5:])
    assert problems(tmp_path, GOUT, bad) == [(3, f"year {year!r} is none")]


def test_a_drug_that_stands_twice_is_refused_by_row_and_by_name(tmp_path: Path) -> None:
    same_row = ("gamma", *GOUT[1:])
    same_name = ("beta", "C9", *PAIN[2:])
    assert problems(tmp_path, GOUT, PAIN, same_row, same_name) == [
        (4, "row 'C1' is on line 2 already"),
        (5, "name 'beta' is on line 3 already"),
    ]


def test_a_use_in_two_groups_is_refused(tmp_path: Path) -> None:
    bad = ("gamma", "C3", "gout", "blood", *GOUT[4:])
    assert problems(tmp_path, GOUT, bad) == [(3, "'gout' is in group 'blood' here, in 'joints' above")]


@pytest.mark.parametrize("further", ["migraine", "pain", "Gout"])
def test_a_further_use_must_be_the_primary_one_of_another_drug(tmp_path: Path, further: str) -> None:
    bad = (*PAIN[:5], f"gout; {further}", PAIN[6])
    assert problems(tmp_path, GOUT, bad) == [(3, f"{further!r} is no other drug's use")]


def test_all_faults_are_told_at_once_with_file_line_and_drug(tmp_path: Path) -> None:
    path = table(tmp_path, ("alpha", "C1", "gout", "joints", "x", "", ""), ("", *PAIN[1:]))
    with pytest.raises(DatasetErrors) as raised:
        read_uses(path)
    assert str(raised.value).splitlines() == [
        f"{path}:2: alpha: no source; fill column 'source'",
        f"{path}:2: alpha: year 'x' is none; write four digits, e.g. 1987",
        f"{path}:3: no name; fill column 'name'",
    ]


def test_a_table_without_a_column_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "indications.tsv"
    path.write_text("name\trow\tuse\n", encoding="utf-8")
    with pytest.raises(DatasetError, match="no column 'group'"):
        read_uses(path)
