"""Names for tasks, facets and their values, from `benchmark.toml` with plain words to fall back on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def facet_title(about: Mapping[str, Any], facet: str) -> str:
    """Return the title of a facet."""
    declared = about.get("facets", {}).get(facet, {}).get("title")
    return str(declared) if declared else facet.replace("_", " ").capitalize()


def value_title(about: Mapping[str, Any], facet: str, value: str) -> str:
    """Return the title of a facet's value (`[facets.<name>.names]` in benchmark.toml)."""
    declared = about.get("facets", {}).get(facet, {}).get("names", {}).get(value)
    return str(declared) if declared else _begun(value.replace("_", " "))


def _begun(text: str) -> str:
    """Return a text with its first letter as a capital and the others as they are (hERG, ChEMBL)."""
    return text[:1].upper() + text[1:]


def task_title(about: Mapping[str, Any], task: str) -> str:
    """Return the title of a task (`[tasks]` in benchmark.toml)."""
    declared = about.get("tasks", {}).get(task)
    return str(declared) if declared else task.replace("_", " ").capitalize()


def split_title(about: Mapping[str, Any], split: tuple[str, ...]) -> str:
    """Return the title of a split: its task and the values of the facets in `splits`."""
    names = about.get("splits", ())
    values = [value_title(about, name, value) for name, value in zip(names, split[1:], strict=True) if value]
    return " · ".join([task_title(about, split[0]), *values])


def baseline_title(about: Mapping[str, Any], baseline: str) -> str:
    """Return the title of a blind solver (`[baselines.<name>]` in benchmark.toml)."""
    declared = about.get("baselines", {}).get(baseline, {}).get("title")
    return str(declared) if declared else baseline.replace("_", " ").capitalize()
