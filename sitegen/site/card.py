"""The card of a benchmark: what is asked, how it was built, how to load and cite it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sitegen.site.baselines import baseline_table, error_table, solver_table
from sitegen.site.dataset import Dataset, Question, item_split, split_key
from sitegen.site.page import Page
from sitegen.site.parts import data_url, question_url
from sitegen.site.questions import QuestionPages, example_question, only_first, question_context
from sitegen.site.templating import page_environment
from sitegen.site.words import split_title, value_title

BASE = "../"

_SECTIONS = (
    ("asked", "What is asked"),
    ("built", "How it was built"),
    ("splits", "Splits"),
    ("baselines", "Can it be solved blind?"),
    ("sources", "Sources and licence"),
    ("limits", "Known limits"),
    ("downloads", "Downloads"),
    ("cite", "How to cite"),
)


def card_page(
    dataset: Dataset,
    questions: Sequence[Question],
    repository: str,
    *,
    explorer: bool,
    scorer: bool,
) -> Page:
    """Return the card page; its parts are the blocks of `site/card.html.j2`."""
    facts = dataset.facts
    chosen = example_question(questions)
    pages = QuestionPages.of(dataset, repository, base=BASE)
    context: dict[str, Any] = {
        "base": BASE,
        "facts": facts,
        "about": facts["benchmark"],
        "data": BASE + data_url(dataset.slug, ""),
        "only": only_first,
        "example": question_context(chosen, pages) if chosen else None,
        "example_url": BASE + question_url(dataset.slug, chosen.id) if chosen else "",
        "pivot": split_pivot(dataset, questions),
        "baselines": baseline_table(facts),
        "solvers": solver_table(facts),
        "errors": error_table(facts),
        "limits": [*facts["benchmark"].get("limits", ()), *facts["shortfalls"]],
        "notes": list(facts["facts"].get("notes", ())),
        "explorer": explorer,
        "scorer": scorer,
        "tables": [entry["path"] for entry in facts["downloads"] if entry["path"].endswith(".parquet")],
    }
    template = page_environment().get_template("site/card.html.j2")
    empty = {
        "built": not facts["funnels"],
        "baselines": not context["baselines"].rows,
        "limits": not context["limits"] and not context["notes"],
        "cite": not facts["benchmark"].get("citation", {}).get("bibtex"),
    }
    sections = tuple(section for section in _SECTIONS if not empty.get(section[0]))
    blocks = {
        name: "".join(template.blocks[name](template.new_context(context)))
        for name in ("intro", *(anchor for anchor, _ in sections))
    }
    return Page(
        path=dataset.slug,
        title=dataset.title,
        description=str(facts["benchmark"]["summary"]),
        parts=blocks,
        sections=sections,
    )


def split_pivot(dataset: Dataset, questions: Sequence[Question]) -> dict[str, Any]:
    """Return the numbers of items with splits as rows and modes as columns, in their declared order.

    Items without a mode are counted in the totals only.
    """
    about = dataset.facts["benchmark"]
    numbers: dict[tuple[str, ...], Counter[str]] = {}
    for question in questions:
        for item in question.items:
            numbers.setdefault(item_split(dataset, item), Counter()).update([item.facets.get("mode", "")])
    found = {mode for counted in numbers.values() for mode in counted if mode}
    order = dataset.facet_order("mode")
    modes = [*(mode for mode in order if mode in found), *sorted(found - set(order))]
    return {
        "columns": [value_title(about, "mode", mode) for mode in modes],
        "rows": [
            {
                "title": split_title(about, split),
                "cells": [counted.get(mode) for mode in modes],
                "total": counted.total(),
            }
            for split, counted in sorted(numbers.items(), key=lambda entry: split_key(dataset, entry[0]))
        ],
        "total": sum(counted.total() for counted in numbers.values()),
    }
