"""Contexts for the stages of FGBench, and the real tables that its tests read."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.cleaning import clean_table
from sitegen.benchmarks.fgbench.pairing import pair_table
from sitegen.benchmarks.fgbench.records import Paired
from sitegen.benchmarks.fgbench.tables import find_tables
from sitegen.config import merge
from sitegen.parallel import OrderedMap
from tests.shared import SHARED_DATA

ROOT = Path(__file__).parents[4]
FOLDER = ROOT / "sitegen" / "benchmarks" / "fgbench"
DATA = ROOT / "data" / "fgbench"
CACHE = Path(os.environ.get("CHEMGROUND_CACHE") or ROOT / ".cache")

MOLECULENET: Mapping[str, tuple[str, str, str]] = {
    "esol": (
        "ESOL_delaney-processed.csv",
        "smiles",
        'kind = "regression"\ncolumn = "measured log solubility in mols per litre"\nunit = "log units"',
    ),
    "freesolv-moleculenet": (
        "FreeSolv_SAMPL.csv",
        "smiles",
        'kind = "regression"\ncolumn = "expt"\nunit = "kcal/mol"',
    ),
    "bace": ("bace.csv.gz", "smiles", 'kind = "classification"\ncolumn = "Class"'),
    "bbbp": ("BBBP.csv", "smiles", 'kind = "classification"\ncolumn = "p_np"'),
}
"""MoleculeNet's tables as they lie beside the checkout: file, column of SMILES, keys of the task."""


def fgbench_context(
    cache_folder: Path = CACHE,
    parameters: Mapping[str, Any] | None = None,
    *,
    seed: int = 42,
    limit: int | None = None,
    workers: OrderedMap | None = None,
) -> BuildContext:
    """A context of the real folder and tables with other parameters."""
    own = tomllib.loads((FOLDER / "parameters.toml").read_text(encoding="utf-8"))
    return BuildContext(
        slug="fgbench",
        folder=FOLDER,
        data=DATA,
        parameters=merge(own, parameters or {}),
        sources={path.stem: path for path in (DATA / "sources").glob("*.toml")},
        cache=cache_folder,
        seed=seed,
        limit=limit,
        canary="00000000-0000-0000-0000-000000000000",
        map=workers or OrderedMap(executor=None, workers=1),
    )


def with_tables(*tables: str, **changes: Any) -> dict[str, Any]:
    """Return parameters that read these tables, with changes such as pairs__most_pairs=50."""
    found: dict[str, Any] = {"input": {"tables": list(tables)}}
    for name, value in changes.items():
        table, _, key = name.partition("__")
        found.setdefault(table, {})[key] = value
    return found


def moleculenet_table(name: str, folder: Path) -> Path:
    """Write the description of a MoleculeNet table beside the checkout; return its path."""
    file, smiles, task = MOLECULENET[name]
    path = folder / f"{name}.toml"
    path.write_text(
        f'slug = "{name}"\ntitle = "{name}"\nfile = "{SHARED_DATA / "moleculenet" / file}"\n'
        f'licence = "MIT"\ncitation = "MoleculeNet, Wu et al. 2018"\nsmiles = "{smiles}"\n'
        f'[[task]]\nslug = "{name}"\nproperty = "the {name} label"\n{task}\n',
        encoding="utf-8",
    )
    return path


@cache
def real_pairs(table: str, most_pairs: int = 3000) -> Paired:
    """Return the pairs of a table of the default, or of a description by its path."""
    context = fgbench_context(parameters=with_tables(table, pairs__most_pairs=most_pairs))
    (found,) = find_tables(context)
    return pair_table(clean_table(found, context), context)
