"""A site of the test datasets, built once for all tests that only look at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.config import REPOSITORY_ROOT
from tests.sitegen.site.building import SMALL, build_test_site
from tests.sitegen.site.dataset import hostile_folder, rground_folder


@pytest.fixture(scope="session")
def rground(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a dataset folder shaped like R-GroundBench."""
    return rground_folder(tmp_path_factory.mktemp("datasets") / "rground")


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a dataset folder whose texts are markup, templates and formulas."""
    return hostile_folder(tmp_path_factory.mktemp("datasets") / "hostile", SMALL)


@pytest.fixture(scope="session")
def site(rground: Path, hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a site of both datasets, without explorer and scorer."""
    return build_test_site([rground, hostile], tmp_path_factory.mktemp("site") / "site", REPOSITORY_ROOT)
