"""The sentences that Advanced questions ask with: reading `instructions/advanced.tsv`, filling them in."""

from __future__ import annotations

import string
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sitegen.benchmarks.rground.advanced.records import PROPERTIES, Proposal
from sitegen.benchmarks.rground.tables import read_table
from sitegen.benchmarks.rground.wording import listed, plain_label
from sitegen.errors import DatasetError, DatasetErrors

COLUMNS = ("property", "asks", "style", "form", "text")
_KNOWN = frozenset({"labels", "target", "endpoint", "organism", "use"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One numbered form of what is asked; `text` has placeholders in braces."""

    property: str
    asks: str
    style: str
    form: int
    text: str


def read_sentences(path: Path) -> Mapping[str, tuple[Sentence, ...]]:
    """Return the sentences by what they ask for, e.g. "tpsa", in the order of the table.

    Raises `DatasetErrors` with the line of every row that has an unknown property or placeholder, an
    empty cell, or a form out of turn.
    """
    found: dict[str, list[Sentence]] = defaultdict(list)
    errors = []
    for line, row in read_table(path, COLUMNS):
        turn = 1 + sum(one.style == row["style"] for one in found[row["asks"]])
        problem = _problem(row, turn)
        if problem:
            errors.append(DatasetError(problem, path=str(path), line=line, advice="correct the table"))
        found[row["asks"]].append(
            Sentence(
                property=row["property"], asks=row["asks"], style=row["style"], form=turn, text=row["text"]
            )
        )
    if errors:
        raise DatasetErrors(tuple(errors))
    return {asks: tuple(sentences) for asks, sentences in found.items()}


def _problem(row: Mapping[str, str], turn: int) -> str:
    empty = [column for column in COLUMNS if not row[column]]
    if empty:
        return f"no {empty[0]}"
    if row["property"] not in PROPERTIES:
        return f"property {row['property']!r} is not one of {', '.join(PROPERTIES)}"
    if row["form"] != str(turn):
        return f"form {row['form']} of {row['asks']} {row['style']} is out of turn"
    try:
        names = {name for _, name, _, _ in string.Formatter().parse(row["text"]) if name is not None}
    except ValueError as error:
        return f"the text has a stray brace: {error}"
    unknown = sorted(names - _KNOWN)
    return f"{{{unknown[0]}}} is no placeholder; there are {', '.join(sorted(_KNOWN))}" if unknown else ""


def fill(sentence: Sentence, proposal: Proposal) -> str:
    """Return the instruction of a question; `{labels}` are the core's.

    Raises `DatasetError` where the proposal does not say what a placeholder stands for.
    """
    labels = listed([plain_label(label) for label in proposal.core.labels])
    try:
        return sentence.text.format(**{"labels": labels, **proposal.filled})
    except KeyError as error:
        raise DatasetError(
            f"a question about {proposal.asks} does not say what {{{error.args[0]}}} stands for",
            item_id=proposal.group,
            advice="fill it in where the question is proposed",
        ) from error
