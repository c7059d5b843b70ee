"""Simple solvers on a handful of questions, and what they earn by the evaluator."""

from __future__ import annotations

import json
from dataclasses import replace

from evaluator.records import Item
from sitegen.benchmarks.fgbench.baselines import baseline_metrics
from sitegen.benchmarks.fgbench.solvers import (
    SOLVERS,
    group_mean,
    lookup,
    majority,
    predictions,
    zero_change,
)
from tests.sitegen.benchmarks.fgbench.test_items import made


def question(
    name: str, task: str, answer: bool | float, *, added: str = "", removed: str = "", labels: tuple = (0, 0)
) -> Item:
    scope, _, kind = task.partition("_")
    edit = {
        "added": [{"name": one, "atoms": [9]} for one in added.split() if one],
        "removed": [{"name": one, "atoms": [1]} for one in removed.split() if one],
    }
    number = kind == "value_regression"
    return Item(
        id=name,
        benchmark="fgbench",
        task=task,
        facets={"scope": scope, "dataset": "d", "property": "p", "answer": "number" if number else "boolean"},
        question="?",
        answer_type="number" if number else "boolean",
        answer=answer,
        unit="u",
        tolerance=0.1,
        cluster=name,
        extra={
            "edit": edit,
            "label_spread": 1.0,
            "target_smiles": f"T{name}",
            "reference_smiles": f"R{name}",
            "target_label": labels[0],
            "reference_label": labels[1],
        },
    )


TRAIN = [
    question("t1", "single_value_regression", 1.0, added="chloride"),
    question("t2", "single_value_regression", -3.0, removed="chloride"),
    question("t3", "single_value_regression", -0.5, added="hydroxy"),
    question("t4", "single_bool_regression", True, added="chloride"),
    question("t5", "single_bool_regression", True, added="hydroxy"),
    question("t6", "single_bool_regression", False, added="hydroxy"),
    question("t7", "single_bool_classification", True, added="nitro"),
    question("t8", "single_bool_classification", False, removed="hydroxy"),
]


def test_majority_answers_as_most_learning_questions_of_the_task_do() -> None:
    test = [
        question("a", "single_bool_regression", True),
        question("b", "interaction_bool_regression", True),
        question("c", "single_value_regression", 1.0),
    ]
    assert majority(test, TRAIN) == {"a": True, "b": False}


def test_no_change_is_zero_or_false() -> None:
    test = [question("a", "single_bool_regression", True), question("c", "single_value_regression", 1.0)]
    assert zero_change(test, TRAIN) == {"a": False, "c": 0.0}


def test_group_mean_adds_up_what_single_groups_did_with_their_sign() -> None:
    test = [
        question("a", "interaction_value_regression", 0.0, added="chloride hydroxy"),
        question("b", "interaction_value_regression", 0.0, added="hydroxy", removed="chloride"),
        question("c", "comparison_value_regression", 0.0, added="chloride"),
        question("d", "single_bool_regression", True, removed="chloride"),
        question("e", "comparison_bool_regression", True, removed="chloride"),
        question("f", "single_value_regression", 1.0, added="unheard"),
        question("g", "single_bool_classification", True, removed="nitro"),
        question("h", "single_bool_classification", True, added="hydroxy"),
    ]
    assert group_mean(test, TRAIN) == {
        "a": 2.0 - 0.5,
        "b": -0.5 - 2.0,
        "c": -2.0,
        "d": False,
        "e": True,
        "f": 0.0,
        "g": True,
        "h": False,
    }


def test_lookup_knows_labels_that_stand_in_learning_questions() -> None:
    known = question("k", "single_value_regression", 1.0, labels=(2.0, 3.5))
    test = [
        question("k", "single_value_regression", 1.5, labels=(2.0, 3.5)),
        question("k2", "single_value_regression", 1.5, labels=(2.0, 3.5)),
    ]
    assert lookup(test, [known]) == {"k": 1.5, "k2": 0.0}
    compared = [question("k", "comparison_bool_regression", False, labels=(2.0, 3.5))]
    assert lookup(compared, [known]) == {"k": False}


def test_a_number_and_a_class_that_bear_one_name_are_kept_apart() -> None:
    number = question("k", "single_value_regression", 1.5, labels=(2.0, 3.5))
    classed = question("k", "single_bool_classification", True, labels=("active", "inactive"))
    alone = question("k", "single_bool_classification", True, labels=("active", "active"))
    assert lookup([number], [number, classed]) == lookup([number], [classed, number]) == {"k": 1.5}
    assert lookup([classed], [classed, number]) == {"k": True}
    assert lookup([alone], [alone, number]) == {"k": False}


def test_labels_of_another_table_are_not_taken_though_its_property_bears_the_same_name() -> None:
    known = question("k", "single_value_regression", 1.5, labels=(2.0, 3.5))
    elsewhere = replace(known, facets={**known.facets, "dataset": "other"})
    assert lookup([known], [elsewhere]) == {"k": 0.0}
    added = question("a", "single_value_regression", 1.0, added="chloride")
    assert group_mean([replace(added, facets={**added.facets, "dataset": "other"})], TRAIN) == {"a": 0.0}


def test_random_is_right_in_half_of_every_cell_and_has_no_interval() -> None:
    found = [metric for metric in baseline_metrics(made().test, made().train) if "random" in metric.name]
    assert {metric.name for metric in found} == {"random.accuracy"}
    assert all(metric.value == 0.5 and metric.low is metric.high is None for metric in found)
    tasks = {metric.facets["task"] for metric in found if set(metric.facets) == {"task"}}
    assert tasks == {item.task for item in made().test if item.answer_type == "boolean"}


def test_solvers_do_not_depend_on_the_order_of_questions() -> None:
    for solve in SOLVERS.values():
        assert solve(made().test[::-1], made().train[::-1]) == solve(made().test, made().train)


def test_a_run_is_a_predictions_file() -> None:
    lines = [json.dumps(line) for line in predictions({"b": True, "a": -0.5})]
    assert lines == ['{"id": "a", "prediction": -0.5}', '{"id": "b", "prediction": true}']


def test_what_solvers_earn_is_measured_with_the_evaluator_over_what_they_answer() -> None:
    found = {
        (metric.name, tuple(sorted(metric.facets.items()))): metric
        for metric in baseline_metrics(made().test, made().train)
    }
    booleans = sum(item.answer_type == "boolean" for item in made().test)
    assert found["random.accuracy", ()].value == 0.5
    assert found["majority.accuracy", ()].n == booleans
    assert ("majority.nrmse", ()) not in found
    for name in SOLVERS:
        assert 0 <= found[f"{name}.accuracy", ()].value <= 1
    assert found["zero_change.sign_accuracy", ()].value == 0.0
    # what leaks is worth most
    assert found["lookup.accuracy", ()].value > found["group_mean.accuracy", ()].value > 0.5
    assert found["lookup.nrmse", ()].value < found["zero_change.nrmse", ()].value


def test_a_build_without_questions_has_no_baselines() -> None:
    assert baseline_metrics([], TRAIN) == ()
