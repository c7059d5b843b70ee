"""The parameters of the stages from sources to edits, as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sitegen.benchmarks.rground.candidates import EditRules
from sitegen.benchmarks.rground.cores import CutLimits
from sitegen.errors import ConfigError
from sitegen.sources import Pin

CONTENTS = ("drugs", "smiles", "esmiles", "cxsmiles")


@dataclass(frozen=True, slots=True, kw_only=True)
class InputSettings:
    """Which pin is read, and what its structures are (one of `CONTENTS`)."""

    source: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeSettings:
    """How many scaffolds and edits are wanted; 0 is no bound."""

    scaffolds: int
    edits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicationSettings:
    """The pin of drugs that indication questions are about where the input has none ("": no such
    questions then), and how many scaffolds are made of them (0: all)."""

    source: str
    scaffolds: int


def read_indication(parameters: Mapping[str, Any]) -> IndicationSettings:
    """Return the `[advanced.indication]` table."""
    table = _table(_table(parameters, "advanced"), "indication")
    return IndicationSettings(
        source=str(table.get("source", "")), scaffolds=_whole(table, "advanced.indication", "scaffolds")
    )


def read_input(parameters: Mapping[str, Any]) -> InputSettings:
    """Return the `[input]` table."""
    table = _table(parameters, "input")
    content = table.get("content")
    if content not in CONTENTS:
        raise ConfigError(f"input.content: {content!r} is unknown; choose one of {', '.join(CONTENTS)}")
    return InputSettings(source=str(table.get("source", "")), content=content)


def read_limits(parameters: Mapping[str, Any]) -> CutLimits:
    """Return the `[cutting]` table."""
    table = _table(parameters, "cutting")
    return CutLimits(
        core_min=_whole(table, "cutting", "core_min"),
        core_max=_whole(table, "cutting", "core_max"),
        substituent_max=_whole(table, "cutting", "substituent_max"),
        share=float(table.get("core_share", 0)),
    )


def read_sizes(parameters: Mapping[str, Any], limit: int | None) -> SizeSettings:
    """Return the `[sizes]` table, smaller where a build is limited to `limit` questions a split."""
    table = _table(parameters, "sizes")
    scaffolds, edits = _whole(table, "sizes", "scaffolds"), _whole(table, "sizes", "edits")
    if limit is None:
        return SizeSettings(scaffolds=scaffolds, edits=edits)
    least = limit * _whole(table, "sizes", "scaffolds_per_limit") + _whole(table, "sizes", "scaffolds_least")
    return SizeSettings(scaffolds=min(scaffolds, least) if scaffolds else least, edits=0)


def read_edit_rules(parameters: Mapping[str, Any], seed: int) -> EditRules:
    """Return the `[edits]` table with the build's seed."""
    table = _table(parameters, "edits")
    return EditRules(
        most=_whole(table, "edits", "per_scaffold"),
        choices_min=_whole(table, "edits", "choices_min"),
        seed=seed,
    )


def read_head_start(parameters: Mapping[str, Any]) -> int:
    """Return how many turns cores of several molecules are ahead (see `ranking`)."""
    return _whole(_table(parameters, "ranking"), "ranking", "head_start")


def published_counts(parameters: Mapping[str, Any], pin: Pin) -> dict[str, int]:
    """Return the published count of each filter step, empty for any input but the one it is of."""
    table = _table(parameters, "published")
    member = str(table.get("member", ""))
    if not member or not any(member in part.path for part in pin.members):
        return {}
    steps = _table(table, "steps")
    return {name: _whole(steps, "published.steps", name) for name in steps}


def _table(parameters: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = parameters.get(name)
    if not isinstance(table, Mapping):
        raise ConfigError(f"parameters: no [{name}] table; see parameters.toml of R-GroundBench")
    return table


def _whole(table: Mapping[str, Any], name: str, key: str) -> int:
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ConfigError(f"{name}.{key}: {value!r} is not a whole number of 0 or more")
    return value
