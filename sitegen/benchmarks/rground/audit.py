"""The shortcut audit: how far solvers get in VQA that never read the scaffold or what is asked.

The solvers are in `audit_solvers`; what they earn is given over all of VQA, for every split, for
every mode of it and for every property of the Advanced level. The modes of a question offer the same
options, so their numbers are the same, but each cell is listed for whoever looks it up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from evaluator.records import Item, Metric
from evaluator.statistics import clustered_interval, mean, wilson_interval
from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground import audit_solvers as solvers
from sitegen.benchmarks.rground.audit_looks import look_at
from sitegen.benchmarks.rground.audit_solvers import LOOKERS, Asked
from sitegen.benchmarks.rground.pool import read_pool
from sitegen.release.folder import question_of

RANDOM = "random"
_SPLIT = ("task", "level", "difficulty")
_BREAKDOWNS = (("task",), _SPLIT, (*_SPLIT, "mode"), (*_SPLIT, "property"))


def audit(items: Sequence[Item], data: Path, map: ParallelMap) -> tuple[Metric, ...]:
    """Return `<solver>.accuracy` of every blind solver for each breakdown of the VQA items.

    `data` is the folder of the pool's table. The random letter comes with the interval in which 95 % of
    such solvers end, the others with one that allows for items of one cluster resembling each other.
    Raises `DatasetError` where an option is no SMILES.
    """
    asked = [item for item in items if item.task == "vqa"]
    credits = item_credits(asked, data, map)
    return tuple(metric for names in _BREAKDOWNS for metric in _breakdown(asked, credits, names))


def item_credits(items: Sequence[Item], data: Path, map: ParallelMap) -> list[dict[str, float]]:
    """Return for each item how likely each blind solver is right, by the solver's name."""
    pool = {substituent.name: substituent.smiles for substituent in read_pool(data / "substituents.tsv")}
    sights = look_at(items, pool, map)
    asked = [
        Asked(item=item, sight=sight, question=question_of(item))
        for item, sight in zip(items, sights, strict=True)
    ]
    splits: dict[tuple[str, ...], list[Asked]] = defaultdict(list)
    for one in asked:
        splits[_values(one.item, _SPLIT)].append(one)
    lores = {split: solvers.gather_lore(members) for split, members in splits.items()}
    return [_credits(one, lores[_values(one.item, _SPLIT)]) for one in asked]


def _credits(asked: Asked, lore: solvers.Lore) -> dict[str, float]:
    return {
        RANDOM: solvers.random_credit(asked.item),
        **{name: solvers.look_credit(asked, looker) for name, looker in LOOKERS.items()},
        "frequent_answer": solvers.frequent_credit(asked, lore),
        "learned_answer": solvers.learned_credit(asked, lore),
        "frequent_letter": solvers.letter_credit(asked.item, lore),
        "none_of_the_above": solvers.none_credit(asked.item),
        "none_or_another": solvers.letters_credit(asked.item),
    }


def _values(item: Item, names: Sequence[str]) -> tuple[str, ...]:
    facets = {**item.facets, "task": item.task}
    return tuple(facets.get(name, "") for name in names)


def _breakdown(
    items: Sequence[Item], credits: Sequence[Mapping[str, float]], names: Sequence[str]
) -> Iterator[Metric]:
    """Yield the metrics of each cell; items that lack the last facet are in none."""
    cells: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, item in enumerate(items):
        cells[_values(item, names)].append(place)
    for values, places in sorted(cells.items()):
        if not values[-1]:
            continue
        facets = dict(zip(names, values, strict=True))
        clusters = [items[place].cluster for place in places]
        for name in credits[places[0]]:
            yield _metric(name, [credits[place][name] for place in places], clusters, facets)


def _metric(
    name: str, credits: Sequence[float], clusters: Sequence[str], facets: Mapping[str, str]
) -> Metric:
    value = mean(credits)
    random = name == RANDOM
    low, high = (
        wilson_interval(value * len(credits), len(credits))
        if random
        else clustered_interval(credits, clusters)
    )
    return Metric(
        name=f"{name}.accuracy",
        value=round(value, 6),
        low=round(low, 6),
        high=round(high, 6),
        n=len(credits),
        facets=facets,
    )
