"""FGBench's two speeds: groups found on two processes against one, a second build against the first.

Both are wall-clock times, since what is measured is work in other processes.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from sitegen.bench.pairing import Comparison
from sitegen.bench.processes import measure
from sitegen.benchmarks.discovery import PACKAGED
from sitegen.benchmarks.fgbench.annotation import annotate_batch
from sitegen.config import REPOSITORY_ROOT
from sitegen.errors import ConfigError
from sitegen.parallel import OrderedMap, ordered_map
from sitegen.release.tables import read_jsonl_gz

_FOLDER = PACKAGED / "fgbench"
_MOLECULES = 800
_BATCH = 16
_ROUNDS = 3
_CONFIG = 'seed = 42\n[site]\ntitle = "ChemGround"\n[[benchmark]]\nfolder = "fgbench"\n'


@dataclass(frozen=True, slots=True, kw_only=True)
class Builds:
    """Seconds of three builds of FGBench alone, site included.

    `first` starts from an empty cache (inputs at hand), `again` changes nothing, `cached` finds its output
    gone and its cache there.
    """

    first: float
    again: float
    cached: float

    def text(self) -> str:
        """Return the figures as a sentence."""
        return (
            f"FGBench built in {self.first:.0f} s; again, nothing changed, in {self.again:.1f} s "
            f"({100 * self.again / self.first:.0f} %); its data from the cache in {self.cached:.1f} s "
            f"({100 * self.cached / self.first:.0f} %)"
        )


def bench_annotation(dataset: Path) -> Comparison:
    """Compare molecules annotated a second on two processes with those on one, workers started and warm."""
    smiles = _molecules(dataset)
    with ordered_map(2, [_FOLDER]) as two:
        one = OrderedMap(executor=None, workers=1)
        for mapper in (one, two):
            _seconds(mapper, smiles[: 8 * _BATCH])
        pairs = [
            (len(smiles) / _seconds(two, smiles), len(smiles) / _seconds(one, smiles)) for _ in range(_ROUNDS)
        ]
    ratios = [ours / bare for ours, bare in pairs]
    return Comparison(
        name="functional groups, two processes",
        unit="molecules",
        ours=median(pair[0] for pair in pairs),
        bare=median(pair[1] for pair in pairs),
        ratio=median(ratios),
        low=min(ratios),
        high=max(ratios),
        against="the same on one process, wall clock",
        aim="1.8 or more",
    )


def bench_builds(cache: Path, jobs: int) -> Builds:
    """Measure builds of FGBench alone; `cache` has the fetched inputs."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        (scratch / "cache").mkdir()
        for kept in ("sources", "originals"):
            if (cache / kept).is_dir():
                (scratch / "cache" / kept).symlink_to((cache / kept).resolve())
        (scratch / "fgbench.toml").write_text(_CONFIG, encoding="utf-8")
        first = _build("build", scratch, scratch / "out", jobs)
        again = _build("build", scratch, scratch / "out", jobs)
        cached = _build("datasets", scratch, scratch / "other", jobs)
    return Builds(first=first, again=again, cached=cached)


def _build(command: str, scratch: Path, out: Path, jobs: int) -> float:
    options = ["--config", str(scratch / "fgbench.toml"), "--out", str(out), "--jobs", str(jobs)]
    environment = {
        **os.environ,
        "CHEMGROUND_CACHE": str(scratch / "cache"),
        "PYTHONPATH": str(REPOSITORY_ROOT),
    }
    return measure([sys.executable, "-m", "sitegen", command, *options], environment).wall


def _molecules(dataset: Path) -> list[str]:
    pairs = dataset / "pairs.jsonl.gz"
    if not pairs.is_file():
        raise ConfigError(f"{dataset}: not built; run `make site` first")
    found = {row[side] for row in read_jsonl_gz(pairs) for side in ("target_smiles", "reference_smiles")}
    return random.Random(1).sample(sorted(found), min(_MOLECULES, len(found)))


def _seconds(mapper: OrderedMap, smiles: Sequence[str]) -> float:
    start = time.perf_counter()
    for _ in mapper(partial(annotate_batch, True), smiles, batch=_BATCH, label="functional groups"):
        pass
    return time.perf_counter() - start
