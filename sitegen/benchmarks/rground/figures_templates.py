"""The sentences that questions are worded with: every numbered form, an example, how often it is used."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from evaluator.records import Item
from sitegen.benchmarks.rground.captions import captions, make_figure
from sitegen.benchmarks.rground.figures_questions import in_order, split_name, split_names
from sitegen.charts import rows
from sitegen.records import Figure

_TABLES = ("direct.tsv", "described.tsv", "advanced.tsv")
_TEXTS = ("frame", "text")
"""The column that holds the sentence itself, in one table or the other."""


class _Form(NamedTuple):
    """What tells one sentence from all others; `asks` is empty for those that say what to attach."""

    style: str
    asks: str
    form: int


def instruction_forms(questions: Sequence[Item], folder: Path) -> Figure:
    """Show every form of every style with a real example, and how often each split uses it.

    `folder` holds the tables of sentences; a form that no question uses is listed all the same.
    """
    splits = split_names(questions)
    counted = Counter((split_name(item), _form(item)) for item in questions)
    examples: dict[_Form, str] = {}
    for item in in_order(questions):
        found = examples.setdefault(_form(item), item.extra["instruction"])
        if len(item.extra["instruction"]) < len(found):
            examples[_form(item)] = item.extra["instruction"]
    frames = _frames(folder)
    places = {form: place for place, form in enumerate(frames)}
    forms = sorted({*frames, *examples}, key=lambda form: (places.get(form, len(places)), form))
    return make_figure(
        "instruction-forms",
        ("style", "asks for", "form", "sentence", "shortest example of the build", *splits),
        [
            (
                form.style,
                _asked(form),
                form.form,
                frames.get(form),
                examples.get(form),
                *(counted[split, form] for split in splits),
            )
            for form in forms
        ],
        _plot(forms, splits, counted),
        forms=len(forms),
        used=len(examples),
    )


def _plot(
    forms: Sequence[_Form], splits: Sequence[str], counted: Counter[tuple[str, _Form]]
) -> dict[str, object]:
    """Return stacked bars: one a form of the basic styles, one for all forms of what else is asked."""
    labels: dict[str, list[_Form]] = {}
    for form in forms:
        label = _asked(form) if form.asks else f"{form.style} {form.form}"
        labels.setdefault(label, []).append(form)
    return rows(
        list(labels),
        {
            split: [sum(counted[split, form] for form in group) for group in labels.values()]
            for split in splits
        },
        x="questions",
        stacked=True,
    )


def _asked(form: _Form) -> str:
    words = captions()["instruction-forms"]
    return str(words["names"].get(form.asks, form.asks) if form.asks else words["product"])


def _form(item: Item) -> _Form:
    return _Form(
        style=str(item.extra["style"]), asks=str(item.extra.get("asks", "")), form=int(item.extra["form"])
    )


def _frames(folder: Path) -> dict[_Form, str]:
    return dict(pair for name in _TABLES if (folder / name).is_file() for pair in _read(folder / name))


def _read(path: Path) -> Iterable[tuple[_Form, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            text = next((row[name] for name in _TEXTS if row.get(name)), "")
            yield _Form(style=row["style"], asks=row.get("asks", ""), form=int(row["form"])), text
