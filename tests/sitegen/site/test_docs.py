"""The documentation: its commands run, its reference is what the programs say, its pages hold together."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from sitegen.config import REPOSITORY_ROOT
from sitegen.site.chrome import Chrome, render_markdown
from sitegen.site.cli_reference import PAGE, cli_reference
from sitegen.site.docs import architecture_page, generated_docs
from tests.sitegen.site.building import CACHE

DOCS = REPOSITORY_ROOT / "docs"
_BLOCK = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'title="([^"]+)"')


def run_guide(name: str, folder: Path) -> list[str]:
    """Do what a guide says in a folder: write its titled blocks, then run its `console` blocks.

    Returns what the commands printed.
    """
    blocks = list(_BLOCK.finditer((DOCS / f"{name}.md").read_text(encoding="utf-8")))
    for block in blocks:
        title = _TITLE.search(block["info"])
        if title:
            (folder / title[1]).parent.mkdir(parents=True, exist_ok=True)
            (folder / title[1]).write_text(block["text"], encoding="utf-8")
    commands = [block["text"] for block in blocks if block["info"].startswith("console")]
    return [run(line, folder) for text in commands for line in text.splitlines() if line]


def run(line: str, folder: Path) -> str:
    words = shlex.split(line)
    assert words[0] == "python", f"only Python is run here: {line}"
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY_ROOT), "CHEMGROUND_CACHE": str(CACHE)}
    done = subprocess.run(
        [sys.executable, *words[1:]],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{line}\n{done.stderr}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Return a folder in which the author's guide was followed, and what its commands printed."""
    folder = tmp_path_factory.mktemp("author")
    return folder, run_guide("author", folder)


def test_the_authors_guide_builds_a_clean_data_set_and_a_site(built: tuple[Path, list[str]]) -> None:
    folder, said = built
    assert said[0].rstrip().endswith("site: build/site")
    assert "no findings" in said[1]
    assert (folder / "build" / "datasets" / "rground" / "items.parquet").is_file()
    assert (folder / "build" / "site" / "rground" / "index.html").is_file()
    assert said[-1].rstrip().endswith("dataset: build/datasets/fgbench")
    assert (folder / "build" / "datasets" / "fgbench" / "items.jsonl.gz").is_file()


def test_the_readers_guide_shows_items(built: tuple[Path, list[str]]) -> None:
    look, gaps = run_guide("reader", built[0])
    assert re.search(r"^vqa +\d+$", look, re.MULTILINE)
    assert "s2s" in look
    assert "vqa-" in gaps


def test_the_evaluators_guide_scores_every_item(built: tuple[Path, list[str]]) -> None:
    _, checked, scored, failures, mistakes, _, repeated = run_guide("evaluator", built[0])
    assert "nothing wrong found" in checked
    assert re.search(r"^accuracy [0-9.]+ %", scored, re.MULTILINE)
    assert "missing 0" in scored
    assert "Counter({" in failures
    assert re.search(r"^easy i2s \d+ \{.*'unparsed': \d+", mistakes, re.MULTILINE)
    assert re.search(r"^i2i vqa -?\d+\.\d points$", mistakes, re.MULTILINE)
    assert "nRMSE" in repeated
    report = json.loads((built[0] / "repeats.json").read_text(encoding="utf-8"))
    assert report["repeats"] == 3
    metrics = {m["name"]: m["value"] for m in report["metrics"] if not m["facets"]}
    assert metrics["valid_replies"] == 1.0


def test_the_guide_for_a_new_benchmark_builds_one(tmp_path: Path) -> None:
    built, linted = run_guide("adding-a-benchmark", tmp_path)
    assert "site: mybuild/site" in built
    assert "no findings" in linted
    page = tmp_path / "mybuild" / "site" / "mybench" / "items" / "colour-0" / "index.html"
    html = page.read_text(encoding="utf-8")
    assert "Which colour has ferric chloride?" in html
    assert "<tr><th>Row</th><td>0</td></tr>" in html


def test_the_command_line_page_is_what_the_programs_say() -> None:
    written = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert written == " ".join(cli_reference().split()), "write it anew: see sitegen/site/cli_reference.py"


def test_the_architecture_page_names_every_module_with_what_it_is_for() -> None:
    page = architecture_page(REPOSITORY_ROOT)
    for package in ("evaluator", "sitegen"):
        for path in (REPOSITORY_ROOT / package).rglob("*.py"):
            if path.parent.joinpath("__init__.py").exists() and not path.name.startswith("__"):
                assert re.search(rf"^`{path.stem}`\n:   \S", page, re.MULTILINE), path


def test_the_hand_written_pages_stand_alone_without_a_broken_link(tmp_path: Path) -> None:
    chrome = Chrome(
        settings=REPOSITORY_ROOT / "mkdocs.yml",
        docs=DOCS,
        generated=generated_docs(),
        tabs=(),
        title="ChemGround",
        url="",
        footer="",
        cite="docs/cite/",
    )
    render_markdown(chrome, {}, tmp_path, tmp_path / "site")
    assert (tmp_path / "site" / "docs" / "formats" / "index.html").is_file()


@pytest.mark.parametrize("name", ["method", "method-fgbench"])
def test_every_decision_of_the_method_is_marked_with_its_origin(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert len(sections) >= 6
    unmarked = [s.splitlines()[0] for s in sections if not re.search(r"\((?:paper|ours|code)[^)]*\)", s)]
    assert unmarked == []
