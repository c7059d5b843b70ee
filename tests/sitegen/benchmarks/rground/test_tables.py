"""Reading tables: fields as they stand, problems with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.benchmarks.rground.tables import read_table
from sitegen.errors import DatasetError


def write(folder: Path, content: bytes) -> Path:
    path = folder / "table.tsv"
    path.write_bytes(content)
    return path


def test_quotes_are_text_and_missing_cells_are_empty(tmp_path: Path) -> None:
    path = write(tmp_path, b'a\tb\tc\n{"x": "y"}\t1\t2\n"\t3\n')
    assert read_table(path, ("a", "b")) == [
        (2, {"a": '{"x": "y"}', "b": "1"}),
        (3, {"a": '"', "b": "3"}),
    ]
    assert read_table(path, ("c",))[1] == (3, {"c": ""})


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="table.tsv:1: no column 'z'; add it to the header"):
        read_table(write(tmp_path, b"a\tb\n"), ("a", "z"))


def test_a_file_that_cannot_be_read_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="nowhere.tsv: cannot be read"):
        read_table(tmp_path / "nowhere.tsv", ("a",))
    with pytest.raises(DatasetError, match="cannot be read"):
        read_table(write(tmp_path, b"a\n\xff\n"), ("a",))
