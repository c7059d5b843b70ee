"""Read a built dataset folder for its pages: description, questions in their splits, records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluator.records import Item
from sitegen.errors import DatasetError, DatasetErrors
from sitegen.release.folder import DESCRIPTION, question_of
from sitegen.release.tables import read_jsonl_gz, read_lines
from sitegen.site.names import page_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """A dataset folder and its `description.json`."""

    folder: Path
    facts: Mapping[str, Any]

    @property
    def slug(self) -> str:
        """Return the benchmark's slug."""
        return str(self.facts["benchmark"]["slug"])

    @property
    def title(self) -> str:
        """Return the benchmark's title, plain text from data."""
        return str(self.facts["benchmark"]["title"])

    def facet_order(self, name: str) -> tuple[str, ...]:
        """Return the values of a facet in the order that benchmark.toml declares."""
        return tuple(self.facts["benchmark"].get("facets", {}).get(name, {}).get("order", ()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """All that one question page is made from, small enough to send to a worker.

    `items` are its items in the order of their tabs, `lines` the same as published JSON lines,
    `prompts` their prompts. `split` names where the question belongs; `previous` and `following` are
    neighbours within it ("" at an end), `number` its 1-based place among the split's `of` questions.
    """

    id: str
    items: tuple[Item, ...]
    lines: tuple[str, ...]
    prompts: tuple[str, ...]
    split: tuple[str, ...]
    number: int
    of: int
    previous: str = ""
    following: str = ""


def read_dataset(folder: Path) -> Dataset:
    """Read a folder's description; raise `DatasetError` when it is none."""
    path = folder / DESCRIPTION
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
        dataset = Dataset(folder=folder, facts=facts)
        dataset.slug, dataset.title  # noqa: B018  both must be there
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DatasetError(
            f"no dataset description ({error})", path=str(path), advice="build the dataset again"
        ) from error
    return dataset


def read_questions(dataset: Dataset) -> tuple[Question, ...]:
    """Group the items of a dataset into questions, sorted by split and id.

    Raises `DatasetErrors` for lines that are no items, items without a prompt, image paths outside
    the folder and question ids whose pages would share an address.
    """
    prompts = {
        record["id"]: record["prompt"] for record in read_jsonl_gz(dataset.folder / "prompts.jsonl.gz")
    }
    items = _read_items(dataset, prompts)
    grouped: dict[str, list[tuple[Item, str]]] = {}
    for item, line in items:
        grouped.setdefault(question_of(item), []).append((item, line))
    _check_addresses(dataset, grouped)
    modes = {mode: place for place, mode in enumerate(dataset.facet_order("mode"))}
    splits: dict[tuple[str, ...], list[str]] = {}
    for question, members in grouped.items():
        members.sort(key=lambda member: (modes.get(member[0].facets.get("mode", ""), 99), member[0].id))
        splits.setdefault(item_split(dataset, members[0][0]), []).append(question)
    ordered = sorted(splits.items(), key=lambda entry: split_key(dataset, entry[0]))
    return tuple(
        Question(
            id=question,
            items=_sharing_extra([item for item, _ in grouped[question]]),
            lines=tuple(line for _, line in grouped[question]),
            prompts=tuple(prompts[item.id] for item, _ in grouped[question]),
            split=split,
            number=place + 1,
            of=len(questions),
            previous=questions[place - 1] if place else "",
            following=questions[place + 1] if place + 1 < len(questions) else "",
        )
        for split, questions in ordered
        for place, question in enumerate(questions)
    )


def _sharing_extra(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return a question's items with one `extra` where theirs are equal: it is their largest part."""
    first = items[0]
    return tuple(replace(item, extra=first.extra) if item.extra == first.extra else item for item in items)


def split_facets(dataset: Dataset) -> tuple[str, ...]:
    """Return the facets whose values, after the task, make up a split."""
    return tuple(dataset.facts["benchmark"].get("splits", ()))


def item_split(dataset: Dataset, item: Item) -> tuple[str, ...]:
    """Return the split of an item: its task and its values of the facets that make up one."""
    return (item.task, *(item.facets.get(name, "") for name in split_facets(dataset)))


def split_key(dataset: Dataset, split: tuple[str, ...]) -> tuple[Any, ...]:
    """Return a sort key for splits: tasks and facet values in the order that benchmark.toml declares."""
    names = split_facets(dataset)
    places = [
        (order.index(value) if value in (order := dataset.facet_order(name)) else len(order), value)
        for name, value in zip(names, split[1:], strict=True)
    ]
    tasks = list(dataset.facts["benchmark"].get("tasks", {}))
    task = (tasks.index(split[0]) if split[0] in tasks else len(tasks), split[0])
    return (task, *places)


def _read_items(dataset: Dataset, prompts: Mapping[str, str]) -> list[tuple[Item, str]]:
    path = dataset.folder / "items.jsonl.gz"
    items = []
    errors = []
    for number, line in enumerate(read_lines(path), 1):
        try:
            item = Item.from_json(json.loads(line))
        except (ValueError, AttributeError) as error:
            errors.append(DatasetError(str(error), path=str(path), line=number))
            continue
        items.append((item, line))
        wrong = [image for image in image_paths(item) if not is_inside(image)]
        errors += [
            DatasetError(
                f"image path {image!r} leaves the dataset",
                path=str(path),
                line=number,
                item_id=item.id,
                advice="give a path below the dataset folder",
            )
            for image in wrong
        ]
        if item.id not in prompts:
            errors.append(DatasetError("has no prompt", path=str(path), line=number, item_id=item.id))
    if errors:
        raise DatasetErrors(tuple(errors))
    return items


def image_paths(item: Item) -> Iterator[str]:
    """Yield every image path that an item's page may show."""
    yield from item.images
    yield from (option.image for option in item.options if option.image)
    drawings = item.extra.get("option_drawings")
    if isinstance(drawings, Mapping):
        yield from (str(path) for path in drawings.values())
    if isinstance(item.extra.get("drawing"), str):
        yield item.extra["drawing"]
    drawings = item.extra.get("drawings")
    if isinstance(drawings, Mapping):
        yield from (str(path) for path in drawings.values())


def is_inside(path: str) -> bool:
    """Tell whether a dataset path stays in its folder and can stand in an address."""
    parts = path.split("/")
    return bool(path) and ":" not in path and "\\" not in path and not {"", ".", ".."} & set(parts)


def _check_addresses(dataset: Dataset, questions: Mapping[str, Sequence[Any]]) -> None:
    seen: dict[str, str] = {}
    errors = []
    for question in questions:
        if not question:
            errors.append(DatasetError("a question id is empty", path=str(dataset.folder)))
            continue
        other = seen.setdefault(page_name(question), question)
        if other != question:
            problem = f"question {question!r} would share the page of {other!r}"
            errors.append(DatasetError(problem, path=str(dataset.folder), advice="rename one"))
    if errors:
        raise DatasetErrors(tuple(errors))
