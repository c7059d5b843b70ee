"""The profiles that come along are sound: benchmarks, inputs and parameters they name exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.benchmarks.discovery import find_benchmark
from sitegen.config import PROFILES, BenchmarkConfig, read_config
from sitegen.sources import read_pin

NAMES = sorted(path.stem for path in PROFILES.glob("*.toml"))


def test_there_is_a_profile_for_every_published_input() -> None:
    assert {"default", "full", "molparser", "rground-published", "fgbench-published"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_profile_names_pins_that_exist_and_parameters_that_its_benchmark_has(name: str) -> None:
    for table in read_config(PROFILES / f"{name}.toml").benchmarks:
        found = find_benchmark(table)
        own = find_benchmark(BenchmarkConfig(folder=table.folder)).parameters
        wanted = found.parameters["input"]
        if "tables" in wanted:
            assert all((found.data / "tables" / f"{name}.toml").is_file() for name in wanted["tables"])
        else:
            assert wanted["source"] in found.sources
        unknown = [
            f"{section}.{key}"
            for section, values in table.parameters.items()
            for key in values
            if key not in own.get(section, {})
        ]
        assert unknown == []


def test_molparser_is_read_as_esmiles_with_its_pictures_at_hand() -> None:
    (table,) = read_config(PROFILES / "molparser.toml").benchmarks
    found = find_benchmark(table)
    pin = read_pin(found.sources[found.parameters["input"]["source"]])
    assert (pin.name, pin.rows) == ("UniParser/MolParser-7M", 91166)
    assert dict(pin.columns) == {"esmiles": "SMILES", "image": "image"}
    assert (found.parameters["sizes"]["scaffolds"], found.parameters["sizes"]["edits"]) == (0, 0)


def test_the_published_pin_has_the_tables_of_all_eight_configurations() -> None:
    (table,) = read_config(PROFILES / "rground-published.toml").benchmarks
    pin = read_pin(Path(find_benchmark(table).sources["rgroundbench"]))
    tracks = [f"vqa_{d}_{level}" for level in ("basic", "advanced") for d in ("easy", "medium", "hard")]
    assert {member.path for member in pin.members} == {
        f"*{config}*.parquet" for config in (*tracks, "generation_easy", "generation_hard")
    }
