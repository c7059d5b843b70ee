"""Turn one question into what its page template shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from evaluator.records import Item, Option
from sitegen.release.licence import licence_of
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
    reported ("" where nowhere), `build` a short hash that names the data, `base` the way from the
    page to the site's root, `explorer` whether there is one to link to.
    """

    folder: Path
    about: Mapping[str, Any]
    licence: Mapping[str, Any]
    repository: str
    build: str
    base: str = BASE
    explorer: bool = False

    @classmethod
    def of(
        cls, dataset: Dataset, repository: str, *, base: str = BASE, explorer: bool = False
    ) -> QuestionPages:
        """Return what the questions of a dataset share on a page from which `base` leads to the root."""
        return cls(
            folder=dataset.folder,
            about=dataset.facts["benchmark"],
            licence=dataset.facts["licence"],
            repository=repository,
            build=dataset.facts["items_sha256"][:12],
            base=base,
            explorer=explorer,
        )

    @property
    def data(self) -> str:
        """Return the way from the page to the dataset's files."""
        return self.base + data_url(str(self.about["slug"]), "")


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An option as a page shows it: its drawing (attributes of an `<img>`), else SMILES, else text."""

    label: str
    text: str | None
    smiles: str | None
    image: Markup | None


@dataclass(frozen=True, slots=True)
class Mode:
    """One item of the question, on its own tab; `place` counts the tabs from 0."""

    place: int
    id: str
    title: str
    question: str
    images: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Modes that offer the same options (none, for free answers) and have the same answer.

    `right` is the right option of a choice, `answer` the gold answer in words, `places` the places of
    the modes with blanks between. `gold` is what a reader's answer is compared with on the spot, as the
    attributes that chemground.js reads; empty where only reading the answer is offered.
    """

    modes: tuple[Mode, ...]
    places: str
    title: str
    options: tuple[ShownOption, ...]
    pictured: bool
    right: ShownOption | None
    answer: str
    answer_type: str
    gold: Markup = Markup("")  # noqa: RUF009  immutable


def example_question(questions: Sequence[Question]) -> Question | None:
    """Return the question to show where one stands for all: the first with options, else the first."""
    for question in questions:
        if question.items[0].options:
            return question
    return questions[0] if questions else None


def question_context(question: Question, pages: QuestionPages) -> dict[str, Any]:
    """Return the variables of `question.html.j2` for one question."""
    groups = _groups(question.items, pages)
    first = question.items[0]
    return {
        "base": pages.base,
        "about": pages.about,
        "question": question.id,
        "name": page_name(question.id),
        "split": split_title(pages.about, question.split),
        "browse": _browse(question, pages) if pages.explorer else "",
        "number": question.number,
        "of": question.of,
        "previous": page_name(question.previous) if question.previous else "",
        "following": page_name(question.following) if question.following else "",
        "groups": groups,
        "several": len(question.items) > 1,
        "modes": sorted((mode for group in groups for mode in group.modes), key=lambda mode: mode.place),
        "first": first,
        "items": question.items,
        "drawings": _drawings(first, pages),
        "extra": first.extra,
        "facts": partial(_facts, question.items, pages),
        "explanation": first.extra.get("explanation", ""),
        "source": first.source,
        "licence": licence_of(pages.licence, pages.about["licence"], first.source),
        "report": report_url(pages.repository, question.id, pages.build),
        "canary": pages.about["canary"],
        "pictures": Pictures(pages.folder, pages.data),
    }


class Pictures(dict[str, Markup]):
    """The images of a dataset by path, as a template asks for them: attributes of an `<img>`.

    `folder` is the dataset folder, `data` the way from the page to it.
    """

    def __init__(self, folder: Path, data: str) -> None:
        super().__init__()
        self.folder = str(folder)
        self.data = data

    def __missing__(self, path: str) -> Markup:
        self[path] = found = picture(self.folder, self.data, path)
        return found


@lru_cache(maxsize=4096)
def picture(folder: str, data: str, path: str) -> Markup:
    """Return the attributes `src`, `width`, `height` and `loading` for an image of a dataset.

    `folder` is the dataset folder, `data` the way from the page to it.
    """
    size = image_size(f"{folder}/{path}")
    place = escape(data + path)
    if size is None:
        return Markup(f'src="{place}" loading="lazy"')  # noqa: S704  escaped above
    return Markup(f'src="{place}" width="{size[0]}" height="{size[1]}" loading="lazy"')  # noqa: S704


