"""Turn one question into what its page template shows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.records import Item, Option
from sitegen.site.dataset import Dataset, Question
from sitegen.site.images import image_size
from sitegen.site.names import page_name
from sitegen.site.parts import data_url
from sitegen.site.reporting import report_url
from sitegen.site.words import facet_title, split_title, task_title, value_title

BASE = "../../../"
"""The way from a question's page to the site's root."""

_NOT_FACTS = frozenset({"question", "canary", "explanation", "instruction", "drawing"})
"""Keys of `extra` that a page shows elsewhere, or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPages:
    """What all question pages of a dataset have in common; sent to workers with every batch.

    `folder` is the dataset folder, `about` its `benchmark.toml`, `repository` where problems are
    reported ("" where nowhere), `build` a short hash that names the data.
    """

    folder: Path
    about: Mapping[str, Any]
    licence: Mapping[str, str]
    repository: str
    build: str
    base: str = BASE

    @classmethod
    def of(cls, dataset: Dataset, repository: str, *, base: str = BASE) -> QuestionPages:
        """Return what the questions of a dataset share on a page from which `base` leads to the root."""
        return cls(
            folder=dataset.folder,
            about=dataset.facts["benchmark"],
            licence=dataset.facts["licence"],
            repository=repository,
            build=dataset.facts["items_sha256"][:12],
            base=base,
        )

    @property
    def data(self) -> str:
        """Return the way from the page to the dataset's files."""
        return self.base + data_url(str(self.about["slug"]), "")


@dataclass(frozen=True, slots=True)
class Image:
    """An image on a page: address, width and height (None where unknown)."""

    url: str
    width: int | None
    height: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownOption:
    """An option as a page shows it."""

    label: str
    text: str | None
    smiles: str | None
    image: Image | None
    right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """One item of the question, on its own tab."""

    item: Item
    title: str
    images: tuple[Image, ...]
    options: tuple[ShownOption, ...]
    prompt: str
    answer: str

    @property
    def pictured(self) -> bool:
        """Tell whether the options are drawings."""
        return bool(self.options) and all(option.image for option in self.options)

    @property
    def right(self) -> ShownOption | None:
        """Return the right option of a choice item."""
        return next((option for option in self.options if option.right), None)


def example_question(questions: Sequence[Question]) -> Question | None:
    """Return the question to show where one stands for all: the first with options, else the first."""
    for question in questions:
        if json.loads(question.lines[0])["options"]:
            return question
    return questions[0] if questions else None


def question_context(question: Question, pages: QuestionPages) -> dict[str, Any]:
    """Return the variables of `question.html.j2` for one question."""
    items = [Item.from_json(json.loads(line)) for line in question.lines]
    modes = tuple(_mode(item, prompt, pages) for item, prompt in zip(items, question.prompts, strict=True))
    first = items[0]
    return {
        "base": pages.base,
        "data": pages.data,
        "about": pages.about,
        "question": question.id,
        "name": page_name(question.id),
        "split": split_title(pages.about, question.split),
        "browse": _browse(question, pages),
        "number": question.number,
        "of": question.of,
        "previous": page_name(question.previous) if question.previous else "",
        "following": page_name(question.following) if question.following else "",
        "modes": modes,
        "facts": tuple(_facts(items, pages)),
        "extra": first.extra,
        "explanation": first.extra.get("explanation", ""),
        "source": first.source,
        "licence": pages.licence,
        "report": report_url(pages.repository, question.id, pages.build),
        "canary": pages.about["canary"],
        "picture": lambda path: picture(path, pages),
    }


def picture(path: str, pages: QuestionPages) -> Image:
    """Return an image of the dataset as an address and a size."""
    width, height = image_size(pages.folder / path) or (None, None)
    return Image(pages.data + path, width, height)


def _mode(item: Item, prompt: str, pages: QuestionPages) -> Mode:
    mode = item.facets.get("mode", "")
    return Mode(
        item=item,
        title=value_title(pages.about, "mode", mode) if mode else task_title(pages.about, item.task),
        images=tuple(picture(path, pages) for path in item.images),
        options=tuple(_option(option, item, pages) for option in item.options),
        prompt=prompt.rstrip("\n"),
        answer=answer_text(item),
    )


def _option(option: Option, item: Item, pages: QuestionPages) -> ShownOption:
    return ShownOption(
        label=option.label,
        text=option.text,
        smiles=option.smiles,
        image=picture(option.image, pages) if option.image else None,
        right=option.label == item.answer,
    )


def answer_text(item: Item) -> str:
    """Return the gold answer in words: a label, a number with unit and tolerance, a path."""
    if isinstance(item.answer, bool):
        return "yes" if item.answer else "no"
    if isinstance(item.answer, tuple):
        return " → ".join(str(part) for part in item.answer)
    text = str(item.answer)
    if item.tolerance:
        text += f" ± {item.tolerance:g}"
    return f"{text} {item.unit}" if item.unit else text


def _browse(question: Question, pages: QuestionPages) -> str:
    """Return the explorer's query for the question's split."""
    names = ("task", *pages.about.get("splits", ()))
    return "&".join(f"{name}={value}" for name, value in zip(names, question.split, strict=True) if value)


def _facts(items: list[Item], pages: QuestionPages) -> Iterator[tuple[str, str]]:
    first = items[0]
    yield "Task", task_title(pages.about, first.task)
    for name in first.facets:
        values = dict.fromkeys(value_title(pages.about, name, item.facets.get(name, "")) for item in items)
        yield facet_title(pages.about, name), ", ".join(value for value in values if value)
    if first.cluster:
        yield "Cluster", first.cluster
    for name, value in first.extra.items():
        if name not in _NOT_FACTS and isinstance(value, str | int | float) and value != "":
            yield facet_title(pages.about, name), str(value)
