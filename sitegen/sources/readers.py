"""One reader a format: each yields tuples of cells, in the order of the columns asked for, batch by batch.

Columns in `optional` may be missing from a file; their cells are then None.
"""

from __future__ import annotations

import csv
import gzip
import json
import shutil
import tempfile
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

type Cells = tuple[str | None, ...]
type Reader = Callable[[Path, Sequence[str], Collection[str]], Iterator[Cells]]

_BATCH = 4096
_LONGEST_CELL = 2**31 - 1
SMI_COLUMNS = ("smiles", "name")


class BadTable(Exception):
    """What is wrong with a table, for `read_rows` to say with the pin's name (`line` is 1-based)."""

    def __init__(
        self, problem: str, advice: str, *, key: str = "member.path", line: int | None = None
    ) -> None:
        self.problem, self.advice, self.key, self.line = problem, advice, key, line
        super().__init__(problem)


def format_of(path: Path) -> str:
    """Return the format a file's name stands for, a final `.gz` aside: one of `READERS`."""
    suffix = Path(path.name.removesuffix(".gz")).suffix.lower().removeprefix(".")
    if suffix not in READERS:
        raise BadTable(
            f"no reader for a file named *.{suffix}",
            f"use one of .{', .'.join(READERS)}, each optionally .gz",
        )
    return suffix


