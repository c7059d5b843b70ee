"""Figures about test questions: how many of each task, and whether true or false can be guessed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.captions import make_figure, percent
from sitegen.benchmarks.fgbench.leak import leak_rows
from sitegen.benchmarks.fgbench.records import Paired, Split
from sitegen.charts import rows
from sitegen.records import Figure

_SCOPES = {"single": "single group", "interaction": "several groups", "comparison": "comparison"}
_KINDS = {
    "bool_classification": "does the state differ",
    "bool_regression": "is it higher",
    "value_regression": "by how much",
}
TASKS = {f"{s}_{k}": f"{scope}: {kind}" for s, scope in _SCOPES.items() for k, kind in _KINDS.items()}
"""Short names of the nine tasks, in their order."""


def question_counts(test: Sequence[Item], paired: Sequence[Paired]) -> Figure:
    """Show the test questions of each task by table."""
    titles = _titles(paired)
    counted = Counter((item.task, item.facets["dataset"]) for item in test)
    tasks = [task for task in TASKS if any(found == task for found, _ in counted)]
    numbers = {task: [counted[task, slug] for slug in titles] for task in tasks}
    largest = max(tasks, key=lambda task: sum(numbers[task]), default="")
    return make_figure(
        "questions",
        ("task", *titles.values(), "all"),
        [(TASKS[task], *numbers[task], sum(numbers[task])) for task in tasks],
        rows(
            [TASKS[task] for task in tasks],
            {title: [numbers[t][place] for t in tasks] for place, title in enumerate(titles.values())},
            x="test questions",
            stacked=True,
        ),
        questions=f"{len(test):,}",
        largest=TASKS.get(largest, "none"),
        most=f"{sum(numbers.get(largest, ())):,}",
    )


def true_shares(test: Sequence[Item], paired: Sequence[Paired]) -> Figure:
    """Show the share of True answers in each boolean task and table."""
    titles = _titles(paired)
    answers: dict[tuple[str, str], list[bool]] = {}
    for item in test:
        if item.answer_type == "boolean":
            answers.setdefault((item.task, item.facets["dataset"]), []).append(bool(item.answer))
    table = [
        (TASKS[task], titles[slug], len(found), sum(found), percent(sum(found), len(found)))
        for task in TASKS
        for slug in titles
        for found in [answers.get((task, slug), [])]
        if found
    ]
    low, high = (pick(table, key=lambda row: row[4], default=("", "", 0, 0, 0.0)) for pick in (min, max))
    return make_figure(
        "true-share",
        ("task", "table", "questions", "True", "True (%)"),
        table,
        rows(
            [f"{task}, {title}" for task, title, *_ in table],
            {"True": [row[4] for row in table]},
            x="answers that are True (%)",
            notes=[f"{row[3]} of {row[2]}" for row in table],
            percent=True,
        )
        if table
        else None,
        summary="summary" if table else "summary_none",
        low=low[4],
        low_n=low[2],
        high=high[4],
        high_n=high[2],
    )


def leaks(paired: Sequence[Paired], split: Split, context: BuildContext) -> Figure:
    """Show how many test pairs have molecules, scaffolds or edits in learning pairs, by split."""
    titles = _titles(paired)
    found = leak_rows(paired, split, context)
    used = [row for row in found if row.used and row.test]
    tested = sum(row.test for row in used)
    shares = {
        "one molecule": [percent(row.one, row.test) for row in used],
        "both molecules": [percent(row.both, row.test) for row in used],
        "a scaffold": [percent(row.scaffold, row.test) for row in used],
        "the same groups": [percent(row.edit, row.test) for row in used],
    }
    return make_figure(
        "leak",
        (
            "table",
            "split",
            "test pairs",
            "learning pairs",
            "dropped",
            "one molecule known",
            "both known",
            "a scaffold known",
            "the same groups change",
        ),
        [
            (titles[r.dataset], r.kind, r.test, r.train, r.dropped, r.one, r.both, r.scaffold, r.edit)
            for r in found
        ],
        rows(
            [titles[row.dataset] for row in used],
            shares,
            x=f"test pairs ({split.kind} split, %)",
            percent=True,
        )
        if used
        else None,
        summary="summary" if used else "summary_none",
        split=split.kind,
        one=percent(sum(row.one + row.both for row in used), tested),
        both=percent(sum(row.both for row in used), tested),
    )


def _titles(paired: Sequence[Paired]) -> dict[str, str]:
    return {one.cleaned.table.slug: one.cleaned.table.title for one in paired}
