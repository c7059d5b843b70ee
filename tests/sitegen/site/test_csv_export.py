"""CSV exports run nothing in a spreadsheet (policy P36)."""

from __future__ import annotations

import csv
import io

import pytest

from sitegen.release.cells import safe_cell
from sitegen.site.csv_export import csv_text


@pytest.mark.parametrize(
    "text", ['=HYPERLINK("http://x","y")', "@SUM(1)", "+1+1", "-cmd", " =1", "\t=1", "\r=1"]
)
def test_a_formula_gets_an_apostrophe(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("value", [-5, "-5", "+1.5e-3", "-5 %"[:2], 0.25, "C[C@@H](O)N", "a=b", ""])
def test_numbers_and_other_text_stay_as_they_are(value: object) -> None:
    assert safe_cell(value) == str(value)


def test_nothing_becomes_an_empty_cell() -> None:
    assert safe_cell(None) == ""


def test_quotes_commas_and_line_breaks_survive_the_way_through_a_reader() -> None:
    rows = [['a "b", c', "x\ny"], ["=1", -5]]
    read = list(csv.reader(io.StringIO(csv_text(["one", "two"], rows))))
    assert read == [["one", "two"], ['a "b", c', "x\ny"], ["'=1", "-5"]]
