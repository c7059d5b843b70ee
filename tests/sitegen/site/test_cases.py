"""The shared cases about site generation: hostile texts, names, ids, numbers, sizes.

Every text of a case (question, prediction, model name) is put through what the site shows of data:
a question's page, a figure's table and its CSV. Pages of models come with the results.
"""

from __future__ import annotations

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sitegen.errors import DatasetErrors
from sitegen.site.csv_export import csv_text
from sitegen.site.dataset import read_dataset, read_questions
from sitegen.site.names import page_name
from sitegen.site.questions import QuestionPages
from sitegen.site.render import QuestionRenderer
from sitegen.site.skeleton import Skeleton
from tests.shared import SHARED_CASES, needs_shared
from tests.sitegen.site.dataset import hostile_folder

SKELETON = Skeleton.cut(
    "<title>cgxtitlex</title><meta name=description content='cgxdescriptionx'>\n<!--cg:body-->"
)

pytestmark = needs_shared


def cases(*kinds: str) -> list[Any]:
    if not SHARED_CASES.is_file():
        return []
    rows = [json.loads(line) for line in SHARED_CASES.read_text(encoding="utf-8").split("\n") if line]
    found = [row for row in rows if row["question_type"] == "site" and row["kind"] in kinds]
    return [pytest.param(row, id=f"{row['id']} {row['why']}") for row in found]


class Reader(HTMLParser):
    """The elements of a page by name, and its visible text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def rendered(folder: Path, texts: dict[str, str], image: str = "") -> dict[str, str]:
    """Return the pages of questions, by id, whose every text is the one given."""
    dataset = read_dataset(hostile_folder(folder / "hostile", texts, image=image))
    target = folder / "pages"
    target.mkdir()
    renderer = QuestionRenderer(
        pages=QuestionPages.of(dataset, "https://forge.invalid/a/b"),
        templates=None,
        skeleton=SKELETON,
        target=target,
    )
    renderer(read_questions(dataset))
    return {
        question: (target / page_name(question) / "index.html").read_text(encoding="utf-8")
        for question in texts
    }


def texts_of(case: dict[str, Any]) -> dict[str, str]:
    texts = {question["id"]: question["question"] for question in case["input"]["questions"]}
    for model in case["input"]["models"]:
        texts[f"{page_name(model['name'])}-name"] = model["name"]
        for question, prediction in model["predictions"].items():
            texts[f"{page_name(model['name'])}-{page_name(question)}"] = prediction
    for question in case["input"]["questions"]:
        texts[f"{page_name(question['id'])}-gold"] = str(question["gold"])
    return texts


@pytest.mark.parametrize("case", cases("injection", "template", "chem_text", "unicode", "search"))
def test_a_text_is_shown_as_it_is_and_becomes_nothing_else(case: dict[str, Any], tmp_path: Path) -> None:
    texts = texts_of(case)
    plain = Reader(rendered(tmp_path / "plain", {"a": "one", "b": "two", "c": "three"})["b"])
    for question, html in rendered(tmp_path / "case", texts).items():
        page = Reader(html)
        assert texts[question] in page.text
        assert set(page.names) - {"wbr"} <= set(plain.names)
        assert page.attributes <= plain.attributes


@pytest.mark.parametrize("case", cases("paths"))
def test_every_id_and_name_has_one_page_of_its_own(case: dict[str, Any], tmp_path: Path) -> None:
    questions = {question["id"]: question["question"] for question in case["input"]["questions"]}
    names = [model["name"] for model in case["input"]["models"]]
    image = next((q["image"] for q in case["input"]["questions"] if "image" in q), "")
    if case["expected"] == "error":
        with pytest.raises((ValueError, DatasetErrors)):
            rendered(tmp_path, {page_name(name): name for name in names} | questions, image)
        assert not list(tmp_path.rglob("*.png"))
        return
    assert len({page_name(name) for name in names}) == len(names)
    pages = rendered(tmp_path, questions)
    assert len(pages) == len(questions)
    assert all(text in Reader(pages[question]).text for question, text in questions.items())
    folders = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert len({folder.lower() for folder in folders}) == len(questions)
    assert all((tmp_path / "pages" / folder / "index.html").is_file() for folder in folders)


@pytest.mark.parametrize("case", cases("numbers"))
def test_exports_hold_no_formula_and_numbers_stay_numbers(case: dict[str, Any]) -> None:
    texts = [*texts_of(case).values(), "-5"] if case["input"]["questions"] else ["-5"]
    rows = list(csv.reader(io.StringIO(csv_text(["answer"], [[text] for text in texts]))))
    assert rows[-1] == ["-5"]
    assert not [row for row in rows[1:-1] if row[0].startswith(("=", "@", "+", "-"))]


@pytest.mark.parametrize("case", cases("size"))
def test_pages_do_not_grow_with_the_number_of_questions(case: dict[str, Any], tmp_path: Path) -> None:
    few = rendered(tmp_path / "few", {f"q-{number:05d}": "Which?" for number in range(3)})
    many = rendered(tmp_path / "many", {f"q-{number:05d}": "Which?" for number in range(500)})
    assert len(many["q-00001"]) <= len(few["q-00001"]) + 10
