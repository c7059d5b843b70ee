"""One record of a predictions file: which fields it may have, and what its id must be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ID, PREDICTION, REPEAT = "id", "prediction", "repeat"

_MISNAMED = (
    "answer",
    "completion",
    "generated_text",
    "generation",
    "model_answer",
    "model_output",
    "output",
    "pred",
    "predicted",
    "predictions",
    "reply",
    "response",
    "result",
    "text",
)
_API_NAMES = {"custom_id", "response", "request", "choices", "body"}

RepeatKey = int | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One prediction as written: `repeat` is None unless the file numbers its repeats."""

    id: str
    value: Any
    repeat: RepeatKey
    line: int | None


class RowError(ValueError):
    """A record that is not a prediction; `item_id` names it where it has an id."""

    def __init__(self, problem: str, advice: str, item_id: str | None = None) -> None:
        self.problem = problem
        self.advice = advice
        self.item_id = item_id
        super().__init__(problem)


def row_from_object(value: Any, line: int | None) -> Row:
    """Read a JSONL line's object; raise `RowError`.

    An absent `prediction` is an unanswered item, unless another field looks like the prediction.
    """
    if not isinstance(value, Mapping):
        raise RowError(
            f"{_kind(value)} where an object belongs; predictions are joined by id, not by position",
            'write {"id": "...", "prediction": "..."}',
        )
    if ID not in value:
        if _API_NAMES & value.keys():
            raise RowError(
                "looks like the output of a batch API, which is not read",
                'write {"id": "...", "prediction": "..."} with the id and text taken from each record',
            )
        advice = _did_you_mean(ID, value) or "give every prediction the id of its item"
        raise RowError("no field 'id'", advice)
    item_id = _id(value[ID])
    if PREDICTION not in value and (advice := _did_you_mean(PREDICTION, value, _MISNAMED)):
        raise RowError("no field 'prediction'", advice, item_id)
    prediction = value.get(PREDICTION)
    repeat = _repeat(value.get(REPEAT), item_id)
    if repeat is not None and isinstance(prediction, list):
        raise RowError("both 'repeat' and a list of repeats", "use one of the two", item_id)
    return Row(id=item_id, value=prediction, repeat=repeat, line=line)


def columns_of(header: Sequence[str], delimiter: str) -> dict[str, int]:
    """Find the columns of a table; raise `RowError` where `id` or `prediction` is missing or double."""
    names = [name.strip() for name in header]
    for name in (ID, PREDICTION):
        if name not in names:
            raise RowError(f"no column {name!r}", _header_advice(names, name, delimiter))
    for name in (ID, PREDICTION, REPEAT):
        if names.count(name) > 1:
            raise RowError(f"the column {name!r} stands twice", "remove one")
    return {name: names.index(name) for name in (ID, PREDICTION, REPEAT) if name in names}


def row_from_cells(cells: Sequence[str], columns: Mapping[str, int], width: int, line: int) -> Row:
    """Read a table's row; every cell stays text. Raises `RowError`."""
    if len(cells) != width:
        advice = "quote cells that hold delimiters or line ends"
        raise RowError(f"{len(cells)} cells where the header has {width}", advice)
    item_id = _id(cells[columns[ID]])
    repeat = _repeat_of_cell(cells[columns[REPEAT]].strip()) if REPEAT in columns else None
    return Row(id=item_id, value=cells[columns[PREDICTION]], repeat=repeat, line=line)


def _id(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise RowError(f"the id is {_kind(value)}", "ids are text")
    if value == "":
        raise RowError("the id is empty", "give every prediction the id of its item")
    return str(value)


def _repeat(value: Any, item_id: str) -> RepeatKey:
    if isinstance(value, bool) or not (value is None or isinstance(value, int | str)):
        raise RowError(f"'repeat' is {_kind(value)}", "number repeats 0, 1, 2 ...", item_id)
    return value


def _repeat_of_cell(text: str) -> RepeatKey:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    return text or None


def _did_you_mean(name: str, value: Mapping[str, Any], candidates: Sequence[str] = ()) -> str:
    for found in value:
        if found.strip().lower() in (name, *candidates) and found != name:
            return f"rename {found!r} to {name!r}"
    return ""


def _header_advice(names: Sequence[str], wanted: str, delimiter: str) -> str:
    for other, what in (("\t", "tabs: name the file .tsv"), (";", "semicolons: save it with commas")):
        if other != delimiter and len(names) == 1 and other in names[0]:
            return f"the header is separated by {what}"
    if delimiter == "\t" and len(names) == 1 and "," in names[0]:
        return "the header is separated by commas: name the file .csv"
    advice = _did_you_mean(wanted, dict.fromkeys(names), _MISNAMED if wanted == PREDICTION else ())
    return advice or f"the first line must name the columns {ID!r} and {PREDICTION!r}"


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "true or false", int: "a number", float: "a number", str: "a text", list: "a list"}
    return names.get(type(value), "an object")
