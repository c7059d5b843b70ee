"""The parameters of the bioactivity questions, as records."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sitegen.benchmarks.rground.advanced.records import DIFFICULTIES
from sitegen.errors import ConfigError

SCALES = ("-log10 M", "-log10 nM", "nM")
ENDPOINTS = ("Ki", "EC50", "IC50")
_NM = 9
_TARGET_KEYS = ("dataset", "target", "organism", "class", "chembl_id", "endpoint")
_WHERE = "advanced.bioactivity"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a data set measures: the target in plain words and the endpoint (one of `ENDPOINTS`)."""

    dataset: str
    chembl_id: str
    name: str
    organism: str
    kind: str
    endpoint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceSettings:
    """A source: its pin, the scale of its values, the largest plausible value (0: no bound).

    `target` is None where every file is a data set of `targets.tsv`.
    """

    pin: str
    scale: str
    value_max: float
    target: Target | None

    def potency(self, value: float) -> float:
        """Return a value of the source as -log10 of mol/L; raises `ValueError` where it is none."""
        if not math.isfinite(value) or (self.scale == "nM" and value <= 0):
            raise ValueError(f"{value} is no potency")
        match self.scale:
            case "nM":
                return _NM - math.log10(value)
            case "-log10 nM":
                return _NM + value
            case _:
                return value


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRules:
    """What a series is: see `[advanced.bioactivity]` for the meaning and source of each."""

    distance: float
    analogues_min: int
    spread_min: float
    spread_max: float
    core_min: int
    core_max: int
    core_share: float
    substituent_max: int
    weight_min: float
    series_per_set: int
    repeat_window: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BioactivitySettings:
    """The whole table: `sets` bounds the data sets read (None: all), `lead` is by difficulty."""

    rules: SeriesRules
    sources: tuple[SourceSettings, ...]
    sets: int | None
    lead: Mapping[str, float]
    proposals: int


def read_bioactivity(parameters: Mapping[str, Any], limit: int | None) -> BioactivitySettings:
    """Return `[advanced.bioactivity]`; raises `ConfigError` naming the first key that is wrong."""
    table = parameters.get("advanced", {}).get("bioactivity", {})
    rules = SeriesRules(
        distance=_number(table, "distance"),
        analogues_min=_whole(table, "analogues_min"),
        spread_min=_number(table, "spread_min"),
        spread_max=_number(table, "spread_max"),
        core_min=_whole(table, "core_min"),
        core_max=_whole(table, "core_max"),
        core_share=_number(table, "core_share"),
        substituent_max=_whole(table, "substituent_max"),
        weight_min=_number(table, "weight_min"),
        series_per_set=_whole(table, "series_per_set"),
        repeat_window=_number(table, "repeat_window"),
    )
    sources = table.get("sources")
    if not isinstance(sources, list) or not sources:
        raise ConfigError(f"{_WHERE}.sources: none is named; add a [[{_WHERE}.sources]] table with a pin")
    sets = None
    if limit is not None:
        sets = _whole(table, "sets_least") + limit // max(1, _whole(table, "questions_per_set"))
    lead = table.get("lead", {})
    return BioactivitySettings(
        rules=rules,
        sources=tuple(_source(source) for source in sources),
        sets=sets,
        lead={name: _number(lead, name) for name in DIFFICULTIES},
        proposals=_whole(table, "proposals"),
    )


def _source(table: Any) -> SourceSettings:
    where = f"{_WHERE}.sources"
    if not isinstance(table, Mapping) or not isinstance(table.get("pin"), str):
        raise ConfigError(f"{where}: a source names no pin; write pin = the name of its file")
    scale = table.get("scale")
    if scale not in SCALES:
        raise ConfigError(f"{where}: {table['pin']}: scale {scale!r} is unknown; use {', '.join(SCALES)}")
    target = None
    if "target" in table:
        missing = [key for key in _TARGET_KEYS if not isinstance(table.get(key), str)]
        if missing:
            raise ConfigError(f"{where}: {table['pin']}: no {', '.join(missing)}; say what is measured")
        if table["endpoint"] not in ENDPOINTS:
            known = ", ".join(ENDPOINTS)
            raise ConfigError(f"{where}: {table['pin']}: endpoint {table['endpoint']!r} is none of {known}")
        target = Target(
            dataset=table["dataset"],
            chembl_id=table["chembl_id"],
            name=table["target"],
            organism=table["organism"],
            kind=table["class"],
            endpoint=table["endpoint"],
        )
    most = _number(table, "value_max") if "value_max" in table else 0
    return SourceSettings(pin=table["pin"], scale=scale, value_max=most, target=target)


def _number(table: Mapping[str, Any], key: str) -> float:
    value = table.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or not value >= 0:
        raise ConfigError(f"{_WHERE}: {key}: {value!r} is not a number of 0 or more")
    return float(value)


def _whole(table: Mapping[str, Any], key: str) -> int:
    value = _number(table, key)
    if not value.is_integer():
        raise ConfigError(f"{_WHERE}: {key}: {value:g} is not a whole number")
    return int(value)
