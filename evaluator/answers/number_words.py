"""English number words from zero to ninety-nine, as whole words."""

from __future__ import annotations

import re

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

_TWO_PARTS = rf"(?:{'|'.join(_TENS)})(?:[- ](?:{'|'.join(_UNITS[1:10])}))?"
NUMBER_WORD = re.compile(
    rf"(?<![\w-])(?:{_TWO_PARTS}|{'|'.join(_UNITS)})(?![\w-])",
    re.ASCII | re.IGNORECASE,
)


def value_of_word(word: str) -> int:
    """Return the value of what `NUMBER_WORD` matched."""
    parts = re.split("[- ]", word.lower())
    return sum(_UNITS.index(part) if part in _UNITS else 20 + 10 * _TENS.index(part) for part in parts)
