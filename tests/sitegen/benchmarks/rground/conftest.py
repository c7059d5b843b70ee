"""One build of R-GroundBench from the curated cores, shared by the tests of questions and items."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sitegen.benchmarks.rground as rground
from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.load import Loaded
from sitegen.benchmarks.rground.wording import Wordings, read_wordings
from sitegen.records import Build
from tests.sitegen.benchmarks.rground.contexts import DATA, file_context

LIMIT = 48


@pytest.fixture(scope="session")
def curated_cores() -> list[str]:
    """The E-SMILES of `markush.tsv`, each once."""
    with (DATA / "markush.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return list(dict.fromkeys(row["esmiles"] for row in rows))


@pytest.fixture(scope="session")
def make_context(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., BuildContext]:
    """Makes a context whose input is a list of E-SMILES."""

    def make(cores: Sequence[str], **others: Any) -> BuildContext:
        folder = tmp_path_factory.mktemp("cores")
        path = folder / "cores.tsv"
        path.write_text("\n".join(["esmiles", *cores]) + "\n", encoding="utf-8")
        return file_context(folder, path, "esmiles", {"esmiles": "esmiles"}, **others)

    return make


@pytest.fixture(scope="session")
def build_context(make_context: Callable[..., BuildContext], curated_cores: list[str]) -> BuildContext:
    """The context of the shared build."""
    return make_context(curated_cores, limit=LIMIT)


@pytest.fixture(scope="session")
def loaded(build_context: BuildContext) -> Loaded:
    """The scaffolds and edits of the shared build."""
    return rground.load(build_context)


@pytest.fixture(scope="session")
def built(loaded: Loaded, build_context: BuildContext) -> Build:
    """The shared build."""
    return rground.build(loaded, build_context)


@pytest.fixture(scope="session")
def questions(built: Build) -> list[Item]:
    """One item of every question of the shared build."""
    return list({item.extra["question"]: item for item in built.items}.values())


@pytest.fixture(scope="session")
def basic(built: Build) -> Build:
    """The items of the shared build that are of the basic level, with the scaffolds they are about."""
    return replace(
        built,
        items=tuple(item for item in built.items if item.facets["level"] == "basic"),
        collections=tuple(one for one in built.collections if one.name == "scaffolds"),
    )


@pytest.fixture(scope="session")
def wordings() -> Wordings:
    """The real tables of sentences."""
    return read_wordings(DATA / "instructions")


@pytest.fixture(scope="session")
def tables() -> Path:
    """The folder of the real tables of sentences."""
    return DATA / "instructions"
