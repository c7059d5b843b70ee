"""The source table of approved drugs, as the tests of the curated tables read it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from sitegen.benchmarks.rground.drugs import (
    Drug,
    Form,
    Parent,
    find_parents,
    merge_forms,
    read_counterions,
)
from sitegen.sources import fetch, read_pin, read_rows

ROOT = Path(__file__).parents[3]
DATA = ROOT / "data" / "rground"


@cache
def read_source() -> dict[str, tuple[str, str, str]]:
    """Return (name, SMILES, year of first approval) of every row by its id."""
    pin = read_pin(DATA / "sources" / "approved_drugs.toml")
    paths = fetch(pin, Path(os.environ.get("CHEMGROUND_CACHE") or ROOT / ".cache"))
    rows = (row for batch in read_rows(pin, paths, ("id", "name", "smiles", "year")) for row in batch)
    return {
        str(row["id"]): (str(row["name"]), str(row["smiles"]), str(row["year"] or "").removesuffix(".0"))
        for row in rows
    }


@cache
def read_source_drugs() -> tuple[Drug, ...]:
    """Return the drugs of the source: salts and other forms merged, as in a build."""
    counterions = read_counterions(DATA / "counterions.tsv")
    forms = [Form(row=row, name=name, smiles=smiles) for row, (name, smiles, _) in read_source().items()]
    found = find_parents(forms, {one.smiles: one.name for one in counterions})
    return merge_forms([one for one in found if isinstance(one, Parent)], counterions)
