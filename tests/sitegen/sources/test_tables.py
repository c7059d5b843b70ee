"""Tables of every format, read as rows of text."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sitegen.errors import SourceError
from sitegen.sources import file_pin, read_rows
from sitegen.sources.readers import split_smi

ROWS = [
    {"row": "1", "smiles": "CCO", "name": "ethanol"},
    {"row": "2", "smiles": "C", "name": None},
    {"row": "3", "smiles": "c1ccccc1", "name": "ben, zene"},
]
TEXTS = {
    "csv": 'year,smiles,label\n2001,CCO,ethanol\n,C,\n2003,c1ccccc1,"ben, zene"\n',
    "tsv": "year\tsmiles\tlabel\n2001\tCCO\tethanol\n\tC\t\n2003\tc1ccccc1\tben, zene\n",
    "jsonl": '{"smiles": "CCO", "label": "ethanol"}\n\n{"smiles": "C"}\n'
    '{"smiles": "c1ccccc1", "label": "ben, zene"}\n',
    "smi": "CCO ethanol\nC\n\nc1ccccc1 ben, zene\n",
}


def write_parquet(path: Path) -> None:
    columns = {
        "year": [2001, None, 2003],
        "smiles": ["CCO", "C", "c1ccccc1"],
        "label": ["ethanol", "", "ben, zene"],
    }
    pq.write_table(pa.table(columns), path, row_group_size=2)


@pytest.fixture(params=["csv", "tsv", "jsonl", "smi", "parquet"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"t.{request.param}"
    if request.param == "parquet":
        write_parquet(path)
    else:
        path.write_text(TEXTS[request.param], encoding="utf-8")
    return path


def read(path: Path, columns: object = ("smiles", "name"), **keys: object) -> list[dict[str, str | None]]:
    label = "name" if ".smi" in path.name else "label"
    pin = replace(file_pin(path, columns={"name": label}), **keys)  # type: ignore[arg-type]
    return [row for batch in read_rows(pin, [path], columns) for row in batch]  # type: ignore[arg-type]


def test_every_format_gives_the_same_rows(table: Path) -> None:
    assert read(table) == ROWS


def test_every_format_may_be_gzipped(table: Path) -> None:
    packed = table.with_name(table.name + ".gz")
    packed.write_bytes(gzip.compress(table.read_bytes()))
    assert read(packed) == ROWS


def test_rows_are_numbered_over_files_and_come_in_batches(table: Path) -> None:
    batches = list(read_rows(file_pin(table), [table, table], ("smiles",), batch=4))
    assert [[row["row"] for row in batch] for batch in batches] == [["1", "2", "3", "4"], ["5", "6"]]


SDF = """\
{name}
  made by hand

  1  0  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 C   0  0
