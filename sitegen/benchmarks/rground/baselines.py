"""Blind baselines of every VQA split: what a solver earns that never reads the instruction.

Three solvers: one picks a letter at random (expected accuracy, with the interval in which 95 % of
such solvers end), one the option with the longest SMILES, one the option most similar to the scaffold
(`*` as hydrogen). A tie is broken at random, so it earns its share. All modes of a question offer the
same options, so their numbers are the same; each cell is listed for whoever looks it up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from evaluator.records import Item, Metric, Option
from evaluator.statistics import clustered_interval, wilson_interval

_BREAKDOWNS = (
    ("task",),
    ("task", "level", "difficulty"),
    ("task", "level", "difficulty", "mode"),
)

type Solver = Callable[[Item, Option], float]
"""What a solver looks at: it picks the option with the largest value."""

SOLVERS: Mapping[str, Solver] = {
    "longest_smiles": lambda item, option: len(option.smiles or ""),
    "most_similar": lambda item, option: item.extra["option_similarity"].get(option.label, -1.0),
}


def vqa_baselines(items: Sequence[Item]) -> tuple[Metric, ...]:
    """Return `<baseline>.accuracy` of every baseline for each cell, split and all of VQA."""
    asked = [item for item in items if item.task == "vqa"]
    return tuple(metric for names in _BREAKDOWNS for metric in _breakdown(asked, names))


def credit(item: Item, solver: Solver) -> float:
    """Return the chance that a solver picks the right option: a share of a tie, or 0."""
    values = {option.label: solver(item, option) for option in item.options}
    largest = max(values.values())
    if values[item.answer] < largest:
        return 0.0
    return 1 / sum(value == largest for value in values.values())


def _breakdown(items: Sequence[Item], names: Sequence[str]) -> Iterator[Metric]:
    cells: dict[tuple[str, ...], list[Item]] = defaultdict(list)
    for item in items:
        facets = {"task": item.task, **item.facets}
        cells[tuple(facets[name] for name in names)].append(item)
    for values, found in sorted(cells.items()):
        facets = dict(zip(names, values, strict=True))
        yield _random(found, facets)
        for name, solver in SOLVERS.items():
            yield _metric(name, [credit(item, solver) for item in found], found, facets)


def _random(items: Sequence[Item], facets: Mapping[str, str]) -> Metric:
    expected = sum(1 / len(item.options) for item in items)
    low, high = wilson_interval(expected, len(items))
    return Metric(
        name="random.accuracy",
        value=round(expected / len(items), 6),
        low=round(low, 6),
        high=round(high, 6),
        n=len(items),
        facets=facets,
    )


def _metric(name: str, credits: Sequence[float], items: Sequence[Item], facets: Mapping[str, str]) -> Metric:
    low, high = clustered_interval(credits, [item.cluster for item in items])
    return Metric(
        name=f"{name}.accuracy",
        value=round(sum(credits) / len(credits), 6),
        low=round(low, 6),
        high=round(high, 6),
        n=len(items),
        facets=facets,
    )
