"""The answer policies' shared cases; they lie beside the checkout and are not part of it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from evaluator import (
    DatasetErrors,
    Item,
    PredictionFile,
    evaluate,
    extract,
    join,
    read_predictions,
)
from tests.evaluator.building import (
    SOLVENTS,
    chemistry,
    choice_item,
    expanded,
    file_bytes,
    item,
    predictions,
    shared_cases,
)
from tests.shared import needs_shared

CHOICES = shared_cases("choice")
STRUCTURES = shared_cases("smiles")
# paths, which the cases call text, are another answer type; a null answer is no item
VALUES = [
    case
    for case in shared_cases("boolean", "number", "text")
    if case["kind"] != "pathway" and case["gold"] is not None
]
FILES = shared_cases("predictions_file")


def case_item(case: dict[str, Any]) -> Item:
    if case["question_type"] == "choice":
        gold = tuple(case["gold"]) if case.get("multi") else case["gold"]
        return choice_item(gold, case["options"])
    tolerance = case.get("tolerance") or {}
    absolute = tolerance.get("abs", tolerance["rel"] * abs(case["gold"]) if "rel" in tolerance else None)
    return item(case["question_type"], case["gold"], unit=case.get("unit"), tolerance=absolute)


@needs_shared
@pytest.mark.parametrize("case", CHOICES, ids=lambda c: c["id"])
def test_a_choice_reply_is_read_as_the_policies_say(case: dict[str, Any]) -> None:
    asked = case_item(case)
    start = time.monotonic()
    answer = extract(expanded(case["input"]), asked)
    assert time.monotonic() - start < case.get("limit_s", 60)
    value = list(answer.value) if isinstance(answer.value, tuple) else answer.value
    assert value == case["expected_value"]
    report = evaluate([asked], predictions({"q1": expanded(case["input"])}), None)
    assert matches(report.scores[0].outcome, case["expected"])


@needs_shared
@pytest.mark.parametrize("case", STRUCTURES, ids=lambda c: c["id"])
def test_a_structure_reply_is_read_and_compared_as_the_policies_say(case: dict[str, Any]) -> None:
    asked = case_item(case)
    start = time.monotonic()
    report = evaluate([asked], predictions({"q1": expanded(case["input"])}), chemistry())
    assert time.monotonic() - start < case.get("limit_s", 60)
    score = report.scores[0]
    assert matches(score.outcome, case["expected"])
    if "extracted" in case:
        assert extract(expanded(case["input"]), asked).value == case["extracted"]
    if case["expected_value"] is None:
        assert score.extracted is None
    elif case["kind"] == "canonical_unstable":
        # a canonical form that is not stable: equal as molecules, not as strings
        expected = item("smiles", case["expected_value"])
        again = evaluate([expected], predictions({"q1": score.extracted}), chemistry())
        assert again.scores[0].outcome == "correct"
    else:
        assert score.extracted == case["expected_value"]
    if "relaxed_expected" in case:
        assert score.metrics["exact_match.inchikey"] == float(case["relaxed_expected"] == "correct")


@needs_shared
@pytest.mark.parametrize("case", VALUES, ids=lambda c: c["id"])
def test_a_number_or_text_reply_is_read_and_compared_as_the_policies_say(case: dict[str, Any]) -> None:
    report = evaluate([case_item(case)], predictions({"q1": expanded(case["input"])}), None)
    score = report.scores[0]
    assert matches(score.outcome, case["expected"])
    assert score.extracted == case["expected_value"]


def matches(outcome: str, expected: str) -> bool:
    return expected == (outcome if outcome in ("correct", "incorrect") else "invalid")


@needs_shared
@pytest.mark.parametrize("case", FILES, ids=lambda c: c["id"])
def test_a_predictions_file_is_loaded_and_scored_as_the_policies_say(case: dict[str, Any]) -> None:
    source, expected = case["input"], case["expected_value"]
    items = [question_item(question) for question in source["questions"]]
    try:
        file = read_predictions(source["filename"], [file_bytes(source)])
        joined = join(items, file.predictions, file.name)
    except DatasetErrors as error:
        assert expected["status"] == "error", str(error)
        check_error(error, expected, source["filename"])
        return
    assert expected["status"] != "error"
    if "loaded" in expected:
        known = {prediction.id: prediction.replies[0] for prediction in joined.by_id.values()}
        assert known == expected["loaded"]
    assert list(joined.missing) == expected.get("missing", [])
    assert list(joined.unknown) == expected.get("unknown", [])
    assert [warning.item_id for warning in file.warnings] == expected.get("duplicates", [])
    if expected["status"] == "ok":
        assert not file.warnings and not joined.missing and not joined.unknown
    if "score" in expected:
        check_score(items, file, expected["score"])


def question_item(question: dict[str, Any]) -> Item:
    if question["type"] == "choice":
        return choice_item(question["gold"], SOLVENTS, item_id=question["id"])
    return item(question["type"], question["gold"], item_id=question["id"])


def check_error(error: DatasetErrors, expected: dict[str, Any], name: str) -> None:
    assert all(problem.path == name for problem in error.errors)
    if "error_line" in expected:
        assert expected["error_line"] in [problem.line for problem in error.errors]
    for alternatives in expected.get("message_must_mention", []):
        assert any(word in str(error) for word in alternatives.split("|"))
    for unknown in expected.get("unknown", []):
        assert unknown in str(error)


def check_score(items: list[Item], file: PredictionFile, expected: dict[str, Any]) -> None:
    report = evaluate(items, file.predictions, chemistry())
    assert report.n == expected["n"]
    assert report.outcomes["correct"] == expected["correct"]
    if "unanswered" in expected:
        assert report.outcomes["missing"] == expected["unanswered"]