M  END
{properties}
$$$$
"""


def sdf(folder: Path, *records: dict[str, str]) -> Path:
    path = folder / "t.sdf"
    texts = [
        SDF.format(name=n, properties="\n".join(f"> <{key}>\n{value}\n" for key, value in record.items()))
        for n, record in enumerate(records)
    ]
    path.write_text("".join(texts), encoding="utf-8")
    return path


def test_the_columns_of_an_sdf_are_its_properties(tmp_path: Path) -> None:
    path = sdf(tmp_path, {"smiles": "CCO", "label": " ethanol "}, {"smiles": "C"})
    expected = [
        {"row": "1", "smiles": "CCO", "name": "ethanol"},
        {"row": "2", "smiles": "C", "name": None},
    ]
    assert read(path) == expected
    packed = tmp_path / "t.sdf.gz"
    packed.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    assert read(packed) == expected


def test_a_property_that_no_record_has_is_named_and_so_is_a_record_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"no column label; the columns are smiles"):
        read(sdf(tmp_path, {"smiles": "CCO"}))
    path = sdf(tmp_path, {"smiles": "CCO", "label": "a"})
    path.write_text(path.read_text() + "broken\n\n\n  9 bonds\nM  END\n$$$$\n", encoding="utf-8")
    with pytest.raises(SourceError, match="record 2 is no mol block; mend or remove the record"):
        read(path)


def test_a_column_can_be_named_by_the_caller(table: Path) -> None:
    assert [row["structure"] for row in read(table, {"structure": "smiles"})] == ["CCO", "C", "c1ccccc1"]


def test_a_missing_column_is_named_with_those_there_are(table: Path) -> None:
    with pytest.raises(SourceError, match=r"no column SMILES; the columns are .*smiles.*; name the right"):
        read(table, ("SMILES",))


def test_another_number_of_rows_than_pinned_is_an_error(table: Path) -> None:
    with pytest.raises(SourceError, match=r"t\.\w+ has 3 rows, the pin says 4"):
        read(table, rows=4)


def test_a_file_without_rows_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("smiles,label\n")
    with pytest.raises(SourceError, match="t.csv holds no rows"):
        read(tmp_path / "t.csv")


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("t.csv", b"smiles,label\nC,a\nC,a,b\n", r"t\.csv:3: 3 cells where the header has 2"),
        ("t.csv", b'smiles,label\nC,"a"b\n', r"t\.csv:2: not a readable table"),
        ("t.csv", b"smiles,smiles,label\nC,C,a\n", "column smiles occurs more than once"),
        ("t.csv", b"smiles,label\n\xff\xfe,a\n", r"t\.csv: cannot be read: .*utf-8"),
        ("t.jsonl", b'{"smiles": "C", "label": "a"}\n{"smiles"\n', r"t\.jsonl:2: not JSON"),
        ("t.jsonl", b'["C"]\n', r"t\.jsonl:1: not a JSON object"),
        ("t.jsonl", b'{"smiles": ["C"], "label": "a"}\n', r"t\.jsonl:1: smiles is not text or a number"),
        ("t.parquet", b"PAR1", r"t\.parquet: not a readable Parquet file"),
        ("t.csv.gz", b"not gzip at all", r"t\.csv\.gz: cannot be read"),
        (
            "t.csv.gz",
            gzip.compress(b"smiles,label\n" + b"C,a\n" * 9, mtime=0)[:-9],
            r"t\.csv\.gz: cannot be read",
        ),
        ("t.parquet.gz", gzip.compress(b"x" * 99, mtime=0)[:20], r"t\.parquet\.gz: cannot be read"),
        ("t.xlsx", b"", r"no reader for a file named \*\.xlsx; use one of \.parquet, \.csv"),
    ],
)
def test_a_bad_table_is_one_clear_error(tmp_path: Path, name: str, content: bytes, complaint: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=complaint):
        read(tmp_path / name)


def test_a_column_of_images_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"smiles": ["C"], "label": [b"\x89PNG"]}), tmp_path / "t.parquet")
    with pytest.raises(SourceError, match="column label holds binary, not text or numbers"):
        read(tmp_path / "t.parquet")


def test_a_large_column_not_asked_for_is_never_loaded(tmp_path: Path) -> None:
    images = [bytes([number]) * 100_000 for number in range(200)]
    table = pa.table({"image": images, "SMILES": ["C"] * 200})
    pq.write_table(table, tmp_path / "t.parquet", compression="none", use_dictionary=False)
    del table, images
    before, pool = pa.default_memory_pool(), pa.proxy_memory_pool(pa.system_memory_pool())
    pa.set_memory_pool(pool)
    try:
        assert len(read(tmp_path / "t.parquet", {"esmiles": "SMILES"})) == 200
    finally:
        pa.set_memory_pool(before)
    assert pool.max_memory() < 2_000_000


def test_a_cell_longer_than_the_csv_default_is_read(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("smiles,label\n" + "C" * 200_000 + ",a\n")
    assert len(read(tmp_path / "t.csv")[0]["smiles"] or "") == 200_000


@pytest.mark.parametrize(
    ("line", "structure", "name"),
    [
        ("CCO", "CCO", ""),
        ("CCO ethyl alcohol", "CCO", "ethyl alcohol"),
        ("CCO\tethyl alcohol", "CCO", "ethyl alcohol"),
        ("*c1ccccc1 |$R1;;;;;;$| phenyl core", "*c1ccccc1 |$R1;;;;;;$|", "phenyl core"),
        ("*c1ccccc1 |$R1;;;;;;$|", "*c1ccccc1 |$R1;;;;;;$|", ""),
        ("*c1ccccc1 |$R1;;;;;;$|\tphenyl core", "*c1ccccc1 |$R1;;;;;;$|", "phenyl core"),
        ("*c1ccccc1<sep><a>0:R[1]</a>", "*c1ccccc1<sep><a>0:R[1]</a>", ""),
        ("*c1ccccc1<sep><a>0:R [1]</a> core", "*c1ccccc1<sep><a>0:R [1]</a>", "core"),
        ("*c1ccccc1<sep><a>0:R[1]</a>\tcore > 1", "*c1ccccc1<sep><a>0:R[1]</a>", "core > 1"),
        ("c1ccccc1<sep> benzene", "c1ccccc1<sep>", "benzene"),
    ],
)
def test_a_line_of_smi_is_split_where_its_structure_ends(line: str, structure: str, name: str) -> None:
    assert split_smi(line) == (structure, name)


def test_rows_may_tell_their_file_and_their_number_in_it(tmp_path: Path) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text("smiles\nC\nCC\n", encoding="utf-8")
    second.write_text("smiles\nCCC\n", encoding="utf-8")
    rows = [
        row for batch in read_rows(file_pin(first), [first, second], ["smiles"], files=True) for row in batch
    ]
    assert [(row["row"], row["file"], row["file_row"]) for row in rows] == [
        ("1", "a.csv", "1"),
        ("2", "a.csv", "2"),
        ("3", "b.csv", "1"),
    ]


def test_a_table_without_header_line_is_read_by_the_header_of_its_pin(tmp_path: Path) -> None:
    path = tmp_path / "t.smi"
    path.write_text("CCO,E1,7.5\nC,E2,8\n", encoding="utf-8")
    pin = replace(file_pin(path), format="csv", header=("smiles", "id", "value"))
    rows = [row for batch in read_rows(pin, [path], ["value", "smiles"]) for row in batch]
    assert rows == [
        {"row": "1", "value": "7.5", "smiles": "CCO"},
        {"row": "2", "value": "8", "smiles": "C"},
    ]


def test_a_header_for_a_format_that_has_columns_of_its_own_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.smi"
    path.write_text("CCO ethanol\n", encoding="utf-8")
    with pytest.raises(SourceError, match="csv, tsv"):
        next(read_rows(replace(file_pin(path), header=("smiles",)), [path], ["smiles"]))
    with pytest.raises(SourceError, match="format xls"):
        next(read_rows(replace(file_pin(path), format="xls"), [path], ["smiles"]))
