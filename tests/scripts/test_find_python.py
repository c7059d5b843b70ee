"""Which Python the set-up takes, on machines made of fake ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

type Run = Callable[..., subprocess.CompletedProcess[str]]
type Fake = Callable[[str, str], Path]

SHIM = "echo 'pyenv: command not found' >&2; exit 127"


def python(version: str, verdict: str = "ok") -> str:
    """A fake interpreter: it gives the report that the script asks of a real one."""
    return f'[ "$1" = -I ] && echo "{version.split(".")[1]} {version} {verdict}" && exit'


def test_the_newest_on_path_is_taken_whatever_its_folder(run: Run, fake: Fake) -> None:
    fake("a/python3", python("3.11.7"))
    fake("a/python3.12", python("3.12.1"))
    newest = fake("b/python3.14", python("3.14.2"))
    done = run("find_python", path=("a", "b"))
    assert done.stdout == f"{newest}\n"
    assert f"taking {newest} (Python 3.14.2): the newest on PATH" in done.stderr


def test_plain_python3_counts_by_its_version(run: Run, fake: Fake) -> None:
    fake("a/python3.12", python("3.12.1"))
    newest = fake("a/python3", python("3.13.5"))
    assert run("find_python", path=("a",)).stdout == f"{newest}\n"


def test_a_shim_that_fails_does_not_hide_a_python_behind_it(run: Run, fake: Fake) -> None:
    shim = fake("shims/python3.13", SHIM)
    behind = fake("usr bin/python3.13", python("3.13.5"))
    done = run("find_python", path=("shims", "usr bin"))
    assert done.stdout == f"{behind}\n"
    assert f"{shim} does not run, passed over" in done.stderr


def test_the_newest_of_pyenv_is_taken_where_its_shims_fail(run: Run, fake: Fake) -> None:
    fake("home/.pyenv/shims/python3.13", SHIM)
    fake("home/.pyenv/versions/3.12.9/bin/python3.12", python("3.12.9"))
    fake("home/.pyenv/versions/3.13.2/bin/python3.13", python("3.13.2"))
    newest = fake("home/.pyenv/versions/3.13.10/bin/python3.13", python("3.13.10"))
    done = run("find_python", path=("home/.pyenv/shims",))
    assert done.stdout == f"{newest}\n"
    assert "none on PATH serves; the newest pyenv has installed" in done.stderr


@pytest.mark.parametrize("told", ["variable", "shims on PATH"])
def test_pyenv_is_found_elsewhere_than_at_home(run: Run, fake: Fake, machine: Path, told: str) -> None:
    fake("my pyenv/shims/python3", SHIM)
    installed = fake("my pyenv/versions/3.12.9/bin/python3.12", python("3.12.9"))
    if told == "variable":
        done = run("find_python", variables={"PYENV_ROOT": str(machine / "my pyenv")})
    else:
        done = run("find_python", path=("my pyenv/shims",))
    assert done.stdout == f"{installed}\n"


def test_one_on_path_is_preferred_to_a_newer_one_of_pyenv(run: Run, fake: Fake) -> None:
    on_path = fake("a/python3.12", python("3.12.1"))
    fake("home/.pyenv/versions/3.13.2/bin/python3.13", python("3.13.2"))
    assert run("find_python", path=("a",)).stdout == f"{on_path}\n"


@pytest.mark.parametrize(
    ("name", "version", "verdict", "reason"),
    [
        ("python3", "3.15.0", "ok", "is Python 3.15.0, newer than 3.14, the newest this was tested with"),
        ("python3.13", "3.13.5", "has no module ensurepip (package python3-venv)", "(package python3-venv)"),
        ("python3.14", "3.14.2", "is a free-threaded build", "(Python 3.14.2) is a free-threaded build"),
    ],
)
def test_one_that_cannot_serve_is_passed_over_with_the_reason_told_once(
    run: Run, fake: Fake, name: str, version: str, verdict: str, reason: str
) -> None:
    fake(f"a/{name}", python(version, verdict))
    other = fake("b/python3.12", python("3.12.1"))
    done = run("find_python", path=("a", "b"))
    assert done.stdout == f"{other}\n"
    assert done.stderr.count(reason) == 1


UV = """
case "$2" in
install) [ "$3" = 3.13 ] && echo "installs into $UV_PYTHON_INSTALL_DIR, links $UV_PYTHON_INSTALL_BIN" >&2 ;;
find) echo "{downloaded}" ;;
esac
"""


def test_uv_downloads_one_where_there_is_none(run: Run, fake: Fake, machine: Path) -> None:
    downloaded = fake("downloads/python3.13", python("3.13.18"))
    fake("a/uv", UV.format(downloaded=downloaded))
    fake("a/python3", python("3.11.7"))
    done = run("find_python", path=("a",))
    assert done.stdout == f"{downloaded}\n"
    assert f"installs into {machine}/check out/.cache/tools/python, links 0" in done.stderr
    assert f"taking {downloaded} (Python 3.13.18): downloaded by uv" in done.stderr


def test_uv_itself_is_put_into_a_private_folder_by_whatever_python3_there_is(
    run: Run, fake: Fake, machine: Path
) -> None:
    downloaded = fake("downloads/python3.13", python("3.13.18"))
    uv = fake("store/uv", UV.format(downloaded=downloaded))
    pip = fake("store/python", f'[ "$2 $3" = "pip install" ] && ln -s "{uv}" "${{0%/*}}/uv"')
    fake(
        "a/python3",
        f'{python("3.11.7")}\n[ "$2" = venv ] && mkdir -p "$4/bin" && ln -s "{pip}" "$4/bin/python"',
    )
    done = run("find_python", path=("a",), variables={"CHEMGROUND_CACHE": str(machine / "cache")})
    assert done.stdout == f"{downloaded}\n"
    assert (machine / "cache/tools/uv/bin/uv").exists()


def test_uv_comes_by_pip_alone_where_there_is_no_venv(run: Run, fake: Fake, machine: Path) -> None:
    downloaded = fake("downloads/python3.13", python("3.13.18"))
    uv = fake("store/uv", UV.format(downloaded=downloaded))
    target = machine / "check out/.cache/tools/uv/bin"
    fake(
        "a/python3",
        f'{python("3.11.7")}\n[ "$2" = venv ] && exit 1\n'
        f'case "$*" in *--target*) mkdir -p "{target}" && ln -s "{uv}" "{target}/uv" ;; *) exit 1 ;; esac',
    )
    assert run("find_python", path=("a",)).stdout == f"{downloaded}\n"


def test_nothing_at_all_ends_with_what_to_do(run: Run) -> None:
    done = run("find_python")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("install one (with venv and pip) and run again\n")


def test_python_named_by_the_user_overrules_the_search(run: Run, fake: Fake) -> None:
    fake("a/python3.14", python("3.14.2"))
    named = fake("b/mine", python("3.12.1"))
    assert run("find_python", path=("a",), variables={"PYTHON": str(named)}).stdout == f"{named}\n"


def test_an_unfit_python_named_by_the_user_is_an_error(run: Run, fake: Fake) -> None:
    fake("a/python3.14", python("3.14.2"))
    named = fake("b/mine", python("3.11.1"))
    done = run("find_python", path=("a",), variables={"PYTHON": str(named)})
    assert (done.returncode, done.stdout) == (1, "")
    assert "is not a Python from 3.12 to 3.14 that serves" in done.stderr


def test_a_real_interpreter_passes_the_examination(run: Run) -> None:
    done = run("find_python", variables={"PYTHON": sys.executable})
    assert done.stdout == f"{sys.executable}\n"
    assert f"(Python {'.'.join(map(str, sys.version_info[:3]))})" in done.stderr
