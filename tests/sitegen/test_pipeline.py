"""A benchmark from outside the packages becomes a dataset folder, the same bytes every time."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from evaluator.records import Item
from sitegen.benchmarks.discovery import find_benchmark
from sitegen.config import BenchmarkConfig, Config
from sitegen.errors import ConfigError
from sitegen.lint import lint_datasets
from sitegen.pipeline import Settings, build_datasets
from sitegen.release.checksums import file_sha256, read_checksums

Make = Callable[..., Settings]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def rows(path: Path) -> list[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_a_toy_benchmark_gets_all_files_of_a_release(toy_config: Config, settings: Make) -> None:
    (folder,) = build_datasets(toy_config, settings())
    assert {path.name for path in folder.iterdir()} == {
        "README.md",
        "alcohols.jsonl.gz",
        "alcohols.parquet",
        "checksums.sha256",
        "croissant.json",
        "description.json",
        "dropped-alcohols.tsv",
        "images",
        "images.tar.gz",
        "items.jsonl.gz",
        "items.parquet",
        "prompts.jsonl.gz",
    }


def test_two_builds_give_the_same_bytes_whatever_the_number_of_processes(
    toy_config: Config, settings: Make
) -> None:
    (one,) = build_datasets(toy_config, settings("one", jobs=1))
    (two,) = build_datasets(toy_config, settings("two", jobs=2))
    assert contents(one) == contents(two)


def test_another_seed_gives_other_items(toy_config: Config, settings: Make) -> None:
    (one,) = build_datasets(toy_config, settings("one"))
    (two,) = build_datasets(replace(toy_config, seed=8), settings("two"))
    assert rows(one / "items.jsonl.gz") != rows(two / "items.jsonl.gz")


def test_items_in_parquet_equal_those_in_jsonl(toy_config: Config, settings: Make) -> None:
    (folder,) = build_datasets(toy_config, settings())
    table = pq.read_table(folder / "items.parquet").to_pylist()
    for row, published in zip(table, rows(folder / "items.jsonl.gz"), strict=True):
        assert json.loads(row["extra"]) == published["extra"]
        assert {k: v for k, v in row["facets"].items() if v is not None} == published["facets"]
        options = [{k: v for k, v in option.items() if v is not None} for option in row["options"]]
        assert options == published["options"]
        same = ("id", "task", "question", "images", "answer_type", "answer", "cluster", "unit", "tolerance")
        assert {name: row[name] for name in same} == {name: published[name] for name in same}
        assert Item.from_json(published).to_json() == published


def test_every_file_carries_the_canary(toy_config: Config, settings: Make) -> None:
    (folder,) = build_datasets(toy_config, settings())
    canary = find_benchmark(toy_config.benchmarks[0]).about["canary"]
    for path in folder.iterdir():
        if path.is_file() and path.name != "images.tar.gz":
            data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            assert canary.encode() in data, path.name


def test_checksums_hold_for_every_file(toy_config: Config, settings: Make) -> None:
    (folder,) = build_datasets(toy_config, settings())
    recorded = read_checksums(folder)
    assert set(recorded) == set(contents(folder)) - {"checksums.sha256"}
    assert all(file_sha256(folder / path) == digest for path, digest in recorded.items())


def test_a_build_with_nothing_changed_leaves_the_folder_alone(toy_config: Config, settings: Make) -> None:
    (folder,) = build_datasets(toy_config, settings())
    marker = folder / "marker"
    marker.touch()
    build_datasets(toy_config, settings())
    assert marker.exists()


def test_a_changed_table_or_limit_builds_again(toy_config: Config, settings: Make) -> None:
    (folder,) = build_datasets(toy_config, settings())
    before = rows(folder / "items.jsonl.gz")
    build_datasets(toy_config, settings(limit=2))
    assert len(rows(folder / "items.jsonl.gz")) == 4 < len(before)
    table = Path(toy_config.benchmarks[0].folder) / "data" / "alcohols.tsv"
    table.write_text(table.read_text(encoding="utf-8") + "hexanol\tCCCCCCO\n", encoding="utf-8")
    build_datasets(toy_config, settings())
    assert len(rows(folder / "items.jsonl.gz")) == len(before) + 2


def test_a_failed_build_leaves_the_last_good_folder(toy_config: Config, settings: Make) -> None:
    (folder,) = build_datasets(toy_config, settings())
    before = contents(folder)
    table = Path(toy_config.benchmarks[0].folder) / "data" / "alcohols.tsv"
    table.write_text("name\tformula\nx\tCO\n", encoding="utf-8")
    with pytest.raises(KeyError):
        build_datasets(toy_config, settings())
    assert contents(folder) == before
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


def test_prompts_show_question_options_and_images_but_not_the_answer(
    toy_config: Config, settings: Make
) -> None:
    (folder,) = build_datasets(toy_config, settings())
    prompts = {row["id"]: row for row in rows(folder / "prompts.jsonl.gz")}
    for item in rows(folder / "items.jsonl.gz"):
        prompt = prompts[item["id"]]
        assert item["question"] in prompt["prompt"]
        assert prompt["images"] == item["images"]
        assert all(option["text"] in prompt["prompt"] for option in item["options"])
        if item["answer_type"] == "smiles":
            assert item["answer"] not in prompt["prompt"].split()


def test_lint_finds_nothing_in_a_fresh_build_and_says_what_was_damaged(
    toy_config: Config, settings: Make
) -> None:
    (folder,) = build_datasets(toy_config, settings())
    assert all("is the answer" in finding for finding in lint_datasets(folder.parent))
    (folder / "items.parquet").write_bytes(b"")
    shutil.rmtree(folder / "images")
    findings = "\n".join(lint_datasets(folder.parent))
    assert "items.parquet: differs from its checksum" in findings
    assert "image images/aa/00.svg is missing" in findings


def test_lint_stops_at_items_that_cannot_be_read(toy_config: Config, settings: Make) -> None:
    (folder,) = build_datasets(toy_config, settings())
    (folder / "items.jsonl.gz").write_bytes(b"no gzip")
    (finding,) = lint_datasets(folder.parent)
    assert finding == f"{folder / 'items.jsonl.gz'}: differs from its checksum; build the dataset again"


@pytest.mark.parametrize(
    ("line", "replacement", "message"),
    [
        ('slug = "toy"', 'slug = "other"', "must be the folder's name"),
        ("canary = ", "canari = ", "canary is missing"),
        ('canary = "6a1f', 'canary = "6A1F', "is not a lower-case GUID"),
        ('licence = "CC0-1.0"', 'licence = "Secret-1.0"', "licence 'Secret-1.0' is not in"),
    ],
)
def test_a_mistake_in_benchmark_toml_is_told(
    toy_config: Config, settings: Make, line: str, replacement: str, message: str
) -> None:
    about = Path(toy_config.benchmarks[0].folder) / "benchmark.toml"
    about.write_text(about.read_text(encoding="utf-8").replace(line, replacement, 1), encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        build_datasets(toy_config, settings())


def test_an_unknown_benchmark_names_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="name a packaged benchmark .*rground"):
        find_benchmark(BenchmarkConfig(folder="nothing-of-the-kind"))
