"""Build datasets and site from a configuration; what is up to date is left alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.discovery import FoundBenchmark, find_benchmark, import_benchmark, outside_files
from sitegen.config import REPOSITORY_ROOT, BenchmarkConfig, Config
from sitegen.errors import ConfigError
from sitegen.fingerprint import input_sha256
from sitegen.parallel import OrderedMap, ordered_map
from sitegen.release.checksums import CHECKSUMS, file_sha256
from sitegen.release.folder import DESCRIPTION, Origin, write_dataset
from sitegen.site.build import build_site
from sitegen.sources.pins import Pin, read_pin
from sitegen.swap import new_folder

_PACKAGE = Path(__file__).parent
_DATASET_CODE = (
    *(_PACKAGE / name for name in ("chem", "release", "sources", "templates/prompts", "templates/release")),
    *(_PACKAGE / name for name in ("charts.py", "parallel.py", "pipeline.py", "plotting.py", "records.py")),
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
    digests = {benchmark.slug: _digest(benchmark, config, settings) for benchmark in found}
    stale = [b for b in found if not _is_fresh(b, digests[b.slug], settings)]
    if stale:
        with ordered_map(settings.jobs, [benchmark.folder for benchmark in stale]) as mapper:
            for benchmark in stale:
                _build_one(benchmark, digests[benchmark.slug], config, settings, mapper)
    return tuple(_folder(benchmark, settings) for benchmark in found)


def build_pages(config: Config, settings: Settings, folders: Sequence[Path] | None) -> Path:
    """Render `<out>/site` from dataset folders (None: those of the configuration, already built).

    Returns the site's folder. A site made from the same datasets by the same code is kept; a failed
    build leaves the last good site untouched.
    """
    found = [find_benchmark(table) for table in config.benchmarks]
    if folders is None:
        folders = [_folder(benchmark, settings) for benchmark in found]
    for folder in folders:
        if not (folder / DESCRIPTION).is_file():
            raise ConfigError(f"{folder}: no built dataset there; run `python -m sitegen datasets` first")
    target = settings.out / "site"
    digest = _site_digest(config, folders, [benchmark.folder for benchmark in found])
    stamp = settings.out / "site.sha256"
    if target.is_dir() and stamp.is_file() and stamp.read_text(encoding="utf-8").strip() == digest:
        return target
    stamp.unlink(missing_ok=True)
    with ordered_map(settings.jobs, [benchmark.folder for benchmark in found]) as mapper:
        with new_folder(target) as fresh:
            build_site(
                folders,
                fresh,
                site=config.site,
                benchmark_folders=[benchmark.folder for benchmark in found],
                cache=settings.cache,
                map=mapper,
            )
    stamp.write_text(digest + "\n", encoding="utf-8")
    return target


def _site_digest(config: Config, folders: Sequence[Path], benchmark_folders: Sequence[Path]) -> str:
    facts = {
        "site": asdict(config.site),
        "datasets": {folder.name: file_sha256(folder / CHECKSUMS) for folder in folders},
    }
    roots = (
        _PACKAGE,
        REPOSITORY_ROOT / "evaluator",
        REPOSITORY_ROOT / "docs",
        REPOSITORY_ROOT / "mkdocs.yml",
        REPOSITORY_ROOT / "data" / "site",
        *benchmark_folders,
    )
    return input_sha256(facts, [root for root in roots if root.exists()])


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
        sources=_source_facts(benchmark, build.sources),
        prompts=benchmark.folder / "prompts",
        seed=config.seed,
        input_sha256=digest,
    )
    with new_folder(_folder(benchmark, settings)) as folder:
        write_dataset(folder, build, description, module.render(build, context), origin)


def _folder(benchmark: FoundBenchmark, settings: Settings) -> Path:
    return settings.out / "datasets" / benchmark.slug


def _source_facts(benchmark: FoundBenchmark, used: tuple[str | Pin, ...] | None) -> list[dict[str, Any]]:
    """Return the published facts of the pins; a benchmark that reads only some says which."""
    chosen = tuple(sorted(benchmark.sources)) if used is None else used
    pins = [one if isinstance(one, Pin) else read_pin(benchmark.sources[one]) for one in chosen]
    return [pin.to_json() for pin in pins]


def _digest(benchmark: FoundBenchmark, config: Config, settings: Settings) -> str:
    facts: Mapping[str, Any] = {
        "about": benchmark.about,
        "parameters": benchmark.parameters,
        "sources": {name: _pinned(path) for name, path in sorted(benchmark.sources.items())},
        "seed": config.seed,
        "limit": settings.limit,
        "outside": [file_sha256(path) for path in outside_files(benchmark) if path.is_file()],
    }
    others = [find_benchmark(BenchmarkConfig(folder=name)) for name in benchmark.about.get("uses", ())]
    folders = [folder for one in (benchmark, *others) for folder in (one.folder, one.data)]
    roots = (*_DATASET_CODE, *(folder for folder in folders if folder.is_dir()))
    return input_sha256(facts, roots)


def _pinned(path: Path) -> dict[str, Any]:
    """Return what a pin stands for: its text and, for local files that it does not hash, theirs."""
    pin = read_pin(path)
    files = [
        file
        for member in pin.members
        if pin.kind == "file" and not member.sha256
        for file in sorted(
            path.parent.glob(member.path) if member.is_pattern else [path.parent / member.path]
        )
        if file.is_file()
    ]
    return {"pin": path.read_text(encoding="utf-8"), "files": [file_sha256(file) for file in files]}


def _is_fresh(benchmark: FoundBenchmark, digest: str, settings: Settings) -> bool:
    try:
        text = (_folder(benchmark, settings) / DESCRIPTION).read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return bool(json.loads(text).get("input_sha256") == digest)
