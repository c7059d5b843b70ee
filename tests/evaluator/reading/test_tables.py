from __future__ import annotations

import csv
import io
import random

import pytest

from evaluator.reading.tables import RowParser, TableError


def rows(text: str, delimiter: str = ",") -> list[tuple[int, list[str]]]:
    parser = RowParser(delimiter)
    found = [parser.feed(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    parser.finish()
    return [(start, list(cells)) for start, cells in filter(None, found)]


def test_quoted_cells_hold_delimiters_quotes_and_line_ends() -> None:
    assert rows('a,b\n1,"x, ""y""\nz"\n,') == [(1, ["a", "b"]), (2, ["1", 'x, "y"\nz']), (4, ["", ""])]


def test_a_quote_within_a_plain_cell_is_itself() -> None:
    assert rows('1,5" pipe') == [(1, ["1", '5" pipe'])]


def test_a_quote_never_closed_is_named_by_the_line_where_it_opens() -> None:
    with pytest.raises(TableError, match="never closed") as found:
        rows('a,b\n1,"x\n2,y\n')
    assert found.value.line == 2


def test_text_after_a_closing_quote_is_an_error_and_the_next_row_is_read() -> None:
    parser = RowParser(",")
    with pytest.raises(TableError, match="after a closing quote"):
        parser.feed(1, '"a"b,c')
    assert parser.feed(2, "d,e") == (2, ["d", "e"])


@pytest.mark.parametrize("delimiter", [",", "\t"])
def test_what_the_standard_library_writes_is_read_back(delimiter: str) -> None:
    generator = random.Random("tables")
    table = [
        ["".join(generator.choice('ab",\t\n ') for _ in range(generator.randrange(1, 9))) for _ in range(3)]
        for _ in range(300)
    ]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(table)
    assert [cells for _, cells in rows(text.getvalue().removesuffix("\n"), delimiter)] == table
