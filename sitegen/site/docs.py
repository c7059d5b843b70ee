"""Documentation pages that are made from the code: the architecture page and the changelog."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from sitegen.config import REPOSITORY_ROOT

_PACKAGES = ("evaluator", "sitegen")
_INTRODUCTION = """# Architecture

Two packages. `evaluator` scores predictions with nothing but Python's standard library, on a command
line and in the browser; `sitegen` builds data sets and this site, and imports `evaluator`, never the
reverse. A benchmark is a folder under `sitegen/benchmarks/`; nothing else knows what it is about.

Each module below is described by the first paragraph of its own docstring.
"""


def generated_docs(root: Path = REPOSITORY_ROOT) -> dict[str, str]:
    """Return Markdown pages by path below the docs folder, made from the checkout at `root`."""
    pages = {"architecture.md": architecture_page(root)}
    changelog = root / "CHANGELOG.md"
    if changelog.is_file():
        pages["changelog.md"] = changelog.read_text(encoding="utf-8")
    return pages


def architecture_page(root: Path) -> str:
    """Return the architecture page: packages and their modules with what their docstrings say first."""
    parts = [_INTRODUCTION]
    for package in _PACKAGES:
        for folder in _packages(root / package):
            name = ".".join(folder.relative_to(root).parts)
            modules = [path for path in sorted(folder.glob("*.py")) if not path.name.startswith("__")]
            parts.append(f"## {name}\n\n{_summary(folder / '__init__.py')}\n")
            parts += [f"`{path.stem}`\n:   {_summary(path)}\n" for path in modules]
    return "\n".join(parts)


def _packages(folder: Path) -> Iterator[Path]:
    if (folder / "__init__.py").is_file():
        yield folder
        for below in sorted(folder.iterdir()):
            yield from _packages(below) if below.is_dir() else ()


def _summary(path: Path) -> str:
    """Return the first paragraph of a module's docstring on one line."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split("\n\n")[0].split()).replace("<", "&lt;")
