"""Builds at full scale: from as many rows as MolParser-7M `sft_real` has, and from twice as many."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sitegen.bench.corpus import SHARDS, Core, read_cores, write_corpus
from sitegen.bench.inputs import read_records
from sitegen.bench.processes import Usage, measure
from sitegen.config import REPOSITORY_ROOT
from sitegen.release.folder import DESCRIPTION

ROWS = 91_166
"""Rows of MolParser-7M, configuration sft_real."""

_PIN = """\
kind = "file"
name = "made-up rows in the schema of MolParser-7M"
licence = "CC0-1.0"
citation = "Made for a measurement."
rows = {rows}
[[member]]
path = "sft_scale-*.parquet"
count = {shards}
[columns]
esmiles = "SMILES"
image = "image"
"""
_CONFIG = """\
[[benchmark]]
folder = "rground"
[benchmark.sources]
scale = "scale.toml"
[benchmark.parameters.input]
source = "scale"
content = "esmiles"
[benchmark.parameters.sizes]
scaffolds = 0
edits = 0
[benchmark.parameters.images]
images = "original"
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleRun:
    """One build: rows read, what came of them, and what it took."""

    rows: int
    scaffolds: int
    edits: int
    items: int
    images: int
    usage: Usage


def run_scale(out: Path, rows: int = ROWS, jobs: int = 2) -> Iterator[ScaleRun]:
    """Yield the measured builds from `rows` and from twice as many rows, with cores of the build in `out`.

    Raises `ConfigError` when R-GroundBench is not built in `out`, or a build fails.
    """
    cores = read_cores(read_records(out / "datasets" / "rground", "scaffolds"))
    for number in (rows, 2 * rows):
        with tempfile.TemporaryDirectory(prefix="chemground-scale-") as name:
            yield _run(cores, number, jobs, Path(name))


def table(runs: list[ScaleRun]) -> str:
    """Return the runs as lines of text, and how time and memory grew from the first to the last."""
    head = "rows      scaffolds  edits    items    images   minutes  cpu min  rows/s  largest MB  all MB"
    lines = [head, *map(_line, runs)]
    if len(runs) > 1:
        first, last = runs[0].usage, runs[-1].usage
        lines.append(
            f"{runs[-1].rows / runs[0].rows:.1f} times the rows: "
            f"{last.wall / first.wall:.2f} times the time, "
            f"{last.processor / first.processor:.2f} times the processor time, "
            f"{last.total / first.total:.2f} times the memory"
        )
    return "\n".join(lines)


def _line(run: ScaleRun) -> str:
    use = run.usage
    return (
        f"{run.rows:<9} {run.scaffolds:<10} {run.edits:<8} {run.items:<8} {run.images:<8} "
        f"{use.wall / 60:<8.1f} {use.processor / 60:<8.1f} {run.rows / use.wall:<7.0f} "
        f"{use.largest / 1e6:<11.0f} {use.total / 1e6:.0f}"
    )


def _run(cores: list[Core], rows: int, jobs: int, folder: Path) -> ScaleRun:
    write_corpus(folder, cores, rows)
    (folder / "scale.toml").write_text(_PIN.format(rows=rows, shards=SHARDS), encoding="utf-8")
    (folder / "config.toml").write_text(_CONFIG, encoding="utf-8")
    command = [sys.executable, "-m", "sitegen", "datasets", "--config", str(folder / "config.toml")]
    command += ["--out", str(folder / "out"), "--jobs", str(jobs)]
    usage = measure(command, {**os.environ, "PYTHONPATH": str(REPOSITORY_ROOT)})
    description = folder / "out" / "datasets" / "rground" / DESCRIPTION
    counts = json.loads(description.read_text(encoding="utf-8"))["counts"]
    return ScaleRun(
        rows=rows,
        scaffolds=counts["scaffolds"],
        edits=counts["edits"],
        items=counts["items"],
        images=counts["images"],
        usage=usage,
    )
