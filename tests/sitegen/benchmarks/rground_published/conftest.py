"""A data set and site built of published-like files, once for the tests of this folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sitegen.config import read_config
from sitegen.pipeline import Settings, build_datasets, build_pages
from tests.sitegen.benchmarks.rground_published.published_rows import (
    advanced_row,
    generation_row,
    nota_row,
    vqa_row,
)
from tests.sitegen.sources.pictures import jpeg, png

TABLES: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "vqa_easy_basic": (
        vqa_row(),
        nota_row("type_b"),
        nota_row("type_c"),
        nota_row("valid_d"),
        vqa_row(original_esmiles='=HYPERLINK("x")'),
        vqa_row(correct_smiles="CCO"),
    ),
    "vqa_hard_advanced": (advanced_row(), advanced_row(property="colour")),
    "generation_hard": (generation_row(difficulty="hard"),),
}

_PIN = """\
kind = "file"
name = "published-like rows"
licence = "CC0-1.0"
citation = "Made for a test."
[[member]]
path = "files/*/*.parquet"
[[member]]
path = "files/images/*.*"
[columns]
"""
_CONFIG = """\
[[benchmark]]
folder = "rground_published"
[benchmark.sources]
rgroundbench = "pin.toml"
[benchmark.parameters.images]
images = "{images}"
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """Folders of a build."""

    root: Path
    dataset: Path
    site: Path

    def description(self) -> dict[str, Any]:
        """The facts of the data set."""
        facts: dict[str, Any] = json.loads((self.dataset / "description.json").read_text(encoding="utf-8"))
        return facts


def write_files(folder: Path) -> None:
    """Write tables of the published schema with their pictures, and a pin of them."""
    for config, rows in TABLES.items():
        table = folder / "files" / config / "train-00000-of-00001.parquet"
        table.parent.mkdir(parents=True)
        pq.write_table(pa.Table.from_pylist([dict(row) for row in rows]), table)
    images = folder / "files" / "images"
    images.mkdir()
    (images / "core.png").write_bytes(png(40, 30))
    (images / "A.png").write_bytes(jpeg(20, 10))  # whatever its name says
    (images / "B.png").write_bytes(b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    (images / "C.png").write_bytes(png(20, 20, 99))
    (folder / "pin.toml").write_text(_PIN, encoding="utf-8")


def build(folder: Path, images: str, *, site: bool = True) -> Built:
    """Build data set and, unless not wanted, site of the files in `folder`."""
    config = folder / f"{images}.toml"
    config.write_text(_CONFIG.format(images=images), encoding="utf-8")
    settings = Settings(out=folder / images, cache=folder / "cache", jobs=1)
    read = read_config(config)
    (dataset,) = build_datasets(read, settings)
    pages = build_pages(read, settings, [dataset]) if site else folder / images / "site"
    return Built(root=folder, dataset=dataset, site=pages)


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A build that draws everything anew."""
    folder = tmp_path_factory.mktemp("published")
    write_files(folder)
    return build(folder, "drawn")


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A build with the published pictures."""
    folder = tmp_path_factory.mktemp("pictures")
    write_files(folder)
    return build(folder, "original")
