"""Run a package client (pip, npm) while showing that something is going on."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm


def run_client(command: Sequence[str], *, label: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `command` in `folder` and return its output; a terminal shows `label` and the time taken."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    with tqdm(bar_format="{desc} {elapsed}", desc=label, disable=None, leave=False) as bar:
        try:
            while True:
                try:
                    stdout, stderr = process.communicate(timeout=0.2)
                except subprocess.TimeoutExpired:
                    bar.refresh()
                else:
                    return subprocess.CompletedProcess(command, process.returncode, stdout, stderr)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
