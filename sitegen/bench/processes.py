"""Run a command and measure its whole process tree: time, processor time, memory (Linux: reads /proc)."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sitegen.errors import ConfigError

_PROC = Path("/proc")
_PERIOD = 0.25
_SHOWN = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a command took: seconds of wall clock and of processors, and peaks of memory in bytes.

    `largest` is the largest resident size of one process, `total` that of all at one time (pages that
    processes share count in each).
    """

    wall: float
    processor: float
    largest: int
    total: int


def measure(command: Sequence[str], environment: Mapping[str, str]) -> Usage:
    """Run a command to its end and return what it took.

    Raises `ConfigError` where there is no /proc, or when the command fails, with the end of its output.
    """
    if not (_PROC / "self" / "stat").is_file():
        raise ConfigError("memory is measured through /proc: run this on Linux")
    start = time.monotonic()
    spent: dict[int, float] = {}
    largest = total = 0
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output,
        subprocess.Popen(command, env=dict(environment), stdout=output, stderr=output) as process,
    ):
        while process.poll() is None:
            sizes = _sample(process.pid, spent)
            largest, total = max(largest, *sizes, 0), max(total, sum(sizes))
            time.sleep(_PERIOD)
        output.seek(0)
        said = output.read()[-_SHOWN:]
    if process.returncode:
        raise ConfigError(f"{' '.join(command)} failed:\n{said}")
    return Usage(wall=time.monotonic() - start, processor=sum(spent.values()), largest=largest, total=total)


def _sample(root: int, spent: dict[int, float]) -> list[int]:
    """Return the resident bytes of a process and all below it; note the processor seconds of each."""
    ticks, page = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
    parents: dict[int, int] = {}
    found: dict[int, tuple[float, int]] = {}
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            text = (entry / "stat").read_text(encoding="utf-8", errors="replace")
        except OSError:  # it has just ended
            continue
        fields = text.rpartition(")")[2].split()
        number = int(entry.name)
        parents[number] = int(fields[1])
        found[number] = ((int(fields[11]) + int(fields[12])) / ticks, int(fields[21]) * page)
    below = {root}
    while more := {child for child, parent in parents.items() if parent in below} - below:
        below |= more
    for number in below & found.keys():
        spent[number] = found[number][0]
    return [found[number][1] for number in below & found.keys()]
