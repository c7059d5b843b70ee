"""A build's configuration: which benchmarks, with which inputs and parameters, for which site.

A configuration is one TOML file (`sitegen/profiles/default.toml` is the embedded default):

    seed = 42
    [site]
    title = "ChemGround"
    url = "https://example.org/base/"          # optional; SITE_URL in the environment wins
    repository = "https://example.org/repo"    # optional; REPOSITORY_URL in the environment wins
    [[benchmark]]
    folder = "rground"                         # a packaged benchmark, or the path of a folder
    data = "my-data"                           # optional: its data folder
    [benchmark.sources]
    molecules = "pins/mine.toml"               # optional: pins to use in place of its own
    [benchmark.parameters.vqa]
    questions = 100                            # optional: overrides of its parameters.toml

Relative paths are relative to the configuration file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitegen.errors import ConfigError

PROFILES = Path(__file__).parent / "profiles"
REPOSITORY_ROOT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteConfig:
    """What the pages need to know about where they will stand; empty strings where unknown."""

    title: str = "ChemGround"
    url: str = ""
    repository: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkConfig:
    """One `[[benchmark]]` table: `folder` is a packaged name or an absolute path."""

    folder: str
    data: Path | None = None
    sources: Mapping[str, Path] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A whole configuration."""

    path: Path
    seed: int
    site: SiteConfig
    benchmarks: tuple[BenchmarkConfig, ...]


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file; raise `ConfigError` naming the file and the place."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: no such file; give the path of a TOML file") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}; mend the TOML syntax there") from error
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}; give the path of a TOML file") from error


def read_config(path: Path) -> Config:
    """Read and check a configuration file.

    Raises `ConfigError` that names the file, the key, what is wrong and what to do.
    """
    tables = read_toml(path)
    _check_keys(path, "the file", tables, {"seed", "site", "benchmark"})
    seed = tables.get("seed", 42)
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise ConfigError(f"{path}: seed: {seed!r} is not a whole number; write e.g. seed = 42")
    benchmarks = tables.get("benchmark", [])
    if not isinstance(benchmarks, list) or not benchmarks:
        raise ConfigError(f'{path}: no [[benchmark]] table; add one with folder = "rground"')
    return Config(
        path=path,
        seed=seed,
        site=_site(path, tables.get("site", {})),
        benchmarks=tuple(_benchmark(path, table) for table in benchmarks),
    )


def merge(base: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with `overrides` laid over it, table by table."""
    merged = dict(base)
    for name, value in overrides.items():
        below = merged.get(name)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            merged[name] = merge(below, value)
        else:
            merged[name] = value
    return merged


def _site(path: Path, table: Mapping[str, Any]) -> SiteConfig:
    _check_keys(path, "[site]", table, {"title", "url", "repository"})
    texts = {name: table.get(name, "") for name in ("title", "url", "repository")}
    for name, value in texts.items():
        if not isinstance(value, str):
            raise ConfigError(f"{path}: site.{name}: {value!r} is not text; put it in quotes")
    return SiteConfig(
        title=texts["title"] or "ChemGround",
        url=os.environ.get("SITE_URL", "") or texts["url"],
        repository=os.environ.get("REPOSITORY_URL", "") or texts["repository"],
    )


def _benchmark(path: Path, table: Mapping[str, Any]) -> BenchmarkConfig:
    _check_keys(path, "[[benchmark]]", table, {"folder", "data", "sources", "parameters"})
    folder = table.get("folder")
    if not isinstance(folder, str) or not folder:
        raise ConfigError(f"{path}: benchmark.folder is missing; name a packaged benchmark or a folder")
    beside = (path.parent / folder).resolve()
    return BenchmarkConfig(
        folder=str(beside) if beside.is_dir() else folder,
        data=(path.parent / table["data"]).resolve() if "data" in table else None,
        sources={name: (path.parent / pin).resolve() for name, pin in table.get("sources", {}).items()},
        parameters=table.get("parameters", {}),
    )


def _check_keys(path: Path, where: str, table: Mapping[str, Any], known: set[str]) -> None:
    unknown = sorted(set(table) - known)
    if unknown:
        raise ConfigError(
            f"{path}: {where} has unknown key {unknown[0]!r}; known are {', '.join(sorted(known))}"
        )
