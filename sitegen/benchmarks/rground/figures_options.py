"""Figures about the options: what could be told from them without the instruction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rdkit import Chem

from evaluator.records import Item
from sitegen.benchmarks.rground.captions import make_figure
from sitegen.benchmarks.rground.figures_questions import by_split
from sitegen.benchmarks.rground.gaps import GAP_BINS, gap_bin
from sitegen.charts import bars
from sitegen.records import Figure

_FEW = 10
"""A bin with fewer questions shows no share (paper, Table 11)."""

_FAR = 5
"""Wrong options this many heavy atoms away, or more, are counted together."""


def similarity_gap(questions: Sequence[Item]) -> Figure:
    """Show how much nearer to the scaffold the right option is than the wrong ones.

    Questions whose right product is not offered have no gap.
    """
    splits = by_split(questions)
    counted = {
        name: Counter(gap_bin(item.extra["delta_sim"]) for item in asked if "delta_sim" in item.extra)
        for name, asked in splits.items()
    }
    without = [len(asked) - counted[name].total() for name, asked in splits.items()]
    return make_figure(
        "similarity-gap",
        ("Δsim", *counted),
        [
            *((name, *(bins[name] for bins in counted.values())) for name in GAP_BINS),
            ("none: the right product is not offered", *without),
        ],
        bars(
            GAP_BINS,
            {
                split: [
                    _percent(bins[name], bins.total()) if bins[name] >= _FEW else None for name in GAP_BINS
                ]
                for split, bins in counted.items()
            },
            x="Δsim",
            y="share of questions (%)",
            width=720,
        ),
        few=_FEW,
    )


def option_sizes(questions: Sequence[Item]) -> Figure:
    """Show by how many heavy atoms wrong options differ from the right one, where that is offered."""
    counted = {
        name: Counter(min(gap, _FAR) for item in asked for gap in _size_gaps(item))
        for name, asked in by_split(questions).items()
    }
    labels = [*map(str, range(_FAR)), f"{_FAR} or more"]
    return make_figure(
        "option-sizes",
        ("heavy atoms apart", *counted),
        [(label, *(gaps[place] for gaps in counted.values())) for place, label in enumerate(labels)],
        bars(
            labels,
            {
                split: [_percent(gaps[place], gaps.total()) for place in range(len(labels))]
                for split, gaps in counted.items()
            },
            x="heavy atoms apart",
            y="share of wrong options (%)",
            width=720,
        ),
    )


def answer_substituents(questions: Sequence[Item], substituents: Sequence[Mapping[str, Any]]) -> Figure:
    """Show whether knowing the frequent answers would pay, in the splits that use the pool."""
    names = [record["name"] for record in substituents]
    splits = {
        name: asked
        for name, asked in by_split(questions).items()
        if any(found in names for found in _offered(asked, right=False))
    }
    offered = {name: Counter(_offered(asked, right=False)) for name, asked in splits.items()}
    right = {name: Counter(_offered(asked, right=True)) for name, asked in splits.items()}
    columns = [f"{split}: {what}" for split in splits for what in ("right", "offered")]
    return make_figure(
        "answer-substituents",
        ("substituent", *columns),
        [
            (name, *(count for split in splits for count in (right[split][name], offered[split][name])))
            for name in names
        ],
        bars(
            names,
            {
                split: [
                    _percent(right[split][name], offered[split][name]) if offered[split][name] else None
                    for name in names
                ]
                for split in splits
            },
            x="",
            y="right when offered (%)",
            width=900,
            slanted=True,
        ),
    )


def _offered(asked: Sequence[Item], *, right: bool) -> Iterator[str]:
    """Yield the substituents on offer (or right) at the described label, or at all labels."""
    for item in asked:
        if item.facets["level"] != "basic":
            continue
        for letter, substituents in item.extra.get("option_substituents", {}).items():
            for label, name in substituents.items():
                if item.extra.get("described", label) == label and (not right or letter == item.answer):
                    yield name


def _size_gaps(item: Item) -> list[int]:
    sizes = {
        option.label: int(Chem.MolFromSmiles(option.smiles).GetNumHeavyAtoms())
        for option in item.options
        if option.smiles
    }
    right = sizes.get(str(item.answer))
    if right is None:
        return []
    return [abs(size - right) for label, size in sizes.items() if label != item.answer]


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0
