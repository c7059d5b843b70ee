"""What the benchmarks work on: the records of a built R-GroundBench dataset folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.errors import ConfigError
from sitegen.release.tables import read_jsonl_gz


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchEdit:
    """One edit: the core, its label by dummy atom, the substituent SMILES by label, the product."""

    core: str
    labels: Mapping[int, str]
    substituents: Mapping[str, str]
    product: str


def read_records(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the records of `<name>.jsonl.gz` in a dataset folder; `ConfigError` when it is not built."""
    path = folder / f"{name}.jsonl.gz"
    if not path.is_file():
        raise ConfigError(f"{path}: not built; run `make site` first")
    return list(read_jsonl_gz(path))


def read_edits(folder: Path) -> Iterator[BenchEdit]:
    """Yield the edits of a built R-GroundBench folder, those of one scaffold together."""
    pool = {record["name"]: record["smiles"] for record in read_records(folder, "substituents")}
    for scaffold in read_records(folder, "scaffolds"):
        labels = {site["atom"]: site["label"] for site in scaffold["sites"]}
        for edit in scaffold["edits"]:
            yield BenchEdit(
                core=scaffold["smiles"],
                labels=labels,
                substituents={label: pool[name] for label, name in edit["substituents"].items()},
                product=edit["product"],
            )
