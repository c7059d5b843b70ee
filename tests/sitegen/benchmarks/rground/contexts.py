"""Contexts for the stages of R-GroundBench: real tables, inputs made on the spot, no worker processes."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.config import merge
from sitegen.parallel import OrderedMap

ROOT = Path(__file__).parents[4]
FOLDER = ROOT / "sitegen" / "benchmarks" / "rground"
DATA = ROOT / "data" / "rground"
_PIN = """\
kind = "file"
name = "made for a test"
licence = "CC0-1.0"
citation = "Made for a test."
[[member]]
path = "{path}"
[columns]
{columns}
"""


def serial_map() -> OrderedMap:
    """A map that works in this process."""
    return OrderedMap(executor=None, workers=1)


def rground_context(
    cache: Path,
    sources: Mapping[str, Path],
    parameters: Mapping[str, Any] | None = None,
    limit: int | None = None,
    seed: int = 42,
) -> BuildContext:
    """A context of the real benchmark folder and tables with other inputs or parameters."""
    own = tomllib.loads((FOLDER / "parameters.toml").read_text(encoding="utf-8"))
    return BuildContext(
        slug="rground",
        folder=FOLDER,
        data=DATA,
        parameters=merge(own, parameters or {}),
        sources=sources,
        cache=cache,
        seed=seed,
        limit=limit,
        canary="00000000-0000-0000-0000-000000000000",
        map=serial_map(),
    )


def real_cache() -> Path:
    """The folder of fetched inputs, as the command line has it."""
    return Path(os.environ.get("CHEMGROUND_CACHE") or ROOT / ".cache")


def file_context(
    folder: Path,
    path: Path,
    content: str,
    columns: Mapping[str, str],
    parameters: Mapping[str, Any] | None = None,
    **others: Any,
) -> BuildContext:
    """A context whose input is a local file; `columns` maps the generator's names to the file's.

    All scaffolds of the input are taken; no question needs another source. The pin and the cache lie in
    `folder`.
    """
    pin = folder / "mine.toml"
    lines = "\n".join(f'{name} = "{column}"' for name, column in columns.items())
    pin.write_text(_PIN.format(path=path, columns=lines), encoding="utf-8")
    own = {
        "input": {"source": "mine", "content": content},
        "sizes": {"scaffolds": 0, "edits": 0},
        "advanced": {"shares": {"bioactivity": 0.0}, "indication": {"source": ""}},
    }
    return rground_context(folder / "cache", {"mine": pin}, merge(own, parameters or {}), **others)
