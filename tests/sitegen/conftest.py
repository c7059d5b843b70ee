"""Fixtures of the generator's tests."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from sitegen.config import Config, read_config
from sitegen.pipeline import Settings

TOY = Path(__file__).parent.parent / "toy"


@pytest.fixture
def toy_config(tmp_path: Path) -> Config:
    """Return the configuration of the toy benchmark, in a folder of its own outside the packages."""
    shutil.copytree(TOY, tmp_path / "toys", ignore=shutil.ignore_patterns("__pycache__"))
    return read_config(tmp_path / "toys" / "chemground.toml")


@pytest.fixture
def settings(tmp_path: Path) -> Callable[..., Settings]:
    """Return a maker of settings whose folders lie in the test's own folder."""

    def make(out: str = "build", jobs: int = 1, limit: int | None = None) -> Settings:
        return Settings(out=tmp_path / out, cache=tmp_path / "cache", jobs=jobs, limit=limit)

    return make
