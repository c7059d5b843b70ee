"""The table of full-scale builds."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.bench.processes import Usage
from sitegen.bench.scale import ScaleRun, run_scale, table
from sitegen.errors import ConfigError


def run(rows: int, wall: float) -> ScaleRun:
    usage = Usage(wall=wall, processor=2 * wall, largest=500_000_000, total=int(wall * 1e7))
    return ScaleRun(rows=rows, scaffolds=rows // 7, edits=rows // 2, items=13280, images=rows, usage=usage)


def test_the_table_says_how_time_and_memory_grow() -> None:
    text = table([run(1000, 100), run(2000, 150)])
    assert "2.0 times the rows: 1.50 times the time, 1.50 times the processor time" in text
    assert [line.split()[0] for line in text.splitlines()] == ["rows", "1000", "2000", "2.0"]
    assert table([run(1000, 100)]).splitlines()[1].split()[5:8] == ["1.7", "3.3", "10"]


def test_what_is_not_built_yet_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not built; run `make site` first"):
        next(run_scale(tmp_path))
