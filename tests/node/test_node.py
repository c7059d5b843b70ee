"""The scripts of the site that need no page, tested by node's own runner."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.node.nodejs import find_node

SUITES = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.parametrize("suite", SUITES, ids=lambda path: path.name)
def test_a_suite_of_scripts_passes(suite: Path) -> None:
    done = subprocess.run([find_node(), "--test", str(suite)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# fail 0" in done.stdout or "ℹ fail 0" in done.stdout, done.stdout
