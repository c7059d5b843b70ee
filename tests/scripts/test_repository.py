"""What no tracked file may hold, and what the make targets and workflows promise."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
# Written in parts, or this file would be the first to be found.
HOSTS = tuple(
    ".".join(parts).encode()
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("huggingface", "co"),
        ("jsdelivr", "net"),
        ("unpkg", "com"),
    )
)
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()]


def make(*arguments: str) -> str:
    return subprocess.run(["make", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def steps(workflow: Path) -> list[dict[str, str]]:
    jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.decode())
def test_no_tracked_file_names_the_host_of_a_registry(host: bytes) -> None:
    assert [path for path in tracked() if host in path.read_bytes()] == []


def test_no_lock_file_with_download_addresses_is_tracked() -> None:
    names = {
        "package-lock.json",
        "npm-shrinkwrap.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "uv.lock",
        "poetry.lock",
    }
    assert [path for path in tracked() if path.name in names] == []


def test_help_lists_every_target() -> None:
    listed = set(re.findall(r"^make (\w+)", make("help"), re.MULTILINE))
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert phony
    assert listed == targets() == set(phony[1].split())


def test_make_site_passes_profile_limit_and_jobs_on() -> None:
    plan = make("-n", "site", "PROFILE=full", "LIMIT=5", "JOBS=2", "OUT=some out")
    assert '-m sitegen build --config sitegen/profiles/full.toml --out "some out" --jobs 2 --limit 5' in plan


def test_continuous_integration_runs_the_readmes_test_command() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines()
    assert script[-1] == "make test"
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_make_targets_only(workflow: Path) -> None:
    commands = [step["run"] for step in steps(workflow) if "run" in step]
    assert {command.removeprefix("make ") for command in commands} <= targets()


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_uses_actions_by_commit_with_the_version_beside_it(workflow: Path) -> None:
    uses = re.findall(r"uses: (.*)", workflow.read_text(encoding="utf-8"))
    assert uses
    for use in uses:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use), use


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_only_read_unless_a_job_publishes_pages(workflow: Path) -> None:
    table = yaml.safe_load(workflow.read_text(encoding="utf-8"))
    assert table["permissions"] == {"contents": "read"}
    writing = {
        (name, permission)
        for name, job in table["jobs"].items()
        for permission, level in job.get("permissions", {}).items()
        if level == "write"
    }
    assert writing <= {("deploy", "pages"), ("deploy", "id-token")}


def test_pages_are_built_for_the_address_that_pages_gives() -> None:
    text = (ROOT / ".github/workflows/pages.yml").read_text(encoding="utf-8")
    assert "SITE_URL: ${{ steps.pages.outputs.base_url }}/" in text
    assert "github.repository" not in text


def test_tests_run_on_every_python_the_setup_may_take() -> None:
    script = (ROOT / "scripts/find_python").read_text(encoding="utf-8")
    limits = {
        name: int(minor) for name, minor in re.findall(r"^(OLDEST|NEWEST)=(\d+)$", script, re.MULTILINE)
    }
    table = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    minors = range(limits["OLDEST"], limits["NEWEST"] + 1)
    assert table["jobs"]["test"]["strategy"]["matrix"]["python"] == [f"3.{minor}" for minor in minors]
    assert f"(3, {limits['OLDEST']}) <= sys.version_info[:2] <= (3, {limits['NEWEST']})" in (
        ROOT / "scripts/setup"
    ).read_text(encoding="utf-8")


def test_the_distribution_is_the_evaluator_without_dependencies() -> None:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert (table["project"]["requires-python"], table["project"]["dependencies"]) == (">=3.11", [])
    assert table["tool"]["setuptools"]["packages"]["find"]["include"] == ["evaluator", "evaluator.*"]
