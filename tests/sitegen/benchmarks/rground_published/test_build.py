"""From files of the published schema to items, prompts, pages and scores."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas
import pytest

from evaluator import evaluate, load_chemistry, load_items
from evaluator.records import Item, Prediction
from sitegen.benchmarks.rground.gaps import gap_bin
from sitegen.errors import ConfigError, SourceError
from sitegen.lint import lint_dataset
from sitegen.release.tables import read_jsonl_gz
from tests.sitegen.benchmarks.rground_published.conftest import TABLES, Built, build, write_files
from tests.sitegen.sources.pictures import jpeg, png


def items_of(built: Built) -> dict[str, Item]:
    return {item.id: item for item in load_items(built.dataset).items}


def row_table(built: Built) -> list[dict[str, str]]:
    with (built.dataset / "published-rows.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_sound_rows_are_asked_in_every_mode_of_their_task(drawn: Built) -> None:
    items = items_of(drawn)
    questions = {item.extra["question"] for item in items.values()}
    assert questions == {
        *(f"vqa-easy-basic-000{index}" for index in range(4)),
        "vqa-hard-advanced-0000",
        "generation-hard-0000",
    }
    assert len(items) == 5 * 4 + 2
    assert drawn.description()["cells"] == [
        {"task": "generation", "facets": {"level": "basic", "difficulty": "hard"}, "items": 2},
        {"task": "vqa", "facets": {"level": "advanced", "difficulty": "hard"}, "items": 4},
        {"task": "vqa", "facets": {"level": "basic", "difficulty": "easy"}, "items": 16},
    ]


def test_answers_options_and_words_are_the_published_ones(drawn: Built) -> None:
    item = items_of(drawn)["vqa-easy-basic-0000.s2s"]
    assert (item.answer_type, item.answer) == ("choice", "C")
    assert [option.smiles for option in item.options][2] == "C1CC1c1ccc2ncccc2c1"
    assert "Put cyclopropyl at R1.\nWhich molecule is right?" in item.question
    assert "*c1ccc2ncccc2c1<sep><a>0:R[1]</a>" in item.question
    assert item.source["config"] == "vqa_easy_basic"
    assert item.source["row"] == 0
    assert item.facets["gap"] == gap_bin(item.extra["delta_sim"])
    assert -1 <= item.extra["delta_sim_max"] <= item.extra["delta_sim"] <= 1


def test_none_of_the_above_is_option_d_and_said_in_the_prompt(drawn: Built) -> None:
    prompts = {row["id"]: str(row["prompt"]) for row in read_jsonl_gz(drawn.dataset / "prompts.jsonl.gz")}
    for index, kind in ((1, "nonexistent-r"), (2, "structure-error"), (3, "distractor")):
        item = items_of(drawn)[f"vqa-easy-basic-000{index}.i2i"]
        assert item.facets["nota"] == kind
        assert item.options[3].text == "None of the above"
        assert "D. None of the above" in prompts[item.id]
        assert "Letter D says that none" in prompts[item.id]
    assert "Letter D says" not in prompts["vqa-easy-basic-0000.i2i"]


def test_every_row_is_listed_with_what_became_of_it(drawn: Built) -> None:
    rows = row_table(drawn)
    assert [row["row"] for row in rows] == [
        *(f"vqa_easy_basic/{index}" for index in range(6)),
        "vqa_hard_advanced/0",
        "vqa_hard_advanced/1",
        "generation_hard/0",
    ]
    assert [row["outcome"] for row in rows].count("kept") == 6
    assert rows[5]["reason"] == "correct_smiles is not the option of the answer"
    assert rows[7]["reason"] == "an unknown property"
    # A cell that a spreadsheet would run is neutralised.
    assert rows[4]["value"] == '\'=HYPERLINK("x")'


def test_the_release_passes_every_check_and_its_letters_are_left_as_they_are(drawn: Built) -> None:
    assert list(lint_dataset(drawn.dataset)) == []


def test_blind_solvers_answer_the_published_questions(drawn: Built) -> None:
    told = [metric for metric in drawn.description()["baselines"] if metric["facets"] == {"task": "vqa"}]
    assert {"random.accuracy", "most_similar.accuracy", "largest.accuracy"} <= {one["name"] for one in told}
    assert {one["n"] for one in told} == {20}


def test_pages_of_every_question_show_what_was_published(drawn: Built) -> None:
    for question in {item.extra["question"] for item in items_of(drawn).values()}:
        page = (drawn.site / "rground_published" / "items" / question / "index.html").read_text("utf-8")
        assert "The published files give" in page
        assert "Published row" in page
    card = (drawn.site / "rground_published" / "index.html").read_text("utf-8")
    assert "published-rows.csv" in card


def test_published_pictures_take_the_place_of_drawings_where_they_are_sound(original: Built) -> None:
    item = items_of(original)["vqa-easy-basic-0000.i2i"]
    kinds = [Path(image or "").suffix for image in (*item.images, *(o.image for o in item.options))]
    assert kinds == [".png", ".jpg", ".svg", ".png", ".svg"]
    assert (original.dataset / item.images[0]).read_bytes() == png(40, 30)
    assert (original.dataset / str(item.options[0].image)).read_bytes() == jpeg(20, 10)
    assert Path(item.images[0]).parent == Path("images/original")
    assert "core" not in item.images[0]
    (funnel,) = (one for one in original.description()["funnels"] if one["slug"] == "pictures")
    assert funnel["steps"][1]["dropped"] == {"neither PNG nor JPEG": 1, "the pin names no such file": 1}
    page = original.site / "rground_published" / "items" / "vqa-easy-basic-0000" / "index.html"
    assert item.extra["drawing"].rpartition("/")[2] in page.read_text("utf-8")


def test_two_builds_give_the_same_bytes(drawn: Built, tmp_path: Path) -> None:
    write_files(tmp_path)
    again = build(tmp_path, "drawn")
    assert (again.dataset / "checksums.sha256").read_bytes() == (
        drawn.dataset / "checksums.sha256"
    ).read_bytes()


def test_a_file_of_no_configuration_is_one_clear_error(tmp_path: Path) -> None:
    write_files(tmp_path)
    shutil.move(tmp_path / "files" / "vqa_easy_basic", tmp_path / "files" / "mine")
    with pytest.raises(SourceError, match="names no configuration; put one of vqa_easy_basic"):
        build(tmp_path, "drawn")


@pytest.mark.parametrize(("rows", "fits"), [(9, True), (5722, False)])
def test_the_rows_of_a_pin_are_those_of_all_configurations(tmp_path: Path, rows: int, fits: bool) -> None:
    write_files(tmp_path)
    pin = tmp_path / "pin.toml"
    pin.write_text(f"rows = {rows}\n{pin.read_text('utf-8')}", encoding="utf-8")
    if fits:
        build(tmp_path, "drawn", site=False)
        return
    with pytest.raises(SourceError, match="9 rows, the pin says 5722"):
        build(tmp_path, "drawn", site=False)


def test_an_unknown_choice_of_pictures_is_one_clear_error(tmp_path: Path) -> None:
    write_files(tmp_path)
    with pytest.raises(ConfigError, match="'pretty' is unknown; choose one of drawn, original"):
        build(tmp_path, "pretty")


def test_an_oracle_scores_everything_right(drawn: Built) -> None:
    items = list(items_of(drawn).values())
    told = [
        Prediction(id=item.id, replies=(item.answer if item.options else f"<smiles>{item.answer}</smiles>",))
        for item in items
    ]
    report = evaluate(items, told, load_chemistry())
    values = {metric.name: metric.value for metric in report.metrics if not metric.facets}
    assert values["accuracy"] == 1
    generated = {m.name: m.value for m in report.metrics if m.facets == {"task": "generation"}}
    for name in ("exact_match", "validity", "tanimoto.all", "scaffold.mcs", "scaffold.strict"):
        assert generated[name] == 1, name


@pytest.mark.parametrize("suffix", [".jsonl", ".csv", ".tsv.gz"])
def test_tables_of_other_formats_give_the_same_items(drawn: Built, tmp_path: Path, suffix: str) -> None:
    write_files(tmp_path)
    for config, rows in TABLES.items():
        shutil.rmtree(tmp_path / "files" / config)
        write_table(tmp_path / "files" / f"{config}{suffix}", rows)
    pin = (tmp_path / "pin.toml").read_text("utf-8")
    (tmp_path / "pin.toml").write_text(pin.replace("*/*.parquet", f"*{suffix}"), encoding="utf-8")
    again = build(tmp_path, "drawn", site=False)
    assert (again.dataset / "items.jsonl.gz").read_bytes() == (drawn.dataset / "items.jsonl.gz").read_bytes()


def write_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return
    frame = pandas.DataFrame([dict(row) for row in rows])
    frame.to_csv(path, sep="," if path.suffix == ".csv" else "\t", index=False)
