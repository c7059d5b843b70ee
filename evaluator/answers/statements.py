"""Where a reply states its answer: tags, boxes, "Answer:" lines, sentences such as "I pick B".

Found statements are pieces of text yet to be read. Marks that prompts ask for come before sentences;
among those of one rank the last one counts, for models correct themselves. Texts come here plain
(`plain`): one blank at a time and no emphasis. All patterns take linear time: each starts with a
literal and has no nested repetition.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

_PIECE = 400
_LONGEST = 4000  # characters within a tag or a box
_MOST = 200  # places looked at for each pattern, from the last one
_FLAGS = re.ASCII | re.IGNORECASE


def _any(*words: str) -> str:
    return f"(?:{'|'.join(words)})"


_BLANKS = re.compile(r"[ \t\u00a0\u3000]+")
_EMPHASIS = re.compile(r"[*`]+|__")

_NOUN = _any(
    *("answers?", r"ans\.?", "choices?", "responses?", "solution", "selection", "antwort(?:en)?", "lösung"),
    *("réponse", "respuesta", "resposta", "risposta", "[Оо]твет"),
    *("答案", "答え", "回答", "解答", "正解", "答", "정답", "답"),
)
_ADJECTIVES = (
    _any(
        *("final", "correct", "right", "best", "true", "chosen", "selected", "proper", "only", "finale"),
        *("richtige", "korrekte", "beste", "bonne", "correcta", "correta", "corretta"),
    )
    + " "
)
_VERB = _any(
    r"(?<![A-Za-z])"
    + _any(
        "is", "are", "was", "(?:would|should|must|will) be", "ist", "sind", "lautet?n?", "est", "es", "sono"
    )
    + r"\b",
    *("é", "è", "[:=：＝]", "->|=>|→", "应该是", "应为", "應為", "是", "為", "为", "选择?", "選擇?"),
    *("は", "은", "는", "】", "[-–—](?= )"),
)
_LINE = re.compile(
    rf"(?<![A-Za-z])(?:(?:{_ADJECTIVES}){{0,3}}(?:{_NOUN}|选项|選項|option)"
    "|(?:correct|right|best) [a-z]{3,12})"
    "(?: ?(?:choice|letter|label|选项|選項|correcta|correta|corretta|exacte)"
    r"| (?:to|for|among|of|from|here) [^.:\n]{1,60}?)? ?"
    rf"(?P<verb>{_VERB})(?: ?(?::|indeed|clearly|therefore|thus|then))?",
    _FLAGS,
)
_HEADING = re.compile(
    rf"^ ?(?:#{{1,6}} )?(?:{_ADJECTIVES}){{0,3}}{_NOUN} ?(?=$|[A-Z(\[$\\])", _FLAGS | re.MULTILINE
)
_HASHES = re.compile(r"^ ?#### ", re.ASCII | re.MULTILINE)
_ANSWER_TAGS = ("answer", "smiles", "final_?answer", "final", "choice", "option", "solution")
_BOX = re.compile(r"\\f?box(?:ed)? ?\{", re.ASCII)

_GUESS = re.compile(r"\bguess(?:ing)?(?: is| would be| that it is|:)?", _FLAGS)
_PICK = re.compile(
    r"\b"
    + _any(
        *("picks?", "picked", "take", "choose", "chose", "choosing", "select(?:ing|ed)?"),
        "go(?:ing)? (?:with|for)",
        *("opt(?:ing)? for", "settle on", "vote for", "answer with", "conclude"),
        "(?:would|i'd) (?:say|answer)",
        *("nehme", "wähle", "choisis", "elijo", "escolho", "scelgo"),
    )
    + r"(?: that it is| that| it is| it's| is| would be)?(?: ?:)?",
    _FLAGS,
)
_NAMED_OPTION = re.compile(
    r"\b"
    + _any(
        *("is", "be", "it's", "matches", "match", "equals", "gives", "yields", "corresponds? to", "leads to"),
        "(?:shown|depicted|represented|given|drawn) (?:in|by|as)",
    )
    + r" (?:the )?(?:option|choice|answer) ",
    _FLAGS,
)
_CHINESE_PICK = re.compile(r"(?<![不未没非勿别])(?:选择?|選擇?) ?:?", re.ASCII)
_SO = _any(
    *("so", "therefore", "thus", "hence", "consequently", "also", "daher", "folglich", "deshalb", "donc")
)
_HENCE = re.compile(rf"(?:\b{_SO}\b|所以|因此) ?[,，:]?", _FLAGS)
_IT_IS = re.compile(r"\b(?:it|this|that)(?:'s| is| (?:must|should|would|has to) be)(?: ?:)?", _FLAGS)
_CORRECTION = re.compile(
    r"\b(?:actually|correction|wait|scratch that|on second thought|sorry)[,.:!]*(?: no[,.:!]*)?"
    r"(?: (?:it is|it's|it should be|it must be|i mean|i meant))? ",
    _FLAGS,
)
_LABEL = r"[(\[]{0,2}[A-Z][)\]]{0,2}"
_IS_CORRECT = re.compile(
    rf"(?P<labels>(?<![A-Za-z0-9]){_LABEL}(?: ?(?:, and|,|、|/|&|and|or|和) ?{_LABEL}){{0,11}})"
    + _any(
        r" (?:is|are|must be|seems|appears)"
        r"(?: (?:both|all|clearly|therefore|thus|(?:most )?likely|probably|indeed))?"
        r"(?: to be)?(?: the)?(?: only| most likely| best)? (?:correct|right|best|answers?)\b",
        r" (?:ist|sind)(?: die)? (?:richtig|korrekt)",
        " ?(?:选项|選項)? ?是?(?:正确|正確)",
    ),
    re.ASCII,
)
# where a sentence goes on after the letter
_AFTERTHOUGHT = re.compile(
    r"[.!?;,](?= |$)|[。，；！]| [-–—] | "
    + _any("because", "since", "as", "which", "due", "not", "rather", "over", "instead", "denn", "weil")
    + r"\b",
    _FLAGS,
)
_CLAUSE_END = re.compile(r"[.!?;。！？；\n]|, ?(?:but|however|so|then|yet)\b|，(?:但|所以|因此)", _FLAGS)
_DOUBT = re.compile(
    r"\b"
    + _any(
        *("cannot", "can't", "can not", "couldn't", "unable", "not", "never", "whether", "if", "isn't"),
        *("neither", "nor", "unless", "suppose", "assuming", "doubt"),
    )
    + r"\b|无法|不能|是否|如果|假设|不确定",
    _FLAGS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A place where an answer is stated: what sort of place, where, and the text that follows.

    `piece` ends at the line's end; `strict` tells that it counts only if it holds nothing else.
    """

    rule: str
    position: int
    piece: str
    strict: bool = False


