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
from tests.sitegen.benchmarks.fgbench_published.published_rows import (
    class_row,
    comparison_row,
    interaction_row,
    qm9_row,
    rise_row,
    value_row,
)

TEST: Sequence[Mapping[str, Any]] = (
    rise_row(),
    value_row(),
    comparison_row("bool_regression"),
    comparison_row(),
    interaction_row("bool_regression", ref_label="-1.5"),
    interaction_row(ref_label="-1.5"),
    class_row(),
    comparison_row("bool_classification", dataset="bbbp", target_label="1", ref_label="1", task_num="1"),
    qm9_row(),
    value_row(),  # 9: asked before
    value_row(answer="7"),  # 10: contradicts its labels
    value_row(property_name="boiling point", target_label="nan"),  # 11
)
TRAIN: Sequence[Mapping[str, Any]] = (
    value_row(split="train", target_smiles="Oc1ccccc1Cl", ref_smiles="Oc1ccccc1", target_label="1.0"),
    rise_row(split="test"),  # 1: names the other split
)

_PIN = """\
kind = "file"
name = "published-like rows"
licence = "CC0-1.0"
citation = "Made for a test."
[[member]]
path = "files/*{suffix}"
"""
_CONFIG = """\
[[benchmark]]
folder = "fgbench_published"
[benchmark.sources]
fgbench = "pin.toml"
[benchmark.parameters.train]
include = {train}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """Folders of a build."""

    dataset: Path
    site: Path

    def description(self) -> dict[str, Any]:
        """The facts of the data set."""
        facts: dict[str, Any] = json.loads((self.dataset / "description.json").read_text(encoding="utf-8"))
        return facts


def write_files(folder: Path, suffix: str = ".jsonl") -> None:
    """Write both splits in the published schema, and a pin of them."""
    (folder / "files").mkdir()
    for name, rows in (("test", TEST), ("train", TRAIN)):
        write_table(folder / "files" / f"{name}{suffix}", rows)
    (folder / "pin.toml").write_text(_PIN.format(suffix=suffix), encoding="utf-8")


def write_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as JSONL or Parquet."""
    if path.suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist([dict(row) for row in rows]), path)
        return
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def build(folder: Path, *, train: bool = False, site: bool = False, limit: int | None = None) -> Built:
    """Build data set and, where wanted, site of the files in `folder`."""
    config = folder / "config.toml"
    config.write_text(_CONFIG.format(train=str(train).lower()), encoding="utf-8")
    settings = Settings(out=folder / "out", cache=folder / "cache", jobs=1, limit=limit)
    read = read_config(config)
    (dataset,) = build_datasets(read, settings)
    pages = build_pages(read, settings, [dataset]) if site else folder / "out" / "site"
    return Built(dataset=dataset, site=pages)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A build of the test rows, with its site."""
    folder = tmp_path_factory.mktemp("fgbench-published")
    write_files(folder)
    return build(folder, site=True)
