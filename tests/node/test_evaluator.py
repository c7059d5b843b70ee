"""The evaluator in Pyodide, under node: the bytes that CPython gives, for every case of the case files."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evaluator import Item
from tests.evaluator.building import (
    choice_item,
    expanded,
    item,
    own_cases,
    shared_cases,
    structure_choice_item,
)
from tests.node.nodejs import HERE, find_node
from tests.node.structures import damaged, real_smiles, strained

GOLD = {"smiles": "CCO", "number": 7, "text": "4b", "boolean": True}


def group_item(group: dict[str, Any]) -> Item:
    """Return the item that a group of choice cases is about."""
    if "structures" in group:
        return structure_choice_item("B", group["structures"])
    return choice_item(("A",) if group.get("multi") else "B", group["options"])


def asked() -> Iterator[tuple[Item, Any]]:
    """Yield an item and a reply for every case there is, and for structures that try the toolkits."""
    for group in own_cases("choice"):
        yield from ((group_item(group), reply) for reply, _ in group["replies"])
    for reply, _ in own_cases("outcomes"):
        yield choice_item(), reply
    for name, kind in (("numbers", "number"), ("texts", "text"), ("booleans", "boolean")):
        yield from ((item(kind, GOLD[kind]), reply) for reply, _ in own_cases(name))
    yield from ((item("smiles", "CCO"), reply) for reply, _ in own_cases("smiles")[0]["replies"])
    for case in shared_cases("choice", "smiles", "number", "text", "boolean"):
        if case["question_type"] == "choice":
            gold = tuple(case["gold"]) if case.get("multi") else case["gold"]
            yield choice_item(gold, case["options"]), expanded(case["input"])
        else:
            yield item(case["question_type"], case["gold"]), expanded(case["input"])
    real = real_smiles()[:300]
    for number, reply in enumerate([*real, *damaged(real, 700), *strained().values(), "C" * 3000]):
        core = {"scaffold": "*c1ccccc1"} if number % 2 else {}
        yield item("smiles", real[number % len(real)], extra=core, cluster=f"c{number % 40}"), reply


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with items, a good predictions file, the same as CSV, and a faulty one."""
    folder = tmp_path_factory.mktemp("files")
    items, lines = [], []
    for number, (known, reply) in enumerate(asked()):
        name = f"c{number:05}"
        items.append(json.dumps(known.to_json() | {"id": name, "task": f"task-{known.answer_type}"}))
        lines.append(json.dumps({"id": name, "prediction": reply}))
    (folder / "items.jsonl").write_text("\n".join(items) + "\n", encoding="utf-8")
    (folder / "good.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "packed.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
    faulty = [*lines[:3], "{", '{"prediction": "A"}', lines[4], lines[4].replace("prediction", "x")]
    (folder / "faulty.jsonl").write_text("\n".join(faulty) + "\n", encoding="utf-8")
    (folder / "partial.jsonl").write_text(
        lines[7] + "\n" + '{"id": "nowhere", "prediction": 1}\n', encoding="utf-8"
    )
    return folder


@pytest.fixture(scope="module")
def scored(
    files: Path, engine: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, Any]]:
    """Return the folder with what node wrote, and the last step of each file."""
    unpacked = tmp_path_factory.mktemp("unpacked") / "engine"
    shutil.copytree(engine, unpacked)
    packed = unpacked / "pyodide.asm.wasm.gz"
    packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
    out = tmp_path_factory.mktemp("out")
    names = ["good.jsonl", "packed.jsonl.gz", "faulty.jsonl", "partial.jsonl"]
    command = [
        find_node(),
        HERE / "score.mjs",
        unpacked,
        out,
        files / "items.jsonl",
        *(files / name for name in names),
    ]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    return out, {step["file"]: step for step in steps}


def command_line(files: Path, name: str, folder: Path) -> tuple[bytes, bytes, str, int]:
    """Return what `python -m evaluator score` writes: report, per-item file, messages and exit code."""
    report, per_item = folder / "report.json", folder / "per-item.jsonl"
    options = ["--items", "items.jsonl", "--predictions", name, "--json", report, "--per-item", per_item]
    done = subprocess.run(
        [sys.executable, "-m", "evaluator", "score", *options],
        cwd=files,
        env={"PYTHONPATH": str(HERE.parents[1])},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    written = [path.read_bytes() if path.exists() else b"" for path in (report, per_item)]
    return written[0], written[1], done.stderr, done.returncode


@pytest.mark.parametrize("name", ["good.jsonl", "packed.jsonl.gz"])
def test_report_and_per_item_file_are_the_command_lines_bytes(
    files: Path, scored: tuple[Path, dict[str, Any]], tmp_path: Path, name: str
) -> None:
    out, steps = scored
    report, per_item, messages, code = command_line(files, name, tmp_path)
    assert code == 0, messages
    assert len(per_item.splitlines()) > 1300
    outcomes = json.loads(report)["outcomes"]
    assert all(outcomes[name] for name in ("correct", "incorrect", "unparsed", "refused", "missing"))
    assert steps[name]["state"] == "done"
    for mine, theirs in zip(
        (out / f"{name}.per-item.jsonl").read_bytes().splitlines(), per_item.splitlines(), strict=True
    ):
        assert mine == theirs
    assert (out / f"{name}.per-item.jsonl").read_bytes() == per_item
    assert (out / f"{name}.report.json").read_bytes() == report


@pytest.mark.parametrize("name", ["faulty.jsonl", "partial.jsonl"])
def test_a_faulty_file_is_refused_with_the_command_lines_messages(
    files: Path, scored: tuple[Path, dict[str, Any]], tmp_path: Path, name: str
) -> None:
    step = scored[1][name]
    report, _, messages, code = command_line(files, name, tmp_path)
    assert (code, report) == (2, b"")
    assert step["state"] == "refused"
    assert [str_of(problem) for problem in step["problems"]] == messages.splitlines()
    assert step["missing"] == sum(problem["problem"] == "no prediction" for problem in step["problems"])


def str_of(problem: dict[str, Any]) -> str:
    where = f"{problem['path']}:{problem['line']}" if problem["line"] else problem["path"]
    text = ": ".join(part for part in (where, problem["item_id"], problem["problem"]) if part)
    return f"{text}; {problem['advice']}" if problem["advice"] else text
