"""A CSV file that lists every input row of a funnel with what became of it."""

from __future__ import annotations

import csv
from pathlib import Path

from sitegen.records import Funnel
from sitegen.release.cells import safe_cell

COLUMNS = ("number", "row", "outcome", "step", "reason", "detail", "record", "value", "canary")


def row_table(funnel: Funnel) -> str:
    """Return the name of a funnel's file of rows, "" where its rows are not traced."""
    return f"{funnel.slug}-rows.csv" if funnel.rows else ""


def write_row_table(folder: Path, funnel: Funnel, canary: str) -> None:
    """Write the file of rows: `number` counts them from 1, `record` is the id of the record they became.

    Cells that a spreadsheet would take for a formula start with an apostrophe. Nothing is written
    where the funnel traces no rows.
    """
    if not funnel.rows:
        return
    with (folder / row_table(funnel)).open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        for number, fate in enumerate(funnel.rows, start=1):
            texts = (fate.row, fate.outcome, fate.step, fate.reason, fate.detail, fate.record, fate.value)
            table.writerow([number, *map(safe_cell, texts), canary])
