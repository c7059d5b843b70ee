"""Option texts in replies: exact (but for case, blanks and final punctuation), never a part of one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from evaluator.records import Option

_BLANKS = re.compile(r"\s+", re.ASCII)
_QUOTES = " \t\r\n*_`\"'“”‘’"
_NONE_OF_THEM = re.compile(
    r"none(?: of (?:the |these |those |them )*(?:above|below|other|given|listed|provided|remaining)?"
    r" ?(?:options?|choices?|answers?|others?|alternatives?|structures?|molecules?)?)?"
    r"(?: (?:is|are|was|were) (?:the )?(?:correct|right|true|valid|answers?|suitable|a match))?"
    r"|no (?:correct|right) (?:option|answer)|keine der (?:optionen|antworten|genannten)"
    r"|以上(?:都|皆|均)?(?:不|非)(?:对|對|正确|正確|是)?",
    re.IGNORECASE,
)
_IT_IS = re.compile(
    r"(?:it|this|that|the [a-z][a-z -]{0,40}) (?:is|would be|must be|should be) (?:the )?",
    re.ASCII | re.IGNORECASE,
)
_LATEX = re.compile(r"\\(?:text|textbf|textrm|mathrm|mathbf|mbox) ?\{([^{}]*)\}", re.ASCII)
_LABEL_AFTER = re.compile(r"(.*\S) ?[(\[]([A-Z])[)\]]", re.ASCII | re.DOTALL)
_AFTER = re.compile(r"\Z|[.!;](?:\s|\Z)|\s*\n|,? (?:because|since|as|which|due)\b", re.ASCII)


class OptionTexts:
    """The texts and structures of an item's options, to be found in replies."""

    def __init__(self, options: Sequence[Option]) -> None:
        self._smiles = {option.smiles: option.label for option in options if option.smiles}
        texts = [(option.text, option.label) for option in options if option.text]
        self._exact = {_tidy(text): label for text, label in texts}
        self._folded = _unique([(_tidy(text).casefold(), label) for text, label in texts])
        self._none = [label for text, label in texts if _NONE_OF_THEM.fullmatch(_tidy(text))]

    def exact(self, text: str) -> str:
        """Return the label of the option that a text equals; empty when there is none.

        Structures are compared character by character, for case matters in them.
        """
        bare = text.strip(_QUOTES)
        if bare in self._smiles:
            return self._smiles[bare]
        tidy = _tidy(text[:2000])
        if inner := _LATEX.fullmatch(tidy):
            tidy = _tidy(inner[1])
        return self._known(tidy) or self._labelled(tidy)

    def _known(self, tidy: str) -> str:
        return self._exact.get(tidy) or self._folded.get(tidy.casefold(), "")

    def _labelled(self, tidy: str) -> str:
        """Return the option whose text stands before its own label: "none of the above (D)"."""
        match = _LABEL_AFTER.fullmatch(tidy)
        return match[2] if match and self._known(_tidy(match[1])) == match[2] else ""

    def stated(self, text: str) -> str:
        """Return the option that a one-sentence reply names: "It is X", "None of the options is correct"."""
        sentence = _tidy(text[:2000])
        if len(self._none) == 1 and _NONE_OF_THEM.fullmatch(sentence):
            return self._none[0]
        it_is = _IT_IS.match(sentence)
        return self.exact(sentence[it_is.end() :]) if it_is else ""

    def leading(self, piece: str) -> str:
        """Return the option whose text a statement starts with, followed by the end of a sentence."""
        if label := self.stated(piece):
            return label
        start = piece.lstrip(_QUOTES + "([$")
        for text in sorted((*self._smiles, *self._exact), key=len, reverse=True):
            known = self._smiles.get(text)
            begin = start[: len(text)]
            same = begin == text if known else _nfkc(begin).casefold() == text.casefold()
            if same and _AFTER.match(start[len(text) :].lstrip("\"'*`)]$")):
                return known or self._exact[text]
        return ""


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _tidy(text: str) -> str:
    text = _BLANKS.sub(" ", _nfkc(text)).strip(_QUOTES)
    while text.endswith((".", "!", ";", "。")) and not text.endswith(".."):
        text = text[:-1].rstrip(_QUOTES)
    return text


def _unique(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Keep the texts that belong to one option only."""
    labels: dict[str, list[str]] = {}
    for text, label in pairs:
        labels.setdefault(text, []).append(label)
    return {text: found[0] for text, found in labels.items() if len(found) == 1}
