"""Pictures of chosen rows of Parquet files, read without the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sitegen.errors import SourceError
from sitegen.sources import file_pin, read_rows
from sitegen.sources.binaries import read_pictures


def shard(path: Path, first: int, count: int, group: int, *, struct: bool = True) -> Path:
    contents = [b"" if row % 7 == 0 else b"picture %d" % row for row in range(first, first + count)]
    cells: Sequence[object] = [{"bytes": one, "path": "x.png"} for one in contents] if struct else contents
    pq.write_table(pa.table({"image": pa.array(cells)}), path, row_group_size=group)
    return path


def read(paths: Sequence[Path], rows: Sequence[int]) -> list[tuple[int, bytes | None]]:
    return list(read_pictures(file_pin(paths[0]), paths, "image", rows))


@pytest.mark.parametrize("struct", [True, False])
def test_rows_are_numbered_over_all_files_and_come_in_order(tmp_path: Path, struct: bool) -> None:
    paths = [
        shard(tmp_path / "0.parquet", 1, 300, 100, struct=struct),
        shard(tmp_path / "1.parquet", 301, 150, 37, struct=struct),
    ]
    wanted = [450, 1, 65, 66, 100, 101, 300, 301, 14, 338]
    expected = [(row, None if row % 7 == 0 else b"picture %d" % row) for row in sorted(wanted)]
    assert read(paths, wanted) == expected


def test_row_groups_without_a_wanted_row_are_not_read(tmp_path: Path) -> None:
    path = shard(tmp_path / "0.parquet", 1, 300, 100)
    metadata = pq.ParquetFile(path).metadata
    start = metadata.row_group(1).column(0).data_page_offset
    content = bytearray(path.read_bytes())
    content[start : start + 40] = bytes(40)  # what stands there cannot be read any more
    path.write_bytes(content)
    assert [row for row, _ in read([path], [5, 250])] == [5, 250]
    with pytest.raises(SourceError, match="get the file again"):
        read([path], [150])


def test_memory_is_bounded_by_some_pictures_not_by_the_file(tmp_path: Path) -> None:
    noise = [bytes([row % 251]) * 10 + bytes(1_000_000) for row in range(100)]
    path = tmp_path / "large.parquet"
    table = pa.table({"image": pa.array([{"bytes": one, "path": None} for one in noise])})
    pq.write_table(table, path, row_group_size=10, compression="none", use_dictionary=False)
    del table, noise
    before = pa.total_allocated_bytes()
    peak = 0
    for _, content in read_pictures(file_pin(path), [path], "image", range(1, 101)):
        assert content is not None
        peak = max(peak, pa.total_allocated_bytes() - before)
    assert peak < 30_000_000


@pytest.mark.parametrize(
    ("table", "column", "message"),
    [
        ({"picture": [b"x"]}, "image", "no column image; the columns are picture"),
        ({"image": ["text"]}, "image", "holds string, no pictures"),
        ({"image": [{"path": "x.png"}]}, "image", "no pictures"),
    ],
)
def test_a_column_that_holds_no_pictures_is_one_clear_error(
    tmp_path: Path, table: dict[str, list[object]], column: str, message: str
) -> None:
    path = tmp_path / "0.parquet"
    pq.write_table(pa.table(table), path)
    with pytest.raises(SourceError, match=message):
        list(read_pictures(file_pin(path), [path], column, [1]))


def test_other_formats_hold_no_pictures(tmp_path: Path) -> None:
    path = tmp_path / "rows.tsv"
    path.write_text("image\nx\n", encoding="utf-8")
    with pytest.raises(SourceError, match="pictures are read from Parquet files only"):
        read([path], [1])


def test_rows_of_text_are_read_without_the_pictures_beside_them(tmp_path: Path) -> None:
    path = tmp_path / "large.parquet"
    pictures = [{"bytes": bytes([row % 251]) * 1_000_000, "path": None} for row in range(60)]
    table = pa.table({"image": pa.array(pictures), "SMILES": [f"C{row}" for row in range(60)]})
    pq.write_table(table, path, row_group_size=20, compression="none", use_dictionary=False)
    del table, pictures
    start = pq.ParquetFile(path).metadata.row_group(0).column(0).data_page_offset
    content = bytearray(path.read_bytes())
    content[start : start + 1000] = bytes(1000)  # a picture that nobody could read
    path.write_bytes(content)
    del content
    pool = pa.default_memory_pool()
    before, texts = pool.bytes_allocated(), []
    for batch in read_rows(file_pin(path), [path], {"text": "SMILES"}, batch=10):
        texts += [row["text"] for row in batch]
        assert pool.bytes_allocated() - before < 2_000_000
    assert texts == [f"C{row}" for row in range(60)]
