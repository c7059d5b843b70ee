from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from evaluator.cli import main
from tests.evaluator.building import choice_item, item

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    items = [
        choice_item(item_id="q1", facets={"mode": "i2i"}),
        item("smiles", "CCO", item_id="q2", task="make"),
    ]
    (tmp_path / "items.jsonl").write_text("".join(json.dumps(one.to_json()) + "\n" for one in items))
    (tmp_path / "p.jsonl").write_text('{"id": "q1", "prediction": "B"}\n{"id": "q2", "prediction": "OCC"}\n')
    return tmp_path


def run(folder: Path, command: str, *arguments: str, predictions: str = "p.jsonl") -> int:
    return main([command, "--items", str(folder), "--predictions", str(folder / predictions), *arguments])


def test_score_prints_a_table_and_writes_nothing_to_stdout_unasked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, "score") == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("accuracy 100.0 %")
    assert "correct 2  incorrect 0  unparsed 0  refused 0  missing 0" in err
    assert "mode i2i" in err


def test_score_writes_the_report_to_a_file_or_to_stdout(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(folder, "score", "--json", str(folder / "r.json"), "--per-item", str(folder / "i.jsonl")) == 0
    assert run(folder, "score", "--json", "-") == 0
    out, _ = capfdbinary.readouterr()
    assert out == (folder / "r.json").read_bytes()
    report = json.loads(out)
    assert report["n"] == 2 and report["schema"] == "chemground-report/1"
    lines = [json.loads(line) for line in (folder / "i.jsonl").read_text().splitlines()]
    assert [line["outcome"] for line in lines] == ["correct", "correct"]
    assert sorted(path.name for path in folder.iterdir()) == ["i.jsonl", "items.jsonl", "p.jsonl", "r.json"]


def test_a_partial_file_needs_to_be_allowed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "part.csv").write_text("id,prediction\nq1,B\nQ2,CCO\n")
    assert run(folder, "score", predictions="part.csv") == 2
    err = capsys.readouterr().err
    assert "part.csv:3: Q2: no item has this id; did you mean 'q2'" in err
    assert "part.csv: q2: no prediction; add one, or allow a partial file (--allow-partial)" in err
    assert (
        run(folder, "score", "--allow-partial", "--json", str(folder / "r.json"), predictions="part.csv") == 0
    )
    assert "1 items have no prediction" in capsys.readouterr().err
    assert json.loads((folder / "r.json").read_text())["outcomes"]["missing"] == 1


def test_null_and_empty_predictions_are_missing_without_being_allowed(folder: Path) -> None:
    (folder / "null.jsonl").write_text('{"id": "q1", "prediction": null}\n{"id": "q2"}\n')
    assert run(folder, "score", "--json", str(folder / "r.json"), predictions="null.jsonl") == 0
    assert json.loads((folder / "r.json").read_text())["outcomes"]["missing"] == 2


def test_the_exit_code_tells_a_failed_check_from_bad_input(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "half.jsonl").write_text('{"id": "q1", "prediction": "A"}\n{"id": "q2", "prediction": "OCC"}\n')
    assert run(folder, "score", "--min-accuracy", "0.5", predictions="half.jsonl") == 0
    assert run(folder, "score", "--min-accuracy", "0.51", predictions="half.jsonl") == 1
    assert "below the 0.51 asked for" in capsys.readouterr().err
    assert run(folder, "score", predictions="none.jsonl") == 2
    for wrong in (
        ["score"],
        ["unknown"],
        [],
        ["score", "--items", "x", "--predictions", "y", "--min-accuracy", "2"],
    ):
        with pytest.raises(SystemExit) as stop:
            main(wrong)
        assert stop.value.code == 2


def test_all_that_is_wrong_with_both_files_is_reported_at_once(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "items.jsonl").write_text('{"id": "q1"}\nnot json\n')
    (folder / "bad.jsonl").write_text('{"id": 1.5}\n{"id": "q1", "prediction": Infinity}\n')
    assert run(folder, "score", "--json", str(folder / "r.json"), predictions="bad.jsonl") == 2
    err = capsys.readouterr().err.splitlines()
    assert [line.rpartition("/")[2].split(": ")[0] for line in err] == [
        *("items.jsonl:1", "items.jsonl:2"),
        *("bad.jsonl:1", "bad.jsonl:2"),
    ]
    assert not (folder / "r.json").exists()


def test_validate_checks_without_scoring(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(folder, "validate") == 0
    assert "2 of 2 items have a prediction" in capsys.readouterr().err
    (folder / "twice.jsonl").write_text('{"id": "q1", "prediction": "B"}\n' * 2)
    assert run(folder, "validate", predictions="twice.jsonl") == 2
    assert run(folder, "validate", "--allow-partial", predictions="twice.jsonl") == 0
    assert "warning: " in capsys.readouterr().err


def test_convert_writes_what_score_reads_the_same(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    (folder / "r.tsv").write_text('id\trepeat\tprediction\nq1\t1\tA\nq1\t0\tB\nq2\t\t"OC\nC é"\n')
    assert main(["convert", str(folder / "r.tsv"), "--to", "jsonl"]) == 0
    out, _ = capfdbinary.readouterr()
    assert out.decode() == '{"id": "q1", "prediction": ["B", "A"]}\n{"id": "q2", "prediction": "OC\\nC é"}\n'
    (folder / "again.jsonl.gz").write_bytes(gzip.compress(out))
    for name in ("r.tsv", "again.jsonl.gz"):
        assert run(folder, "score", "--per-item", "-", predictions=name) == 0
    out, _ = capfdbinary.readouterr()
    lines = out.splitlines()
    assert lines[:2] == lines[2:]


def test_a_place_that_cannot_be_written_is_an_error_without_a_traceback(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder, "score", "--json", str(folder / "no" / "where.json")) == 2
    assert "where.json: cannot be written (no such file or directory)" in capsys.readouterr().err


def test_the_module_runs_as_a_program(folder: Path) -> None:
    command = [sys.executable, "-W", "error", "-m", "evaluator", "score", "--items", str(folder)]
    command += ["--predictions", str(folder / "p.jsonl"), "--json", "-"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcomes"]["correct"] == 2


def test_output_that_nobody_reads_any_more_is_no_error(folder: Path) -> None:
    score = f"{sys.executable} -m evaluator score --items {folder} --predictions {folder / 'p.jsonl'}"
    done = subprocess.run(
        ["bash", "-c", f"{score} --json - | true"], cwd=ROOT, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr
