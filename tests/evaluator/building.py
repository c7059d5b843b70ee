"""Items, predictions and case inputs for the evaluator's tests."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from evaluator import Chemistry, Item, Option, Prediction, load_chemistry
from tests.shared import SHARED_CASES

CASES = Path(__file__).parents[1] / "cases" / "evaluator"
SOLVENTS = {"A": "methanol", "B": "ethyl acetate", "C": "acetone", "D": "toluene"}


def item(answer_type: str, answer: Any, *, item_id: str = "q1", **fields: Any) -> Item:
    """Return an item; `answer_type` and `answer` are what matters."""
    known = {"benchmark": "toy", "task": "ask", "facets": {}, "question": "Which?"}
    return Item(id=item_id, answer_type=answer_type, answer=answer, **{**known, **fields})


def choice_item(answer: Any = "B", options: Mapping[str, str] = SOLVENTS, **fields: Any) -> Item:
    """Return a choice item with option texts."""
    listed = tuple(Option(label=label, text=text) for label, text in options.items())
    return item("choice", answer, options=listed, **fields)


def structure_choice_item(answer: str, options: Mapping[str, str], **fields: Any) -> Item:
    """Return a choice item whose options are structures."""
    listed = tuple(Option(label=label, smiles=smiles) for label, smiles in options.items())
    return item("choice", answer, options=listed, **fields)


def predictions(replies: Mapping[str, Any]) -> tuple[Prediction, ...]:
    """Return one prediction with one reply for each id."""
    return tuple(Prediction(id=item_id, replies=(reply,)) for item_id, reply in replies.items())


def expanded(value: Any) -> Any:
    """Return a case's input, with a `generate` recipe carried out."""
    if isinstance(value, dict) and set(value) == {"generate"}:
        recipe = value["generate"]
        if "lines" in recipe:
            return "".join(f"{_piece(line)}\n" for line in recipe["lines"])
        return _piece(recipe)
    return value


def _piece(recipe: Any) -> str:
    if isinstance(recipe, str):
        return recipe
    start = recipe.get("prefix", "") + recipe.get("repeat", "") * recipe.get("times", 1)
    return start + recipe.get("suffix", "") + recipe.get("suffix_repeat", "") * recipe.get("suffix_times", 0)


def file_bytes(source: Mapping[str, Any]) -> bytes:
    """Return the bytes of a case's file: `content`, `content_b64` or a `generate` recipe."""
    if "content_b64" in source:
        return base64.b64decode(source["content_b64"])
    if "generate" in source:
        return expanded({"generate": source["generate"]}).encode()
    return source["content"].encode()


def own_cases(name: str) -> list[Any]:
    """Return the cases of one of our case files."""
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def shared_cases(*question_types: str) -> list[dict[str, Any]]:
    """Return the shared cases of some types; none where the shared folder is absent."""
    if not SHARED_CASES.is_file():
        return []
    cases = (json.loads(line) for line in SHARED_CASES.read_text(encoding="utf-8").split("\n") if line)
    return [case for case in cases if case["question_type"] in question_types]


@cache
def chemistry() -> Chemistry:
    """Return the native toolkit, loaded once."""
    return load_chemistry()


def in_pieces(data: bytes, size: int) -> Iterable[bytes]:
    """Cut bytes into chunks."""
    return (data[start : start + size] for start in range(0, len(data), size))
