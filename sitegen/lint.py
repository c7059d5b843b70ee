"""Check built dataset folders against what a release promises."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluator.records import Item, Metric
from sitegen.benchmarks.discovery import PACKAGED, FoundBenchmark, find_benchmark, import_benchmark
from sitegen.config import BenchmarkConfig
from sitegen.errors import ConfigError, DatasetError
from sitegen.lint_audit import audit_findings, letter_findings, share_findings, split_items
from sitegen.parallel import ordered_map
from sitegen.release.checksums import file_sha256, read_checksums
from sitegen.release.folder import DESCRIPTION
from sitegen.release.tables import read_jsonl_gz

_READ = {"items.jsonl.gz", "prompts.jsonl.gz"}
"""Files that the further checks read: where one is damaged they would say nothing to the point."""


def lint_datasets(root: Path, benchmarks: Sequence[BenchmarkConfig] = (), jobs: int = 1) -> tuple[str, ...]:
    """Return one line per finding over all dataset folders below `root`.

    `benchmarks` say where the code of benchmarks outside the package is; blind solvers run in `jobs`
    processes. Raises `ConfigError` when there is no dataset, or a rule cannot be read.
    """
    folders = sorted(path.parent for path in root.glob(f"*/{DESCRIPTION}"))
    if not folders:
        raise ConfigError(f"{root}: no built dataset there; run `python -m sitegen datasets` first")
    found = {benchmark.slug: benchmark for benchmark in map(find_benchmark, benchmarks)}
    return tuple(
        finding for folder in folders for finding in lint_dataset(folder, _benchmark(folder, found), jobs)
    )


def lint_dataset(folder: Path, benchmark: FoundBenchmark | None = None, jobs: int = 1) -> Iterator[str]:
    """Yield the findings for one dataset folder.

    What blind solvers earn is computed again from the items where the benchmark's code is given and has
    the function `audit`; else it is taken from the description.
    """
    description = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    damaged = dict(_checksum_findings(folder))
    yield from damaged.values()
    if damaged.keys() & _READ:
        return
    items = [Item.from_json(row) for row in read_jsonl_gz(folder / "items.jsonl.gz")]
    yield from _item_findings(folder, items, description["canary"])
    yield from _prompt_findings(folder, items, description["canary"])
    about = description["benchmark"]
    splits = split_items(items, about.get("splits", ()))
    where = folder / "items.jsonl.gz"
    balanced = about.get("lint", {}).get("letters", True)
    for finding in (*(letter_findings(splits) if balanced else ()), *share_findings(about, splits)):
        yield f"{where}: {finding}"
    if "audit" not in about:
        return
    try:
        metrics = _measured(items, benchmark, jobs) or _recorded(description)
    except DatasetError as error:
        yield f"{where}: {error}"
        return
    for finding in audit_findings(about, splits, metrics):
        yield f"{where}: {finding}"


def _benchmark(folder: Path, found: Mapping[str, FoundBenchmark]) -> FoundBenchmark | None:
    """Return the benchmark that a dataset folder is named after, configured or packaged."""
    slug = folder.name
    if slug in found or not (PACKAGED / slug / "benchmark.toml").is_file():
        return found.get(slug)
    return find_benchmark(BenchmarkConfig(folder=slug))


def _measured(items: Sequence[Item], benchmark: FoundBenchmark | None, jobs: int) -> Sequence[Metric]:
    """Return what the benchmark's own blind solvers earn on the items; none if it has no `audit`."""
    audit = getattr(import_benchmark(benchmark.folder), "audit", None) if benchmark else None
    if benchmark is None or audit is None:
        return ()
    with ordered_map(jobs, [benchmark.folder]) as mapper:
        return tuple(audit(items, benchmark.data, mapper))


def _recorded(description: Mapping[str, Any]) -> tuple[Metric, ...]:
    return tuple(Metric(**metric) for metric in description["baselines"])


def _checksum_findings(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (path, finding) for every file that is not what the checksums say."""
    recorded = read_checksums(folder)
    for path, digest in recorded.items():
        if not (folder / path).is_file():
            yield path, f"{folder / path}: listed in the checksums but missing; build the dataset again"
        elif file_sha256(folder / path) != digest:
            yield path, f"{folder / path}: differs from its checksum; build the dataset again"


def _item_findings(folder: Path, items: Sequence[Item], canary: str) -> Iterator[str]:
    where = folder / "items.jsonl.gz"
    for lower, number in Counter(item.id.lower() for item in items).items():
        if number > 1:
            yield f"{where}: {lower}: {number} items have this id ignoring case; give each its own"
    for item in items:
        for path in [*item.images, *(option.image for option in item.options if option.image)]:
            if not (folder / path).is_file():
                yield f"{where}: {item.id}: image {path} is missing; draw it"
        if item.extra.get("canary") != canary:
            yield f"{where}: {item.id}: the canary is missing; put it in extra"
        if item.answer_type == "choice" and len({_content(o) for o in item.options}) < len(item.options):
            yield f"{where}: {item.id}: two options are the same; make them distinct"


def _content(option: object) -> tuple[object, ...]:
    return tuple(getattr(option, name) for name in ("text", "smiles", "image"))


def _prompt_findings(folder: Path, items: Iterable[Item], canary: str) -> Iterator[str]:
    where = folder / "prompts.jsonl.gz"
    prompts = {row["id"]: row for row in read_jsonl_gz(where)}
    for item in items:
        row = prompts.get(item.id)
        if row is None:
            yield f"{where}: {item.id}: no prompt; build the dataset again"
            continue
        if row["canary"] != canary:
            yield f"{where}: {item.id}: the canary is missing; build the dataset again"
        if not item.options and isinstance(item.answer, str) and len(item.answer) > 3:
            if item.answer in str(row["prompt"]):
                yield f"{where}: {item.id}: the prompt holds the gold answer; mend the template"
