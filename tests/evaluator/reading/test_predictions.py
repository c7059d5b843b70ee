from __future__ import annotations

import gzip
import hashlib
import json
import random

import pytest

from evaluator import DatasetErrors, PredictionFile, load_predictions, read_predictions
from tests.evaluator.building import in_pieces


def read(text: str, name: str = "p.jsonl", size: int = 7) -> PredictionFile:
    return read_predictions(name, in_pieces(text.encode(), size))


def replies(file: PredictionFile) -> dict[str, tuple[object, ...]]:
    return {prediction.id: prediction.replies for prediction in file.predictions}


def problems(text: str, name: str = "p.jsonl") -> list[str]:
    with pytest.raises(DatasetErrors) as found:
        read(text, name)
    return [str(error) for error in found.value.errors]


FORMATS = {
    "p.jsonl": '{"id": "q1", "prediction": "B"}\n\n{"id": "q2", "prediction": "x, \\"y\\""}\n',
    "p.json": '{"q1": "B",\n "q2": "x, \\"y\\""}',
    "list.json": '[{"id": "q1", "prediction": "B"},\n {"id": "q2", "prediction": "x, \\"y\\""}]',
    "p.csv": 'id,prediction\nq1,B\nq2,"x, ""y"""\n',
    "p.tsv": 'prediction\tid\nB\tq1\nx, "y"\tq2\n',
    "P.CSV": 'model,id,prediction\r\nm,q1,B\r\n\r\nm,q2,"x, ""y"""\r\n',
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("packed", [False, True])
def test_every_format_gives_the_same_predictions(name: str, packed: bool) -> None:
    data = gzip.compress(FORMATS[name].encode()) if packed else FORMATS[name].encode()
    file = read_predictions(name + ".gz" if packed else name, in_pieces(data, 5))
    assert replies(file) == {"q1": ("B",), "q2": ('x, "y"',)}
    assert file.sha256 == hashlib.sha256(data).hexdigest()
    assert file.warnings == ()


def test_repeats_as_a_list_and_as_numbered_lines_are_the_same() -> None:
    listed = read('{"id": "q1", "prediction": ["A", "B", null]}')
    numbered = read(
        '{"id": "q1", "prediction": null, "repeat": 10}\n{"id": "q1", "prediction": "A", "repeat": 0}\n'
        '{"id": "q1", "prediction": "B", "repeat": 2}'
    )
    table = read("id,repeat,prediction\nq1,2,B\nq1,10,\nq1,0,A\n", "p.csv")
    assert replies(listed) == replies(numbered) == {"q1": ("A", "B", None)}
    assert replies(table) == {"q1": ("A", "B", "")}
    assert listed.predictions[0].listed and not numbered.predictions[0].listed


def test_the_order_of_lines_does_not_matter() -> None:
    lines = [
        json.dumps({"id": f"q{i}", "prediction": f"{i} {r}", "repeat": r}) for i in range(9) for r in range(3)
    ]
    shuffled = lines[:]
    random.Random("lines").shuffle(shuffled)
    assert replies(read("\n".join(lines))) == replies(read("\n".join(shuffled)))


def test_the_same_line_twice_is_counted_once_and_reported() -> None:
    file = read('{"id": "q1", "prediction": "B"}\n{"prediction": "B", "id": "q1"}')
    assert replies(file) == {"q1": ("B",)}
    assert [str(warning) for warning in file.warnings] == [
        "p.jsonl:2: q1: the same prediction as on line 1; it is counted once"
    ]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("p.jsonl", '{"id": "q1", "prediction": "B"}\n{"id": "q1", "prediction": "C"}', 2),
        ("p.jsonl", '{"id": "q1", "prediction": 1}\n{"id": "q1", "prediction": true}', 2),
        (
            "p.jsonl",
            '{"id": "q1", "prediction": "B", "repeat": 1}\n{"id": "q1", "prediction": "C", "repeat": 1}',
            2,
        ),
        ("p.jsonl", '{"id": "q1", "prediction": "B", "repeat": 1}\n{"id": "q1", "prediction": "B"}', 2),
        ("p.json", '{"q1": "B", "q1": "C"}', None),
        ("p.csv", "id,prediction\nq1,B\nq1,C\n", 3),
    ],
)
def test_two_different_predictions_for_one_id_are_an_error(name: str, text: str, line: int | None) -> None:
    with pytest.raises(DatasetErrors) as found:
        read(text, name)
    assert [(error.line, error.item_id) for error in found.value.errors] == [(line, "q1")]


