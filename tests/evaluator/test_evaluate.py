from __future__ import annotations

import json
import random
from typing import Any

import pytest

from evaluator import (
    ChemistryError,
    DatasetError,
    DatasetErrors,
    Item,
    Prediction,
    evaluate,
    evaluate_steps,
    extract,
    needs_chemistry,
    per_item_bytes,
    report_bytes,
)
from tests.evaluator.building import chemistry, choice_item, item, predictions

CHOICES = [choice_item(item_id=f"q{i}", facets={"mode": "ab"[i % 2]}, cluster=f"c{i // 2}") for i in range(6)]


def test_every_outcome_is_counted_over_all_items() -> None:
    replies = {"q0": "B", "q1": "A", "q2": "no letter", "q3": "I'm sorry, I cannot say.", "q4": None}
    report = evaluate(CHOICES, predictions(replies), None)
    assert report.n == 6
    assert report.outcomes == {"correct": 1, "incorrect": 1, "unparsed": 1, "refused": 1, "missing": 2}
    assert report.value("accuracy") == pytest.approx(1 / 6)
    assert report.value("answered") == pytest.approx(2 / 6)
    assert report.value("accuracy", mode="a") == pytest.approx(1 / 3)
    assert report.value("accuracy", mode="c") is None
    assert report.chemistry is None


def test_an_oracle_gets_everything_right_and_a_liar_nothing() -> None:
    oracle = evaluate(CHOICES, predictions({f"q{i}": "Answer: B" for i in range(6)}), None)
    assert {metric.value for metric in oracle.metrics} == {1.0}
    liar = evaluate(CHOICES, predictions({f"q{i}": "Answer: A" for i in range(6)}), None)
    assert liar.value("accuracy") == 0.0


def test_each_metric_has_an_independent_and_a_clustered_interval() -> None:
    report = evaluate(CHOICES, predictions({f"q{i}": "B" if i < 4 else "A" for i in range(6)}), None)
    found = {metric.name: metric for metric in report.metrics if not metric.facets}
    plain, clustered = found["accuracy"], found["accuracy.clustered"]
    assert plain.value == clustered.value == pytest.approx(4 / 6)
    assert plain.n == clustered.n == 6
    assert None not in (plain.low, clustered.low)
    assert clustered.high - clustered.low > plain.high - plain.low  # type: ignore[operator]


def test_items_without_a_cluster_are_their_own() -> None:
    loose = [choice_item(item_id=f"q{i}") for i in range(6)]
    apart = [choice_item(item_id=f"q{i}", cluster=str(i)) for i in range(6)]
    replies = predictions({f"q{i}": "B" if i % 3 else "A" for i in range(6)})
    assert evaluate(loose, replies, None).metrics == evaluate(apart, replies, None).metrics


def test_repeats_are_averaged_and_the_commonest_outcome_counts() -> None:
    report = evaluate(
        CHOICES[:2],
        (
            Prediction(id="q0", replies=("B", "Answer: B", "A", "A"), listed=True),
            Prediction(id="q1", replies=("B", "B", "?")),
        ),
        None,
    )
    first, second = report.scores
    assert (first.score, first.outcome, first.extracted) == (0.5, "incorrect", ["B", "B", "A", "A"])
    assert (round(second.score, 6), second.outcome) == (0.666667, "correct")
    assert first.trace[0] == "repeat 1: raw: B"
    assert report.value("accuracy") == pytest.approx((0.5 + 2 / 3) / 2)


def test_a_list_of_labels_is_one_answer_to_a_multi_select_item() -> None:
    multiple = choice_item(("A", "C"))
    one = evaluate([multiple], (Prediction(id="q1", replies=("C", "A"), listed=True),), None)
    assert one.scores[0].outcome == "correct"
    assert one.scores[0].extracted == ["A", "C"]
    repeats = evaluate([multiple], (Prediction(id="q1", replies=("A, C", "A"), listed=True),), None)
    assert repeats.scores[0].score == 0.5
    numbered = evaluate([multiple], (Prediction(id="q1", replies=("A", "C")),), None)
    assert numbered.scores[0].score == 0.0


def test_the_trace_leads_from_the_raw_reply_to_the_outcome() -> None:
    report = evaluate(CHOICES[:1], predictions({"q0": "<think>A</think> I pick (B)."}), None)
    assert report.scores[0].trace == (
        "raw: <think>A</think> I pick (B).",
        "reasoning removed",
        "extracted: B (rule: sentence)",
        "compared with B: equal",
    )


def test_a_long_reply_is_cut_in_the_trace() -> None:
    report = evaluate(CHOICES[:1], predictions({"q0": "x" * 10_000 + " Answer: B"}), None)
    assert report.scores[0].outcome == "correct"
    assert len(report.scores[0].trace[0]) < 250
    assert report.scores[0].trace[0].endswith("Answer: B (10010 characters)")


def mixed_items() -> list[Item]:
    tasks = (("vqa", "choice"), ("generation", "smiles"))
    found = []
    for i in range(40):
        task, kind = tasks[i % 2]
        facets = {"mode": f"m{i % 4}", "level": "basic", "difficulty": f"d{i % 3}"}
        fields: dict[str, Any] = {"item_id": f"q{i}", "task": task, "facets": facets, "cluster": f"c{i // 5}"}
        found.append(
            choice_item(**fields) if kind == "choice" else item("smiles", "CC(=O)Nc1ccc(O)cc1", **fields)
        )
    return found


def mixed_replies() -> dict[str, Any]:
    generator = random.Random("replies")
    choices = ["B", "A", "Answer: (B)", "nothing", None, "I cannot tell."]
    structures = ["CC(=O)Nc1ccc(O)cc1", "Oc1ccc(NC(C)=O)cc1", "CCO", "C[R1]", "C1CC", "c1ccccc1O", None]
    return {f"q{i}": generator.choice(structures if i % 2 else choices) for i in range(40)}


