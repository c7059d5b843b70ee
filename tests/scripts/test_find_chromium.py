"""Which Chromium the browser tests drive, on machines made of fake ones."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

type Run = Callable[..., subprocess.CompletedProcess[str]]
type Fake = Callable[[str, str], Path]

BROWSER = 'echo "Chromium 156.0"; echo noise >&2'
STUB = "echo 'install the snap' >&2; exit 1"


def test_the_system_browser_is_taken_and_only_its_path_printed(run: Run, fake: Fake) -> None:
    browser = fake("a/chromium", BROWSER)
    done = run("find_chromium", path=("a",))
    assert (done.stdout, done.stderr) == (f"{browser}\n", "")


def test_a_stub_that_does_not_run_is_passed_over(run: Run, fake: Fake) -> None:
    fake("a/chromium-browser", STUB)
    chrome = fake("a/google-chrome", BROWSER)
    assert run("find_chromium", path=("a",)).stdout == f"{chrome}\n"


def test_one_named_by_the_user_overrules(run: Run, fake: Fake) -> None:
    fake("a/chromium", BROWSER)
    named = fake("b/my browser", BROWSER)
    done = run("find_chromium", path=("a",), variables={"CHROMIUM": str(named)})
    assert done.stdout == f"{named}\n"


def test_one_named_by_the_user_that_does_not_run_is_an_error(run: Run, fake: Fake) -> None:
    fake("a/chromium", BROWSER)
    done = run("find_chromium", path=("a",), variables={"CHROMIUM": "/none"})
    assert (done.returncode, done.stdout) == (1, "")
    assert "CHROMIUM=/none does not run" in done.stderr


def test_root_on_debian_gets_the_distributions_package(run: Run, fake: Fake, machine: Path) -> None:
    browser = fake("store/chromium", BROWSER)
    (machine / "tools/id").unlink()
    fake("a/id", "echo 0")
    fake("a/apt-get", f'echo "apt $*"; [ "$1" = update ] || ln -s "{browser}" "{machine}/a/chromium"')
    done = run("find_chromium", path=("a",))
    assert done.stdout == f"{machine}/a/chromium\n"
    assert "apt install -y -qq --no-install-recommends chromium" in done.stderr


def test_nothing_is_installed_for_others_and_they_are_told_what_to_do(
    run: Run, fake: Fake, machine: Path
) -> None:
    (machine / "tools/id").unlink()
    fake("a/id", "echo 1000")
    fake("a/apt-get", "echo never")
    done = run("find_chromium", path=("a",))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("find_chromium: no Chromium or Chrome; install one, or name it")
