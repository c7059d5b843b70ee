"""Figures about the questions: sizes, letters, facts they state, use of scaffolds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from evaluator.records import Item
from sitegen.benchmarks.rground.captions import make_figure
from sitegen.benchmarks.rground.questions import LETTERS, NOTA_LETTER
from sitegen.charts import bars, on_top, rows
from sitegen.records import Figure

_TASKS = {"vqa": "VQA", "generation": "Generation"}
_LEVELS = ("basic", "advanced")
_DIFFICULTIES = ("easy", "medium", "hard")


def split_sizes(items: Sequence[Item]) -> Figure:
    """Show how many items each cell of split and mode holds."""
    cells = Counter((split_name(item), item.facets["mode"]) for item in items)
    splits = split_names(items)
    modes = sorted({mode for _, mode in cells})
    filled = sum(bool(count) for count in cells.values())
    return make_figure(
        "split-sizes",
        ("split", *modes, "all"),
        [
            (split, *counts, sum(counts))
            for split in splits
            for counts in [[cells[split, mode] for mode in modes]]
        ],
        bars(
            splits,
            {mode: [cells[split, mode] or None for split in splits] for mode in modes},
            x="",
            y="items",
            width=640,
        ),
        items=f"{len(items):,}",
        cells=filled,
    )


def answer_letters(questions: Sequence[Item]) -> Figure:
    """Show whether the answer's letter can be guessed, "none of the above" told apart."""
    splits = by_split(questions)
    letters = {name: Counter(item.answer for item in asked) for name, asked in splits.items()}
    above = {
        name: sum(item.answer == NOTA_LETTER and has_nota(item) for item in asked)
        for name, asked in splits.items()
    }
    ps = {name: _even_p([counted[one] for one in LETTERS]) for name, counted in letters.items()}
    columns = {letter: [letters[name][letter] for name in splits] for letter in LETTERS}
    columns[NOTA_LETTER] = [
        whole - part for whole, part in zip(columns[NOTA_LETTER], above.values(), strict=True)
    ]
    none = f"{NOTA_LETTER}, none of the above"
    return make_figure(
        "answer-letters",
        ("split", *LETTERS, f"of {NOTA_LETTER}, none of the above", "p"),
        [(name, *(letters[name][letter] for letter in LETTERS), above[name], ps[name]) for name in splits],
        on_top(list(splits), columns, none, list(above.values()), x="", y="questions", width=640),
        p=min(ps.values(), default=1.0),
    )


def described_facts(questions: Sequence[Item]) -> Figure:
    """Show which facts the descriptions of Hard questions state."""
    counted: Counter[tuple[str, str]] = Counter()
    for item in questions:
        for condition in item.extra.get("conditions", ()):
            counted[_TASKS[item.task], condition["kind"].replace("_", " ")] += 1
    tasks = sorted({task for task, _ in counted}, reverse=True)
    total: Counter[str] = Counter()
    for (_, kind), number in counted.items():
        total[kind] += number
    kinds = sorted(total, key=lambda kind: (-total[kind], kind))
    return make_figure(
        "described-facts",
        ("fact", *tasks),
        [(kind, *(counted[task, kind] for task in tasks)) for kind in kinds],
        rows(
            kinds,
            {task: [counted[task, kind] for kind in kinds] for task in tasks},
            x="questions",
            stacked=True,
        ),
    )


def scaffold_use(questions: Sequence[Item]) -> Figure:
    """Show how many questions are asked about one scaffold."""
    used: dict[str, Counter[str]] = {}
    for item in in_order(questions):
        used.setdefault(split_name(item), Counter())[item.extra["scaffold_id"]] += 1
    times = {split: Counter(counted.values()) for split, counted in used.items()}
    numbers = range(1, max((number for counted in times.values() for number in counted), default=1) + 1)
    return make_figure(
        "scaffold-use",
        ("questions about it", *times),
        [(number, *(counted[number] for counted in times.values())) for number in numbers],
        bars(
            list(times),
            {
                f"{number} question{'s' if number > 1 else ''}": [
                    number * counted[number] for counted in times.values()
                ]
                for number in numbers
            },
            x="",
            y="questions",
            stacked=True,
            width=640,
        ),
    )


def by_split(questions: Sequence[Item]) -> dict[str, list[Item]]:
    """Return the VQA questions by their split without the task, e.g. "Basic Easy", in order."""
    found: dict[str, list[Item]] = {}
    for item in in_order(questions):
        if item.options:
            found.setdefault(_cell(item), []).append(item)
    return found


def in_order(items: Iterable[Item]) -> list[Item]:
    """Return items by task, level, difficulty and id."""
    tasks = list(_TASKS)
    return sorted(
        items,
        key=lambda item: (
            tasks.index(item.task),
            _LEVELS.index(item.facets["level"]),
            _DIFFICULTIES.index(item.facets["difficulty"]),
            item.id,
        ),
    )


def split_name(item: Item) -> str:
    """Return the title of an item's split, e.g. "VQA Basic Easy"; generation has one level only."""
    if item.task == "generation":
        return f"{_TASKS[item.task]} {item.facets['difficulty'].title()}"
    return f"{_TASKS[item.task]} {_cell(item)}"


def split_names(items: Iterable[Item]) -> list[str]:
    """Return the titles of all splits, in order."""
    return list(dict.fromkeys(split_name(item) for item in in_order(items)))


def has_nota(item: Item) -> bool:
    """Return whether "none of the above" is on offer."""
    return item.facets.get("nota", "no") != "no"


def _cell(item: Item) -> str:
    return f"{item.facets['level'].title()} {item.facets['difficulty'].title()}"


def _even_p(counts: Sequence[int]) -> float:
    """Return p of a χ² test for four equally likely letters (three degrees of freedom), 4 places."""
    expected = sum(counts) / len(counts)
    if not expected:
        return 1.0
    chi2 = sum((count - expected) ** 2 for count in counts) / expected
    return round(math.erfc(math.sqrt(chi2 / 2)) + math.sqrt(2 * chi2 / math.pi) * math.exp(-chi2 / 2), 4)
