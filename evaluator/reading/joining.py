"""Predictions joined to items: by id as exact text, with hints for near misses."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from evaluator.errors import DatasetError, DatasetErrors
from evaluator.records import Item, Prediction


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Predictions by item id, the ids on one side only, and a message for each of these."""

    by_id: Mapping[str, Prediction]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    unknown_messages: tuple[DatasetError, ...]
    missing_messages: tuple[DatasetError, ...]


def join(items: Iterable[Item], predictions: Sequence[Prediction], name: str = "") -> Joined:
    """Join predictions to items; raise `DatasetErrors` where not a single id matches.

    `name` is the predictions file, for messages.
    """
    wanted = [item.id for item in items]
    known = set(wanted)
    by_id = {prediction.id: prediction for prediction in predictions if prediction.id in known}
    unknown = [prediction for prediction in predictions if prediction.id not in known]
    hints = _hints(wanted, by_id) if unknown else {}
    messages = tuple(_unknown(prediction, hints, name) for prediction in unknown)
    if not by_id and unknown:
        wrong = DatasetError(
            "no id of this file belongs to the items", path=name, advice="is it for another data set?"
        )
        raise DatasetErrors((wrong, *messages))
    missing = tuple(item_id for item_id in wanted if item_id not in by_id)
    advice = "add one, or allow a partial file (--allow-partial)"
    return Joined(
        by_id=by_id,
        missing=missing,
        unknown=tuple(prediction.id for prediction in unknown),
        unknown_messages=messages,
        missing_messages=tuple(
            DatasetError("no prediction", path=name, item_id=item_id, advice=advice) for item_id in missing
        ),
    )


def _hints(wanted: Sequence[str], matched: Mapping[str, Prediction]) -> dict[str, str]:
    """Map simplified ids to the ids of items that are still without a prediction."""
    return {_simplified(item_id): item_id for item_id in wanted if item_id not in matched}


def _simplified(item_id: str) -> str:
    return unicodedata.normalize("NFKC", item_id).strip().casefold().replace("_", "-")


def _unknown(prediction: Prediction, hints: Mapping[str, str], name: str) -> DatasetError:
    near = hints.get(_simplified(prediction.id))
    advice = f"did you mean {near!r} ({_difference(prediction.id, near)})?" if near else "it is not counted"
    return DatasetError(
        "no item has this id", path=name, line=prediction.line, item_id=prediction.id, advice=advice
    )


def _difference(given: str, meant: str) -> str:
    if unicodedata.normalize("NFC", given) == unicodedata.normalize("NFC", meant):
        return "the same letters in another Unicode form"
    if given.strip() == meant.strip():
        return "blanks around it"
    if given.lower() == meant.lower():
        return "upper and lower case differ"
    return "spelled differently"
