"""CSV files that a spreadsheet can open without running anything in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas

from sitegen.release.cells import safe_cell


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a CSV table (RFC 4180, LF line ends) with formula cells neutralised (policy P36)."""
    table = pandas.DataFrame([list(row) for row in rows], columns=list(columns), dtype=object)
    return str(table.map(safe_cell).rename(columns=safe_cell).to_csv(index=False, lineterminator="\n"))
