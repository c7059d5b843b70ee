"""Write items and collections as JSONL.gz and Parquet with reproducible bytes; read the former."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from evaluator.records import Item

_COMPRESSION_LEVEL = 6


def json_line(value: Any) -> str:
    """Return a JSON value on one line, without NaN, as written in every data file."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def write_jsonl_gz(path: Path, rows: Iterable[Mapping[str, Any]]) -> str:
    """Write one JSON object a line, gzipped without a time; return the sha256 of the plain text."""
    digest = hashlib.sha256()
    with path.open("wb") as raw, _plain_gzip(raw) as packed:
        for row in rows:
            line = (json_line(row) + "\n").encode()
            digest.update(line)
            packed.write(line)
    return digest.hexdigest()


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a `.jsonl.gz` file without their line ends."""
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            yield line.rstrip("\n")


def read_jsonl_gz(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects that `write_jsonl_gz` wrote."""
    yield from map(json.loads, read_lines(path))


def write_items_parquet(path: Path, items: Sequence[Item], metadata: Mapping[str, str]) -> None:
    """Write the items with the fields of the JSONL as columns.

    `facets` is a struct of texts, `options` a list of structs; `source` and `extra`, whose keys
    differ between items, are JSON texts. `answer` keeps its type where all items share it, and is
    JSON text where they do not.
    """
    facet_names = sorted({name for item in items for name in item.facets})
    answers, answer_type = _answers(items)
    text = pa.string()
    option = pa.struct([(name, text) for name in ("label", "text", "smiles", "image")])
    columns = {
        "id": pa.array([item.id for item in items], text),
        "benchmark": pa.array([item.benchmark for item in items], text),
        "task": pa.array([item.task for item in items], text),
        # Parquet has no struct without fields.
        "facets": pa.array(
            [{name: item.facets.get(name) for name in facet_names or ["none"]} for item in items],
            pa.struct([(name, text) for name in facet_names or ["none"]]),
        ),
        "question": pa.array([item.question for item in items], text),
        "images": pa.array([list(item.images) for item in items], pa.list_(text)),
        "options": pa.array([[o.to_json() for o in item.options] for item in items], pa.list_(option)),
        "answer_type": pa.array([item.answer_type for item in items], text),
        "answer": pa.array(answers, answer_type),
        "tolerance": pa.array([item.tolerance for item in items], pa.float64()),
        "unit": pa.array([item.unit for item in items], text),
        "cluster": pa.array([item.cluster for item in items], text),
        "source": pa.array([json_line(dict(item.source)) for item in items], text),
        "extra": pa.array([json_line(dict(item.extra)) for item in items], text),
    }
    _write_parquet(path, pa.table(columns), metadata)


def write_records_parquet(
    path: Path, records: Sequence[Mapping[str, Any]], metadata: Mapping[str, str]
) -> None:
    """Write JSON objects: texts, numbers and booleans as they are, everything else as JSON text."""
    names = list(dict.fromkeys(name for record in records for name in record))
    columns = {name: _column([record.get(name) for record in records]) for name in names}
    _write_parquet(path, pa.table(columns), metadata)


def _column(values: Sequence[Any]) -> pa.Array:
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {str}:
        return pa.array(values, pa.string())
    if kinds <= {bool}:
        return pa.array(values, pa.bool_())
    if kinds <= {int}:
        return pa.array(values, pa.int64())
    if kinds <= {int, float}:
        return pa.array(values, pa.float64())
    return pa.array([None if value is None else json_line(value) for value in values], pa.string())


def _answers(items: Sequence[Item]) -> tuple[list[Any], pa.DataType]:
    values: list[Any] = [
        list(item.answer) if isinstance(item.answer, tuple) else item.answer for item in items
    ]
    kinds = {type(value) for value in values}
    if kinds <= {str}:
        return values, pa.string()
    if kinds <= {bool}:
        return values, pa.bool_()
    if kinds <= {int, float}:
        return [float(value) for value in values], pa.float64()
    if kinds <= {list}:
        return values, pa.list_(pa.string())
    return [json_line(value) for value in values], pa.string()


def _write_parquet(path: Path, table: pa.Table, metadata: Mapping[str, str]) -> None:
    keyed = {name.encode(): value.encode() for name, value in metadata.items()}
    pq.write_table(table.replace_schema_metadata(keyed), path, compression="zstd")


def _plain_gzip(raw: io.BufferedIOBase) -> gzip.GzipFile:
    # mtime 0 and no file name: the same rows give the same bytes.
    return gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=_COMPRESSION_LEVEL, mtime=0)
