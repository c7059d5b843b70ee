from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from evaluator import DatasetErrors, load_items, read_items
from tests.evaluator.building import choice_item, item

ITEMS = [choice_item(item_id="q1"), item("smiles", "CCO", item_id="q2"), item("number", 5, item_id="q3")]


def jsonl(values: list[Any]) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def test_items_come_back_as_they_were_written_with_the_hash_of_the_plain_bytes(tmp_path: Path) -> None:
    data = jsonl([one.to_json() for one in ITEMS])
    (tmp_path / "items.jsonl.gz").write_bytes(gzip.compress(data))
    (tmp_path / "other.jsonl").write_bytes(data)
    for place in (tmp_path, tmp_path / "items.jsonl.gz", tmp_path / "other.jsonl"):
        file = load_items(place)
        assert [one.to_json() for one in file.items] == [one.to_json() for one in ITEMS]
        assert file.sha256 == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"id": "Q 1"}, "id 'Q 1' is not of the form"),
        ({"id": None}, "field 'id' must be text"),
        ({"answer_type": "molecule"}, "answer_type 'molecule'"),
        ({"answer_type": "esmiles"}, "answer type 'esmiles' is not supported by evaluator"),
        ({"answer": "E"}, "not the label of an option"),
        ({"answer": ["A", "A"]}, "not a set"),
        ({"answer": []}, "not a set"),
        ({"options": []}, "without options"),
        ({"options": ["A"]}, "list of objects"),
        ({"options": [{"label": "A", "text": "x"}, {"label": "A", "text": "y"}]}, "same label"),
        ({"options": [{"label": "b", "text": "x"}]}, "not one letter"),
        ({"options": [{"label": "B"}]}, "neither text nor smiles"),
        ({"facets": {"mode": 1}}, "facets['mode'] must be text"),
        ({"facets": ["mode"]}, "must be an object"),
        ({"images": [1]}, "list of texts"),
        ({"tolerance": "1"}, "must be a number"),
        ({"answer_type": "smiles", "answer": 5}, "must be text"),
        ({"answer_type": "smiles", "answer": "C C"}, "does not belong"),
        ({"answer_type": "smiles", "answer": "C", "extra": {"scaffold": "C>>C"}}, "scaffold"),
        ({"answer_type": "number", "answer": "5"}, "not a number"),
        ({"answer_type": "number", "answer": 5, "tolerance": -1}, "tolerance"),
        ({"answer_type": "text", "answer": ""}, "not a text"),
    ],
)
def test_a_bad_item_is_named_by_line_and_id(change: dict[str, Any], words: str) -> None:
    data = jsonl([ITEMS[1].to_json(), {**ITEMS[0].to_json(), **change}])
    with pytest.raises(DatasetErrors) as found:
        read_items("items.jsonl", [data])
    (error,) = found.value.errors
    assert words in str(error)
    assert error.line == 2


def test_ids_must_differ_in_more_than_case_and_every_bad_line_is_named() -> None:
    with pytest.raises(DatasetErrors) as found:
        read_items("items.jsonl", [jsonl([ITEMS[0].to_json(), ITEMS[0].to_json(), [], {"id": "x"}]), b"{\n"])
    assert [error.line for error in found.value.errors] == [2, 3, 4, 5]
    assert "an item with this id stands on line 1" in str(found.value.errors[0])


@pytest.mark.parametrize(
    ("name", "words"), [("items.csv", "not an items file"), ("items.jsonl", "holds no items")]
)
def test_a_file_without_items_is_an_error(name: str, words: str) -> None:
    with pytest.raises(DatasetErrors, match=words):
        read_items(name, [])


def test_a_folder_without_items_says_what_it_should_hold(tmp_path: Path) -> None:
    with pytest.raises(DatasetErrors, match=r"items\.jsonl\.gz or items\.jsonl"):
        load_items(tmp_path)
