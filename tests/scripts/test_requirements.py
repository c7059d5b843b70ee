"""The pinned packages: hashed, free of addresses, complete, and in step with what they must match."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LISTS = sorted((ROOT / "requirements").glob("*.txt"))
PIN = re.compile(r"([a-z0-9-]+)==(\S+)")
# Modules whose package is called otherwise.
PACKAGES = {"yaml": "pyyaml", "huggingface_hub": "huggingface-hub", "pyodide_lock": "pyodide-build"}


def entries(path: Path) -> list[str]:
    """Return the requirements of a list, each with its hashes as one line."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def direct(*names: str) -> dict[str, str]:
    """Return the packages asked for by requirements/<name>.in, with their versions."""
    text = "\n".join((ROOT / f"requirements/{name}.in").read_text(encoding="utf-8") for name in names)
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    pins = (PIN.fullmatch(line.replace("_", "-")) for line in lines if line and not line.startswith("-c "))
    return {pin[1]: pin[2] for pin in pins if pin}


def imported(*folders: str) -> Iterator[tuple[str, Path]]:
    """Yield each module (its first name) that the Python files of the folders import, and where."""
    for path in (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((alias.name.split(".")[0], path) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.split(".")[0], path


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_package_has_one_version_and_a_hash(path: Path) -> None:
    assert entries(path)
    for entry in entries(path):
        assert PIN.match(entry), entry
        assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("path", sorted((ROOT / "requirements").iterdir()), ids=lambda path: path.name)
def test_no_list_names_an_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(
        r"^\s*--?(i|index-url|extra-index-url|find-links|f|trusted-host)\b", text, re.MULTILINE
    )


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_list_holds_what_its_input_asks_for(path: Path) -> None:
    asked = direct(path.stem)
    assert asked
    assert asked.items() <= {pin[1]: pin[2] for pin in map(PIN.match, entries(path)) if pin}.items()


def test_site_and_tests_agree_on_the_versions_they_share() -> None:
    site, dev = (
        {pin[1]: pin[2] for pin in map(PIN.match, entries(ROOT / f"requirements/{name}.txt")) if pin}
        for name in ("site", "dev")
    )
    assert {name: site[name] for name in site.keys() & dev} == {name: dev[name] for name in site.keys() & dev}


def test_the_generator_imports_only_packages_that_are_asked_for() -> None:
    known = {*direct("site"), "evaluator", "sitegen", *sys.stdlib_module_names}
    # Modules that exist in the browser only.
    known |= {"js", "pyodide"}
    # `make bench` sets up what tests need, too: it drives a browser.
    bench = known | set(direct("dev"))
    unknown = {
        name: path
        for name, path in imported("sitegen", "evaluator")
        if PACKAGES.get(name, name) not in (bench if "bench" in path.parts else known)
    }
    assert unknown == {}


def test_every_package_asked_for_is_imported_or_renders_the_hand_written_pages() -> None:
    used = {PACKAGES.get(name, name) for name, _ in imported("sitegen")}
    assert set(direct("site")) - used - {"mkdocs", "mkdocs-material"} == set()


def test_tests_import_only_packages_that_are_asked_for() -> None:
    known = {*direct("site", "dev"), "evaluator", "sitegen", "tests", *sys.stdlib_module_names}
    unknown = {
        name: path
        for name, path in imported("tests")
        if PACKAGES.get(name, name) not in known and not (path.parent / f"{name}.py").exists()
    }
    assert unknown == {}


def test_rdkit_is_the_same_release_in_python_and_in_the_browser() -> None:
    pin = tomllib.loads((ROOT / "data/site/sources/rdkit_js.toml").read_text(encoding="utf-8"))
    assert direct("site")["rdkit"] == pin["version"]
