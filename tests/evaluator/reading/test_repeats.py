"""Several predictions files: repeats in the order of the files, as from one file with all of them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from evaluator import DatasetErrors, evaluate, load_predictions, merge_repeats, read_predictions, report_bytes
from evaluator.cli import main
from tests.evaluator.building import item

ITEMS = [item("boolean", True, item_id="q1"), item("number", 2.0, item_id="q2")]
RUNS = [{"q1": "True", "q2": "1.5"}, {"q1": "False", "q2": "hm"}, {"q1": "yes", "q2": "2.5"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "items.jsonl").write_text("".join(json.dumps(one.to_json()) + "\n" for one in ITEMS))
    for number, run in enumerate(RUNS):
        lines = [json.dumps({"id": name, "prediction": reply}) for name, reply in run.items()]
        (tmp_path / f"run{number}.jsonl").write_text("\n".join(lines) + "\n")
    listed = [json.dumps({"id": name, "prediction": [run[name] for run in RUNS]}) for name in RUNS[0]]
    (tmp_path / "list.jsonl").write_text("\n".join(listed) + "\n")
    numbered = [
        json.dumps({"id": name, "repeat": number, "prediction": run[name]})
        for number, run in enumerate(RUNS)
        for name in reversed(run)
    ]
    (tmp_path / "lines.jsonl").write_text("\n".join(numbered) + "\n")
    return tmp_path


def files(folder: Path) -> list[str]:
    return [str(folder / f"run{number}.jsonl") for number in range(3)]


def test_a_list_several_lines_and_several_files_give_the_same_report(folder: Path) -> None:
    ways = [
        load_predictions(folder / "list.jsonl"),
        load_predictions(folder / "lines.jsonl"),
        merge_repeats([load_predictions(name) for name in files(folder)]),
    ]
    reports = {report_bytes(evaluate(ITEMS, way.predictions, None)) for way in ways}
    assert len(reports) == 1
    report = json.loads(reports.pop())
    assert report["repeats"] == 3
    assert report["outcomes"]["correct"] == 2


def test_one_file_stays_as_it_is(folder: Path) -> None:
    file = load_predictions(folder / "list.jsonl")
    assert merge_repeats([file]) is file


def test_the_hash_of_several_files_is_that_of_their_hashes_in_order(folder: Path) -> None:
    given = [load_predictions(name) for name in files(folder)]
    listed = "".join(hashlib.sha256(Path(name).read_bytes()).hexdigest() + "\n" for name in files(folder))
    assert merge_repeats(given).sha256 == hashlib.sha256(listed.encode()).hexdigest()
    assert merge_repeats(given[::-1]).sha256 != merge_repeats(given).sha256


def test_repeats_within_one_of_several_files_are_refused(folder: Path) -> None:
    given = [load_predictions(folder / name) for name in ("run0.jsonl", "list.jsonl")]
    with pytest.raises(DatasetErrors, match="3 repeats within one of 2 files; give one file with all"):
        merge_repeats(given)


def test_the_command_line_takes_several_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--items", str(folder), "--predictions", *files(folder), "--json", "-"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["repeats"] == 3
    assert main(["validate", "--items", str(folder), "--predictions", *files(folder)]) == 0
    assert "2 of 2 items have a prediction" in capsys.readouterr().err


def test_an_item_that_one_file_lacks_is_an_error_that_names_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "run1.jsonl").write_text('{"id": "q2", "prediction": "1"}\n')
    command = ["score", "--items", str(folder), "--predictions", *files(folder)]
    assert main(command) == 2
    assert "run1.jsonl: q1: no prediction in this file; add one" in capsys.readouterr().err
    assert main([*command, "--allow-partial", "--json", str(folder / "r.json")]) == 0
    metrics = json.loads((folder / "r.json").read_text())["metrics"]
    (valid,) = [m["value"] for m in metrics if m["name"] == "valid_replies" and m["facets"] == {}]
    assert valid == pytest.approx(5 / 6, abs=1e-6)


def test_every_faulty_file_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "run0.jsonl").write_text("{\n")
    (folder / "run2.jsonl").write_text('{"prediction": 1}\n')
    assert main(["score", "--items", str(folder), "--predictions", *files(folder)]) == 2
    said = capsys.readouterr().err
    assert "run0.jsonl:1" in said and "run2.jsonl:1" in said


def test_a_file_of_another_format_may_be_a_repeat() -> None:
    one = read_predictions("a.csv", [b"id,prediction\nq1,True\n"])
    other = read_predictions("b.json", [b'{"q1": "False", "q9": "x"}'])
    merged = merge_repeats([one, other])
    assert {p.id: p.replies for p in merged.predictions} == {"q1": ("True", "False"), "q9": (None, "x")}
    assert merged.name == "a.csv, b.json"
