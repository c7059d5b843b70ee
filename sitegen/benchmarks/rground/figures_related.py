"""Benchmarks and tools related to this one, as a table without a plot."""

from __future__ import annotations

from pathlib import Path

from sitegen.benchmarks.rground.captions import make_figure
from sitegen.benchmarks.rground.tables import read_table
from sitegen.errors import DatasetError, DatasetErrors
from sitegen.records import Figure

_MARKS = {"yes": "✓", "no": "–"}
_QUESTIONS = ("markush", "r_grounding", "editing", "shortcut_diagnosis")
COLUMNS = ("name", "markush", "r_grounding", "editing", "modality", "shortcut_diagnosis", "source")


def related(path: Path) -> Figure:
    """Show what related benchmarks and tools cover (paper, Table 1), from the table `related.tsv`.

    Raises `DatasetErrors` naming every mark that is neither "yes" nor "no".
    """
    found = read_table(path, COLUMNS)
    errors = [
        DatasetError(f"{column} is {row[column]!r}", path=str(path), line=line, advice="write yes or no")
        for line, row in found
        for column in _QUESTIONS
        if row[column] not in _MARKS
    ]
    if errors:
        raise DatasetErrors(tuple(errors))
    return make_figure(
        "related",
        tuple(column.replace("r_grounding", "R-grounding").replace("_", " ") for column in COLUMNS),
        [tuple(_MARKS.get(row[column], row[column]) for column in COLUMNS) for _, row in found],
        None,
    )
