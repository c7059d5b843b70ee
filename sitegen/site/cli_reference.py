"""The command line page of the documentation, from what the programs' own `--help` says.

docs/cli.md is that page; a test keeps it equal. After a change of an option:
`python -c "from sitegen.site.cli_reference import write_cli_page; write_cli_page()"`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping

from sitegen.config import REPOSITORY_ROOT
from sitegen.errors import ChemGroundError

PAGE = REPOSITORY_ROOT / "docs" / "cli.md"

_WIDTH = "100"
_INTRODUCTION = """# Command line

Two programs: `evaluator` scores predictions and needs nothing but Python, `sitegen` builds data sets and
the site. Both end with 0 when all is done, 1 when a check that was asked for failed, 2 for bad input, and
name file, line, id and what to do. `make help` lists shortcuts.

This page is what `--help` says.
"""
_COMMAND = re.compile(r"^ {2,4}([a-z][a-z-]*)  ", re.MULTILINE | re.ASCII)
_PROGRAMS: Mapping[str, str] = {
    "evaluator": r"^positional arguments:\n +(?:command|\{[^}]*\})\n(?P<list>(?:    .*\n)*)",
    "sitegen": r"^Commands:\n(?P<list>(?:  .*\n?)*)",
}


def cli_reference() -> str:
    """Return the page as Markdown: each program and each of its commands."""
    parts = [_INTRODUCTION]
    for program, listing in _PROGRAMS.items():
        text = help_text(program)
        parts.append(_section(f"## python -m {program}", text))
        found = re.search(listing, text, re.MULTILINE)
        if found is None:
            raise ChemGroundError(f"python -m {program} --help lists no commands; mend {__name__}")
        for command in _COMMAND.findall(found["list"]):
            parts.append(_section(f"### {program} {command}", help_text(program, command)))
    return "\n".join(parts)


def write_cli_page() -> None:
    """Write docs/cli.md anew."""
    PAGE.write_text(cli_reference(), encoding="utf-8")


def help_text(program: str, *command: str) -> str:
    """Return what `python -m <program> <command> --help` prints on a terminal of fixed width."""
    environment = {**os.environ, "COLUMNS": _WIDTH, "NO_COLOR": "1", "PYTHON_COLORS": "0"}
    words = [sys.executable, "-m", program, *command, "--help"]
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=REPOSITORY_ROOT, env=environment
    )
    if done.returncode != 0:
        raise ChemGroundError(f"{' '.join(words[1:])} failed: {done.stderr.strip()}")
    return done.stdout.replace("\r\n", "\n").rstrip()


def _section(heading: str, text: str) -> str:
    return f"{heading}\n\n```text\n{text}\n```\n"