def plain(text: str) -> str:
    """Return a text with single blanks and without Markdown emphasis and code marks."""
    return _BLANKS.sub(" ", _EMPHASIS.sub("", text))


def marked(text: str) -> list[Statement]:
    """Return the marked statements (tags, boxes, answer lines, corrections) of a plain text, in order."""
    found = [*tags(text, *_ANSWER_TAGS), *boxes(text), *_lines(text)]
    found.extend(_strict(text, match, "correction") for match in _last_places(_CORRECTION, text))
    return sorted(found, key=lambda statement: statement.position)


def sentences(text: str) -> list[Statement]:
    """Return the sentences of a plain text that say which option is picked or correct, in order."""
    found = []
    for pattern in (_GUESS, _PICK, _NAMED_OPTION, _CHINESE_PICK, _HENCE, _IT_IS):
        for match in _last_places(pattern, text):
            # "I cannot see it, but if I had to guess: B" doubts, and answers all the same
            if pattern is _GUESS or not _doubted(text, match.start()):
                if pattern in (_HENCE, _IT_IS):
                    found.append(_strict(text, match, "sentence"))
                else:
                    piece = _rest_of_line(text, match.end())
                    found.append(Statement(rule="sentence", position=match.start(), piece=piece))
    for match in _last_places(_IS_CORRECT, text):
        if not _doubted(text, match.start()):
            found.append(Statement(rule="sentence", position=match.start(), piece=match["labels"]))
    return sorted(found, key=lambda statement: statement.position)


def boxes(text: str) -> Iterator[Statement]:
    """Yield the contents of LaTeX boxes, braces balanced."""
    for match in _last_places(_BOX, text):
        depth = 1
        for place in range(match.end(), min(len(text), match.end() + _LONGEST)):
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            if depth == 0:
                yield Statement(rule="box", position=match.start(), piece=text[match.end() : place])
                break


def tags(text: str, *names: str) -> Iterator[Statement]:
    """Yield the contents of `<name>` tags; one never closed runs to the end (a stop sequence cut it)."""
    opening = re.compile(rf"<({'|'.join(names)})>", _FLAGS)
    for match in _last_places(opening, text):
        closing = re.compile(rf"</ ?{match[1]}", _FLAGS).search(text, match.end(), match.end() + _LONGEST)
        piece = text[match.end() : closing.start() if closing else match.end() + _LONGEST]
        yield Statement(rule="answer tag", position=match.start(), piece=piece.strip())


def _lines(text: str) -> Iterator[Statement]:
    for pattern in (_HASHES, _HEADING):
        for match in _last_places(pattern, text):
            yield _following(text, match.end(), match.start())
    for match in _last_places(_LINE, text):
        in_prose = match["verb"].isascii() and match["verb"][-1].isalpha()
        if not (in_prose and _doubted(text, match.start())):
            yield _following(text, match.end(), match.start())


def _strict(text: str, match: re.Match[str], rule: str) -> Statement:
    """Return what follows a weak mark up to where the sentence goes on; it must be the answer alone."""
    piece = _AFTERTHOUGHT.split(_rest_of_line(text, match.end()), maxsplit=1)[0]
    return Statement(rule=rule, position=match.start(), piece=piece.strip(), strict=True)


def _rest_of_line(text: str, start: int) -> str:
    return text[start : start + _PIECE].partition("\n")[0].strip()


def _following(text: str, end: int, position: int) -> Statement:
    """Return what follows a mark on its line, or else on the next line that holds something."""
    line, _, more = text[end : end + _PIECE].partition("\n")
    if not line.strip(" _:$"):
        line = next((other for other in more.split("\n") if other.strip(" _")), "")
    return Statement(rule="answer line", position=position, piece=line.strip())


def _last_places(pattern: re.Pattern[str], text: str) -> deque[re.Match[str]]:
    return deque(pattern.finditer(text), maxlen=_MOST)


def _doubted(text: str, position: int) -> bool:
    """Say whether the clause before a place denies or questions what follows."""
    before = text[max(0, position - 200) : position]
    boundaries = [boundary.end() for boundary in _CLAUSE_END.finditer(before)]
    return bool(_DOUBT.search(before, boundaries[-1] if boundaries else 0))
