"""Read the tables of `data/rground`: tab separated, one header line, no quoting."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from sitegen.errors import DatasetError


def read_table(path: Path, columns: Sequence[str]) -> list[tuple[int, dict[str, str]]]:
    """Return (line, cells by column) of every row; cells that a short row lacks are empty.

    Raises `DatasetError` for a file that cannot be read or has no such columns.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            missing = [column for column in columns if column not in (reader.fieldnames or ())]
            if missing:
                raise DatasetError(
                    f"no column {missing[0]!r}", path=str(path), line=1, advice="add it to the header"
                )
            return [
                (line, {column: row[column] or "" for column in columns})
                for line, row in enumerate(reader, start=2)
            ]
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(
            f"cannot be read: {error}", path=str(path), advice="put the table there, as UTF-8 text"
        ) from error
