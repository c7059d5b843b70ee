"""Dataset folders as the site reads them."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from sitegen.errors import DatasetError, DatasetErrors
from sitegen.site.dataset import is_inside, read_dataset, read_questions


def rewritten(folder: Path, target: Path, name: str, change) -> Path:  # type: ignore[no-untyped-def]
    """Copy a dataset folder with every record of one of its files changed."""
    shutil.copytree(folder, target)
    with gzip.open(target / name, "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    with gzip.open(target / name, "wt", encoding="utf-8") as file:
        for record in records:
            change(record)
            file.write(json.dumps(record) + "\n")
    return target


def test_questions_are_grouped_sorted_and_chained_within_their_split(rground: Path) -> None:
    questions = read_questions(read_dataset(rground))
    assert [question.split for question in questions[::3]] == [
        ("vqa", "basic", "easy"),
        ("vqa", "basic", "medium"),
        ("vqa", "basic", "hard"),
        ("generation", "basic", "easy"),
        ("generation", "basic", "hard"),
    ]
    first, second, third = questions[:3]
    assert (first.previous, first.following) == ("", second.id)
    assert (second.previous, second.following) == (first.id, third.id)
    assert (third.following, third.number, third.of) == ("", 3, 3)


def test_modes_come_in_the_order_of_the_facet(rground: Path) -> None:
    question = read_questions(read_dataset(rground))[0]
    assert [item.facets["mode"] for item in question.items] == ["i2i", "i2s", "s2i", "s2s"]
    assert [json.loads(line)["id"] for line in question.lines] == [item.id for item in question.items]


def test_an_image_outside_the_folder_stops_with_file_line_and_id(rground: Path, tmp_path: Path) -> None:
    def escape(record: dict) -> None:
        if record["id"].endswith("i2i"):
            record["images"] = ["../../secret.png"]

    folder = rewritten(rground, tmp_path / "rground", "items.jsonl.gz", escape)
    with pytest.raises(DatasetErrors) as caught:
        read_questions(read_dataset(folder))
    assert len(caught.value.errors) == 9
    assert "items.jsonl.gz:13: vqa-easy-" in str(caught.value)
    assert "'../../secret.png' leaves the dataset; give a path below the dataset folder" in str(caught.value)


def test_drawings_beside_a_question_are_held_to_the_folder_too(rground: Path, tmp_path: Path) -> None:
    def escape(record: dict) -> None:
        record["extra"]["drawings"] = {"target": "images/aa/plain.svg", "reference": "/etc/passwd"}

    folder = rewritten(rground, tmp_path / "rground", "items.jsonl.gz", escape)
    with pytest.raises(DatasetErrors, match="'/etc/passwd' leaves the dataset"):
        read_questions(read_dataset(folder))


def test_an_item_without_a_prompt_is_named(rground: Path, tmp_path: Path) -> None:
    folder = rewritten(
        rground, tmp_path / "rground", "prompts.jsonl.gz", lambda record: record.update(id="x")
    )
    with pytest.raises(DatasetErrors, match="has no prompt"):
        read_questions(read_dataset(folder))


def test_a_line_that_is_no_item_is_named(rground: Path, tmp_path: Path) -> None:
    folder = rewritten(rground, tmp_path / "rground", "items.jsonl.gz", lambda record: record.pop("task"))
    with pytest.raises(DatasetErrors, match=r"items\.jsonl\.gz:1: field 'task' must be text"):
        read_questions(read_dataset(folder))


def test_a_folder_without_a_description_is_no_dataset(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="build the dataset again"):
        read_dataset(tmp_path)


@pytest.mark.parametrize(
    "path", ["", "/etc/passwd", "../a.svg", "images/../../a", "a//b", "C:\\a", "http://x/a"]
)
def test_paths_that_lead_out_are_seen(path: str) -> None:
    assert not is_inside(path)


def test_a_path_below_the_folder_is_inside() -> None:
    assert is_inside("images/ab/c1.svg")
