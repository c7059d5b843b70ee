"""The scorer's page as it is written: its facts, its markup, and the Python side of its worker."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from evaluator import DatasetErrors, load_items, load_predictions
from evaluator.cli import main
from evaluator.scorers.smiles import KINDS
from sitegen.site.names import page_name
from sitegen.site.parts import Fragment
from sitegen.site.scorer import build_scorer, engine
from sitegen.site.scorer import page as page_module
from sitegen.site.scorer.datasets import scorer_dataset
from sitegen.site.scorer.page import FACTS
from tests.sitegen.site.building import CACHE
from tests.sitegen.site.dataset import hostile_folder


@pytest.fixture(scope="module")
def built(rground: Path, hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Fragment]:
    """Return a site's folder with the scorer in it, and its page."""
    site = tmp_path_factory.mktemp("site")
    return site, build_scorer([rground, hostile], site, CACHE, base="../")


@pytest.fixture(scope="module")
def session() -> ModuleType:
    """Return the worker's session.py, run here with native chemistry."""
    path = Path(engine.__file__).parent / "worker" / "session.py"
    spec = importlib.util.spec_from_file_location("session", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def facts_of(built: tuple[Path, Fragment]) -> dict[str, Any]:
    return json.loads((built[0] / FACTS).read_text(encoding="utf-8"))


def test_the_facts_describe_the_items_of_each_dataset(built: tuple[Path, Fragment], rground: Path) -> None:
    facts = facts_of(built)["datasets"][0]
    items = load_items(rground)
    assert facts["slug"] == "rground"
    assert facts["n"] == len(items.items) == sum(facts["answer_types"].values())
    assert facts["items_sha256"] == items.sha256
    assert facts["items_url"] == "data/rground/items.jsonl.gz"
    assert facts["items_bytes"] == (rground / "items.jsonl.gz").stat().st_size


def test_facets_come_with_titles_in_the_benchmarks_own_order(built: tuple[Path, Fragment]) -> None:
    facets = {facet["name"]: facet for facet in facts_of(built)["datasets"][0]["facets"]}
    assert [*facets["difficulty"]["values"]] == ["easy", "medium", "hard"]
    assert facets["mode"]["values"]["i2s"] == "Image to SMILES"
    assert facets["task"]["values"]["vqa"] == "VQA"


def test_baselines_are_named_apart_from_their_metric(built: tuple[Path, Fragment]) -> None:
    baselines = facts_of(built)["datasets"][0]["baselines"]
    assert baselines
    assert {baseline["name"] for baseline in baselines} == {"accuracy"}
    assert {"random"} <= {baseline["baseline"] for baseline in baselines}


def test_only_questions_whose_page_has_another_name_are_listed(tmp_path: Path) -> None:
    folder = hostile_folder(tmp_path / "hostile", {"plain": "One.", "other": "Two."})
    with gzip.open(folder / "items.jsonl.gz", "rt", encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines]
    items[0]["extra"]["question"] = "con"  # a name that Windows reserves
    with gzip.open(folder / "items.jsonl.gz", "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(item) + "\n" for item in items)
    assert scorer_dataset(folder)["pages"] == {"con": page_name("con")}


def test_the_page_promises_that_nothing_leaves_the_machine_and_escapes_titles(
    built: tuple[Path, Fragment],
) -> None:
    html = built[1].html
    assert html.startswith("<h1>Score a model</h1>")
    assert "Nothing leaves your machine" in html
    assert "Toy &lt;Benchmark&gt; &amp; friends" in html and "<Benchmark>" not in html


def test_files_that_the_page_links_to_are_there(built: tuple[Path, Fragment]) -> None:
    site, fragment = built
    about = facts_of(built)["engine"]
    for name in ("worker.mjs", "LICENCES.txt", *about["files"]):
        assert (site / about["folder"] / name).is_file()
    assert f'href="../{about["folder"]}LICENCES.txt"' in fragment.html
    wheel = next(name for name in about["files"] if name.endswith(".whl"))
    assert f'href="../{about["folder"]}{wheel}"' in fragment.html


def test_writing_the_page_twice_gives_the_same_bytes(
    built: tuple[Path, Fragment], rground: Path, hostile: Path, tmp_path: Path
) -> None:
    assert build_scorer([rground, hostile], tmp_path, CACHE, base="../") == built[1]
    assert (tmp_path / FACTS).read_bytes() == (built[0] / FACTS).read_bytes()


class Piece(bytes):
    """Bytes as Pyodide hands them over."""

    def to_bytes(self) -> bytes:  # type: ignore[override]
        return bytes(self)


def run(session: ModuleType, dataset: Path, name: str, data: bytes, allow_partial: bool = False) -> Any:
    """Score a file the way the worker does; return the session and its last step."""
    items = load_items(dataset)
    scoring = session.Session(items, allow_partial)
    scoring.open(name)
    for start in range(0, len(data), 100):
        step = json.loads(scoring.feed(Piece(data[start : start + 100])))
        if step["state"] == "refused":
            return scoring, step
    step = json.loads(scoring.finish())
    seen = []
    while step["state"] == "working":
        seen.append(step["done"])
        step = json.loads(scoring.step())
    assert seen == sorted(seen)
    return scoring, step


def oracle(dataset: Path, number: int | None = None) -> bytes:
    """Return a file of right answers to the first items."""
    items = load_items(dataset).items[:number]
    return "".join(json.dumps({"id": item.id, "prediction": item.answer}) + "\n" for item in items).encode()


def test_a_session_writes_what_the_command_line_writes(
    session: ModuleType, rground: Path, tmp_path: Path
) -> None:
    (tmp_path / "oracle.jsonl").write_bytes(oracle(rground))
    options = ["--items", str(rground), "--predictions", str(tmp_path / "oracle.jsonl")]
    assert main(["score", *options, "--json", str(tmp_path / "r"), "--per-item", str(tmp_path / "i")]) == 0
    scoring, step = run(session, rground, "oracle.jsonl", oracle(rground))
    assert step == {"state": "done", "warnings": []}
    assert scoring.report().encode() == (tmp_path / "r").read_bytes()
    assert scoring.per_item().encode() == (tmp_path / "i").read_bytes()


def test_missing_predictions_are_refused_or_counted(session: ModuleType, rground: Path) -> None:
    n = len(load_items(rground).items)
    _, step = run(session, rground, "part.jsonl", oracle(rground, 3))
    assert (step["state"], step["missing"]) == ("refused", n - 3)
    scoring, step = run(session, rground, "part.jsonl", oracle(rground, 3), allow_partial=True)
    assert step["state"] == "done"
    assert json.loads(scoring.report())["outcomes"]["missing"] == n - 3


def test_unknown_ids_are_warnings_beside_a_full_file(session: ModuleType, rground: Path) -> None:
    data = oracle(rground) + b'{"id": "nowhere", "prediction": "A"}\n'
    _, step = run(session, rground, "more.jsonl", data)
    assert step["state"] == "done"
    (warning,) = step["warnings"]
    assert "nowhere: no item has this id" in warning


def test_a_faulty_file_is_refused_with_the_readers_own_words(
    session: ModuleType, rground: Path, tmp_path: Path
) -> None:
    data = b'{"id": 1}\n{\n{"id": "x", "prediction": "A"}\n'
    (tmp_path / "bad.jsonl").write_bytes(data)
    with pytest.raises(DatasetErrors) as caught:
        load_predictions(tmp_path / "bad.jsonl")
    _, step = run(session, rground, "bad.jsonl", data)
    assert step["state"] == "refused"
    assert [(p["line"], p["problem"]) for p in step["problems"]] == [
        (error.line, error.problem) for error in caught.value.errors
    ]


@pytest.mark.parametrize("name", ["model.xlsx", "model"])
def test_a_format_that_is_not_read_is_refused_at_the_first_bytes(
    session: ModuleType, rground: Path, name: str
) -> None:
    _, step = run(session, rground, name, b"PK\x03\x04" + bytes(300))
    assert step["state"] == "refused"
    assert "the format of this file is not read" in step["problems"][0]["problem"]


def test_an_empty_file_is_refused(session: ModuleType, rground: Path) -> None:
    _, step = run(session, rground, "empty.jsonl", b"")
    assert [problem["problem"] for problem in step["problems"]] == ["holds no predictions"]


def test_the_page_says_what_every_kind_of_mistake_means() -> None:
    script = (Path(page_module.__file__).parents[1] / "assets" / "scorer" / "mistakes.mjs").read_text("utf-8")
    table = script.partition("const MEANING = {")[2].partition("};")[0]
    assert re.findall(r'^  "?([\w ]+)"?: "', table, re.MULTILINE) == list(KINDS)
