"""Read pictures of chosen rows out of Parquet files, one row group at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from tqdm import tqdm

from sitegen.sources.pins import Pin
from sitegen.sources.problems import source_error

_BATCH = 64
_BUFFER = 1 << 20


def read_pictures(
    pin: Pin, paths: Sequence[Path], column: str, rows: Collection[int]
) -> Iterator[tuple[int, bytes | None]]:
    """Yield (row, bytes) for the wanted rows in order, None where a row has no picture.

    Rows are numbered from 1 over all `paths`, as `read_rows` numbers them. A cell is bytes or, as Hugging
    Face writes pictures, a struct with the field `bytes`. Row groups without a wanted row are not read, and
    no more than some dozens of pictures are in memory at a time.

    Raises `SourceError` for files other than Parquet, a column that is missing or of another type.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    first = 1
    with tqdm(total=len(rows), desc=f"pictures of {pin.name}", unit="", disable=None, leave=False) as bar:
        for path in paths:
            if path.suffix != ".parquet":
                raise _unreadable(pin, path, "holds no pictures", "pictures are read from Parquet files only")
            try:
                with pq.ParquetFile(path, buffer_size=_BUFFER) as table:
                    _check_column(pin, path, table.schema_arrow, column, pa)
                    for found in _from_file(table, column, rows, first):
                        yield found
                        bar.update()
                    first += table.metadata.num_rows
            except (pa.ArrowException, OSError) as error:
                raise _unreadable(pin, path, f"cannot be read: {error}", "get the file again") from error


def _from_file(
    table: Any, column: str, rows: Collection[int], first: int
) -> Iterator[tuple[int, bytes | None]]:
    groups = [table.metadata.row_group(number).num_rows for number in range(table.metadata.num_row_groups)]
    starts = [first]
    for size in groups:
        starts.append(starts[-1] + size)
    for group, (start, end) in enumerate(pairwise(starts)):
        wanted = sorted(row for row in rows if start <= row < end)
        if wanted:
            yield from _from_group(table, group, column, wanted, start)


def _from_group(
    table: Any, group: int, column: str, wanted: Sequence[int], start: int
) -> Iterator[tuple[int, bytes | None]]:
    left = iter(wanted)
    row = next(left, None)
    for batch in table.iter_batches(batch_size=_BATCH, row_groups=[group], columns=[column]):
        cells = batch.column(0)
        while row is not None and row < start + len(cells):
            yield row, _content(cells[row - start].as_py())
            row = next(left, None)
        if row is None:
            return
        start += len(cells)


def _content(cell: Any) -> bytes | None:
    value = cell.get("bytes") if isinstance(cell, dict) else cell
    return value or None


def _check_column(pin: Pin, path: Path, schema: Any, column: str, pa: Any) -> None:
    if column not in schema.names:
        have = ", ".join(schema.names[:20]) or "none"
        raise source_error(
            pin,
            "columns.image",
            f"{path}: no column {column}; the columns are {have}",
            "name the column of the pictures",
        )
    kind = schema.field(column).type
    inner = (
        kind.field("bytes").type if pa.types.is_struct(kind) and kind.get_field_index("bytes") >= 0 else kind
    )
    tests = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_null)
    if not any(test(inner) for test in tests):
        raise source_error(
            pin, "columns.image", f"{path}: column {column} holds {kind}, no pictures", "name another column"
        )


def _unreadable(pin: Pin, path: Path, problem: str, advice: str) -> Exception:
    return source_error(pin, "member.path", f"{path}: {problem}", advice)
