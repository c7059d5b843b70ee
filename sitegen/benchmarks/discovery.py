"""Find a benchmark's folder and import its code, packaged or from anywhere."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import sitegen.benchmarks
from sitegen.benchmarks.contract import Benchmark
from sitegen.config import REPOSITORY_ROOT, BenchmarkConfig, Config, merge, read_toml
from sitegen.errors import ConfigError

PACKAGED = Path(__file__).parent
_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_SLUG = re.compile(r"[a-z][a-z0-9_]{1,30}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBenchmark:
    """A benchmark's folders, its `benchmark.toml` and its merged parameters."""

    slug: str
    folder: Path
    data: Path
    about: Mapping[str, Any]
    parameters: Mapping[str, Any]
    sources: Mapping[str, Path]


def find_benchmark(config: BenchmarkConfig) -> FoundBenchmark:
    """Return the benchmark that a `[[benchmark]]` table names.

    Raises `ConfigError` when there is no such folder or its `benchmark.toml` lacks a key.
    """
    folder = PACKAGED / config.folder  # an absolute path stays as it is
    if not (folder / "benchmark.toml").is_file():
        known = ", ".join(sorted(path.parent.name for path in PACKAGED.glob("*/benchmark.toml")))
        raise ConfigError(
            f"{config.folder}: no benchmark.toml there; name a packaged benchmark ({known}) or a folder"
        )
    about = read_toml(folder / "benchmark.toml")
    _check(folder, about)
    own_data = REPOSITORY_ROOT / "data" / about["slug"] if folder.parent == PACKAGED else folder / "data"
    data = config.data or own_data
    pins = {pin.stem: pin for pin in sorted((data / "sources").glob("*.toml"))}
    parameters = folder / "parameters.toml"
    return FoundBenchmark(
        slug=about["slug"],
        folder=folder,
        data=data,
        about=about,
        parameters=merge(read_toml(parameters) if parameters.is_file() else {}, config.parameters),
        sources={**pins, **config.sources},
    )


def import_benchmark(folder: Path) -> Benchmark:
    """Import the module of a benchmark folder; the same name works in worker processes.

    A folder outside the package joins `sitegen.benchmarks` as one more place to look, so that its
    functions can be sent to workers that called `import_benchmark` too.
    """
    parent = str(folder.parent)
    if parent not in sitegen.benchmarks.__path__:
        sitegen.benchmarks.__path__.append(parent)
    importlib.invalidate_caches()
    module = importlib.import_module(f"sitegen.benchmarks.{folder.name}")
    missing = [name for name in ("load", "build", "render", "describe") if not hasattr(module, name)]
    if missing:
        raise ConfigError(f"{folder / '__init__.py'}: function {missing[0]!r} is missing; define it")
    return cast(Benchmark, module)


def outside_files(benchmark: FoundBenchmark) -> tuple[Path, ...]:
    """Return the files that a benchmark reads by its parameters, beyond its folders and pins."""
    own = getattr(import_benchmark(benchmark.folder), "outside_files", None)
    return tuple(own(benchmark.parameters, benchmark.data)) if own else ()


def choose_split(config: Config, kind: str) -> Config:
    """Return a configuration whose benchmarks split their questions as `kind` says, where they can.

    A benchmark that can has a table `[split]` with a `kind` in its parameters. Raises `ConfigError`
    where none of the configuration's has.
    """
    able = [
        table for table in config.benchmarks if "kind" in find_benchmark(table).parameters.get("split", {})
    ]
    if not able:
        raise ConfigError(
            f"{config.path}: no benchmark here can split its questions in several ways; leave --split out"
        )
    chosen = {"split": {"kind": kind}}
    return replace(
        config,
        benchmarks=tuple(
            replace(table, parameters=merge(table.parameters, chosen)) if table in able else table
            for table in config.benchmarks
        ),
    )


def _check(folder: Path, about: Mapping[str, Any]) -> None:
    path = folder / "benchmark.toml"
    for key in ("slug", "title", "summary", "canary", "licence"):
        if not isinstance(about.get(key), str) or not about[key]:
            raise ConfigError(f'{path}: {key} is missing; add {key} = "..."')
    if not _SLUG.fullmatch(about["slug"]) or about["slug"] != folder.name:
        raise ConfigError(
            f"{path}: slug {about['slug']!r} must be the folder's name: a lower-case letter, then "
            "lower-case letters, digits and _"
        )
    if not _GUID.fullmatch(about["canary"]):
        raise ConfigError(f"{path}: canary {about['canary']!r} is not a lower-case GUID; make one with uuid")
