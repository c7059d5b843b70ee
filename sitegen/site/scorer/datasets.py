"""What the scorer's page must know of each dataset before anything is loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evaluator.records import Item
from sitegen.release.folder import question_of
from sitegen.release.tables import read_jsonl_gz
from sitegen.site.baselines import beside_results
from sitegen.site.dataset import Dataset, read_dataset, split_facets
from sitegen.site.names import page_name
from sitegen.site.parts import data_url
from sitegen.site.words import facet_title, task_title, value_title

ITEMS = "items.jsonl.gz"


def scorer_dataset(folder: Path) -> dict[str, Any]:
    """Return the facts of one dataset folder as JSON values.

    Addresses are relative to the site's root. `facets` gives titles and the order of values, `splits`
    the facets that make up a split, `pages` the folder of every question whose page is not named by
    its id, `baselines` the metrics that stand beside a model's (`beside_results`).
    """
    dataset = read_dataset(folder)
    counts, values, questions = _count(folder / ITEMS)
    return {
        "slug": dataset.slug,
        "title": dataset.title,
        "n": sum(counts.values()),
        "answer_types": dict(sorted(counts.items())),
        "items_sha256": dataset.facts["items_sha256"],
        "items_url": data_url(dataset.slug, ITEMS),
        "items_bytes": (folder / ITEMS).stat().st_size,
        "facets": _facets(dataset, values),
        "splits": list(split_facets(dataset)),
        "pages": {name: page for name in sorted(questions) if (page := page_name(name)) != name},
        "baselines": beside_results(dataset.facts),
    }


def _count(path: Path) -> tuple[Counter[str], dict[str, set[str]], set[str]]:
    """Count items by answer type; collect the values of every facet (the task is one) and the questions."""
    counts: Counter[str] = Counter()
    values: dict[str, set[str]] = {"task": set()}
    questions = set()
    for item in map(Item.from_json, read_jsonl_gz(path)):
        counts[item.answer_type] += 1
        questions.add(question_of(item))
        values["task"].add(item.task)
        for name, value in item.facets.items():
            values.setdefault(name, set()).add(value)
    return counts, values, questions


def _facets(dataset: Dataset, values: Mapping[str, set[str]]) -> list[dict[str, Any]]:
    about = dataset.facts["benchmark"]
    facets = []
    for name, found in values.items():
        order = list(about.get("tasks", {})) if name == "task" else dataset.facet_order(name)
        ordered = sorted(
            found, key=lambda value: (order.index(value) if value in order else len(order), value)
        )
        titles = {
            value: task_title(about, value) if name == "task" else value_title(about, name, value)
            for value in ordered
        }
        title = "Task" if name == "task" else facet_title(about, name)
        facets.append({"name": name, "title": title, "values": titles})
    return facets
