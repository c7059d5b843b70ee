"""Time and memory of a command with all the processes below it."""

from __future__ import annotations

import os
import sys

import pytest

from sitegen.bench.processes import measure
from sitegen.errors import ConfigError

_CHILD = "x = bytearray(60_000_000); import time; time.sleep(1.5)"
_PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {_CHILD!r}], check=True)"


def test_memory_of_children_counts_and_the_largest_process_is_told() -> None:
    usage = measure([sys.executable, "-c", _PARENT], os.environ)
    assert 60_000_000 < usage.largest < usage.total < 200_000_000
    assert usage.processor < usage.wall


def test_processor_seconds_are_those_spent() -> None:
    busy = "import time\nend = time.process_time() + 1.5\nwhile time.process_time() < end: pass"
    assert measure([sys.executable, "-c", busy], os.environ).processor > 1


def test_a_command_that_fails_is_one_clear_error_with_what_it_said() -> None:
    with pytest.raises(ConfigError, match=r"(?s)failed:.*what is wrong"):
        measure([sys.executable, "-c", "raise SystemExit('what is wrong')"], os.environ)
