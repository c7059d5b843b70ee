"""Input tables as their TOML files describe them: where the rows are, and what was measured.

slug = "freesolv"                      # the dataset's name
title = "Hydration free energy (FreeSolv)"
sources = ["freesolv"]                 # pins: names in data/fgbench/sources, or paths beside this file;
                                       # or, for a file of one's own without a pin:
file = "mine.csv"                      # with licence = "..." and citation = "..."
smiles = "smiles"                      # columns, as the pin names them
row_name = "name"                      # optional
notes = ["..."]                        # optional: sentences for the card
[[task]]
slug = "freesolv"                      # unique over all tables of a build
property = "hydration free energy"     # how sentences name it
kind = "regression"                    # or "classification"
column = "value"
unit = "kcal/mol"                      # regression only, as are the two after it
tolerance = 0.6                        # a number counts as right within it (none: to three decimals)
tolerance_source = "..."
shift = 9.0                            # optional: added to every number
threshold = 7.0                        # classification of a number: at least this is true
states = ["active", "inactive"]        # classification: words for true and false
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.records import Table, Task
from sitegen.config import read_toml
from sitegen.errors import ConfigError
from sitegen.sources import Pin, file_pin, read_pin

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,40}", re.ASCII)
_TABLE = {
    "slug": str,
    "title": str,
    "sources": list,
    "file": str,
    "licence": str,
    "citation": str,
    "smiles": str,
    "row_name": str,
    "notes": list,
    "task": list,
}
_TASK = {
    "slug": str,
    "property": str,
    "kind": str,
    "column": str,
    "unit": str,
    "tolerance": float,
    "tolerance_source": str,
    "shift": float,
    "threshold": float,
    "states": list,
}
_WORDS = {str: "text", list: "a list", float: "a number"}
_REGRESSION_ONLY = ("unit", "tolerance", "tolerance_source")
_CLASSES_ONLY = ("threshold", "states")


def find_tables(context: BuildContext) -> tuple[Table, ...]:
    """Return the tables that the parameters name.

    Raises `ConfigError` with the file and the key of what is wrong, and for a slug used twice.
    """
    files = _files(context.parameters, context.data)
    tables = tuple(read_table(path, context.data / "sources") for path in files)
    for what, slugs in (
        ("table", [table.slug for table in tables]),
        ("task", [task.slug for table in tables for task in table.tasks]),
    ):
        twice = [slug for slug, number in Counter(slugs).items() if number > 1]
        if twice:
            raise ConfigError(f"input.tables: the {what} slug {twice[0]!r} is used twice; rename one")
    return tables


def table_files(parameters: Mapping[str, Any], data: Path) -> tuple[Path, ...]:
    """Return the files outside the data folder that the tables stand in or read."""
    outside = []
    for path in _files(parameters, data):
        if path.parent == data / "tables":
            continue
        table = read_table(path, data / "sources")
        outside.append(path)
        for pin in table.pins:
            outside.append(pin.path)
            if pin.kind == "file":
                outside += [file for member in pin.members for file in pin.path.parent.glob(member.path)]
    return tuple(dict.fromkeys(outside))


def _files(parameters: Mapping[str, Any], data: Path) -> list[Path]:
    named = parameters.get("input", {}).get("tables")
    if not isinstance(named, list) or not named or not all(isinstance(name, str) and name for name in named):
        raise ConfigError(f'input.tables: {named!r} names no tables; write e.g. tables = ["freesolv"]')
    return [
        Path(name) if name.endswith(".toml") or "/" in name else _own(name, data / "tables") for name in named
    ]


def _own(name: str, folder: Path) -> Path:
    path = folder / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in folder.glob("*.toml")))
        raise ConfigError(
            f"input.tables: there is no table {name!r}; known are {known}, or give the path of a TOML file"
        )
    return path


def read_table(path: Path, sources: Path) -> Table:
    """Read the description of a table; `sources` is the folder of pins that it may name.

    Raises `ConfigError` naming the file and every key that is missing, unknown or of the wrong kind.
    """
    given = read_toml(path)
    problems = _problems(given)
    if problems:
        raise ConfigError("\n".join(f"{path}: {problem}" for problem in problems))
    return Table(
        slug=given["slug"],
        title=given["title"],
        smiles=given["smiles"],
        tasks=tuple(_task(task) for task in given["task"]),
        pins=_pins(path, given, sources),
        row_name=given.get("row_name", ""),
        notes=tuple(given.get("notes", ())),
    )


def _pins(path: Path, given: Mapping[str, Any], sources: Path) -> tuple[Pin, ...]:
    if "file" in given:
        file = path.parent / given["file"]
        if not file.is_file():
            raise ConfigError(f"{path}: file: {file} is not there; mend the path")
        return (file_pin(file, licence=given["licence"], citation=given["citation"]),)
    found = []
    for name in given["sources"]:
        own = sources / f"{name}.toml"
        pin = own if own.is_file() else path.parent / name
        if not pin.is_file():
            known = ", ".join(sorted(one.stem for one in sources.glob("*.toml")))
            raise ConfigError(
                f"{path}: sources: there is no pin {name!r}; name a file beside this one, or one of {known}"
            )
        found.append(read_pin(pin))
    return tuple(found)


def _task(given: Mapping[str, Any]) -> Task:
    values: dict[str, Any] = {
        name: float(value) if _TASK[name] is float else value for name, value in given.items()
    }
    if "states" in values:
        values["states"] = tuple(values["states"])
    return Task(**values)


def _problems(given: Mapping[str, Any]) -> list[str]:
    required = ["slug", "title", "smiles", "task"]
    required += ["licence", "citation"] if "file" in given else ["sources"]
    problems = _key_problems(given, _TABLE, required, "")
    if "file" in given and "sources" in given:
        problems.append("file: sources are named too; keep one of them")
    slug = given.get("slug")
    if isinstance(slug, str) and not _SLUG.fullmatch(slug):
        problems.append(f"slug: {slug!r} must be lower-case letters, digits and -")
    tasks = given.get("task")
    if isinstance(tasks, list):
        if not tasks:
            problems.append("task: none is described; add a [[task]] table")
        for number, task in enumerate(tasks, start=1):
            problems += _task_problems(task, f"task {number}: ")
    return problems


def _task_problems(task: Any, where: str) -> list[str]:
    if not isinstance(task, dict):
        return [f"{where}not a table; write [[task]]"]
    problems = _key_problems(task, _TASK, ["slug", "property", "kind", "column"], where)
    slug, kind = task.get("slug"), task.get("kind")
    if isinstance(slug, str) and not _SLUG.fullmatch(slug):
        problems.append(f"{where}slug: {slug!r} must be lower-case letters, digits and -")
    if kind not in ("regression", "classification"):
        problems.append(f"{where}kind: {kind!r} is not regression or classification")
        return problems
    for name in _CLASSES_ONLY if kind == "regression" else _REGRESSION_ONLY:
        if name in task:
            problems.append(f"{where}{name}: makes no sense for a {kind}; leave it out")
    states = task.get("states", ["a", "b"])
    if isinstance(states, list) and (
        len(states) != 2
        or not all(isinstance(word, str) and word for word in states)
        or states[0] == states[1]
    ):
        problems.append(f"{where}states: {states!r} are not two different words; name true, then false")
    tolerance = task.get("tolerance", 0)
    if isinstance(tolerance, int | float) and tolerance < 0:
        problems.append(f"{where}tolerance: {tolerance!r} is negative; mend the value")
    if "tolerance" in task and "tolerance_source" not in task:
        problems.append(f"{where}tolerance_source: missing; say where the tolerance is from")
    return problems


def _key_problems(
    given: Mapping[str, Any], known: Mapping[str, type], required: list[str], where: str
) -> list[str]:
    problems = [f"{where}{name}: missing; add it" for name in required if name not in given]
    for name, value in given.items():
        if name not in known:
            problems.append(f"{where}{name}: unknown key; known are {', '.join(sorted(known))}")
            continue
        kinds = (int, float) if known[name] is float else (known[name],)
        if isinstance(value, bool) or not isinstance(value, kinds):
            problems.append(f"{where}{name}: {value!r} is not {_WORDS[known[name]]}; mend the value")
        elif isinstance(value, str) and not value.strip():
            problems.append(f"{where}{name}: empty; fill it in or leave the key out")
    return problems
