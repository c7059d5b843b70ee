"""Write a whole dataset folder from a benchmark's build."""

from __future__ import annotations

import csv
import platform
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from evaluator import __version__ as evaluator_version
from evaluator.records import Item
from sitegen import __version__
from sitegen.errors import DatasetError, DatasetErrors
from sitegen.records import Build, Collection, Description, Funnel
from sitegen.release.archive import write_image_archive
from sitegen.release.card import write_card
from sitegen.release.checksums import file_sha256, write_checksums
from sitegen.release.croissant import write_croissant
from sitegen.release.licence import licence_facts, licence_of
from sitegen.release.prompts import prompt_records
from sitegen.release.row_tables import row_table, write_row_table
from sitegen.release.tables import json_line, write_items_parquet, write_jsonl_gz, write_records_parquet

DESCRIPTION = "description.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a build came from: `benchmark.toml`, the pins' facts, seed and input hash."""

    about: Mapping[str, Any]
    sources: Sequence[Mapping[str, Any]]
    prompts: Path
    seed: int
    input_sha256: str


def question_of(item: Item) -> str:
    """Return the id of the question that an item asks; items of one question share a page."""
    return str(item.extra.get("question", item.id))


def check_items(items: Sequence[Item], slug: str) -> None:
    """Raise `DatasetErrors` for ids used twice (ignoring case), wrong benchmark or image paths."""
    seen: dict[str, str] = {}
    errors = []
    for item in items:
        other = seen.setdefault(item.id.lower(), item.id)
        if other is not item.id:
            errors.append(DatasetError(f"id is used twice (as {other})", item_id=item.id))
        if item.benchmark != slug:
            errors.append(DatasetError(f"benchmark {item.benchmark!r} is not {slug!r}", item_id=item.id))
        paths = [*item.images, *(option.image for option in item.options if option.image)]
        errors += [
            DatasetError(f"image path {path!r} leaves the folder", item_id=item.id, advice="use images/…")
            for path in paths
            if not path.startswith("images/") or ".." in path.split("/")
        ]
    if errors:
        raise DatasetErrors(tuple(errors))


def write_dataset(
    folder: Path,
    build: Build,
    description: Description,
    drawings: Iterable[tuple[str, bytes]],
    origin: Origin,
) -> None:
    """Fill the empty `folder` with all files of a release; images are written as they come."""
    slug, canary = origin.about["slug"], origin.about["canary"]
    items = sorted(build.items, key=lambda item: item.id)
    check_items(items, slug)
    images = _write_drawings(folder, drawings)
    _check_images(items, images)
    items_sha256 = write_jsonl_gz(folder / "items.jsonl.gz", (item.to_json() for item in items))
    metadata = {"canary": canary, "benchmark": slug, "items_sha256": items_sha256}
    write_items_parquet(folder / "items.parquet", items, metadata)
    for collection in build.collections:
        _write_collection(folder, collection, metadata)
    visible = origin.about.get("prompt", {}).get("extra", ())
    write_jsonl_gz(folder / "prompts.jsonl.gz", prompt_records(items, origin.prompts, visible, canary))
    write_image_archive(folder, sorted(images))
    for funnel in build.funnels:
        _write_dropped(folder / f"dropped-{funnel.slug}.tsv", funnel, canary)
        write_row_table(folder, funnel, canary)
    facts = _describe(items, build, description, origin, items_sha256, len(images))
    facts["downloads"] = [
        {"path": path.name, "bytes": path.stat().st_size, "sha256": file_sha256(path)}
        for path in sorted(folder.iterdir())
        if path.is_file()
    ]
    write_card(folder, facts)
    write_croissant(folder, facts)
    (folder / DESCRIPTION).write_text(json_line(facts) + "\n", encoding="utf-8")
    write_checksums(folder, canary)