def _groups(items: Sequence[Item], pages: QuestionPages) -> tuple[Group, ...]:
    grouped: dict[Any, list[tuple[int, Item]]] = {}
    for place, item in enumerate(items):
        shown = tuple([(o.label, o.image or o.smiles or o.text) for o in item.options])
        # True equals 1: the type belongs to what makes answers equal.
        same = (shown, item.answer_type, item.answer, item.tolerance, item.unit)
        grouped.setdefault(same, []).append((place, item))
    return tuple([_group(members, pages) for members in grouped.values()])


def _group(members: Sequence[tuple[int, Item]], pages: QuestionPages) -> Group:
    item = members[0][1]
    modes = tuple([_mode(place, member, pages) for place, member in members])
    options = tuple([_option(option, pages) for option in item.options])
    return Group(
        modes=modes,
        places=" ".join([str(mode.place) for mode in modes]),
        title=", ".join([mode.title for mode in modes]),
        options=options,
        pictured=any(option.image for option in options),
        right=next((option for option in options if option.label == item.answer), None),
        answer=answer_text(item),
        answer_type=item.answer_type,
        gold=_gold(item),
    )


def _gold(item: Item) -> Markup:
    """Return the attributes that let a page tell a reader at once whether an answer is right."""
    if item.options and isinstance(item.answer, str):
        return Markup(' data-answer="{}"').format(item.answer)
    if isinstance(item.answer, bool):
        return Markup(' data-boolean="{}"').format(answer_text(item))
    if item.answer_type == "number" and isinstance(item.answer, int | float):
        tolerance = f"{item.tolerance:g}" if item.tolerance else "0"
        attributes = Markup(' data-number="{}" data-tolerance="{}" data-unit="{}"')
        return attributes.format(item.answer, tolerance, item.unit or "")
    return Markup("")


def _drawings(item: Item, pages: QuestionPages) -> tuple[tuple[str, Markup], ...]:
    """Return what `extra["drawings"]` shows beside a question: names, and attributes of their images."""
    drawings = item.extra.get("drawings")
    if not isinstance(drawings, Mapping):
        return ()
    return tuple((str(name), picture(str(pages.folder), pages.data, path)) for name, path in drawings.items())


def _option(option: Option, pages: QuestionPages) -> ShownOption:
    image = picture(str(pages.folder), pages.data, option.image) if option.image else None
    return ShownOption(option.label, option.text, option.smiles, image)


def _mode(place: int, item: Item, pages: QuestionPages) -> Mode:
    mode = item.facets.get("mode", "")
    folder, data = str(pages.folder), pages.data
    return Mode(
        place,
        item.id,
        value_title(pages.about, "mode", mode) if mode else task_title(pages.about, item.task),
        item.question,
        tuple(
            [
                picture(folder, data, path) + Markup(f' alt="Figure {number} of the question"')  # noqa: S704
                for number, path in enumerate(item.images, 1)
            ]
        ),
    )


def only_first(group: Group) -> Group:
    """Return a group with its first mode alone, for pages that show one item as an example."""
    return replace(group, modes=group.modes[:1])


def answer_text(item: Item) -> str:
    """Return an item's gold answer in words: a label, a number with unit and tolerance, a path."""
    if isinstance(item.answer, bool):
        return "True" if item.answer else "False"
    if isinstance(item.answer, tuple):
        return " → ".join(str(part) for part in item.answer)
    text = str(item.answer)
    if isinstance(item.answer, int | float):
        text = text.replace("-", "−")
    if item.tolerance:
        text += f" ± {item.tolerance:g}"
    return f"{text} {item.unit}" if item.unit else text


def _browse(question: Question, pages: QuestionPages) -> str:
    """Return the explorer's query for the question's split."""
    names = ("task", *pages.about.get("splits", ()))
    return "&".join(f"{name}={value}" for name, value in zip(names, question.split, strict=True) if value)


def _facts(items: Sequence[Item], pages: QuestionPages) -> Iterator[tuple[str, str]]:
    """Yield the facts that the shared template shows: task, facets, cluster, plain values of `extra`."""
    about, first = pages.about, items[0]
    yield "Task", task_title(about, first.task)
    for name in first.facets:
        values = dict.fromkeys(value_title(about, name, item.facets.get(name, "")) for item in items)
        yield facet_title(about, name), ", ".join(value for value in values if value)
    if first.cluster:
        yield "Cluster", first.cluster
    for name, value in first.extra.items():
        if name not in _NOT_FACTS and isinstance(value, str | int | float) and value != "":
            yield facet_title(about, name), str(value)
