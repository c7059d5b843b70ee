"""Answers to choice items: one option label, or a set of them where the item's answer is a list.

The first rule that finds an answer decides: JSON, then a reply that is nothing but labels or an
option's text, then marked statements, sentences, labelled or bold lines. A letter within prose never
counts. Policies P01 to P07 of the answer policies.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from evaluator.answers import embedded_json, statements
from evaluator.answers.bare import bare_value
from evaluator.answers.labels import PIECE, Reading, leading_labels
from evaluator.answers.option_texts import OptionTexts
from evaluator.answers.outcomes import answered, shown, unanswered
from evaluator.answers.replies import INVISIBLE, counted_part
from evaluator.records import Answer, Item

_NAMES = (
    *("finalanswer", "answer", "correctanswer", "answerletter", "answerchoice", "choice", "finalchoice"),
    *("option", "correctoption", "selectedoption", "selected", "selection", "letter", "label", "answers"),
    *("choices", "options", "prediction", "response", "result", "output", "答案"),
)
_TRIMMED = str.maketrans("", "", INVISIBLE)
_BOLD = re.compile(r"(?:\*\*|__)[ (\[]{0,3}([A-Z])[ )\].:]{0,3}(?:\*\*|__)", re.ASCII)
_LABELLED_LINE = re.compile(r"(?:[Oo]ption|选项|選項)?[ (\[#>-]{0,6}([A-Z]) ?(?:[)\].:]| [-–—] )", re.ASCII)
_BULLET = re.compile(r"(?:[-•]|\d{1,2}[.)]) +", re.ASCII)
_LISTED = re.compile(r"\n|[,;] (?=\(?[A-Z][).:])", re.ASCII)
_BESIDE = re.compile(r"(?:[Oo]ption )?[A-Z] ", re.ASCII)
_DENIED = re.compile(
    r"(?:is|are|was|were)(?:n['’]t| not| (?:also )?(?:wrong|incorrect|false|excluded|out))\b|不|错|錯",
    re.ASCII,
)


def extract_choice(raw: Any, item: Item) -> Answer:
    """Read the label (or, for a multi-select item, the labels) that a raw reply gives."""
    return _Extraction(item).read(raw)


def is_multiple(item: Item) -> bool:
    """Say whether a choice item is answered by a set of labels."""
    return isinstance(item.answer, tuple)


def _lines_of(text: str) -> list[str]:
    """Return the lines that hold something, without bullets."""
    stripped = (line.strip() for line in text.split("\n"))
    return [line[bullet.end() :] if (bullet := _BULLET.match(line)) else line for line in stripped if line]


class _Extraction:
    """One item's labels and option texts, and the rules run on one reply."""

    def __init__(self, item: Item) -> None:
        self.multiple = is_multiple(item)
        self.labels = frozenset(option.label for option in item.options)
        self.texts = OptionTexts(item.options)
        self.steps: tuple[str, ...] = ()

    def read(self, raw: Any) -> Answer:
        raw = bare_value(raw, _NAMES, self.steps)
        if isinstance(raw, Answer):
            return raw
        if isinstance(raw, list):
            return self._of_list(raw)
        if not isinstance(raw, str):
            label = "" if isinstance(raw, bool) else self.texts.exact(shown(raw))
            return self._answer((label,), "option text") if label else self._none("a bare value is no label")
        reply = counted_part(raw)
        self.steps = (*self.steps, *reply.steps)
        text = unicodedata.normalize("NFKC", reply.text).translate(_TRIMMED).strip()
        if not text:
            return self._none("no answer after the reasoning")
        found = self._of_text(text, reply.text)
        if found is None:
            return unanswered("unparsed", "no answer found", self.steps, text)
        return found

    def _of_text(self, text: str, written: str) -> Answer | None:
        is_json, value = embedded_json.whole_value(text)
        if is_json and not isinstance(value, str):
            return self._of_json(value)
        if is_json:
            text = written = value.strip()
        for value in embedded_json.objects(text):
            if embedded_json.member(value, _NAMES)[0]:
                return self._of_json(value)
        plain = statements.plain(text)
        return (
            self._whole(plain, written)
            or self._last(statements.marked(plain))
            or self._last(statements.sentences(plain))
            or self._lines(plain, text)
        )

    def _of_json(self, value: Any) -> Answer:
        self.steps = (*self.steps, "read as JSON")
        return self.read(value)

    def _of_list(self, values: list[Any]) -> Answer:
        readings = [leading_labels(v, self.labels, alone=True) for v in values if isinstance(v, str)]
        letters = tuple(label for reading in readings for label in reading.labels)
        if len(readings) < len(values) or not all(r.labels and not r.foreign for r in readings):
            return self._none("a list that holds more than labels")
        return self._answer(letters, "list of labels")

    def _whole(self, plain: str, written: str) -> Answer | None:
        """Read a reply that holds nothing but labels, or an option's text."""
        by_text = self.texts.exact(written)
        listed = ", ".join(_lines_of(plain)) if self.multiple else plain
        bare = leading_labels(listed, self.labels, alone=True, runs=self.multiple)
        if bare.labels and len(listed) <= PIECE:
            if by_text and bare.labels != (by_text,):
                return self._none("both a label and the text of another option")
            return self._reading(bare, "labels alone")
        beside = leading_labels(plain, self.labels) if _BESIDE.match(plain) else None
        if beside and not by_text and (named := self.texts.exact(beside.rest)):
            if beside.labels != (named,):
                return self._none("both a label and the text of another option")
            return self._reading(beside, "label and option text")
        label = by_text or self.texts.stated(plain)
        return self._answer((label,), "option text") if label else None

    def _last(self, found: list[statements.Statement]) -> Answer | None:
        for statement in reversed(found):
            answer = self._statement(statement)
            if answer:
                return answer
        return None

    def _statement(self, statement: statements.Statement) -> Answer | None:
        """Read one statement: labels first, but a structure or text that equals an option is that."""
        label = self.texts.exact(statement.piece)
        reading = leading_labels(
            statement.piece, self.labels, runs=self.multiple, alone=statement.rule == "box"
        )
        if not reading.labels and statement.rule in ("answer tag", "box"):
            reading = next(self._inner(statement.piece), reading)
        if reading.labels and not _DENIED.match(reading.rest):
            if not (statement.strict and reading.rest) or self.texts.exact(reading.rest) in reading.labels:
                return self._reading(reading, statement.rule)
        if not label and not statement.strict:
            label = self.texts.leading(statement.piece)
        return self._answer((label,), f"option text in {statement.rule}") if label else None

    def _inner(self, piece: str) -> Iterator[Reading]:
        """Read "The answer is B" within a tag, or "B: ethyl acetate" within a box."""
        for statement in reversed(statements.marked(piece)):
            yield leading_labels(statement.piece, self.labels, runs=self.multiple)
        labelled = leading_labels(piece, self.labels, runs=self.multiple)
        if self.texts.exact(labelled.rest):
            yield labelled

    def _lines(self, plain: str, text: str) -> Answer | None:
        """Read labels that stand on a line of their own, start the first or last line, or are bold."""
        lines = _lines_of(plain)
        bare = [leading_labels(line, self.labels, alone=True, runs=self.multiple) for line in lines]
        found = [reading for reading in bare if reading.labels and not reading.foreign]
        if found:
            return self._agreed(found, "a line with labels alone")
        if self.multiple:
            named = [leading_labels(part, self.labels) for part in _LISTED.split("\n".join(lines))]
            if all(reading.labels == (self.texts.exact(reading.rest),) for reading in named):
                return self._agreed(named, "labels with their texts")
        starts = {match[1]: line for line in lines if (match := _LABELLED_LINE.match(line))}
        if len(starts) == 1 and not self.multiple and next(iter(starts.values())) in (lines[0], lines[-1]):
            reading = leading_labels(next(iter(starts.values())), self.labels)
            if reading.labels:
                return self._reading(reading, "a line that starts with a label")
        bold = dict.fromkeys(_BOLD.findall(text))
        if bold and self.labels.issuperset(bold) and (len(bold) == 1 or self.multiple):
            return self._answer(tuple(bold), "bold label")
        return None

    def _agreed(self, readings: list[Reading], rule: str) -> Answer:
        letters = tuple(dict.fromkeys(label for reading in readings for label in reading.labels))
        return self._answer(letters, rule)

    def _reading(self, reading: Reading, rule: str) -> Answer:
        if reading.foreign:
            return self._none(f"{reading.foreign!r} is not the label of an option")
        return self._answer(reading.labels, rule, reading.rest)

    def _answer(self, letters: tuple[str, ...], rule: str, rest: str = "") -> Answer:
        unique = tuple(sorted(set(letters)))
        if len(unique) > 1 and not self.multiple:
            return self._none(f"several labels ({', '.join(unique)})")
        other = self.texts.exact(rest) if rest else ""
        warnings: tuple[str, ...] = ()
        if other and other not in unique:
            warnings = (f"the text after label {unique[0]} is that of option {other}; the label counts",)
        return answered(unique if self.multiple else unique[0], rule, self.steps, warnings)

    def _none(self, why: str) -> Answer:
        return unanswered("unparsed", why, self.steps)
