"""Build datasets and site from a configuration; what is up to date is left alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.discovery import FoundBenchmark, find_benchmark, import_benchmark
from sitegen.config import REPOSITORY_ROOT, Config
from sitegen.errors import ConfigError
from sitegen.fingerprint import input_sha256
from sitegen.parallel import OrderedMap, ordered_map
from sitegen.release.folder import DESCRIPTION, Origin, write_dataset
from sitegen.sources.pins import read_pin
from sitegen.swap import new_folder

_PACKAGE = Path(__file__).parent
_DATASET_CODE = (
    *(_PACKAGE / name for name in ("chem", "release", "sources", "templates/prompts", "templates/release")),
    *(_PACKAGE / name for name in ("records.py", "parallel.py", "pipeline.py")),
    REPOSITORY_ROOT / "evaluator",
    REPOSITORY_ROOT / "data" / "licences",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to build: output and cache folders, number of processes, questions per split."""

    out: Path
    cache: Path
    jobs: int
    limit: int | None = None


def build_datasets(config: Config, settings: Settings) -> tuple[Path, ...]:
    """Bring `<out>/datasets/<slug>/` of every configured benchmark up to date; return the folders.

    A folder whose recorded input hash still holds is kept. Raises `ChemGroundError`s; a failed
    build leaves the last good folder untouched.
    """
    found = [find_benchmark(table) for table in config.benchmarks]
    twice = {benchmark.slug for benchmark in found if [b.slug for b in found].count(benchmark.slug) > 1}
    if twice:
        raise ConfigError(f"{config.path}: benchmark {min(twice)!r} is named twice; keep one")
    stale = {b.slug: (b, digest) for b in found if not _is_fresh(b, digest := _digest(b, config, settings), settings)}
    if stale:
        with ordered_map(settings.jobs, [b.folder for b, _ in stale.values()]) as mapper:
            for benchmark, digest in stale.values():
                _build_one(benchmark, digest, config, settings, mapper)
    return tuple(_folder(benchmark, settings) for benchmark in found)


def _build_one(
    benchmark: FoundBenchmark, digest: str, config: Config, settings: Settings, mapper: OrderedMap
) -> None:
    module = import_benchmark(benchmark.folder)
    context = BuildContext(
        slug=benchmark.slug,
        folder=benchmark.folder,
        data=benchmark.data,
        parameters=benchmark.parameters,
        sources=benchmark.sources,
        cache=settings.cache,
        seed=config.seed,
        limit=settings.limit,
        canary=benchmark.about["canary"],
        map=mapper,
    )
    build = module.build(module.load(context), context)
    description = module.describe(build, context)
    origin = Origin(
        about=benchmark.about,
        sources=_source_facts(benchmark, description.facts.get("sources_used")),
        prompts=benchmark.folder / "prompts",
        seed=config.seed,
        input_sha256=digest,
    )
    with new_folder(_folder(benchmark, settings)) as folder:
        write_dataset(folder, build, description, module.render(build, context), origin)


def _folder(benchmark: FoundBenchmark, settings: Settings) -> Path:
    return settings.out / "datasets" / benchmark.slug


def _source_facts(benchmark: FoundBenchmark, used: list[str] | None) -> list[dict[str, Any]]:
    """Return the published facts of the pins; a benchmark that reads only some says which."""
    names = sorted(benchmark.sources) if used is None else used
    return [read_pin(benchmark.sources[name]).to_json() for name in names]


def _digest(benchmark: FoundBenchmark, config: Config, settings: Settings) -> str:
    facts: Mapping[str, Any] = {
        "about": benchmark.about,
        "parameters": benchmark.parameters,
        "sources": {name: path.read_text(encoding="utf-8") for name, path in benchmark.sources.items()},
        "seed": config.seed,
        "limit": settings.limit,
    }
    roots = (*_DATASET_CODE, benchmark.folder, *([benchmark.data] if benchmark.data.is_dir() else []))
    return input_sha256(facts, roots)


def _is_fresh(benchmark: FoundBenchmark, digest: str, settings: Settings) -> bool:
    try:
        text = (_folder(benchmark, settings) / DESCRIPTION).read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return bool(json.loads(text).get("input_sha256") == digest)
