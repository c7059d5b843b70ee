from __future__ import annotations

import pytest

from evaluator import DatasetErrors, Prediction, join
from tests.evaluator.building import choice_item, predictions

ITEMS = [choice_item(item_id=name) for name in ("q1", "q2", "caf\u00e9-3", "a_b")]


def test_predictions_are_joined_by_exact_id() -> None:
    joined = join(ITEMS, predictions({"q2": "A", "q1": "B"}))
    assert {name: found.replies for name, found in joined.by_id.items()} == {"q1": ("B",), "q2": ("A",)}
    assert joined.missing == ("caf\u00e9-3", "a_b")
    assert [message.item_id for message in joined.missing_messages] == ["caf\u00e9-3", "a_b"]


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("Q1", "did you mean 'q1' (upper and lower case differ)?"),
        ("cafe\u0301-3", "did you mean 'caf\u00e9-3' (the same letters in another Unicode form)?"),
        (" q1", "did you mean 'q1' (blanks around it)?"),
        ("a-b", "did you mean 'a_b' (spelled differently)?"),
        ("zzz", "it is not counted"),
    ],
)
def test_an_unknown_id_is_listed_with_a_hint_and_not_matched(given: str, hint: str) -> None:
    joined = join(
        ITEMS, (Prediction(id=given, replies=("B",), line=7), Prediction(id="q2", replies=("B",))), "p.csv"
    )
    assert joined.unknown == (given,)
    assert str(joined.unknown_messages[0]) == f"p.csv:7: {given}: no item has this id; {hint}"
    assert "q1" in joined.missing


def test_an_item_that_has_a_prediction_is_no_hint() -> None:
    joined = join(ITEMS, predictions({"q1": "A", "Q1": "B"}))
    assert "not counted" in str(joined.unknown_messages[0])


def test_a_file_for_other_items_is_an_error_that_lists_its_ids() -> None:
    with pytest.raises(DatasetErrors, match="no id of this file") as found:
        join(ITEMS, predictions({"x1": "A", "x2": "A"}))
    assert [error.item_id for error in found.value.errors] == [None, "x1", "x2"]
