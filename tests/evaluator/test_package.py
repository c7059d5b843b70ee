"""The package as its users and neighbours rely on it: names, documentation, imports, language version."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import evaluator

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "evaluator").rglob("*.py"))
ADAPTERS = {"rdkit_native.py": {"rdkit"}, "rdkit_js.py": {"js", "pyodide"}}


def imported(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name.split(".")[0] for name in names}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_imports_the_standard_library_and_its_own_package_only(path: Path) -> None:
    allowed = set(sys.stdlib_module_names) | {"evaluator"} | ADAPTERS.get(path.name, set())
    assert imported(path) <= allowed


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_is_python_3_11_of_readable_length(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 11))
    assert len(source.splitlines()) <= 400
    assert not {"threading", "multiprocessing", "subprocess", "asyncio"} & imported(path)


def test_importing_the_package_imports_no_toolkit_and_no_generator() -> None:
    code = "import sys, evaluator.cli; print([m for m in ('rdkit', 'js', 'sitegen') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_exported_once_and_documented() -> None:
    names = evaluator.__all__
    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert names == sorted(names)
    for name in names:
        found = getattr(evaluator, name)
        if name != "__version__":
            assert inspect.getdoc(found), name
    public = {name for name in vars(evaluator) if not name.startswith("_")}
    modules = {name for name in public if inspect.ismodule(getattr(evaluator, name))}
    assert public - modules - {"annotations"} == set(names) - {"__version__"}


def test_every_public_thing_of_every_module_is_documented() -> None:
    for found in pkgutil.walk_packages(evaluator.__path__, "evaluator."):
        if found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        assert module.__doc__, found.name
        for name, value in vars(module).items():
            own = getattr(value, "__module__", None) == module.__name__
            if own and not name.startswith("_") and (inspect.isclass(value) or inspect.isfunction(value)):
                assert value.__doc__, f"{found.name}.{name}"


def test_public_names_of_different_modules_do_not_collide() -> None:
    owners: dict[str, set[str]] = {}
    for found in pkgutil.walk_packages(evaluator.__path__, "evaluator."):
        if found.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            module = getattr(value, "__module__", None)
            if not name.startswith("_") and (inspect.isclass(value) or inspect.isfunction(value)):
                if module and module.startswith("evaluator"):
                    owners.setdefault(name, set()).add(module)
    assert {name: modules for name, modules in owners.items() if len(modules) > 1} == {}
