"""Cells of CSV files that no spreadsheet takes for a formula (policy P36)."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.][0-9]*)?(?:[eE][+-]?[0-9]+)?%?\Z", re.ASCII)


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
