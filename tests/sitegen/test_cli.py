"""The generator's command line: answers on standard output, messages on standard error, exit codes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sitegen.cli import main

TOY = Path(__file__).parent.parent / "toy"


def run(*arguments: str | Path, given: bytes = b"") -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=given)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    shutil.copytree(TOY, tmp_path / "toys", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "toys" / "chemground.toml"


def test_substitute_answers_each_line_and_goes_on_after_a_bad_one() -> None:
    lines = [
        {"esmiles": "*c1ccccc1<sep><a>0:R[1]</a>", "substituents": {"R1": "C"}},
        {"esmiles": "*c1ccccc1<sep><a>9:R[1]</a>", "substituents": {"R1": "C"}},
        {"esmiles": "C[C@H](*)N<sep><a>2:R[1]</a>", "substituents": {"R[1]": "c1ccccc1"}},
    ]
    given = "\n".join([*map(json.dumps, lines), "not json", ""]).encode()
    result = run("substitute", "-", given=given)
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers[0] == {"smiles": "Cc1ccccc1"}
    # seen from CH3: H, phenyl, N counter-clockwise, so H, N, phenyl clockwise
    assert answers[2] == {"smiles": "C[C@@H](N)c1ccccc1"}
    assert [sorted(answer) for answer in answers] == [["smiles"], ["error"], ["smiles"], ["error"]]


def test_esmiles_reads_both_notations_and_bytes_that_are_no_text() -> None:
    given = b"*C<sep><a>0:R[1]</a>\n*c1ccccc1 |$R1;;;;;;$|\n\xff\xfe\n"
    result = run("esmiles", "-", given=given)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert "error" not in answers[0] and "error" not in answers[1]
    assert "error" in answers[2]


def test_datasets_says_where_they_are_and_lint_checks_them(toy: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    built = run("datasets", "--config", toy, "--out", out, "--jobs", "1", "--limit", "4")
    assert (built.exit_code, built.stdout) == (0, f"dataset: {out / 'datasets' / 'toy'}\n")
    assert run("lint", "--out", out).exit_code == 0
    (out / "datasets" / "toy" / "items.parquet").write_bytes(b"damaged")
    found = run("lint", "--out", out)
    assert found.exit_code == 1
    assert "items.parquet: differs from its checksum" in found.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("datasets", "--config", "absent.toml"), "absent.toml: no such file"),
        (("site", "--out", "nowhere"), "no built dataset there; run `python -m sitegen datasets` first"),
        (("lint", "--out", "nowhere"), "no built dataset there"),
        (("serve", "--out", "nowhere"), "no built site there"),
        (("bench", "--out", "nowhere"), "not built; run `make site` first"),
        (("substitute", "absent.jsonl"), "No such file"),
        (("datasets", "--jobs", "0"), "0 is not in the range"),
    ],
)
def test_a_mistake_is_told_with_exit_code_2_and_no_traceback(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.output
    assert result.stdout == ""


def test_a_benchmark_whose_module_lacks_a_function_is_told(toy: Path, tmp_path: Path) -> None:
    folder = toy.parent / "halfway"
    shutil.copytree(toy.parent / "toy", folder)
    about = (folder / "benchmark.toml").read_text(encoding="utf-8")
    (folder / "benchmark.toml").write_text(about.replace('"toy"', '"halfway"', 1), encoding="utf-8")
    code = (folder / "__init__.py").read_text(encoding="utf-8").replace("def describe(", "def depict(")
    (folder / "__init__.py").write_text(code, encoding="utf-8")
    toy.write_text('[[benchmark]]\nfolder = "halfway"\n', encoding="utf-8")
    result = run("datasets", "--config", toy, "--out", tmp_path / "out", "--jobs", "1")
    assert result.exit_code == 2
    assert "function 'describe' is missing; define it" in result.stderr
