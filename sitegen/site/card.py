"""The card of a benchmark: what is asked, how it was built, how to load and cite it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sitegen.site.baselines import baseline_table
from sitegen.site.dataset import Dataset, Question
from sitegen.site.page import Page
from sitegen.site.parts import data_url, question_url
from sitegen.site.questions import QuestionPages, example_question, question_context
from sitegen.site.templating import page_environment
from sitegen.site.words import facet_title, split_title, value_title

BASE = "../"

_SECTIONS = (
    ("asked", "What is asked"),
    ("built", "How it was built"),
    ("splits", "Splits"),
    ("baselines", "What blind guessing earns"),
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
        "example": question_context(chosen, pages) if chosen else None,
        "example_url": BASE + question_url(dataset.slug, chosen.id) if chosen else "",
        "pivot": split_pivot(facts),
        "baselines": baseline_table(facts),
        "limits": [*facts["benchmark"].get("limits", ()), *facts["shortfalls"]],
        "explorer": explorer,
        "scorer": scorer,
        "widest": max((step["kept"] for funnel in facts["funnels"] for step in funnel["steps"]), default=1),
        "tables": [entry["path"] for entry in facts["downloads"] if entry["path"].endswith(".parquet")],
    }
    template = page_environment().get_template("site/card.html.j2")
    empty = {
        "built": not facts["funnels"],
        "baselines": not context["baselines"].rows,
        "limits": not context["limits"],
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


def split_pivot(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of items with splits as rows and the values of one more facet as columns.

    The columns are the facet that is not part of a split and has the most values (the mode, say);
    without one there is a single column of totals.
    """
    about = facts["benchmark"]
    splits = tuple(about.get("splits", ()))
    column = _column_facet(facts, splits)
    numbers: dict[tuple[str, ...], dict[str, int]] = {}
    for cell in facts["cells"]:
        row = (cell["task"], *(cell["facets"].get(name, "") for name in splits))
        value = cell["facets"].get(column, "") if column else ""
        counted = numbers.setdefault(row, {})
        counted[value] = counted.get(value, 0) + cell["items"]
    order = about.get("facets", {}).get(column, {}).get("order", []) if column else []
    found = {value for counted in numbers.values() for value in counted}
    values = [*(value for value in order if value in found), *sorted(found - set(order))] if column else []
    rows = sorted(numbers, key=lambda row: _row_key(row, about))
    return {
        "facet": facet_title(about, column) if column else "",
        "columns": [value_title(about, column, value) for value in values] if column else [],
        "rows": [
            {
                "title": split_title(about, row),
                "cells": [numbers[row].get(value) for value in values],
                "total": sum(numbers[row].values()),
            }
            for row in rows
        ],
        "total": sum(cell["items"] for cell in facts["cells"]),
    }


def _column_facet(facts: Mapping[str, Any], splits: Sequence[str]) -> str:
    values: dict[str, set[str]] = {}
    for cell in facts["cells"]:
        for name, value in cell["facets"].items():
            if name not in splits:
                values.setdefault(name, set()).add(value)
    several = {name: found for name, found in values.items() if len(found - {""}) > 1}
    return max(several, key=lambda name: (name == "mode", len(several[name]), name), default="")


def _row_key(row: Sequence[str], about: Mapping[str, Any]) -> list[Any]:
    tasks = list(about.get("tasks", {}))
    orders = [tasks, *(about.get("facets", {}).get(n, {}).get("order", []) for n in about.get("splits", ()))]
    return [
        (order.index(value) if value in order else len(order), value)
        for order, value in zip(orders, row, strict=True)
    ]
