"""Figures about the questions: sizes, letters, instructions, use of scaffolds."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from evaluator.records import Item
from sitegen.benchmarks.rground.captions import make_figure
from sitegen.benchmarks.rground.charts import bars
from sitegen.benchmarks.rground.questions import LETTERS
from sitegen.records import Figure

_TASKS = {"vqa": "VQA", "generation": "Generation"}
_DIFFICULTIES = ("easy", "medium", "hard")
_STYLES = ("direct", "conversational", "result-oriented", "relational", "descriptive")


def split_sizes(items: Sequence[Item]) -> Figure:
    """Show how many items each cell holds."""
    cells = Counter((split_name(item), item.facets["mode"]) for item in items)
    splits = list(dict.fromkeys(split_name(item) for item in in_order(items)))
    modes = sorted({mode for _, mode in cells})
    return make_figure(
        "split-sizes",
        ("split", *modes),
        [(split, *(cells[split, mode] for mode in modes)) for split in splits],
        bars(splits, {mode: [cells[split, mode] for split in splits] for mode in modes}, x="", y="items"),
    )


def answer_letters(questions: Sequence[Item]) -> Figure:
    """Show whether the answer's letter can be guessed."""
    letters = {
        name: Counter(item.answer for item in asked) for name, asked in by_difficulty(questions).items()
    }
    return make_figure(
        "answer-letters",
        ("split", *LETTERS, "p"),
        [
            (name, *(counted[letter] for letter in LETTERS), _even_p([counted[one] for one in LETTERS]))
            for name, counted in letters.items()
        ],
        bars(
            list(letters),
            {letter: [counted[letter] for counted in letters.values()] for letter in LETTERS},
            x="",
            y="questions",
        ),
    )


def instruction_forms(questions: Sequence[Item]) -> Figure:
    """Show how often each numbered sentence is used."""
    counted = Counter((split_name(item), item.extra["style"], item.extra["form"]) for item in questions)
    splits = list(dict.fromkeys(split_name(item) for item in in_order(questions)))
    forms = sorted({(style, form) for _, style, form in counted}, key=lambda f: (_STYLES.index(f[0]), f[1]))
    return make_figure(
        "instruction-forms",
        ("style", "form", *splits),
        [(style, form, *(counted[split, style, form] for split in splits)) for style, form in forms],
        bars(
            [f"{style} {form}" for style, form in forms],
            {split: [counted[split, *form] for form in forms] for split in splits},
            x="",
            y="questions",
            stacked=True,
        ),
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
        bars(
            kinds,
            {task: [counted[task, kind] for kind in kinds] for task in tasks},
            x="",
            y="questions",
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
            [str(number) for number in numbers],
            {split: [counted[number] for number in numbers] for split, counted in times.items()},
            x="questions about it",
            y="scaffolds",
        ),
    )


def by_difficulty(questions: Sequence[Item]) -> dict[str, list[Item]]:
    """Return the VQA questions by the title of their difficulty, easiest first."""
    found: dict[str, list[Item]] = {}
    for item in in_order(questions):
        if item.options:
            found.setdefault(item.facets["difficulty"].title(), []).append(item)
    return found


def in_order(items: Sequence[Item]) -> list[Item]:
    """Return items by task, difficulty and id."""
    tasks = list(_TASKS)
    return sorted(
        items,
        key=lambda item: (
            tasks.index(item.task),
            _DIFFICULTIES.index(item.facets["difficulty"]),
            item.id,
        ),
    )


def split_name(item: Item) -> str:
    """Return the title of an item's split, e.g. "VQA Easy"."""
    return f"{_TASKS[item.task]} {item.facets['difficulty'].title()}"


def _even_p(counts: Sequence[int]) -> float:
    """Return p of a χ² test for four equally likely letters (three degrees of freedom), 4 places."""
    expected = sum(counts) / len(counts)
    if not expected:
        return 1.0
    chi2 = sum((count - expected) ** 2 for count in counts) / expected
    return round(math.erfc(math.sqrt(chi2 / 2)) + math.sqrt(2 * chi2 / math.pi) * math.exp(-chi2 / 2), 4)
