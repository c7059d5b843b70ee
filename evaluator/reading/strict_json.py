"""JSON as the standard has it: no NaN, no Infinity, no repeated names, no half characters.

Integers of any size stay exact; a number that overflows to infinity is refused.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

MAX_DEPTH = 64
"""Deepest nesting read; deeper text would overflow the stack somewhere, not everywhere."""

MAX_DIGITS = 4300
"""Longest integer read, Python's own default limit."""

REPLACEMENT = "\ufffd"

_SURROGATE = re.compile("[\ud800-\udfff]")
_BRACKETS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[{]|[\]}]', re.DOTALL)


class JsonError(ValueError):
    """Text that is not strict JSON; `line` and `column` are 1-based within the text."""

    def __init__(self, problem: str, line: int = 1, column: int = 0) -> None:
        self.problem = problem
        self.line = line
        self.column = column
        super().__init__(f"{problem} at column {column}" if column else problem)


def parse(text: str) -> Any:
    """Return the value that strict JSON text stands for; raise `JsonError`."""
    return _load(text, _object)


def parse_mapping(text: str) -> list[tuple[str, Any]]:
    """Return the names and values of one JSON object, repeated names kept; raise `JsonError`."""
    value = _load(text, _Pairs)
    if not isinstance(value, _Pairs):
        raise JsonError("not a JSON object")
    return [(name, _plain(member)) for name, member in value]


def same(a: Any, b: Any) -> bool:
    """Compare two JSON values as JSON does: 1, 1.0 and true differ, the order of names does not."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


class _Pairs(list[tuple[str, Any]]):
    """An object as its pairs."""


def _plain(value: Any) -> Any:
    if isinstance(value, _Pairs):
        return _object([(name, _plain(member)) for name, member in value])
    if isinstance(value, list):
        return [_plain(member) for member in value]
    return value


def _load(text: str, hook: Any) -> Any:
    _check_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=hook,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        raise JsonError(f"not JSON: {error.msg}", error.lineno, error.colno) from None
    # half of a character pair is legal in JSON but cannot be written as UTF-8
    return _mended(value) if "\\u" in text else value


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub(REPLACEMENT, value)
    if isinstance(value, _Pairs):
        return _Pairs((_mended(name), _mended(member)) for name, member in value)
    if isinstance(value, list):
        return [_mended(member) for member in value]
    if isinstance(value, dict):
        return _object([(_mended(name), _mended(member)) for name, member in value.items()])
    return value


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise JsonError(f"the name {name!r} stands twice in one object")
        found[name] = value
    return found


def _refuse_constant(constant: str) -> Any:
    raise JsonError(f"{constant} is not JSON; write null or a text")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise JsonError(f"the number {digits[:40]} is too large")
    return value


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise JsonError(f"an integer of {len(digits)} digits, more than {MAX_DIGITS}")
    return int(digits)


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for match in _BRACKETS.finditer(text):
        bracket = match.group()
        depth += (bracket in "[{") - (bracket in "]}")
        if depth > MAX_DEPTH:
            raise JsonError(f"nested more than {MAX_DEPTH} deep", column=match.start() + 1)
