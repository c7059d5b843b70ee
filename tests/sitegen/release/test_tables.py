"""JSONL and Parquet files: types, nulls and reproducible bytes."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from evaluator.records import Item
from sitegen.release.tables import write_items_parquet, write_jsonl_gz, write_records_parquet


def item(item_id: str, answer: object, answer_type: str) -> Item:
    return Item(
        id=item_id, benchmark="x", task="t", facets={}, question="?", answer_type=answer_type, answer=answer
    )


def test_the_hash_is_that_of_the_plain_text_and_gzip_holds_no_time(tmp_path: Path) -> None:
    digest = write_jsonl_gz(tmp_path / "a.gz", [{"x": "é<sep>"}, {"x": None}])
    packed = (tmp_path / "a.gz").read_bytes()
    plain = gzip.decompress(packed)
    assert digest == hashlib.sha256(plain).hexdigest()
    assert [json.loads(line) for line in plain.decode().splitlines()] == [{"x": "é<sep>"}, {"x": None}]
    assert packed[4:8] == b"\0\0\0\0"


def test_nan_is_refused_rather_than_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        write_jsonl_gz(tmp_path / "a.gz", [{"x": float("nan")}])


@pytest.mark.parametrize(
    ("answers", "kind", "expected"),
    [
        ([True, False], "boolean", [True, False]),
        ([1, 2.5], "number", [1.0, 2.5]),
        ([("a", "b"), ("c",)], "path", [["a", "b"], ["c"]]),
        (["A", 2.5], "text", ['"A"', "2.5"]),
    ],
)
def test_answers_keep_their_type_where_all_share_it(
    tmp_path: Path, answers: list, kind: str, expected: list
) -> None:
    items = [item(f"i{n}", answer, kind) for n, answer in enumerate(answers)]
    write_items_parquet(tmp_path / "items.parquet", items, {"canary": "c"})
    table = pq.read_table(tmp_path / "items.parquet")
    assert table.column("answer").to_pylist() == expected
    assert table.schema.metadata[b"canary"] == b"c"


def test_no_items_at_all_are_still_a_table(tmp_path: Path) -> None:
    write_items_parquet(tmp_path / "items.parquet", [], {})
    assert pq.read_table(tmp_path / "items.parquet").num_rows == 0


def test_nested_fields_of_records_become_json_texts(tmp_path: Path) -> None:
    records = [{"id": "a", "n": 1, "sites": [1, 2]}, {"id": "b", "n": 2.5, "extra": {"k": "v"}}]
    write_records_parquet(tmp_path / "r.parquet", records, {})
    assert pq.read_table(tmp_path / "r.parquet").to_pylist() == [
        {"id": "a", "n": 1.0, "sites": "[1,2]", "extra": None},
        {"id": "b", "n": 2.5, "sites": None, "extra": '{"k":"v"}'},
    ]