def read_parquet(path: Path, columns: Sequence[str], optional: Collection[str] = ()) -> Iterator[Cells]:
    """Read only the wanted columns of a Parquet file, some row groups at a time."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with _binary(path) as stream, pq.ParquetFile(stream) as table:
            _require(columns, table.schema_arrow.names, optional)
            there = [name for name in dict.fromkeys(columns) if name in table.schema_arrow.names]
            for name in there:
                _require_text(name, table.schema_arrow.field(name).type, pa)
            for batch in table.iter_batches(batch_size=_BATCH, columns=there):
                read = {name: [_text(value) for value in batch.column(name).to_pylist()] for name in there}
                absent = [None] * batch.num_rows
                yield from zip(*(read.get(name, absent) for name in columns), strict=True)
    except pa.ArrowException as error:
        raise BadTable(f"not a readable Parquet file: {error}", "get the file again") from error


def read_csv(
    path: Path, columns: Sequence[str], optional: Collection[str] = (), header: Sequence[str] = ()
) -> Iterator[Cells]:
    """Read a table of comma-separated cells with a header line, or without one and with this `header`."""
    yield from _separated(path, columns, ",", optional, header)


def read_tsv(
    path: Path, columns: Sequence[str], optional: Collection[str] = (), header: Sequence[str] = ()
) -> Iterator[Cells]:
    """Read a table of tab-separated cells with a header line, or without one and with this `header`."""
    yield from _separated(path, columns, "\t", optional, header)


def read_jsonl(path: Path, columns: Sequence[str], optional: Collection[str] = ()) -> Iterator[Cells]:
    """Read one JSON object a line; a key may be absent from some lines, not from all."""
    seen: set[str] = set()
    line = 0
    with _lines(path) as lines:
        for line, text in enumerate(lines, start=1):
            if not text.strip():
                continue
            try:
                record = json.loads(text)
            except ValueError as error:
                raise BadTable(f"not JSON: {error}", "mend the line", line=line) from error
            if not isinstance(record, dict):
                raise BadTable("not a JSON object", "write one object a line", line=line)
            seen.update(record)
            yield tuple(_json_text(record.get(name), name, line) for name in columns)
    if line:
        _require(columns, sorted(seen), optional)


def read_smi(path: Path, columns: Sequence[str], optional: Collection[str] = ()) -> Iterator[Cells]:
    """Read a structure and, after it, its name a line: columns `smiles` and `name`.

    The structure may be SMILES, CXSMILES (its `|…|` block belongs to it) or E-SMILES (to its last `>`).
    """
    _require(columns, SMI_COLUMNS, optional)
    with _lines(path) as lines:
        for text in lines:
            if text.strip():
                cells = dict(zip(SMI_COLUMNS, split_smi(text.strip()), strict=True))
                yield tuple(cells.get(name) or None for name in columns)


def read_sdf(path: Path, columns: Sequence[str], optional: Collection[str] = ()) -> Iterator[Cells]:
    """Read the properties of each record of an SDF file; a record may lack some, not all records.

    What is drawn is parsed only to find the records: a structure is taken from a property.
    """
    from rdkit import Chem, rdBase

    seen: set[str] = set()
    number = 0
    with _binary(path) as stream, rdBase.BlockLogs():
        supplier = Chem.ForwardSDMolSupplier(stream, sanitize=False, removeHs=False, strictParsing=False)
        for number, mol in enumerate(supplier, start=1):
            if mol is None:
                raise BadTable(f"record {number} is no mol block", "mend or remove the record")
            record = {name: str(mol.GetProp(name)).strip() for name in mol.GetPropNames()}
            seen.update(record)
            yield tuple(record.get(name) or None for name in columns)
    if number:
        _require(columns, sorted(seen), optional)


def split_smi(text: str) -> tuple[str, str]:
    """Split a line of a .smi file into structure and name (empty if none)."""
    head, tab, tail = text.partition("\t")
    if tab and not tail.startswith("|"):
        return head.strip(), tail.strip()
    if "<sep>" in text:
        end = text.rindex(">") + 1
        return text[:end], text[end:].strip()
    structure, _, rest = text.partition("\t") if tab else text.partition(" ")
    rest = rest.strip()
    if rest.startswith("|") and (end := rest.find("|", 1)) > 0:
        return f"{structure} {rest[: end + 1]}", rest[end + 1 :].strip()
    return structure, rest


def _separated(
    path: Path, columns: Sequence[str], delimiter: str, optional: Collection[str], header: Sequence[str]
) -> Iterator[Cells]:
    # The limit is the whole process's and 131,072 by default; a line is in memory anyway.
    csv.field_size_limit(_LONGEST_CELL)
    with _lines(path) as lines:
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        try:
            header = header or next(reader, [])
            _require(columns, header, optional)
            places = [header.index(name) if name in header else None for name in columns]
            for cells in reader:
                if not cells:
                    continue
                if len(cells) != len(header):
                    problem = f"{len(cells)} cells where the header has {len(header)}"
                    raise BadTable(
                        problem, "mend the line, or quote cells that hold the separator", line=reader.line_num
                    )
                yield tuple(None if place is None else cells[place] or None for place in places)
        except csv.Error as error:
            raise BadTable(f"not a readable table: {error}", "mend the line", line=reader.line_num) from error


def _require(columns: Sequence[str], present: Sequence[str], optional: Collection[str]) -> None:
    missing = [name for name in columns if name not in present and name not in optional]
    if missing:
        have = ", ".join(present[:20]) + (", …" if len(present) > 20 else "")
        problem = f"no column {', '.join(missing)}; the columns are {have or 'none'}"
        raise BadTable(problem, "name the right column under [columns] in the pin file", key="columns")
    doubled = [name for name in columns if list(present).count(name) > 1]
    if doubled:
        raise BadTable(f"column {doubled[0]} occurs more than once", "rename one of them", key="columns")


def _require_text(name: str, kind: Any, pa: Any) -> None:
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    types = pa.types
    tests = (
        types.is_string,
        types.is_large_string,
        types.is_string_view,
        types.is_integer,
        types.is_floating,
    )
    if not any(test(value) for test in (*tests, types.is_boolean, types.is_null)):
        raise BadTable(
            f"column {name} holds {kind}, not text or numbers", "name another column", key="columns"
        )


def _text(value: Any) -> str | None:
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)


def _json_text(value: Any, name: str, line: int) -> str | None:
    if isinstance(value, list | dict):
        raise BadTable(f"{name} is not text or a number", "name another column", key="columns", line=line)
    return _text(value)


@contextmanager
def _lines(path: Path) -> Iterator[IO[str]]:
    try:
        if path.name.endswith(".gz"):
            with gzip.open(path, "rt", encoding="utf-8-sig", newline="") as packed:
                yield packed
        else:
            with path.open(encoding="utf-8-sig", newline="") as plain:
                yield plain
    except zlib.error as error:
        raise BadTable(f"damaged gzip file: {error}", "get the file again") from error


@contextmanager
def _binary(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for random access, unpacking a gzip file to disk first."""
    if not path.name.endswith(".gz"):
        with path.open("rb") as stream:
            yield stream
        return
    with tempfile.TemporaryFile() as unpacked:
        try:
            with gzip.open(path, "rb") as packed:
                shutil.copyfileobj(packed, unpacked)
        except zlib.error as error:
            raise BadTable(f"damaged gzip file: {error}", "get the file again") from error
        unpacked.seek(0)
        yield unpacked


READERS: dict[str, Reader] = {
    "parquet": read_parquet,
    "csv": read_csv,
    "tsv": read_tsv,
    "jsonl": read_jsonl,
    "smi": read_smi,
    "sdf": read_sdf,
}

HEADERLESS = {"csv": read_csv, "tsv": read_tsv}
"""Formats that are also read without a header line."""
