"""The made-up rows of the full-scale benchmark pass and fail the filters in the published shares."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from sitegen.bench.corpus import SHARES, Core, corpus_texts, write_corpus
from sitegen.benchmarks.rground.filters import InputRow, run_filters
from sitegen.chem.editing import substitute_markush
from sitegen.chem.esmiles import parse_esmiles
from sitegen.parallel import OrderedMap
from sitegen.sources.pictures import inspect_picture

ROOT = Path(__file__).parents[3]
ROWS = 2000


@pytest.fixture(scope="module")
def cores() -> list[Core]:
    """The curated cores, each with a product."""
    with (ROOT / "data" / "rground" / "markush.tsv").open(encoding="utf-8", newline="") as file:
        texts = {row["esmiles"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    found = []
    for text in sorted(texts):
        markush = parse_esmiles(text)
        product = substitute_markush(markush, {tag.label: "C" for tag in markush.atom_labels})
        labels = tuple((tag.atom, tag.label) for tag in markush.atom_labels)
        found.append(Core(smiles=markush.smiles, labels=labels, product=product))
    return found


def test_the_funnel_of_the_rows_has_the_published_shares(cores: list[Core]) -> None:
    texts = list(corpus_texts(cores, ROWS, random.Random(1)))
    assert len(texts) == ROWS
    rows = [InputRow(row=str(number), text=text) for number, text in enumerate(texts)]
    passed, funnel = run_filters(rows, OrderedMap(executor=None, workers=1))
    published = (91166, 46727, 19282, 14476, 14394, 14394)
    for step, count in zip(funnel.steps, published, strict=True):
        assert step.kept == pytest.approx(ROWS * count / 91166, abs=5), step.name
    assert len({row.text for row in passed}) == ROWS * SHARES["scaffold"] // 91166


def test_files_are_three_shards_in_molparsers_schema_with_sound_pictures(
    cores: list[Core], tmp_path: Path
) -> None:
    write_corpus(tmp_path, cores, ROWS)
    tables = [pq.read_table(path) for path in sorted(tmp_path.glob("*.parquet"))]
    assert [table.column_names for table in tables] == [["image", "SMILES"]] * 3
    assert sum(table.num_rows for table in tables) == ROWS
    for cell in tables[0]["image"].slice(0, 70).to_pylist():
        picture = inspect_picture(cell["bytes"], bytes_max=1100, pixels_max=1000)
        assert (picture.kind, len(cell["bytes"]) > 900) == ("png", True)


def test_the_same_rows_come_out_again(cores: list[Core], tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_corpus(tmp_path / name, cores, 300)
    files = [[path.read_bytes() for path in sorted((tmp_path / name).iterdir())] for name in ("one", "two")]
    assert files[0] == files[1]
