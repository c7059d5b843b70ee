"""The six filter steps of the published benchmark (its Table 5), with counts and reasons.

Standard tokens are those of the published code: `R`, `R[n]` or `Rn`, or one of X Y Z W L. Everything
else is non-standard: `R'`, `Ra`, `X[1]`, a multiplicity, any ring label, abstract ring, attachment
point or abbreviation. Steps two to five look at tokens only, the sixth at the backbone, as published;
what a published filter does not see (an index that is no `*`, say) is a step of ours after them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sitegen.benchmarks.contract import ParallelMap
from sitegen.chem.esmiles import EsmilesError
from sitegen.chem.esmiles_tags import Placed, scan_esmiles
from sitegen.chem.records import TAG_NAMES, AtomLabel, AtomNote, AttachmentPoint
from sitegen.chem.smiles_text import SmilesError
from sitegen.chem.toolkit import read_written
from sitegen.records import Dropped, Funnel, FunnelStep

STEPS = (
    "raw",
    "has an <a> tag",
    "at least one standard R token",
    "no non-standard token",
    "at most 10 R tokens",
    "backbone parses in RDKit",
)
MOST_TOKENS = 10

_STANDARD = re.compile(r"R|R\[[0-9]+\]|R[0-9]+|[XYZWL]")
_TOKEN = re.compile(r"<(?P<tag>[acdr])>[^:<>]*:(?P<label>.*?)</(?P=tag)>")


@dataclass(frozen=True, slots=True, kw_only=True)
class InputRow:
    """A structure of the input as E-SMILES; `row` says where it came from.

    `given` is what the input has where that is another notation, `problem` says why it could not be
    read (`text` is then the same).
    """

    row: str
    text: str
    given: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """An input row after the filters: `failed` is the index in `STEPS` of the step that dropped it.

    `reason` is one of few, for counting; `detail` says what is wrong with this row.
    """

    source: InputRow
    failed: int | None = None
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens of one structure: is there an `<a>` tag, which labels are standard, which are not."""

    has_atom_tag: bool
    standard: tuple[str, ...]
    other: tuple[str, ...]


def run_filters(
    rows: Sequence[InputRow], mapper: ParallelMap, *, published: Mapping[str, int] | None = None
) -> tuple[tuple[InputRow, ...], Funnel]:
    """Return the rows that pass all six steps, in order, and the funnel.

    `published` maps step names to the published counts, for the input that they were counted on.
    """
    judged = judge_rows(rows, mapper)
    return tuple(one.source for one in judged if one.failed is None), filter_funnel(judged, published or {})


def judge_rows(rows: Sequence[InputRow], mapper: ParallelMap) -> list[Judged]:
    """Judge all rows, in order."""
    return [one for batch in mapper(judge_batch, rows, batch=512, label="filtering") for one in batch]


def filter_funnel(judged: Sequence[Judged], published: Mapping[str, int]) -> Funnel:
    """Return the funnel of the six steps, with the published counts by step name where there are any."""
    steps, left = [], len(judged)
    for index, name in enumerate(STEPS):
        dropped = tuple(
            Dropped(row=one.source.row, reason=one.reason, value=with_detail(one.source.text, one.detail))
            for one in judged
            if one.failed == index
        )
        left -= len(dropped)
        steps.append(FunnelStep(name=name, kept=left, dropped=dropped, published=published.get(name)))
    return Funnel(slug="filters", title="The six published filter steps", steps=tuple(steps))


def with_detail(text: str, detail: str) -> str:
    """Return the text of a dropped row, followed by what is wrong with it where that is known."""
    return f"{text} ({detail})" if detail else text


def judge_batch(rows: Sequence[InputRow]) -> list[Judged]:
    """Judge a batch of rows."""
    return [judge(row) for row in rows]


def judge(row: InputRow) -> Judged:
    """Return the first step that drops a row, and why, or that none does."""
    drop = partial(Judged, source=row)
    if row.problem:
        return drop(failed=1, reason="not readable as CXSMILES", detail=row.problem)
    tokens = read_tokens(row.text)
    if not tokens.has_atom_tag:
        return drop(failed=1, reason="no <a> tag")
    if not tokens.standard:
        return drop(failed=2, reason="no standard R token")
    if tokens.other:
        return drop(failed=3, reason=f"non-standard token: {tokens.other[0]}")
    if len(tokens.standard) > MOST_TOKENS:
        return drop(failed=4, reason=f"more than {MOST_TOKENS} R tokens")
    try:
        read_written(row.text.partition("<sep>")[0].strip())
    except SmilesError as error:
        return drop(failed=5, reason="the backbone is no sound SMILES", detail=str(error))
    return Judged(source=row)


def is_standard(label: str) -> bool:
    """Tell whether a label is one of the published standard tokens."""
    return _STANDARD.fullmatch(label) is not None


def read_tokens(text: str) -> Tokens:
    """Return the tokens of an E-SMILES text, also of one that is malformed elsewhere."""
    try:
        tags = scan_esmiles(text).tags
    except EsmilesError:
        return _tokens_by_pattern(text)
    standard, other = [], []
    for placed in tags:
        label = _standard_label(placed)
        if label:
            standard.append(label)
        else:
            other.append(_kind(placed))
    has_atom_tag = any(_is_atom_tag(placed) for placed in tags)
    return Tokens(has_atom_tag=has_atom_tag, standard=tuple(standard), other=tuple(other))


def _standard_label(placed: Placed) -> str:
    tag = placed.tag
    if isinstance(tag, AtomLabel) and not tag.multiplicity and is_standard(tag.label):
        return tag.label
    return ""


def _is_atom_tag(placed: Placed) -> bool:
    tag = placed.tag
    return isinstance(tag, AtomLabel | AtomNote) or (isinstance(tag, AttachmentPoint) and tag.legacy)


def _kind(placed: Placed) -> str:
    """Return which kind of token a tag is, for counting reasons; labels themselves are too many."""
    tag = placed.tag
    if isinstance(tag, AtomLabel):
        return "label with a multiplicity" if tag.multiplicity else "other label"
    return TAG_NAMES.get(type(tag), "nested_fragment").replace("_", " ")


def _tokens_by_pattern(text: str) -> Tokens:
    """Find tokens in a text that is not well-formed, as the published filter does."""
    found = [(match["tag"], match["label"]) for match in _TOKEN.finditer(text)]
    standard = tuple(label for tag, label in found if tag == "a" and is_standard(label))
    other = tuple(
        "other label" if tag == "a" else f"<{tag}>" for tag, label in found if label not in standard
    )
    return Tokens(has_atom_tag="<a>" in text, standard=standard, other=other)
