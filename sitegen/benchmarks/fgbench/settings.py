"""The parameters of FGBench as records; each is checked where it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

from sitegen.errors import ConfigError

SPLITS = ("official", "scaffold")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSettings:
    """What makes a pair: Tanimoto `similarity` above which two molecules are one, of Morgan fingerprints.

    `most_pairs` is a table's cap, `most_heavy` the heavy atoms of the largest molecule.
    """

    similarity: float
    radius: int
    bits: int
    most_pairs: int
    most_heavy: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitSettings:
    """How questions are parted: the kind, and the test pairs of a table and scope."""

    kind: Literal["official", "scaffold"]
    test_pairs: int


def read_pairs(parameters: Mapping[str, Any]) -> PairSettings:
    """Return `[pairs]`; raise `ConfigError` for a value that makes no sense."""
    table = _table(parameters, "pairs")
    similarity = table.get("similarity")
    if isinstance(similarity, bool) or not isinstance(similarity, int | float) or not 0 < similarity < 1:
        raise ConfigError(f"pairs.similarity: {similarity!r} is not between 0 and 1; write e.g. 0.7")
    return PairSettings(
        similarity=float(similarity),
        radius=_whole(table, "pairs", "radius"),
        bits=_whole(table, "pairs", "bits"),
        most_pairs=_whole(table, "pairs", "most_pairs"),
        most_heavy=_whole(table, "pairs", "most_heavy"),
    )


def read_split(parameters: Mapping[str, Any]) -> SplitSettings:
    """Return `[split]`; raise `ConfigError` for a kind that is not known."""
    table = _table(parameters, "split")
    kind = table.get("kind")
    if kind not in SPLITS:
        raise ConfigError(f"split.kind: {kind!r} is no way to split; choose one of {', '.join(SPLITS)}")
    return SplitSettings(
        kind=cast(Literal["official", "scaffold"], kind), test_pairs=_whole(table, "split", "test_pairs")
    )


def read_lite(parameters: Mapping[str, Any]) -> bool:
    """Return whether accfg's short list of groups is used."""
    lite = _table(parameters, "groups").get("lite")
    if not isinstance(lite, bool):
        raise ConfigError(f"groups.lite: {lite!r} is not true or false; write lite = true")
    return lite


def _table(parameters: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = parameters.get(name)
    if not isinstance(table, Mapping):
        raise ConfigError(f"[{name}] is missing from the parameters; add the table")
    return table


def _whole(table: Mapping[str, Any], where: str, name: str) -> int:
    value = table.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ConfigError(f"{where}.{name}: {value!r} is not a positive whole number; mend the value")
    return value
