"""The home page: what this is, one question of each benchmark to answer, numbers, two doors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sitegen.config import SiteConfig
from sitegen.site.baselines import BaselineTable, baseline_table
from sitegen.site.dataset import Dataset, Question
from sitegen.site.page import Page
from sitegen.site.questions import QuestionPages, example_question, only_first, question_context
from sitegen.site.templating import page_environment


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """What the home page shows of one benchmark; `example` is None where there are no questions."""

    slug: str
    title: str
    summary: str
    counts: dict[str, int]
    example: dict[str, Any] | None
    baselines: BaselineTable
    baselines_text: str


def home_page(
    datasets: Sequence[tuple[Dataset, Sequence[Question]]],
    site: SiteConfig,
    *,
    explorer: bool,
    scorer: bool,
) -> Page:
    """Return the home page; the questions on it are the same in every build of the same data."""
    entries = [_entry(dataset, asked, site) for dataset, asked in datasets]
    template = page_environment().get_template("site/home.html.j2")
    names = dict.fromkeys(name for entry in entries for name in entry.counts)
    totals = {name: sum(entry.counts.get(name, 0) for entry in entries) for name in names}
    body = template.render(
        only=only_first, site=site, entries=entries, totals=totals, explorer=explorer, scorer=scorer
    )
    return Page(
        path="",
        title=f"{site.title}: benchmarks for reading and editing molecules",
        description="Open benchmarks that ask models to read, complete and edit molecules; "
        "every question can be inspected, every score recomputed.",
        parts={"body": body},
    )


def _entry(dataset: Dataset, questions: Sequence[Question], site: SiteConfig) -> _Entry:
    about = dataset.facts["benchmark"]
    chosen = example_question(questions)
    example = None
    if chosen is not None:
        pages = QuestionPages.of(dataset, site.repository, base="")
        example = question_context(chosen, pages)
    return _Entry(
        slug=dataset.slug,
        title=dataset.title,
        summary=about["summary"],
        counts=dict(dataset.facts["counts"]),
        example=example,
        baselines=baseline_table(dataset.facts),
        baselines_text=str(about.get("baselines_text", "")),
    )
