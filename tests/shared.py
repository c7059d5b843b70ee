"""Real data that may not be published here: `../shared`, or the folder `CHEMGROUND_SHARED` names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("CHEMGROUND_SHARED") or Path(__file__).parents[2] / "shared")
SHARED_DATA = SHARED / "data"
SHARED_CASES = SHARED / "cases" / "cases.jsonl"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared data are neither beside the checkout nor in CHEMGROUND_SHARED"
)
