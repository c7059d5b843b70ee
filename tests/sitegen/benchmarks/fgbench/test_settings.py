"""The parameters of FGBench: what is read, and what is refused with words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import sitegen.benchmarks.fgbench.settings as settings
from sitegen.errors import ConfigError

FILE = Path(settings.__file__).with_name("parameters.toml")


def parameters(**changes: Any) -> dict[str, Any]:
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    for name, value in changes.items():
        table, _, key = name.partition("__")
        found[table][key] = value
    return found


def test_the_parameters_that_come_along_are_the_published_ones() -> None:
    pairs = settings.read_pairs(parameters())
    assert (pairs.similarity, pairs.radius, pairs.bits) == (0.7, 2, 512)
    split = settings.read_split(parameters())
    assert (split.kind, split.test_pairs) == ("official", 25)
    assert settings.read_lite(parameters()) is True


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"pairs__similarity": 1.2}, "pairs.similarity: 1.2 is not between 0 and 1"),
        ({"pairs__similarity": True}, "pairs.similarity: True"),
        ({"pairs__bits": 0}, "pairs.bits: 0 is not a positive whole number"),
        ({"pairs__most_pairs": "all"}, "pairs.most_pairs: 'all'"),
        (
            {"split__kind": "random"},
            "split.kind: 'random' is no way to split; choose one of official, scaffold",
        ),
        ({"split__test_pairs": -1}, "split.test_pairs: -1"),
        ({"groups__lite": "yes"}, "groups.lite: 'yes' is not true or false"),
    ],
)
def test_a_value_that_makes_no_sense_is_named(change: dict[str, Any], told: str) -> None:
    given = parameters(**change)
    with pytest.raises(ConfigError, match=told.replace(".", r"\.")):
        settings.read_pairs(given)
        settings.read_split(given)
        settings.read_lite(given)


def test_a_missing_table_is_named() -> None:
    with pytest.raises(ConfigError, match=r"\[pairs\] is missing"):
        settings.read_pairs({})
