"""Descriptions of tables: those that come along, one of one's own, and every mistake in one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sitegen.benchmarks.fgbench.tables import find_tables, read_table, table_files
from sitegen.errors import ConfigError
from sitegen.sources import read_pin
from tests.sitegen.benchmarks.fgbench.contexts import DATA, fgbench_context, with_tables

OWN = """\
slug = "liquids"
title = "Liquids"
file = "liquids.csv"
licence = "CC0-1.0"
citation = "Made up."
smiles = "structure"

[[task]]
slug = "boiling"
property = "boiling point"
kind = "regression"
column = "bp"
unit = "K"
"""
TABLES = sorted((DATA / "tables").glob("*.toml"))


def write(folder: Path, text: str = OWN) -> Path:
    (folder / "liquids.csv").write_text("structure,bp\nCCO,351.4\n", encoding="utf-8")
    path = folder / "liquids.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_every_table_that_comes_along_is_sound(path: Path) -> None:
    table = read_table(path, DATA / "sources")
    assert table.slug == path.stem
    assert table.pins and table.tasks
    for task in table.tasks:
        assert task.property[0].islower() or not task.property[0].isalpha() or task.property[1].isupper()
        if task.tolerance is not None:
            assert task.tolerance > 0 and task.tolerance_source


@pytest.mark.parametrize("path", sorted((DATA / "sources").glob("*.toml")), ids=lambda path: path.stem)
def test_every_pin_that_comes_along_is_sound_and_read_by_a_table(path: Path) -> None:
    assert read_pin(path).licences
    named = {name for table in TABLES for name in tomllib.loads(table.read_text())["sources"]}
    assert path.stem in named


def test_the_default_tables_are_found_by_name_with_their_tasks() -> None:
    tables = find_tables(fgbench_context())
    assert [table.slug for table in tables] == [
        "freesolv",
        "solubility",
        "dopamine-transporter",
        "sigma-1-receptor",
    ]
    assert [task.slug for table in tables for task in table.tasks] == [
        *("freesolv", "solubility", "dat-pki", "dat-active", "sigma1-pki", "sigma1-active")
    ]
    active = tables[2].tasks[1]
    assert (active.threshold, active.shift) == (7.0, 9.0)
    assert any("at least 7" in note for note in tables[2].notes)


def test_a_table_of_ones_own_needs_no_pin(tmp_path: Path) -> None:
    path = write(tmp_path)
    (table,) = find_tables(fgbench_context(parameters=with_tables(str(path))))
    assert (table.slug, table.smiles, table.pins[0].licence) == ("liquids", "structure", "CC0-1.0")
    assert table_files(with_tables(str(path)), DATA) == (path, tmp_path / "liquids.csv")
    assert table_files(with_tables("freesolv"), DATA) == ()


def test_a_name_that_is_no_table_is_told_with_those_that_are() -> None:
    with pytest.raises(ConfigError, match=r"no table 'freesolve'; known are .*freesolv"):
        find_tables(fgbench_context(parameters=with_tables("freesolve")))
    with pytest.raises(ConfigError, match=r"input\.tables: \[\] names no tables"):
        find_tables(fgbench_context(parameters={"input": {"tables": []}}))


def test_a_slug_that_is_used_twice_is_told(tmp_path: Path) -> None:
    path = write(tmp_path, OWN.replace('"boiling"', '"freesolv"'))
    with pytest.raises(ConfigError, match="the task slug 'freesolv' is used twice"):
        find_tables(fgbench_context(parameters=with_tables("freesolv", str(path))))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('slug = "liquids"', 'slug = "Liquids 1"', "slug: 'Liquids 1' must be lower-case letters"),
        ('title = "Liquids"\n', "", "title: missing; add it"),
        ('citation = "Made up."\n', "", "citation: missing"),
        ('file = "liquids.csv"', 'file = "other.csv"', "other.csv is not there"),
        ('file = "liquids.csv"', 'sources = ["nothing"]', "there is no pin 'nothing'"),
        ('smiles = "structure"', "smiles = 3", "smiles: 3 is not text"),
        ('smiles = "structure"', 'smiles = ""', "smiles: empty"),
        ('smiles = "structure"', 'smile = "structure"', "smile: unknown key"),
        ('kind = "regression"', 'kind = "ranking"', "task 1: kind: 'ranking' is not regression"),
        ('unit = "K"', "threshold = 300", "threshold: makes no sense for a regression"),
        ('kind = "regression"', 'kind = "classification"', "unit: makes no sense for a classification"),
        ('unit = "K"', "tolerance = 1", "tolerance_source: missing; say where"),
        ('unit = "K"', "tolerance = -1", "tolerance: -1 is negative"),
        ('column = "bp"\n', "", "task 1: column: missing"),
        ("[[task]]", "[task]", "task: .* is not a list"),
    ],
)
def test_a_mistake_is_told_with_file_and_key(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert old in OWN
    with pytest.raises(ConfigError, match=told) as error:
        read_table(write(tmp_path, OWN.replace(old, new)), DATA / "sources")
    assert "liquids.toml" in str(error.value)


def test_states_are_two_different_words(tmp_path: Path) -> None:
    text: Any = OWN.replace('kind = "regression"', 'kind = "classification"')
    text = text.replace('unit = "K"', 'states = ["hot", "hot"]')
    with pytest.raises(ConfigError, match="states: .* are not two different words"):
        read_table(write(tmp_path, text), DATA / "sources")