def test_all_that_is_wrong_is_named_with_file_line_and_advice() -> None:
    found = problems(
        '{"id": "q1", "prediction": "B"}\n'
        "{'id': 'q2'}\n"
        '{"id": "q3", "prediction": NaN}\n'
        '{"id": 1.5, "prediction": "B"}\n'
        '{"id": "q5", "answer": "B"}\n'
        '["q6", "B"]\n'
        '{"id": "", "prediction": "B"}\n'
        '{"prediction": "B"}\n'
        '{"Id": "q9", "prediction": "B"}\n'
        '{"id": "q10", "prediction": ["B"], "repeat": 1}\n'
        '{"id": "q11", "prediction": "B", "repeat": 1.5}\n'
    )
    assert [text.split(": ")[0] for text in found] == [f"p.jsonl:{line}" for line in range(2, 12)]
    assert all("; " in text for text in found)
    assert "json.dumps" in found[0]
    assert "NaN" in found[1]
    assert found[3] == "p.jsonl:5: q5: no field 'prediction'; rename 'answer' to 'prediction'"
    assert "joined by id" in found[4]
    assert "rename 'Id' to 'id'" in found[7]


def test_errors_of_every_sort_come_in_the_order_of_lines() -> None:
    with pytest.raises(DatasetErrors) as found:
        read_predictions(
            "p.jsonl", [b'{"id": "q1", "prediction": 1}\nbad\n\xff\n{"id": "q1", "prediction": 2}\n']
        )
    assert [error.line for error in found.value.errors] == [2, 3, 4]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("p.jsonl", '[\n {"id": "q1"}\n]', "name the file .json"),
        ("p.jsonl", '{\n "id": "q1"\n}', "one object a line"),
        ("p.jsonl", '[{"id": "q1", "prediction": "B"}]', "array"),
        ("p.jsonl", '{"custom_id": "q1", "response": {}}', "batch API"),
        ("p.jsonl", "", "no predictions"),
        ("p.jsonl", "\n\n", "no predictions"),
        ("p.json", '"text"', "id: prediction"),
        ("p.json", '{"q1": "B"', "id: prediction"),
        ("p.json", '{"": "B"}', "id is empty"),
        ("p.json", '["B"]', "record 1"),
        ("p.csv", "id,prediction\n", "no predictions"),
        ("p.csv", "id;prediction\nq1;B\n", "semicolons"),
        ("p.csv", "id\tprediction\nq1\tB\n", "tabs"),
        ("p.tsv", "id,prediction\nq1,B\n", "commas"),
        ("p.csv", "id,answer\nq1,B\n", "rename 'answer' to 'prediction'"),
        ("p.csv", "q1,B\nq2,C\n", "no column 'id'"),
        ("p.csv", "id,id,prediction\n1,1,B\n", "stands twice"),
        ("p.csv", "id,prediction\nq1,B,C\n", "3 cells"),
        ("p.csv", "id,prediction\nq1\n", "1 cells"),
        ("p.csv", 'id,prediction\nq1,"B"C\n', "closing quote"),
        ("p.csv", 'id,prediction\nq1,"B\nq2,C\n', "never closed"),
        ("p.csv", "id,prediction\n,B\n", "id is empty"),
        ("p.xlsx", "id,prediction\n", "format"),
        ("predictions", "{}", "format"),
        ("p.parquet", "PAR1", "format"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_what_to_do(name: str, text: str, words: str) -> None:
    assert words in "\n".join(problems(text, name))


def test_ids_stay_exact_text() -> None:
    file = read("id,prediction\n01,A\n1,B\n1e3,C\n", "p.csv")
    assert list(replies(file)) == ["01", "1", "1e3"]
    assert list(replies(read('{"id": 9007199254740993, "prediction": "A"}'))) == ["9007199254740993"]


def test_texts_that_table_readers_turn_into_missing_values_stay() -> None:
    file = read("id,prediction\na,NA\nb,nan\nc,None\nd,\n", "p.csv")
    assert replies(file) == {"a": ("NA",), "b": ("nan",), "c": ("None",), "d": ("",)}


def test_an_absent_prediction_is_unanswered_and_an_empty_list_too() -> None:
    assert replies(read('{"id": "q1"}\n{"id": "q2", "prediction": []}')) == {"q1": (None,), "q2": (None,)}


def test_a_file_that_is_not_there_is_an_error_of_its_path() -> None:
    with pytest.raises(DatasetErrors, match="nowhere.jsonl: no such file"):
        load_predictions("nowhere.jsonl")


def test_what_is_fatal_is_raised_at_once_with_what_was_wrong_before() -> None:
    with pytest.raises(DatasetErrors) as found:
        read_predictions("p.jsonl.gz", [gzip.compress(b"bad\n")[:-4]])
    assert ["not JSON" in str(error) for error in found.value.errors] == [True, False]
