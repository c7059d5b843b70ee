"""Folders of fake programs, so that the set-up scripts can be run against any machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ("cat", "chmod", "cksum", "dirname", "env", "id", "ln", "ls", "mkdir", "rm", "sh", "sort", "touch")

type Run = Callable[..., subprocess.CompletedProcess[str]]
type Fake = Callable[[str, str], Path]


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A machine with a few basic tools and a copy of the scripts, in a folder with a blank in its name."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in TOOLS:
        (tools / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    checkout = tmp_path / "check out"
    checkout.mkdir()
    shutil.copytree(ROOT / "scripts", checkout / "scripts")
    shutil.copytree(ROOT / "requirements", checkout / "requirements")
    return tmp_path


@pytest.fixture
def fake(machine: Path) -> Fake:
    """Make `folder/name` of the machine a shell script of the lines given; return its path."""

    def make(place: str, body: str) -> Path:
        path = machine / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)
        return path

    return make


@pytest.fixture
def run(machine: Path) -> Run:
    """Run a script of the checkout with a PATH of the machine's folders given, in that order."""

    def call(
        script: str, *arguments: str, path: tuple[str, ...] = (), variables: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        folders = [*(str(machine / folder) for folder in path), str(machine / "tools")]
        return subprocess.run(
            [str(machine / "check out/scripts" / script), *arguments],
            env={"PATH": os.pathsep.join(folders), "HOME": str(machine / "home"), **(variables or {})},
            cwd=machine / "check out",
            capture_output=True,
            text=True,
            check=False,
        )

    return call
