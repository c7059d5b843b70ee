"""CSV files that a spreadsheet can open without running anything in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import pandas

_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.][0-9]*)?(?:[eE][+-]?[0-9]+)?%?\Z", re.ASCII)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a CSV table (RFC 4180, LF line ends) with formula cells neutralised (policy P36)."""
    table = pandas.DataFrame([list(row) for row in rows], columns=list(columns), dtype=object)
    return str(table.map(safe_cell).rename(columns=safe_cell).to_csv(index=False, lineterminator="\n"))


def safe_cell(value: object) -> str:
    """Return a cell's text that no spreadsheet takes for a formula.

    Text that starts with `=`, `@`, a tab or a line break, or with `+` or `-` without being a number,
    gets an apostrophe in front; numbers such as -5 stay numbers, None becomes an empty cell.
    """
    text = "" if value is None else str(value)
    stripped = text.lstrip()
    if not stripped:
        return text
    formula = stripped[0] in "=@" or (stripped[0] in "+-" and not _NUMBER.match(stripped))
    return f"'{text}" if formula or text[0] in "\t\r\n" else text
