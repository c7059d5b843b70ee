"""Read the files of an input as batches of rows of text, whatever their format."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import batched
from pathlib import Path

from tqdm import tqdm

from sitegen.errors import SourceError
from sitegen.sources.pins import Pin
from sitegen.sources.problems import source_error
from sitegen.sources.readers import HEADERLESS, READERS, BadTable, Cells, format_of

type Row = dict[str, str | None]

BATCH = 4096


def read_rows(
    pin: Pin,
    paths: Sequence[Path],
    columns: Mapping[str, str] | Sequence[str],
    *,
    batch: int = BATCH,
    optional: Collection[str] = (),
    files: bool = False,
) -> Iterator[list[Row]]:
    """Yield the rows of `paths`, in order, in batches of `batch`; only the columns asked for are read.

    `columns` maps the names wanted to columns of the files; given as a sequence of names, the pin's
    `[columns]` say which columns they are, and a name not listed there is its own column. A row holds the
    names wanted and `row`, its 1-based number over all files (a header is not counted); cells are text, empty
    ones None. A name in `optional` is None where the files have no such column. With `files` a row also holds
    `file`, the name of its file, and `file_row`, its 1-based number in it.

    Raises `SourceError` for a file that cannot be read, a column that is missing or is not text, and a number
    of rows other than the pin's.
    """
    wanted = (
        dict(columns)
        if isinstance(columns, Mapping)
        else {name: pin.columns.get(name, name) for name in columns}
    )
    if "row" in wanted:
        raise source_error(
            pin, "columns.row", "`row` is the row's number", "choose another name for that column"
        )
    number = 0
    with tqdm(total=pin.rows, desc=f"reading {pin.name}", unit="", disable=None, leave=False) as bar:
        for rows in batched(_all_rows(pin, paths, wanted, optional, files), batch):
            yield [{"row": str(number + offset), **row} for offset, row in enumerate(rows, start=1)]
            number += len(rows)
            bar.update(len(rows))
    if pin.rows is not None and number != pin.rows:
        raise source_error(
            pin,
            "rows",
            f"{pin.label} has {number} rows, the pin says {pin.rows}",
            "check that all files are there and whole",
        )
    if number == 0:
        raise source_error(pin, "member", f"{pin.label} holds no rows", "check that it is the file meant")


def _all_rows(
    pin: Pin, paths: Sequence[Path], wanted: Mapping[str, str], optional: Collection[str], files: bool
) -> Iterator[Row]:
    names = tuple(wanted)
    missable = {wanted[name] for name in optional if name in wanted}
    for path in paths:
        try:
            for number, cells in enumerate(_cells(pin, path, tuple(wanted.values()), missable), start=1):
                row = dict(zip(names, cells, strict=True))
                yield {**row, "file": path.name, "file_row": str(number)} if files else row
        except BadTable as error:
            raise _error(pin, path, error) from error
        except (OSError, EOFError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            advice = "get the file again, as UTF-8 text where it is text"
            raise _error(pin, path, BadTable(f"cannot be read: {reason}", advice)) from error


def _cells(pin: Pin, path: Path, columns: Sequence[str], optional: Collection[str]) -> Iterator[Cells]:
    kind = pin.format or format_of(path)
    if pin.header and kind in HEADERLESS:
        return HEADERLESS[kind](path, columns, optional, pin.header)
    if pin.header or kind not in READERS:
        known = ", ".join(HEADERLESS if pin.header else READERS)
        key = "header" if pin.header else "format"
        raise BadTable(f"files of format {kind} are not read so", f"use one of {known}", key=key)
    return READERS[kind](path, columns, optional)


def _error(pin: Pin, path: Path, error: BadTable) -> SourceError:
    where = f"{path}:{error.line}" if error.line is not None else f"{path}"
    if path == pin.path:  # there is no pin file to name
        return SourceError(f"{where}: {error.problem}; {error.advice}")
    return source_error(pin, error.key, f"{where}: {error.problem}", error.advice)
