"""Spellings of group labels: which are equal, and which are placeholders rather than fixed groups.

`R1`, `R_1`, `R^{1}` and `R[1]` are one label; typographic primes and dashes equal the plain ones;
letter case is kept. Only placeholder letters take part: `N3` is azide and `CF3` a group, not labels
with an index.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PRIMES = {ord(mark): "'" for mark in "\u2032\u2019\u02b9\u02bc\u00b4"}
_DASHES = {ord(mark): "-" for mark in "\u2010\u2011\u2012\u2013\u2014\u2212"}
_TYPOGRAPHY = {**_PRIMES, **_DASHES, ord("\u2033"): "''", ord("\u2034"): "'''"}

# Letters that stand for a variable group. Element symbols (B C F H I K N O P S) and D for
# deuterium are left out: followed by a digit they are formulas. U, V, W and Y are elements too, but no
# part of drawn formulas, and the published benchmark counts W and Y among its standard labels.
_BASE = r"(?P<base>[AEGJLMQRTUVWXYZ]|Ar)"
_INDEX = r"[0-9]{1,4}[a-z]?|[A-Za-z]"
_MARKED = re.compile(
    rf"{_BASE}(?:\[(?P<square>{_INDEX})(?P<inner>'*)\]|[_^]\{{(?P<braced>{_INDEX})\}}|[_^](?P<bare>{_INDEX})"
    r"|(?P<digits>[0-9]{1,4}[a-z]?))?(?P<primes>'*)"
)
_R_LETTER = re.compile(r"R(?P<letter>[a-z])(?P<primes>'*)")


@lru_cache(maxsize=4096)
def normalise_label(label: str) -> str:
    """Return the spelling that all equal spellings share, e.g. `R[1]`; other labels come back as they are."""
    plain = label.translate(_TYPOGRAPHY)
    if match := _MARKED.fullmatch(plain):
        index = match["square"] or match["braced"] or match["bare"] or match["digits"]
        primes = (match["inner"] or "") + match["primes"]
        return f"{match['base']}[{index}{primes}]" if index else match["base"] + primes
    if match := _R_LETTER.fullmatch(plain):
        return f"R[{match['letter']}{match['primes']}]"
    return plain


def is_placeholder(label: str) -> bool:
    """Tell a label for a variable group (`R[1]`, `X`, `Ar[2]`) from one for a fixed group (`CF3`)."""
    return _MARKED.fullmatch(normalise_label(label)) is not None


def label_order(label: str) -> tuple[str, int, str]:
    """Return a sort key that puts R[2] before R[10]."""
    canonical = normalise_label(label)
    match = re.fullmatch(r"([^\[]*)\[([0-9]*)([^\]]*)\]", canonical)
    if match is None:
        return canonical, -1, ""
    return match[1], int(match[2] or -1), match[3]


def label_markup(label: str) -> str:
    """Return RDKit atom-label markup: `R<sup>1</sup>` for `R[1]`.

    Characters that would be markup are left out, those that the drawing code cannot write become `?`.
    """
    canonical = re.sub(r"[<>&]", "", normalise_label(label)).encode("ascii", "replace").decode("ascii")
    match = re.fullmatch(r"([A-Za-z]+)\[([0-9A-Za-z']+)\]", canonical)
    return f"{match[1]}<sup>{match[2]}</sup>" if match else canonical