def test_the_order_of_predictions_and_the_size_of_chunks_change_no_byte() -> None:
    items, replies = mixed_items(), mixed_replies()
    wanted = evaluate(items, predictions(replies), chemistry())
    backwards = predictions(dict(reversed(replies.items())))
    for chunk in (1, 7, 1000):
        steps = evaluate_steps(items, backwards, chemistry(), chunk=chunk)
        progress = []
        while True:
            try:
                progress.append(next(steps))
            except StopIteration as end:
                report = end.value
                break
        assert report_bytes(report) == report_bytes(wanted)
        assert [*per_item_bytes(report.scores)] == [*per_item_bytes(wanted.scores)]
        assert [step.done for step in progress] == sorted(step.done for step in progress)
        assert progress[0].done == min(chunk, 40) and progress[-1].done == progress[-1].total == 40


def test_groups_are_all_items_each_facet_and_the_cells_of_each_task() -> None:
    report = evaluate(mixed_items(), predictions(mixed_replies()), chemistry())
    groups = {tuple(metric.facets.items()) for metric in report.metrics}
    assert () in groups
    assert (("mode", "m1"),) in groups and (("level", "basic"),) in groups
    assert (("task", "vqa"),) in groups and (("mode", "m0"), ("task", "vqa")) in groups
    assert (("difficulty", "d1"), ("mode", "m1"), ("task", "generation")) in groups
    assert not any(dict(group).get("task") == "vqa" and "level" in dict(group) for group in groups)
    assert not any(dict(group).get("task") == "vqa" and dict(group).get("mode") == "m1" for group in groups)
    for metric in report.metrics:
        if metric.name == "tanimoto.all":
            asked = [one for one in mixed_items() if one.answer_type == "smiles"]
            members = [
                one
                for one in asked
                if all({**one.facets, "task": one.task}[k] == v for k, v in metric.facets.items())
            ]
            assert metric.n == len(members)


def test_one_task_alone_is_not_named_in_its_cells() -> None:
    items = [one for one in mixed_items() if one.task == "vqa"]
    groups = [dict(metric.facets) for metric in evaluate(items, predictions({"q0": "B"}), None).metrics]
    assert {"difficulty": "d0", "mode": "m0"} in groups
    assert not any("task" in group for group in groups)


def test_the_report_has_the_published_layout_with_sorted_names_and_rounded_numbers() -> None:
    items = mixed_items()
    report = evaluate(
        items, predictions(mixed_replies()), chemistry(), items_sha256="a" * 64, predictions_sha256="b" * 64
    )
    text = report_bytes(report).decode()
    value = json.loads(text)
    assert sorted(value) == [
        *("chemistry", "evaluator", "items_sha256", "kinds", "kinds_by", "metrics", "n", "outcomes"),
        *("predictions_sha256", "repeats", "schema", "units"),
    ]
    assert value["chemistry"] == {"toolkit": "RDKit", "version": chemistry().version}
    assert sum(value["outcomes"].values()) == value["n"] == 40
    assert sum(value["kinds"].values()) == 20
    assert text == json.dumps(value, sort_keys=True, indent=1, ensure_ascii=False) + "\n"
    assert "NaN" not in text and "Infinity" not in text
    for metric in value["metrics"]:
        assert sorted(metric) == ["facets", "high", "low", "n", "name", "value"]
        numbers = [metric["low"], metric["value"], metric["high"]]
        assert numbers == [None] * 3 or numbers == sorted(round(number, 6) for number in numbers)
    lines = [json.loads(line) for line in per_item_bytes(report.scores)]
    assert [line["id"] for line in lines] == [one.id for one in items]
    assert all(sorted(line) == ["extracted", "id", "metrics", "outcome", "score", "trace"] for line in lines)


def test_a_metric_without_any_value_is_null() -> None:
    report = evaluate([item("smiles", "CCO")], predictions({"q1": "nothing here"}), chemistry())
    found = next(metric for metric in report.metrics if metric.name == "tanimoto.valid")
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)


def test_structures_without_a_toolkit_are_an_error_and_choices_are_not() -> None:
    assert not needs_chemistry(CHOICES)
    assert needs_chemistry([*CHOICES, item("smiles", "C")])
    with pytest.raises(ChemistryError, match="toolkit"):
        evaluate([item("smiles", "C")], predictions({"q1": "C"}), None)


def test_gold_structures_that_the_toolkit_refuses_are_bad_data_all_named() -> None:
    items = [item("smiles", "C1CC", item_id="q1"), item("smiles", "CCO", item_id="q2")]
    items += [item("smiles", "C", item_id="q3", extra={"scaffold": "*C1CC"})]
    with pytest.raises(DatasetErrors) as found:
        evaluate(items, predictions({"q1": "C", "q2": "C", "q3": "C"}), chemistry())
    assert [error.item_id for error in found.value.errors] == ["q1", "q3"]


def test_an_unknown_answer_type_is_named_with_the_version_that_does_not_know_it() -> None:
    unknown = item("esmiles", "*C<sep>")
    with pytest.raises(DatasetError, match=r"answer type 'esmiles' is not supported by evaluator \d"):
        extract("x", unknown)
    with pytest.raises(DatasetError, match="not supported"):
        evaluate([unknown], predictions({"q1": "x"}), None)


def test_a_file_for_other_items_is_an_error() -> None:
    with pytest.raises(DatasetErrors, match="no id of this file"):
        evaluate(CHOICES, predictions({"other": "B"}), None)
