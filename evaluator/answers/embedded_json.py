"""JSON in replies: the whole reply, a fenced block, or objects within prose, strict or nearly so.

Policy P21: where text fails to parse, its backslashes are doubled and it is tried again, which mends
SMILES written into JSON by hand. Python's notation (single quotes, None, True) is read as well. This
is for replies only; prediction files stay strict.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluator.reading.strict_json import JsonError, parse

MAX_OBJECTS = 20
"""Objects tried in one reply, from the last one."""

_LONGEST = 20_000
_FENCE = re.compile(r"\A```[\w+-]{0,20}[ \t]*\n(.*)\n?[ \t]*```\Z", re.DOTALL | re.ASCII)
_BRACES = re.compile(r"[{}]")
_NAME_NOISE = re.compile(r"[\W_]+")
_PYTHON = re.compile(
    r"'((?:[^'\\]|\\.)*+)'|\"(?:[^\"\\]|\\.)*+\"|\b(?:None|True|False)\b", re.DOTALL | re.ASCII
)
_WORDS = {"None": "null", "True": "true", "False": "false"}


def whole_value(text: str) -> tuple[bool, Any]:
    """Return (True, value) when the whole text, fenced or not, is one JSON object, list or string."""
    fenced = _FENCE.match(text)
    body = (fenced[1] if fenced else text).strip()
    if body[:1] + body[-1:] in ("{}", "[]", '""'):
        return _loads(body)
    return False, None


def objects(text: str) -> Iterator[Mapping[str, Any]]:
    """Yield the JSON objects within a text, the last one first; parts that do not parse are skipped."""
    spans: list[tuple[int, int]] = []
    depth, start = 0, 0
    for brace in _BRACES.finditer(text):
        if brace.group() == "{":
            if depth == 0:
                start = brace.start()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                spans.append((start, brace.end()))
    for begin, end in reversed(spans[-MAX_OBJECTS:]):
        found, value = _loads(text[begin:end])
        if found and isinstance(value, Mapping):
            yield value


def member(value: Mapping[str, Any], names: Sequence[str]) -> tuple[bool, Any]:
    """Return (True, value) of the first of `names` that an object has, spelled in any usual way.

    An object with a single member gives that, whatever its name.
    """
    simple = {_NAME_NOISE.sub("", name.lower()): found for name, found in value.items()}
    for name in names:
        if name in simple:
            return True, simple[name]
    if len(simple) == 1:
        return True, next(iter(simple.values()))
    return False, None


def _loads(text: str) -> tuple[bool, Any]:
    if len(text) > _LONGEST:
        return False, None
    for attempt in (text, text.replace("\\", "\\\\"), _PYTHON.sub(_as_json, text)):
        try:
            return True, parse(attempt)
        except JsonError:
            continue
    return False, None


def _as_json(match: re.Match[str]) -> str:
    """Write one piece of Python notation as JSON; within quotes a backslash means itself."""
    text = match.group()
    if text in _WORDS:
        return _WORDS[text]
    if match[1] is None:
        return text
    body = match[1].replace("\\'", "'").replace("\\\\", "\\")
    return '"' + body.replace("\\", "\\\\").replace('"', '\\"') + '"'
