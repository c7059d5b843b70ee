"""Approved drugs with uses: one small build of the default source, shared by the tests of the level."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

import sitegen.benchmarks.rground as rground
from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.load import Loaded
from sitegen.records import Build
from tests.sitegen.benchmarks.rground.contexts import DATA, real_cache, rground_context

LIMIT = 60


@pytest.fixture(scope="session")
def drug_context() -> BuildContext:
    """The context of the default source; potencies are left to their own tests."""
    sources = {"approved_drugs": Path(DATA / "sources" / "approved_drugs.toml")}
    shares = {"physchem": 0.5, "bioactivity": 0.0, "indication": 0.5}
    small = {"vqa": {"questions": 4}, "generation": {"questions": 4}}
    parameters = {"advanced": {"shares": shares}, **small}
    return rground_context(real_cache(), sources, parameters, limit=LIMIT)


@pytest.fixture(scope="session")
def drugs_loaded(drug_context: BuildContext) -> Loaded:
    """The scaffolds of a few hundred drugs."""
    return rground.load(drug_context)


@pytest.fixture(scope="session")
def drugs_built(drugs_loaded: Loaded, drug_context: BuildContext) -> Build:
    """The build."""
    return rground.build(drugs_loaded, drug_context)


@pytest.fixture(scope="session")
def advanced(drugs_built: Build) -> dict[str, dict[str, Item]]:
    """The items of the level by question and mode."""
    found: dict[str, dict[str, Item]] = defaultdict(dict)
    for item in drugs_built.items:
        if item.facets["level"] == "advanced":
            found[item.extra["question"]][item.facets["mode"]] = item
    return dict(found)


@pytest.fixture(scope="session")
def asked(advanced: dict[str, dict[str, Item]]) -> list[Item]:
    """One item of each question."""
    return [modes["s2s"] for modes in advanced.values()]
