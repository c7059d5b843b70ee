"""What the benchmarks work on: the records of a built R-GroundBench dataset folder."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchEdit:
    """One edit: the core, its labels by dummy atom, and the substituent SMILES by label."""

    core: str
    labels: Mapping[int, str]
    substituents: Mapping[str, str]
    product: str


def read_records(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the records of `<name>.jsonl.gz` in a dataset folder; `ConfigError` when it is not built."""
    path = folder / f"{name}.jsonl.gz"
    if not path.is_file():
        raise ConfigError(f"{path}: not built; run `make site` first")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]
