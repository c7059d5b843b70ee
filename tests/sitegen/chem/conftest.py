"""Real molecules and Markush cores for the tests of `sitegen.chem`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from rdkit import Chem

from sitegen.chem.esmiles import parse_esmiles
from tests.shared import SHARED_DATA

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True, slots=True, kw_only=True)
class CuratedRow:
    """A drug of the curated table: its family's core as E-SMILES, and its substituents by label."""

    drug: str
    esmiles: str
    substituents: dict[str, str]


@pytest.fixture(scope="session")
def curated() -> list[CuratedRow]:
    """Return the curated table of drug families: real cores, real substituents."""
    with (ROOT / "data/rground/markush.tsv").open(encoding="utf-8", newline="") as file:
        return [
            CuratedRow(drug=row["drug"], esmiles=row["esmiles"], substituents=json.loads(row["substituents"]))
            for row in csv.DictReader(file, delimiter="\t")
        ]


@pytest.fixture(scope="session")
def curated_cores(curated: list[CuratedRow]) -> list[tuple[str, dict[int, str]]]:
    """Return each curated core once: its SMILES and its labels by atom."""
    texts = dict.fromkeys(row.esmiles for row in curated)
    records = [parse_esmiles(text) for text in texts]
    return [(record.smiles, {tag.atom: tag.label for tag in record.atom_labels}) for record in records]


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of shared real data; skip where there is none."""
    if not SHARED_DATA.is_dir():
        pytest.skip("the shared data are neither beside the checkout nor in CHEMGROUND_SHARED")
    return SHARED_DATA


@pytest.fixture(scope="session")
def shared_drugs(shared: Path) -> list[str]:
    """Return the canonical SMILES of the shared drugs of one part, up to 80 atoms, sorted."""
    with (shared / "pharmacotherapydb/indications_with_smiles_derived.tsv").open(encoding="utf-8") as file:
        given = {row["smiles"] for row in csv.DictReader(file, delimiter="\t")}
    mols = [Chem.MolFromSmiles(smiles) for smiles in given if "." not in smiles]
    return sorted(Chem.MolToSmiles(mol) for mol in mols if mol is not None and mol.GetNumAtoms() <= 80)


@pytest.fixture(scope="session")
def cases() -> Callable[[str], Any]:
    """Return a reader of the case files."""
    return lambda name: json.loads((ROOT / f"tests/cases/chem/{name}.json").read_text(encoding="utf-8"))
