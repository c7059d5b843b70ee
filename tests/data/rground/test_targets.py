"""The table of targets: every row against the name of its data set, and against the shared table."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.shared import SHARED_DATA, needs_shared

ROOT = Path(__file__).parents[3]

# What the shared table calls a class, where that is another word than ours.
CLASSES = {"Other (sigma receptor)": "sigma receptor", "Transferase (lipid kinase)": "lipid kinase"}
# A word of the shared table's name that ours must hold, by ChEMBL id; names are in other words there.
WORDS = {
    "CHEMBL1862": "ABL1",
    "CHEMBL204": "thrombin",
    "CHEMBL2147": "PIM1",
    "CHEMBL214": "5-HT1A",
    "CHEMBL218": "CB1",
    "CHEMBL219": "D4",
    "CHEMBL228": "serotonin transporter",
    "CHEMBL233": "mu opioid",
    "CHEMBL234": "D3",
    "CHEMBL235": "gamma",
    "CHEMBL236": "delta opioid",
    "CHEMBL237": "kappa opioid",
    "CHEMBL238": "dopamine transporter",
    "CHEMBL239": "alpha",
    "CHEMBL244": "factor Xa",
    "CHEMBL262": "kinase-3 beta",
    "CHEMBL287": "sigma-1",
    "CHEMBL3979": "delta",
    "CHEMBL4005": "alpha",
    "CHEMBL4616": "growth hormone secretagogue receptor 1",
    "CHEMBL4792": "orexin receptor 2",
}


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def targets() -> dict[str, dict[str, str]]:
    rows = read(ROOT / "data" / "rground" / "targets.tsv")
    assert len({row["dataset"] for row in rows}) == len(rows)
    return {row["dataset"]: row for row in rows}


def test_every_data_set_of_the_source_has_a_row(targets: dict[str, dict[str, str]]) -> None:
    pin = tomllib.loads((ROOT / "data/rground/sources/moleculeace.toml").read_text(encoding="utf-8"))
    assert {Path(member["path"]).stem for member in pin["member"]} == set(targets)


def test_id_and_endpoint_are_those_of_the_name_of_the_data_set(targets: dict[str, dict[str, str]]) -> None:
    for dataset, row in targets.items():
        assert dataset == f"{row['chembl_id']}_{row['endpoint']}"
        assert row["endpoint"] in ("Ki", "EC50")
        assert row["organism"] == "human"
        assert all(row.values())


def test_classes_are_as_many_as_the_targets_of_each(targets: dict[str, dict[str, str]]) -> None:
    by_id = {row["chembl_id"]: row["class"] for row in targets.values()}
    assert len(by_id) == 29
    assert Counter(row["class"] for row in targets.values()) == {
        "GPCR": 12,
        "kinase": 6,
        "nuclear receptor": 6,
        "protease": 2,
        "transporter": 2,
        "sigma receptor": 1,
        "lipid kinase": 1,
    }


def test_the_three_ppar_are_not_swapped(targets: dict[str, dict[str, str]]) -> None:
    named = {row["chembl_id"]: row["name"] for row in targets.values() if "PPAR" in row["name"]}
    assert {id: name.rpartition("PPAR ")[2].rstrip(")") for id, name in named.items()} == {
        "CHEMBL239": "alpha",
        "CHEMBL235": "gamma",
        "CHEMBL3979": "delta",
    }


@needs_shared
def test_names_and_classes_agree_with_the_shared_table(targets: dict[str, dict[str, str]]) -> None:
    shared = read(SHARED_DATA / "moleculeace" / "targets.tsv")
    assert {row["dataset"] for row in shared} == set(targets)
    for row in shared:
        ours = targets[row["dataset"]]
        assert (ours["chembl_id"], ours["endpoint"]) == (row["target_chembl_id"], row["endpoint"])
        kind = CLASSES.get(row["target_class"], row["target_class"])
        assert ours["class"].lower() == kind.lower()
        word = WORDS.get(row["target_chembl_id"])
        if word:
            assert word in ours["name"]
        else:
            # Where no other word is listed, the last word of the shared name is in ours.
            assert row["target_name"].lower().split()[-2:][0] in ours["name"].lower()
