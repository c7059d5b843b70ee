"""The scoring engine as the site serves it, written once for all tests that run it in node."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluator.chemistry.rdkit_js import RDKitJs
from sitegen.site.scorer.engine import write_engine
from tests.node.nodejs import NodeBridge
from tests.sitegen.site.building import CACHE


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the engine's folder."""
    site = tmp_path_factory.mktemp("engine")
    return site / write_engine(site, CACHE).folder


@pytest.fixture(scope="session")
def bridge(engine: Path) -> Iterator[NodeBridge]:
    """Return RDKit.js in a node."""
    node = NodeBridge(engine)
    yield node
    node.close()


@pytest.fixture(scope="session")
def rdkit_js(bridge: NodeBridge) -> RDKitJs:
    """Return the adapter over it."""
    return RDKitJs(bridge)
