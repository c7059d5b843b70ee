"""The scoring engine that the site serves: Python, RDKit and the evaluator, compiled for the browser.

All files lie in one folder whose name comes from their contents, so that browsers may keep them for
ever and a page never meets files of another build. WebAssembly is served gzipped and unpacked by the
page: what is sent does not depend on what the host compresses.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyodide_lock import PackageSpec, PyodideLockSpec

from sitegen.config import REPOSITORY_ROOT
from sitegen.errors import SourceError
from sitegen.release.tables import json_line
from sitegen.site.evaluator_wheel import IMPORTS, Wheel, build_wheel
from sitegen.sources import Pin, fetch, read_pin

ENGINE = "assets/engine"
"""Folder of the engine relative to the site's root; each build has a folder of its own in it."""

POINTER = f"{ENGINE}/engine.json"
"""Tells scripts of other pages the current folder: `Engine.to_json`."""

LOCK = "lock.json"
RDKIT = "RDKit_minimal.mjs"

_PINS = REPOSITORY_ROOT / "data" / "site" / "sources"
_WORKER = Path(__file__).parent / "worker"
_GZIPPED = ".wasm"
_FOLDER_DIGITS = 16

# What the stack of RDKit.js can be moved with (chemistry.mjs); the linker shortens these names anew
# in every release.
_STACK_FUNCTIONS = {
    "allocate": "_malloc",
    "restore": "__emscripten_stack_restore",
    "current": "_emscripten_stack_get_current",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """The engine of one build.

    `folder` is relative to the site's root and ends in `/`; `files` maps the names that the worker
    loads with progress to the bytes that are sent; `versions` names what is inside.
    """

    folder: str
    files: Mapping[str, int]
    versions: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """Return the engine as JSON values."""
        return {"folder": self.folder, "files": dict(self.files), "versions": dict(self.versions)}


def write_engine(site_dir: Path, cache: Path) -> Engine:
    """Write the engine below `site_dir` and return what it is; packages are fetched into `cache`.

    Raises `SourceError` where a package cannot be had or is not what the code was written for.
    """
    pyodide, rdkit = read_pin(_PINS / "pyodide.toml"), read_pin(_PINS / "rdkit_js.toml")
    wheel = build_wheel()
    files = _engine_files(pyodide, rdkit, wheel, cache)
    folder = f"{ENGINE}/{_digest(files)}/"
    target = site_dir / folder
    target.mkdir(parents=True, exist_ok=True)
    sizes = {}
    for name, data in files.items():
        served, data = (f"{name}.gz", _gzipped(data)) if name.endswith(_GZIPPED) else (name, data)
        (target / served).write_bytes(data)
        if not name.endswith((".mjs", ".txt")):
            sizes[served] = len(data)
    engine = Engine(
        folder=folder,
        files=sizes,
        versions={wheel.name: wheel.version, "pyodide": pyodide.version, "rdkit": rdkit.version},
    )
    (site_dir / POINTER).write_text(json_line(engine.to_json()) + "\n", encoding="utf-8")
    return engine


def _engine_files(pyodide: Pin, rdkit: Pin, wheel: Wheel, cache: Path) -> dict[str, bytes]:
    """Return every file of the engine as it is before compression, by name."""
    python = _members(pyodide, cache)
    chemistry = _members(rdkit, cache)
    names = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
    files = {name: _member(pyodide, python, name) for name in names}
    files[LOCK] = lock_file(_member(pyodide, python, "pyodide-lock.json"), wheel)
    files[wheel.file_name] = wheel.data
    files[RDKIT] = rdkit_module(rdkit, _member(rdkit, chemistry, "RDKit_minimal.js"))
    files["RDKit_minimal.wasm"] = _member(rdkit, chemistry, "RDKit_minimal.wasm")
    files |= {path.name: path.read_bytes() for path in sorted(_WORKER.iterdir()) if path.is_file()}
    files["LICENCES.txt"] = _licences(pyodide, rdkit)
    return files


def lock_file(upstream: bytes, wheel: Wheel) -> bytes:
    """Return a Pyodide lock file that knows one package, the evaluator's wheel beside it.

    Pyodide's own (119 kB of packages that nobody here loads) gives the platform it was built for.
    """
    info = PyodideLockSpec.from_dict(json.loads(upstream)).info
    package = PackageSpec(
        name=wheel.name,
        version=wheel.version,
        file_name=wheel.file_name,
        install_dir="site",
        sha256=hashlib.sha256(wheel.data).hexdigest(),
        imports=[IMPORTS],
    )
    lock = PyodideLockSpec(info=info, packages={wheel.name: package})
    lock.check_wheel_filenames()
    return (json.dumps(lock.to_dict(), sort_keys=True, separators=(",", ":")) + "\n").encode()


def rdkit_module(pin: Pin, source: bytes) -> bytes:
    """Return RDKit.js's loader as a module: its factory as the default, and `stackExports`.

    Raises `SourceError` where the loader does not name the functions that move its stack.
    """
    text = source.decode("utf-8")
    exports = {}
    for role, name in _STACK_FUNCTIONS.items():
        found = re.search(rf"(?<![\w$]){re.escape(name)}=wasmExports\[\"([^\"]+)\"\]", text, re.ASCII)
        if found is None:
            raise SourceError(
                f"{pin.path}: {pin.label} does not export {name}; "
                "adapt sitegen/site/scorer/engine.py and worker/chemistry.mjs to the new release"
            )
        exports[role] = found.group(1)
    lines = ("export default initRDKitModule;", f"export const stackExports = {json.dumps(exports)};")
    return (text.rstrip() + "\n" + "\n".join(lines) + "\n").encode()


def _members(pin: Pin, cache: Path) -> dict[str, Path]:
    return {path.name: path for path in fetch(pin, cache)}


def _member(pin: Pin, members: Mapping[str, Path], name: str) -> bytes:
    if name not in members:
        raise SourceError(f"{pin.path}: member: {name} is not named; add it with its sha256")
    return members[name].read_bytes()


def _licences(*pins: Pin) -> bytes:
    blocks = [
        "\n".join(
            part
            for part in (pin.title or pin.name, pin.label, pin.licence, pin.licence_note, pin.citation)
            if part
        )
        for pin in pins
    ]
    return ("\n\n".join(blocks) + "\n").encode()


def _digest(files: Mapping[str, bytes]) -> str:
    """Return the folder's name: a digest of names and contents, before compression."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\0{hashlib.sha256(files[name]).hexdigest()}\n".encode())
    return digest.hexdigest()[:_FOLDER_DIGITS]


def _gzipped(data: bytes) -> bytes:
    return gzip.compress(data, compresslevel=9, mtime=0)
