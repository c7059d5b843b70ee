"""What lint demands of splits: shortcuts within the limit, even letters, shares as declared."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from evaluator.records import Item, Metric, Option
from sitegen.benchmarks.discovery import import_benchmark
from sitegen.config import Config
from sitegen.errors import ConfigError
from sitegen.lint import lint_datasets
from sitegen.lint_audit import audit_findings, letter_findings, share_findings, split_items
from sitegen.pipeline import Settings, build_datasets
from sitegen.release.checksums import CHECKSUMS, file_sha256
from sitegen.release.folder import DESCRIPTION
from sitegen.release.tables import read_jsonl_gz, write_jsonl_gz

ABOUT: Mapping[str, Any] = {
    "splits": ["difficulty"],
    "audit": {"limit": 0.1, "where": {"difficulty": "hard"}},
    "baselines": {"largest": {"title": "Largest"}},
}


def questions(
    answers: str, difficulty: str = "hard", modes: Sequence[str] = ("a", "b"), **facets: str
) -> list[Item]:
    """A question for each letter, asked in several modes."""
    return [
        Item(
            id=f"{difficulty}-{number}.{mode}",
            benchmark="toy",
            task="vqa",
            facets={"difficulty": difficulty, "mode": mode, **facets},
            question="",
            options=tuple(Option(label=label, text=label) for label in "ABCD"),
            answer_type="choice",
            answer=answer,
            extra={"question": f"{difficulty}-{number}"},
        )
        for number, answer in enumerate(answers)
        for mode in modes
    ]


def metric(name: str, value: float, **facets: str) -> Metric:
    return Metric(name=f"{name}.accuracy", value=value, low=0.0, high=1.0, n=8, facets=facets)


def audited(*metrics: Metric, about: Mapping[str, Any] = ABOUT) -> list[str]:
    splits = split_items([*questions("ABCD"), *questions("ABCD", "easy")], about["splits"])
    return list(audit_findings(about, splits, metrics))


def test_a_solver_beyond_the_limit_is_told_with_split_value_limit_and_what_to_do() -> None:
    (finding,) = audited(metric("largest", 0.412, task="vqa", difficulty="hard"))
    assert finding.startswith(
        "vqa hard: the blind solver largest (Largest) is right in 41.2 % where chance is "
    )
    assert "chance is 25.0 % and at most 35.0 % are allowed; choose questions" in finding


@pytest.mark.parametrize(
    "allowed",
    [
        metric("largest", 0.35, task="vqa", difficulty="hard"),
        metric("largest", 0.30, difficulty="hard"),
        metric("largest", 0.05, task="vqa", difficulty="hard"),
    ],
)
def test_a_solver_within_the_limit_is_no_finding(allowed: Metric) -> None:
    assert audited(allowed) == []


def test_only_the_splits_of_the_rule_are_judged_and_only_as_a_whole() -> None:
    good = metric("largest", 0.3, task="vqa", difficulty="hard")
    easy = metric("largest", 0.9, task="vqa", difficulty="easy")
    one_mode = metric("largest", 0.9, task="vqa", difficulty="hard", mode="a")
    assert audited(good, easy, one_mode) == []
    everywhere = {**ABOUT, "audit": {"limit": 0.1}}
    assert len(audited(good, easy, one_mode, about=everywhere)) == 1


def test_a_list_in_where_means_any_of_its_values() -> None:
    about = {**ABOUT, "audit": {"limit": 0.1, "where": {"difficulty": ["easy", "medium"]}}}
    assert len(audited(metric("largest", 0.9, difficulty="easy"), about=about)) == 1


def test_a_split_of_fewer_questions_than_least_is_not_judged() -> None:
    bad = metric("largest", 0.9, difficulty="hard")
    assert audited(bad, about={**ABOUT, "audit": {"limit": 0.1, "least": 5}}) == []
    assert (
        len(
            audited(
                bad,
                about={
                    **ABOUT,
                    "audit": {"limit": 0.1, "least": 4, "where": {"task": "vqa", "difficulty": "hard"}},
                },
            )
        )
        == 1
    )


def test_a_split_without_any_solver_is_a_finding() -> None:
    assert audited(metric("random", 0.25, difficulty="hard")) == [
        "vqa hard: no blind solver was measured; let `audit` or `describe` return them"
    ]


def test_a_benchmark_without_the_rule_is_not_audited() -> None:
    assert audited(metric("largest", 0.9, difficulty="hard"), about={"splits": ["difficulty"]}) == []


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ({"limit": "high"}, "limit of .* must be a number, not 'high'"),
        ({}, "limit of .* must be a number, not None"),
        ({"limit": 0.1, "where": {"mode": "a"}}, "where names 'mode', which is no facet of `splits`"),
    ],
)
def test_a_rule_that_cannot_be_read_is_told(rule: Mapping[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        audited(about={**ABOUT, "audit": rule})


def test_letters_are_counted_in_questions_whatever_the_number_of_modes() -> None:
    even = questions("ABCDAB", modes=("a", "b", "c", "d"))
    assert list(letter_findings(split_items(even, ["difficulty"]))) == []
    (a, *_, d) = letter_findings(split_items(questions("AAABBC"), ["difficulty"]))
    assert a == "vqa hard: A is the answer of 3 questions where 1.5 would be even; balance the letters"
    assert d.startswith("vqa hard: D is the answer of 0 questions")


def test_a_share_is_held_to_the_tolerance_or_one_question() -> None:
    about = {
        "splits": ["difficulty"],
        "shares": [{"facet": "nota", "value": "yes", "share": 0.2, "where": {"difficulty": "easy"}}],
    }
    few = [*questions("A", "easy", nota="yes"), *questions("AAAAAAAAA", "easy", nota="no")[2:]]
    assert list(share_findings(about, split_items(few, ["difficulty"]))) == []
    none = questions("A" * 10, "easy", nota="no")
    (finding,) = share_findings(about, split_items([*none, *questions("AA")], ["difficulty"]))
    assert finding.startswith("vqa easy: 0 of 10 questions have nota = yes, 0.0 % where 20 % are declared")


def first_option(items: Sequence[Item], data: Path, map: object) -> tuple[Metric, ...]:
    """Return what always taking the first option earns, in the low split."""
    low = [item for item in items if item.facets["level"] == "low"]
    share = sum(item.answer == "A" for item in low) / len(low)
    return (metric("first", share, level="low"),)


@pytest.fixture
def audited_toy(toy_config: Config, settings: Callable[..., Settings]) -> tuple[Config, Path]:
    """The toy benchmark with a rule and a blind solver of its own, built."""
    folder = Path(toy_config.benchmarks[0].folder)
    about = (folder / "benchmark.toml").read_text(encoding="utf-8")
    rule = '[audit]\nlimit = 0.2\nwhere = { task = "element" }\n\n[facets.level]'
    (folder / "benchmark.toml").write_text(about.replace("[facets.level]", rule, 1), encoding="utf-8")
    (built,) = build_datasets(toy_config, settings())
    return toy_config, built


def doctor(folder: Path, **changes: Any) -> None:
    """Give every choice item of a built folder the same changes, and mend the checksums."""
    rows = [
        {**row, **(changes if row["options"] else {})} for row in read_jsonl_gz(folder / "items.jsonl.gz")
    ]
    write_jsonl_gz(folder / "items.jsonl.gz", rows)
    reseal(folder)


def reseal(folder: Path) -> None:
    text = (folder / CHECKSUMS).read_text(encoding="utf-8").splitlines()
    lines = [
        f"{file_sha256(folder / line.split('  ', 1)[1])}  {line.split('  ', 1)[1]}"
        if not line.startswith("#")
        else line
        for line in text
    ]
    (folder / CHECKSUMS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_lint_trusts_the_description_where_there_is_no_code_to_measure(
    audited_toy: tuple[Config, Path],
) -> None:
    config, folder = audited_toy
    (finding,) = [line for line in lint_datasets(folder.parent) if "blind solver" in line]
    assert "no blind solver was measured" in finding
    description = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    description["baselines"].append(metric("first", 0.9, level="low").to_json())
    (folder / DESCRIPTION).write_text(json.dumps(description), encoding="utf-8")
    reseal(folder)
    for benchmarks in ((), config.benchmarks):
        (finding,) = [line for line in lint_datasets(folder.parent, benchmarks) if "blind solver" in line]
        assert "element low: the blind solver first (First) is right in 90.0 %" in finding


def test_lint_measures_the_items_themselves_and_fails_a_doctored_split(
    audited_toy: tuple[Config, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    config, folder = audited_toy
    module = import_benchmark(Path(config.benchmarks[0].folder))
    monkeypatch.setattr(module, "audit", first_option, raising=False)
    assert not [line for line in lint_datasets(folder.parent, config.benchmarks) if "blind solver" in line]
    doctor(folder, answer="A")
    (finding,) = [line for line in lint_datasets(folder.parent, config.benchmarks) if "blind solver" in line]
    assert "element low: the blind solver first (First) is right in 100.0 % where chance is 25.0 %" in finding
    assert str(folder / "items.jsonl.gz") in finding
