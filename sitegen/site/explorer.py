"""The explorer page of a dataset: its data files and its markup with the first screen filled in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from sitegen.benchmarks.contract import ParallelMap
from sitegen.release.tables import json_line, read_jsonl_gz
from sitegen.site.explorer_index import Entry, index_of, question_entries, record_entries, shards_of
from sitegen.site.names import page_name
from sitegen.site.parts import ASSETS, Fragment, data_url

FIRST_SCREEN = 60
_TEMPLATES = Path(__file__).parent.parent / "templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    """One thing to browse on the page: questions, or a collection whose records have pages."""

    name: str
    title: str
    folder: str
    entries: Sequence[Entry]
    index: Mapping[str, Any]


def build_explorer(dataset: Path, site_dir: Path, *, base: str, map: ParallelMap) -> Fragment:
    """Write `<site_dir>/<slug>/explore/*.json` for a dataset folder and return the explorer page.

    One index and its shards per kind: the questions, and every collection with a page template.
    """
    description = json.loads((dataset / "description.json").read_text(encoding="utf-8"))
    about = description["benchmark"]
    kinds = _kinds(dataset, description)
    target = site_dir / about["slug"] / "explore"
    target.mkdir(parents=True, exist_ok=True)
    for kind in kinds:
        (target / f"{kind.name}.json").write_text(json_line(kind.index) + "\n", encoding="utf-8")
        for number, shard in enumerate(shards_of(kind.entries)):
            (target / f"{kind.name}-{number}.json").write_text(json_line(shard) + "\n", encoding="utf-8")
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), undefined=StrictUndefined, autoescape=True, trim_blocks=True
    )
    environment.filters["page_name"] = page_name
    html = environment.get_template("explorer.html.j2").render(
        title=about["title"],
        kinds=kinds,
        first=kinds[0].entries[:FIRST_SCREEN],
        data=base + data_url(about["slug"], ""),
        names={
            facet["name"]: dict(zip(facet["values"], facet["names"], strict=True))
            for facet in kinds[0].index["facets"]
        },
        telling={facet["name"] for facet in kinds[0].index["facets"] if len(facet["values"]) > 1},
        base=base,
        version=description["items_sha256"][:12],
        has_structures=any(entry.structures for kind in kinds for entry in kind.entries),
    )
    return Fragment(
        title=f"Browse {about['title']}",
        html=html,
        styles=(f"{ASSETS}/explorer/explorer.css",),
        scripts=(f"{ASSETS}/explorer/explorer.mjs",),
        description=f"Filter, search and open the questions of {about['title']}.",
    )


def _kinds(dataset: Path, description: Mapping[str, Any]) -> list[_Kind]:
    about = description["benchmark"]
    shape = about.get("explorer", {})
    facets = {"task": {"title": "Task", "names": about.get("tasks", {})}, **about.get("facets", {})}
    questions = question_entries(list(read_jsonl_gz(dataset / "items.jsonl.gz")), about)
    kinds = [
        _Kind(
            name="questions",
            title="Questions",
            folder="items",
            entries=questions,
            index=index_of(questions, facets, list(shape.get("sort", {}))),
        )
    ]
    for collection in description["collections"]:
        if collection["template"]:
            own = shape.get(collection["name"], {})
            entries = record_entries(list(read_jsonl_gz(dataset / f"{collection['name']}.jsonl.gz")), own)
            kinds.append(
                _Kind(
                    name=collection["name"],
                    title=collection["title"],
                    folder=collection["name"],
                    entries=entries,
                    index=index_of(entries, {}, list(own.get("sort", {}))),
                )
            )
    return kinds
