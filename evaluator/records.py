"""The records every part of ChemGround passes around: items, predictions, answers, scores, reports.

Field names and meanings are the published file formats (docs/formats.md); `to_json` gives plain
JSON values in a fixed order and `from_json` takes them back, raising `ValueError` with the field's
name when a value has the wrong shape.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ITEM_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,95}\Z", re.ASCII)
"""Shape of an item id; ids are also unique ignoring case."""

ANSWER_TYPES = ("choice", "boolean", "number", "text", "path", "smiles", "esmiles")
OUTCOMES = ("correct", "incorrect", "unparsed", "refused", "missing")

Json = Any  # any JSON value; a recursive alias needs Python 3.12, the evaluator runs on 3.11


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One labelled option of a choice item: a `text` or a `smiles`, and its drawing if it has one."""

    label: str
    text: str | None = None
    smiles: str | None = None
    image: str | None = None

    def to_json(self) -> dict[str, Json]:
        """Return the set fields only, label first."""
        fields = {"label": self.label, "text": self.text, "smiles": self.smiles, "image": self.image}
        return {name: value for name, value in fields.items() if value is not None}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Option:
        """Read an option object."""
        return cls(
            label=_string(value, "label"),
            text=_optional_string(value, "text"),
            smiles=_optional_string(value, "smiles"),
            image=_optional_string(value, "image"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One question with its gold answer.

    `images` are paths relative to the dataset folder, `cluster` names what makes items dependent,
    `source` traces the item to its input row, `extra` holds what pages and scorers show besides
    (`extra["scaffold"]`: SMILES whose `*` are attachment points, for scaffold metrics).
    """

    id: str
    benchmark: str
    task: str
    facets: Mapping[str, str]
    question: str
    answer_type: str
    answer: Any
    images: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    tolerance: float | None = None
    unit: str | None = None
    cluster: str = ""
    source: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        """Return the item as the published JSON object, fields in their documented order."""
        answer = list(self.answer) if isinstance(self.answer, tuple) else self.answer
        return {
            "id": self.id,
            "benchmark": self.benchmark,
            "task": self.task,
            "facets": dict(self.facets),
            "question": self.question,
            "images": list(self.images),
            "options": [option.to_json() for option in self.options],
            "answer_type": self.answer_type,
            "answer": answer,
            "tolerance": self.tolerance,
            "unit": self.unit,
            "cluster": self.cluster,
            "source": dict(self.source),
            "extra": dict(self.extra),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Item:
        """Read an item object; raise `ValueError` naming the field that is wrong."""
        item_id = _string(value, "id")
        if not ITEM_ID.match(item_id):
            raise ValueError(f"id {item_id!r} is not of the form {ITEM_ID.pattern[:-2]}")
        answer_type = _string(value, "answer_type")
        if answer_type not in ANSWER_TYPES:
            raise ValueError(f"answer_type {answer_type!r} is not one of {', '.join(ANSWER_TYPES)}")
        if "answer" not in value:
            raise ValueError("field 'answer' is missing")
        answer = value["answer"]
        return cls(
            id=item_id,
            benchmark=_string(value, "benchmark"),
            task=_string(value, "task"),
            facets=_strings_by_name(value, "facets"),
            question=_string(value, "question"),
            answer_type=answer_type,
            answer=tuple(answer) if isinstance(answer, list) else answer,
            images=tuple(_list(value, "images", str)),
            options=tuple(Option.from_json(option) for option in _list(value, "options", Mapping)),
            tolerance=_optional_number(value, "tolerance"),
            unit=_optional_string(value, "unit"),
            cluster=_optional_string(value, "cluster") or "",
            source=_mapping(value, "source"),
            extra=_mapping(value, "extra"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a model said for one item: `replies` holds one raw reply per repeat, None where empty.

    `listed` tells that the replies came as one JSON list (which is one answer, not repeats, where the
    item's own answer is a list), `line` where the prediction starts in its file.
    """

    id: str
    replies: tuple[Any, ...]
    listed: bool = False
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer read from a raw reply.

    `value` is the normalised answer with `status` "answered", or None with "unparsed", "refused" or
    "missing" saying why not; `rule` names the rule that decided, `steps` the stages the reply went
    through, `warnings` what a reader should know (conflicts, near misses).
    """

    value: Any
    status: str
    rule: str
    steps: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One line of the per-item file.

    `score` is 1 for correct, 0 otherwise, the mean over repeats; `metrics` holds further figures (None
    where one is not defined), `trace` the steps from the raw reply to the outcome. `kind` says what sort
    of mistake it is where the answer type tells them apart; the trace shows it, reports count it.
    `value` is the one answer that was scored, after repeats were combined (a `bool`, or a `Fraction`; None
    where there is none or the answer type does not say), `replies` the same of each repeat: what metrics
    over several items are computed from. Neither is part of the per-item object.
    """

    id: str
    outcome: str
    extracted: Any
    score: float
    metrics: Mapping[str, float | None]
    trace: tuple[str, ...]
    kind: str = ""
    value: Any = None
    replies: tuple[Any, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """Return the per-item object."""
        return {
            "id": self.id,
            "outcome": self.outcome,
            "extracted": self.extracted,
            "score": self.score,
            "metrics": dict(self.metrics),
            "trace": list(self.trace),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One number of a report with its 95 % interval; None where it is not defined."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    facets: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        """Return the metric object."""
        return {
            "name": self.name,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "n": self.n,
            "facets": dict(self.facets),
        }


def _string(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    if not isinstance(found, str):
        raise ValueError(f"field {name!r} must be text, not {type(found).__name__}")
    return found


def _optional_string(value: Mapping[str, Any], name: str) -> str | None:
    return None if value.get(name) is None else _string(value, name)


def _mapping(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name) or {}
    if not isinstance(found, Mapping):
        raise ValueError(f"field {name!r} must be an object, not {type(found).__name__}")
    return found


def _list(value: Mapping[str, Any], name: str, kind: type) -> list[Any]:
    found = value.get(name) or []
    if not isinstance(found, list) or not all(isinstance(member, kind) for member in found):
        raise ValueError(f"field {name!r} must be a list of {'texts' if kind is str else 'objects'}")
    return found


def _strings_by_name(value: Mapping[str, Any], name: str) -> Mapping[str, str]:
    found = _mapping(value, name)
    for key, member in found.items():
        if not isinstance(member, str):
            raise ValueError(f"{name}[{key!r}] must be text, not {type(member).__name__}")
    return found


def _optional_number(value: Mapping[str, Any], name: str) -> float | None:
    found = value.get(name)
    if found is not None and (isinstance(found, bool) or not isinstance(found, int | float)):
        raise ValueError(f"field {name!r} must be a number, not {type(found).__name__}")
    return found
