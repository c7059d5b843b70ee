"""An outsider's benchmark, in a folder of its own, gets items, pages and scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.cli import main as evaluator
from sitegen.config import Config
from sitegen.pipeline import Settings, build_datasets, build_pages
from tests.sitegen.site.building import CACHE

Make = Callable[..., Settings]


@pytest.fixture
def built(toy_config: Config, settings: Make) -> tuple[Path, Path]:
    """Return the dataset folder and the site of the toy benchmark."""
    own = replace(settings(jobs=2), cache=CACHE)
    (folder,) = build_datasets(toy_config, own)
    return folder, build_pages(toy_config, own, None)


def test_a_benchmark_from_outside_gets_all_kinds_of_pages(built: tuple[Path, Path]) -> None:
    _, site = built
    for page in ("", "toy/", "toy/explore/", "toy/statistics/", "toy/items/element-0/", "score/", "docs/"):
        assert (site / page / "index.html").is_file(), page
    page = (site / "toy/items/element-5/index.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;alert" in page
    assert "<script>alert" not in page
    home = (site / "index.html").read_text(encoding="utf-8")
    assert "Toy &lt;Benchmark&gt; &amp; friends" in home


def test_a_benchmark_from_outside_is_scored_by_the_command_line(
    built: tuple[Path, Path], tmp_path: Path
) -> None:
    folder, _ = built
    predictions = tmp_path / "predictions.jsonl"
    rows = [{"id": f"structure-{n}", "prediction": "OC"} for n in range(6)]
    predictions.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    report = tmp_path / "report.json"
    command = ["score", "--items", str(folder), "--predictions", str(predictions), "--allow-partial"]
    assert evaluator([*command, "--json", str(report)]) == 0
    found = json.loads(report.read_text(encoding="utf-8"))
    assert found["n"] == 12
    assert {key: n for key, n in found["outcomes"].items() if n} == {
        "correct": 1,
        "incorrect": 5,
        "missing": 6,
    }


def test_a_site_with_nothing_changed_is_left_alone_and_a_changed_title_is_not(
    toy_config: Config, settings: Make
) -> None:
    own = replace(settings(), cache=CACHE)
    build_datasets(toy_config, own)
    site = build_pages(toy_config, own, None)
    (site / "marker").touch()
    assert (build_pages(toy_config, own, None) / "marker").exists()
    renamed = replace(toy_config, site=replace(toy_config.site, title="Another title"))
    assert not (build_pages(renamed, own, None) / "marker").exists()


def test_a_failed_site_leaves_the_last_good_one(
    toy_config: Config, settings: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = replace(settings(), cache=CACHE)
    build_datasets(toy_config, own)
    site = build_pages(toy_config, own, None)
    before = sorted(path.name for path in site.iterdir())

    def fail(*arguments: object, **named: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("sitegen.pipeline.build_site", fail)
    renamed = replace(toy_config, site=replace(toy_config.site, title="Another title"))
    with pytest.raises(OSError, match="no space left"):
        build_pages(renamed, own, None)
    assert sorted(path.name for path in site.iterdir()) == before
