"""From files of the published schema to items, prompts, pages and scores."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from evaluator import evaluate, load_chemistry, load_items
from evaluator.records import Item, Prediction
from sitegen.config import PROFILES, read_config
from sitegen.errors import SourceError
from sitegen.lint import lint_dataset
from sitegen.pipeline import Settings, build_datasets
from sitegen.release.tables import read_jsonl_gz
from tests.sitegen.benchmarks.fgbench_published.conftest import TEST, Built, build, write_files


def items_of(built: Built) -> dict[str, Item]:
    return {item.id: item for item in load_items(built.dataset).items}


def test_sound_test_rows_are_items_and_the_others_are_listed(built: Built) -> None:
    assert set(items_of(built)) == {
        "esol-0-sbr-0",
        "esol-0-svr-1",
        "esol-0-cbr-2",
        "esol-0-cvr-3",
        "esol-0-ibr-4",
        "esol-0-ivr-5",
        "bbbp-0-sbc-6",
        "bbbp-1-cbc-7",
        "qm9-0-svr-8",
    }
    with (built.dataset / "published-rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["row"] for row in rows] == [f"test/{index}" for index in range(len(TEST))]
    assert [row["reason"] for row in rows[9:]] == [
        "the question was asked before",
        "the answer contradicts the labels",
        "a field says that there is no value",
    ]


def test_an_item_holds_the_published_question_and_what_the_row_says(built: Built) -> None:
    item = items_of(built)["esol-0-svr-1"]
    assert item.question == TEST[1]["question"]
    assert (item.answer, item.answer_type, item.tolerance, item.unit) == (1.273, "number", None, None)
    assert item.facets == {
        "scope": "single",
        "answer": "number",
        "dataset": "esol",
        "property": "solubility (log)",
        "group": "chloride",
        "change": "removed",
    }
    assert item.extra["edit"]["removed"] == [{"name": "chloride", "atoms": [7]}]
    assert item.extra["published_answer"] == TEST[1]["answer"]
    assert item.extra["label_spread"] > 0
    both = items_of(built)["esol-0-ivr-5"]
    assert (both.facets["group"], both.facets["change"]) == ("several groups", "replaced")
    assert items_of(built)["bbbp-0-sbc-6"].answer is True
    assert items_of(built)["qm9-0-svr-8"].unit == "cal/(mol*K)"


def test_questions_of_a_pair_share_page_and_cluster(built: Built) -> None:
    items = items_of(built)
    rise, much, compared = (items[f"esol-0-{name}"] for name in ("sbr-0", "svr-1", "cvr-3"))
    assert rise.extra["question"] == much.extra["question"] != compared.extra["question"]
    assert {item.cluster for item in (rise, much, compared, items["qm9-0-svr-8"])} == {rise.cluster}


def test_the_release_passes_every_check(built: Built) -> None:
    assert list(lint_dataset(built.dataset)) == []


def test_pages_show_molecules_and_keep_labels_behind_the_answer(built: Built) -> None:
    item = items_of(built)["esol-0-svr-1"]
    page = built.site / "fgbench_published" / "items" / item.extra["question"] / "index.html"
    text = page.read_text("utf-8")
    shown, _, behind = text.partition('id="answer"')
    assert "chloride, atom 7" in shown
    assert "−2.25" not in shown
    assert "−2.25" in behind
    assert (built.dataset / item.extra["drawing"]).is_file()


def test_counts_stand_beside_the_published_ones(built: Built) -> None:
    figures = {figure["slug"]: figure for figure in built.description()["figures"]}
    assert ["single", "boolean", 1423, 2] in figures["types"]["rows"]
    assert sum(row[2] for row in figures["types"]["rows"]) == 7146
    assert ["esol", 9, 6, 3] in figures["datasets"]["rows"]
    assert {row[2] for row in figures["faults"]["rows"]} == {1}


def test_an_oracle_scores_everything_right(built: Built) -> None:
    items = list(items_of(built).values())
    told = [Prediction(id=item.id, replies=(f"<answer>{item.answer}</answer>",)) for item in items]
    report = evaluate(items, told, load_chemistry())
    values = {metric.name: metric.value for metric in report.metrics if not metric.facets}
    assert values["accuracy"] == 1


def test_training_rows_are_a_collection_where_they_are_wanted(tmp_path: Path) -> None:
    write_files(tmp_path)
    made = build(tmp_path, train=True)
    (record,) = read_jsonl_gz(made.dataset / "train.jsonl.gz")
    assert (record["id"], record["answer"]) == ("esol-0-svr-t0", -3.25)
    funnel = made.description()["funnels"][1]
    assert funnel["steps"][1]["dropped"] == {"it names another split": 1}


def test_parquet_gives_the_same_items_as_jsonl(built: Built, tmp_path: Path) -> None:
    write_files(tmp_path, ".parquet")
    again = build(tmp_path)
    assert (again.dataset / "items.jsonl.gz").read_bytes() == (built.dataset / "items.jsonl.gz").read_bytes()


def test_two_builds_give_the_same_bytes(built: Built, tmp_path: Path) -> None:
    write_files(tmp_path)
    again = build(tmp_path)
    sums = [(one.dataset / "checksums.sha256").read_bytes() for one in (again, built)]
    assert sums[0] == sums[1]


def test_a_limit_holds_for_each_data_set_and_type(tmp_path: Path) -> None:
    write_files(tmp_path)
    assert len(items_of(build(tmp_path, limit=1))) == 9


def test_a_file_of_no_split_is_one_clear_error(tmp_path: Path) -> None:
    write_files(tmp_path)
    shutil.move(tmp_path / "files" / "train.jsonl", tmp_path / "files" / "more.jsonl")
    with pytest.raises(SourceError, match="put one of test, train in the name"):
        build(tmp_path)


def test_training_rows_that_the_input_lacks_are_one_clear_error(tmp_path: Path) -> None:
    write_files(tmp_path)
    (tmp_path / "files" / "train.jsonl").unlink()
    with pytest.raises(SourceError, match="no file of the split train"):
        build(tmp_path, train=True)


def test_without_network_the_profile_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    settings = Settings(out=tmp_path / "out", cache=tmp_path / "cache", jobs=1)
    with pytest.raises(SourceError, match='cannot be reached; connect and run again.*kind = "file"'):
        build_datasets(read_config(PROFILES / "fgbench-published.toml"), settings)
