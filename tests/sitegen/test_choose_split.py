"""`--split` reaches the benchmarks that can split in several ways, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.benchmarks.discovery import choose_split, find_benchmark
from sitegen.config import BenchmarkConfig, Config, SiteConfig
from sitegen.errors import ConfigError


def config(*folders: str) -> Config:
    tables = tuple(BenchmarkConfig(folder=folder, parameters={"input": {"tables": []}}) for folder in folders)
    return Config(path=Path("mine.toml"), seed=1, site=SiteConfig(), benchmarks=tables)


def test_the_chosen_split_is_laid_over_the_parameters_of_the_benchmark_that_has_one() -> None:
    rground, fgbench = choose_split(config("rground", "fgbench"), "scaffold").benchmarks
    assert find_benchmark(fgbench).parameters["split"] == {"kind": "scaffold", "test_pairs": 25}
    assert fgbench.parameters["input"] == {"tables": []}
    assert "split" not in rground.parameters


def test_a_split_that_nothing_here_can_follow_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"mine\.toml: no benchmark here can split"):
        choose_split(config("rground"), "scaffold")
