"""The input hash of a build: the same hash means that the same bytes would come out."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

_LIBRARIES = ("accfg", "rdkit", "pyarrow", "jinja2")
_CODE = {".py", ".toml", ".tsv", ".md", ".j2", ".js", ".mjs", ".css", ".html", ".svg", ".yml", ".json"}


def tree_sha256(roots: Iterable[Path]) -> str:
    """Return one sha256 over the names and contents of all code and table files below `roots`.

    A root that is a file counts by its name; what Python or an editor leaves behind does not.
    """
    digest = hashlib.sha256()
    for root in roots:
        files = [root] if root.is_file() else sorted(_files(root))
        for path in files:
            name = path.name if path == root else path.relative_to(root).as_posix()
            digest.update(f"{name}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def input_sha256(facts: Mapping[str, Any], roots: Iterable[Path]) -> str:
    """Return the sha256 over `facts` (JSON values), the trees in `roots` and the library versions."""
    versions = {name: version(name) for name in _LIBRARIES}
    python = platform.python_version_tuple()[:2]
    text = json.dumps(
        {"facts": facts, "versions": versions, "python": python, "tree": tree_sha256(roots)},
        sort_keys=True,
        default=str,
    )
    return hashlib.sha256(text.encode()).hexdigest()


def _files(root: Path) -> Iterable[Path]:
    for path in root.rglob("*"):
        if path.suffix in _CODE and path.is_file() and "__pycache__" not in path.parts:
            yield path