def _describe(
    items: Sequence[Item],
    build: Build,
    description: Description,
    origin: Origin,
    items_sha256: str,
    images: int,
) -> dict[str, Any]:
    counts = {"items": len(items), "questions": len({question_of(item) for item in items})}
    counts |= {"images": images}
    counts |= {collection.name: len(collection.records) for collection in build.collections}
    licence = licence_facts(
        origin.about["licence"],
        [source["licence"] for source in origin.sources],
        separate=bool(origin.about.get("separate_licences")),
    )
    for item in items:
        licence_of(licence, origin.about["licence"], item.source)
    return {
        "benchmark": dict(origin.about),
        "canary": origin.about["canary"],
        "counts": counts,
        "cells": _cells(items, tuple(origin.about.get("splits", ()))),
        "funnels": [_funnel(funnel) for funnel in build.funnels],
        "figures": [asdict(figure) for figure in description.figures],
        "baselines": [metric.to_json() for metric in description.baselines],
        "facts": dict(description.facts),
        "shortfalls": list(build.shortfalls),
        "sources": [dict(source) for source in origin.sources],
        "licence": licence,
        "versions": _versions(),
        "seed": origin.seed,
        "input_sha256": origin.input_sha256,
        "items_sha256": items_sha256,
        "collections": [
            {"name": c.name, "title": c.title, "template": c.template, "n": len(c.records)}
            for c in build.collections
        ],
    }


def _cells(items: Sequence[Item], facets: tuple[str, ...]) -> list[dict[str, Any]]:
    """Count items per task and per value of the facets that make up a split."""
    counted = Counter((item.task, tuple(item.facets.get(name, "") for name in facets)) for item in items)
    return [
        {"task": task, "facets": dict(zip(facets, values, strict=True)), "items": n}
        for (task, values), n in sorted(counted.items())
    ]


def _funnel(funnel: Funnel) -> dict[str, Any]:
    return {
        "slug": funnel.slug,
        "title": funnel.title,
        "rows": row_table(funnel),
        "steps": [
            {
                "name": step.name,
                "kept": step.kept,
                "unit": step.unit,
                "dropped": dict(sorted(Counter(row.reason for row in step.dropped).items())),
                "published": step.published,
            }
            for step in funnel.steps
        ],
    }


def _write_drawings(folder: Path, drawings: Iterable[tuple[str, bytes]]) -> set[str]:
    written: set[str] = set()
    made: set[Path] = set()
    for path, content in drawings:
        if path in written:
            raise DatasetError("drawing is made twice", path=path, advice="draw each path once")
        target = folder / path
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        target.write_bytes(content)
        written.add(path)
    return written


def _check_images(items: Sequence[Item], images: set[str]) -> None:
    errors = [
        DatasetError(f"image {path} was not drawn", item_id=item.id, advice="yield it from render")
        for item in items
        for path in _shown(item)
        if path not in images
    ]
    if errors:
        raise DatasetErrors(tuple(errors))


def _shown(item: Item) -> Iterator[str]:
    """Yield the images that an item and its page show: its own, its options', drawings beside it."""
    yield from item.images
    yield from (option.image for option in item.options if option.image)
    drawings = item.extra.get("drawings", {})
    if isinstance(drawings, Mapping):
        yield from (str(path) for path in drawings.values())


def _write_collection(folder: Path, collection: Collection, metadata: Mapping[str, str]) -> None:
    # The canary rides on every record, so that each line of the file carries it.
    rows = [{**record, "canary": metadata["canary"]} for record in collection.records]
    write_jsonl_gz(folder / f"{collection.name}.jsonl.gz", rows)
    write_records_parquet(folder / f"{collection.name}.parquet", rows, metadata)


def _write_dropped(path: Path, funnel: Funnel, canary: str) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(f"# canary {canary}\n")
        table = csv.writer(file, delimiter="\t", lineterminator="\n")
        table.writerow(["step", "row", "reason", "value"])
        for step in funnel.steps:
            for row in step.dropped:
                table.writerow([step.name, row.row, row.reason, row.value])


def _versions() -> dict[str, str]:
    return {
        "evaluator": evaluator_version,
        "sitegen": __version__,
        "python": ".".join(platform.python_version_tuple()[:2]),
        "rdkit": version("rdkit"),
        "pyarrow": version("pyarrow"),
    }
