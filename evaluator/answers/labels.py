"""Option labels at the start of a piece of text: one letter, several, or none.

Policies P02 (only an anchored letter counts, never one out of prose), P03 (several letters), P06
(look-alike letters of other scripts are none). Pieces are short, so all matching is bounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

PIECE = 400
"""Longest piece looked at."""

_PUNCTUATION = " \t\r\n.,;:!?？。．，、；*_`'\"“”‘’«»「」『』【】[](){}<>$\\"
_LEAD = re.compile(
    r"(?:[\s*_`'\"“”‘’«»「『【\[({<$:=]|\\[\[(]"
    r"|(?:both|either|between|the|clearly|definitely|probably|likely|simply|maybe|perhaps|possibly)\b"
    r"|(?:i(?:'d)? (?:think|believe|guess|suppose)|it(?:'s| is| must be| might be| may be| could be))\b"
    r"|(?:options?|choices?|answers?|letters?|alternatives?|antwort(?:en)?|buchstabe|réponse|lettre|opción|opção"
    r"|opzione|letra)\b|选项|選項|答案)+",
    re.IGNORECASE | re.ASCII,
)
_LATEX = re.compile(
    r"\\(?:text|textbf|textit|textrm|textsf|mathrm|mathbf|mathsf|boxed|fbox|mbox|rm|bf)\s*(?=\{)", re.ASCII
)
_CLOSERS = re.compile(r"[*_`'\"“”‘’«»」』】\])}>$]+")
_JOIN = re.compile(
    r"[ \t]*(?:[,;、，；/&+|]+|\b(?:and/or|and|or|und|oder|et|ou|(?-i:y|o|e)|sowie|as well as|plus)\b"
    r"|和|与|與|及|或|以及|还是|還是|[ \t])"
    r"(?:[ \t]*\b(?:and|or|und|oder|et|ou|maybe|perhaps|possibly|also|even)\b)*[ \t]*",
    re.IGNORECASE | re.ASCII,
)
_REJECTED_NEXT = re.compile(
    r"[ \t]*[,;，；—–-]?[ \t]*(?:\b(?:but|and)\b[ \t]*)?"
    r"(?:\b(?:not|rather than|instead of|nicht)\b|而不是|不是)",
    re.IGNORECASE | re.ASCII,
)
_NOT_THIS_BUT = re.compile(
    r"[\s*_`(]*not[ \t]+(?:option[ \t]+)?[*_`(\[]*[A-Za-z][*_`)\]]*,?[ \t]+but[ \t]+(?:rather[ \t]+)?",
    re.IGNORECASE | re.ASCII,
)
# what may follow a letter that is also a word ("A", "I", any in lower case) when it is a label all the same
_AFTER_LABEL = re.compile(
    r"(?:because|since|as|for|is|are|was|due|which|where|with|given|according|based|would|should|has|and|or|but|not"
    r"|und|oder|et|ou|fits|matches|seems|looks|appears|best|correct|though|while)\b",
    re.ASCII,
)
_HEDGE = re.compile(
    r"(?:i (?:think|guess|believe|suppose)|maybe|probably|perhaps|possibly|most likely|likely"
    r"|is my (?:final )?(?:answer|guess|choice|pick))[.!?]*",
    re.IGNORECASE | re.ASCII,
)
_SLASHED = re.compile(r"(?:[/+][A-Za-z])+(?![\w=#(/\\@\[%+-])", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What labels a piece starts with.

    `labels` in order of mention, `foreign` a single letter among them that is no label, `rest` the
    text after them.
    """

    labels: tuple[str, ...]
    foreign: str
    rest: str


NOTHING = Reading(labels=(), foreign="", rest="")


def leading_labels(piece: str, labels: frozenset[str], *, alone: bool = False, runs: bool = False) -> Reading:
    """Read the labels that a line starts with.

    With `alone` the line must hold nothing else but punctuation. `runs` allows letters written
    together ("AC"), as answers to multi-select questions are. A lower-case letter counts only when
    nothing follows it, for "a" is a word.
    """
    piece = _LATEX.sub("", piece[:PIECE])
    rejected = _NOT_THIS_BUT.match(piece)
    position = _after_lead(piece, rejected.end() if rejected else 0)
    found: list[str] = []
    word, end = _label_at(piece, position, labels, runs)
    while word:
        found.extend(word)
        position = end
        join = _JOIN.match(piece, position)
        if not join or _REJECTED_NEXT.match(piece, position):
            break
        word, end = _label_at(piece, _after_lead(piece, join.end()), labels, runs)
        if not join.group().strip() and not (word.isupper() and labels.issuperset(word)):
            break
    if not found:
        return NOTHING
    rest = piece[position:].strip(_PUNCTUATION)
    if _HEDGE.fullmatch(rest):
        rest = ""
    if rest and (alone or any(letter.islower() for letter in found)):
        return NOTHING
    return Reading(
        labels=tuple(dict.fromkeys(letter.upper() for letter in found)),
        foreign=next((letter for letter in found if letter.upper() not in labels), ""),
        rest=rest,
    )


def _after_lead(piece: str, position: int) -> int:
    lead = _LEAD.match(piece, position)
    return lead.end() if lead else position


def _label_at(piece: str, start: int, labels: frozenset[str], runs: bool) -> tuple[str, int]:
    """Return the letter (or run of letters) at a place and where its closing marks end; "" if none."""
    end = start
    while end < len(piece) and piece[end].isalpha() and not _is_cjk(piece[end]) and end - start < 27:
        end += 1
    word = piece[start:end]
    is_run = runs and word.isupper() and 1 < len(word) == len(set(word)) and labels.issuperset(word)
    if not (len(word) == 1 or is_run) or _belongs_to_more(piece, start, end):
        return "", start
    closers = _CLOSERS.match(piece, end)
    after = closers.end() if closers else end
    if (word in ("A", "I") or word.islower()) and after == end and _word_follows(piece, end):
        return "", start
    return word, after


def _is_cjk(character: str) -> bool:
    return character >= "\u2e80"


def _belongs_to_more(piece: str, start: int, end: int) -> bool:
    """Say whether the letters are part of a word, a number or a structure."""
    before, after, second = piece[start - 1 : start], piece[end : end + 1], piece[end + 1 : end + 2]
    if before.isalnum() and not _is_cjk(before) or after.isalnum() and not _is_cjk(after):
        return True
    if after in ("/", "+") and second.isalpha():
        return not _SLASHED.match(piece, end)
    if after == "(":
        return not (second and _is_cjk(second))
    if after in ("'", "\u2019", "-", "\u2010", "\u2011", "+", "."):
        return second.isalnum() or (after in "-+" and second in ("[", "(", ">"))
    return after != "" and after in "/=#@\\%["


def _word_follows(piece: str, end: int) -> bool:
    following = piece[end:].lstrip(" \t")
    if len(following) == len(piece) - end or not following[:1].isalpha() or _is_cjk(following[0]):
        return False
    another_label = following[0].isupper() and not following[1:2].isalnum()
    return not (another_label or _AFTER_LABEL.match(following))
