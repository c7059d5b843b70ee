"""From rows to molecules: every row is accounted for, and nobody chooses between contradicting labels."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sitegen.benchmarks.fgbench.cleaning import clean_table
from sitegen.benchmarks.fgbench.labels import BadLabel, read_label, same_label
from sitegen.benchmarks.fgbench.records import Cleaned, Task
from sitegen.benchmarks.fgbench.tables import find_tables
from tests.shared import needs_shared
from tests.sitegen.benchmarks.fgbench.contexts import fgbench_context, moleculenet_table, with_tables

HEAD = """\
slug = "mine"
title = "Mine"
file = "mine.csv"
licence = "CC0-1.0"
citation = "Made up."
smiles = "smiles"
row_name = "name"
[[task]]
slug = "y"
property = "a number"
kind = "regression"
column = "y"
unit = "u"
[[task]]
slug = "c"
property = "a class"
kind = "classification"
column = "c"
"""
ROWS = [
    "name,smiles,y,c",
    "ethanol,CCO,1.5,1",
    "again,OCC,1.5004,1",
    "phenol,Oc1ccccc1,2,",
    "benzenol,c1ccccc1O,2.5,0",
    "broken,C1CC,1,1",
    "valence,C(C)(C)(C)(C)C,1,1",
    "salt,CCN.Cl,1,1",
    "any,*CCO,1,1",
    "blank,,1,1",
    "bare,CCN,,NA",
    "text,CCF,high,1",
    "endless,CCBr,inf,1",
    "class,CCI,1,2",
    f"long,{'C' * 61},1,1",
    "aniline,Nc1ccccc1,3,0",
    "amine,c1ccccc1N,4,",
]


def cleaned(folder: Path, rows: list[str] = ROWS) -> Cleaned:
    (folder / "mine.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "mine.toml").write_text(HEAD, encoding="utf-8")
    context = fgbench_context(folder / "cache", with_tables(str(folder / "mine.toml")))
    (table,) = find_tables(context)
    return clean_table(table, context)


def test_every_row_is_kept_or_listed_with_its_reason(tmp_path: Path) -> None:
    found = cleaned(tmp_path)
    assert found.rows == len(ROWS) - 1
    reasons = {row.row.partition(" ")[2][1:-1]: row.reason for row in found.unreadable}
    assert reasons == {
        "broken": "not a readable SMILES",
        "valence": "not a readable SMILES",
        "salt": "several components",
        "any": "a place for any atom (*)",
        "blank": "no SMILES",
        "bare": "no label",
        "text": "a label that cannot be read",
        "endless": "a label that cannot be read",
        "class": "a label that cannot be read",
        "long": "more than 60 heavy atoms",
    }
    assert [fate.row for fate in found.fates] == [
        f"{n} ({row.split(',')[0]})" for n, row in enumerate(ROWS[1:], start=1)
    ]
    assert Counter(fate.outcome for fate in found.fates)["kept"] == len(found.molecules)


def test_equal_rows_are_one_molecule_and_a_contradiction_costs_the_label_it_is_about(tmp_path: Path) -> None:
    found = cleaned(tmp_path)
    molecules = {molecule.smiles: molecule for molecule in found.molecules}
    assert molecules["CCO"].labels == {"y": 1.5, "c": True}
    assert molecules["CCO"].rows == ("1 (ethanol)", "2 (again)")
    assert molecules["Oc1ccccc1"].labels == {"c": False}  # 2 and 2.5: nobody knows
    assert molecules["Nc1ccccc1"].labels == {"c": False}
    repeated = {row.row: row for row in found.repeated}
    assert repeated["2 (again)"].reason == "repeats an earlier row"
    assert "y: 2.000 in row 3 (phenol), 2.500 in row 4 (benzenol)" in repeated["4 (benzenol)"].value


def test_a_molecule_without_an_undisputed_label_is_dropped_with_all_its_rows(tmp_path: Path) -> None:
    found = cleaned(tmp_path, ["name,smiles,y,c", "a,CCO,1,", "b,OCC,2,", "c,CCN,1,"])
    assert [molecule.smiles for molecule in found.molecules] == ["CCN"]
    assert {row.reason for row in found.repeated} == {"contradicts another row of the same molecule"}
    assert len(found.repeated) == 2


def test_the_spread_of_labels_is_their_standard_deviation(tmp_path: Path) -> None:
    found = cleaned(tmp_path, ["name,smiles,y,c", "a,CCO,1,", "b,CCN,3,", "c,CCF,,1"])
    assert found.spread("y") == 1.0


NUMBER = Task(slug="y", property="p", kind="regression", column="y", shift=9.0)
ABOVE = Task(slug="a", property="p", kind="classification", column="y", shift=9.0, threshold=7.0)
CLASS = Task(slug="c", property="p", kind="classification", column="c")


def test_labels_are_read_as_their_task_says() -> None:
    assert read_label("-1.5", NUMBER) == 7.5
    assert [read_label(text, ABOVE) for text in ("-2", "-2.01", "1")] == [True, False, True]
    assert [read_label(text, CLASS) for text in ("1", "0.0", "TRUE", "no")] == [True, False, True, False]
    assert [read_label(text, NUMBER) for text in (None, "", " ", "nan", "N/A")] == [None] * 5
    for text, task in (("x", NUMBER), ("1e999", NUMBER), ("2", CLASS), ("maybe", CLASS)):
        with pytest.raises(BadLabel):
            read_label(text, task)


def test_labels_are_the_same_to_the_decimals_shown() -> None:
    assert same_label(1.0, 1.0004) and not same_label(1.0, 1.001)
    assert same_label(True, True) and not same_label(True, False)


def test_the_default_tables_keep_what_they_are_known_to_keep() -> None:
    context = fgbench_context()
    kept = {table.slug: clean_table(table, context) for table in find_tables(context)}
    assert {slug: (one.rows, len(one.molecules)) for slug, one in kept.items()} == {
        "freesolv": (642, 642),
        "solubility": (1282, 1249),
        "dopamine-transporter": (1052, 1048),
        "sigma-1-receptor": (1328, 1328),
    }
    assert Counter(row.reason for row in kept["solubility"].unreadable) == {"not a readable SMILES": 18}
    active = [one.labels["dat-active"] for one in kept["dopamine-transporter"].molecules]
    numbers = [one.labels["dat-pki"] for one in kept["dopamine-transporter"].molecules]
    assert active == [float(number) >= 7 for number in numbers]
    assert 3 < min(map(float, numbers)) < max(map(float, numbers)) < 12


@needs_shared
def test_moleculenets_tables_are_read_with_their_known_faults(tmp_path: Path) -> None:
    for name, rows, at_least in (("esol", 1128, 1100), ("bace", 1513, 1500), ("bbbp", 2050, 1800)):
        context = fgbench_context(parameters=with_tables(str(moleculenet_table(name, tmp_path))))
        (table,) = find_tables(context)
        found = clean_table(table, context)
        assert found.rows == rows and len(found.molecules) >= at_least
        assert len(found.fates) == rows
        if name == "bbbp":
            reasons = Counter(row.reason for row in found.unreadable)
            assert reasons["not a readable SMILES"] >= 10 and reasons["several components"] > 0
