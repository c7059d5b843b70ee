"""Pages for the records of a collection (scaffolds, say), in batches like question pages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2.exceptions import TemplateError

from sitegen.benchmarks.contract import ParallelMap
from sitegen.errors import ConfigError, DatasetError
from sitegen.release.licence import licence_of
from sitegen.release.tables import read_lines
from sitegen.site.dataset import Dataset, Question
from sitegen.site.names import page_name
from sitegen.site.questions import BASE, Pictures, QuestionPages
from sitegen.site.render import write_folder
from sitegen.site.skeleton import Skeleton
from sitegen.site.templating import page_environment
from sitegen.site.words import split_title

_BATCH = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record as its published JSON line, its neighbours' ids, and the questions that name it.

    `questions` are (id, split) pairs.
    """

    id: str
    line: str
    previous: str
    following: str
    number: int
    of: int
    questions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRenderer:
    """Writes the pages of a batch of records; `template` is a file of the benchmark's `pages/`."""

    pages: QuestionPages
    collection: Mapping[str, Any]
    templates: Path
    skeleton: Skeleton
    target: Path

    def __call__(self, records: Sequence[Record]) -> int:
        """Write the pages; return the number of bytes of HTML."""
        return sum(self._write(record) for record in records)

    def _write(self, record: Record) -> int:
        template = page_environment(self.templates).get_template(str(self.collection["template"]))
        try:
            body = template.render(self._context(record))
        except (TemplateError, KeyError, TypeError) as error:
            raise ConfigError(f"{template.filename}: {record.id}: {error}; mend the template") from error
        page = self.skeleton.fill(
            title=f"{record.id} – {self.pages.about['title']}",
            description=f"{self.collection['title']} of {self.pages.about['title']}: {record.id}.",
            parts={"body": body},
        ).encode()
        write_folder(
            f"{self.target}/{page_name(record.id)}",
            {"index.html": page, "record.json": (record.line + "\n").encode()},
        )
        return len(page)

    def _context(self, record: Record) -> dict[str, Any]:
        found = json.loads(record.line)
        return {
            "base": BASE,
            "explorer": self.pages.explorer,
            "data": self.pages.data,
            "about": self.pages.about,
            "collection": self.collection,
            "record": found,
            "questions": [(page_name(question), question, split) for question, split in record.questions],
            "previous": page_name(record.previous) if record.previous else "",
            "following": page_name(record.following) if record.following else "",
            "number": record.number,
            "of": record.of,
            "licence": licence_of(self.pages.licence, self.pages.about["licence"], found.get("source", {})),
            "canary": self.pages.about["canary"],
            "pictures": Pictures(self.pages.folder, self.pages.data),
        }


def write_records(
    dataset: Dataset,
    collection: Mapping[str, Any],
    templates: Path | None,
    questions: Sequence[Question],
    skeleton: Skeleton,
    out: Path,
    map: ParallelMap,
    *,
    explorer: bool,
) -> None:
    """Write a page for every record of a collection below the site's root `out`."""
    if templates is None or not (templates / collection["template"]).is_file():
        raise ConfigError(
            f"{dataset.slug}: collection {collection['name']!r} names the page template "
            f"{collection['template']!r}; add it to the benchmark's pages/ folder"
        )
    target = out / dataset.slug / str(collection["name"])
    target.mkdir(parents=True, exist_ok=True)
    renderer = RecordRenderer(
        pages=QuestionPages.of(dataset, "", explorer=explorer),
        collection=collection,
        templates=templates,
        skeleton=skeleton,
        target=target,
    )
    records = read_records(dataset, collection, questions)
    for _ in map(renderer, records, batch=_BATCH, label=f"{dataset.slug} {collection['name']} pages"):
        pass


def read_records(
    dataset: Dataset, collection: Mapping[str, Any], questions: Sequence[Question]
) -> tuple[Record, ...]:
    """Return a collection's records, sorted by id, with the questions that name them.

    A question names a record by its id in `cluster` or in a key of `extra` that ends in `_id`.
    """
    path = dataset.folder / f"{collection['name']}.jsonl.gz"
    lines = {str(json.loads(line)["id"]): line for line in read_lines(path)}
    ids = sorted(lines)
    if len({page_name(record) for record in ids}) != len(ids):
        raise DatasetError("two ids would share a page", path=str(path), advice="rename one")
    used: dict[str, list[tuple[str, str]]] = {}
    for question in questions:
        item = question.items[0]
        named = {value for key, value in item.extra.items() if key.endswith("_id")} | {item.cluster}
        for record in sorted(named & lines.keys()):
            used.setdefault(record, []).append(
                (question.id, split_title(dataset.facts["benchmark"], question.split))
            )
    return tuple(
        Record(
            id=record,
            line=lines[record],
            previous=ids[place - 1] if place else "",
            following=ids[place + 1] if place + 1 < len(ids) else "",
            number=place + 1,
            of=len(ids),
            questions=tuple(used.get(record, ())),
        )
        for place, record in enumerate(ids)
    )
