"""Validity, and how far the repeats of a question agree."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluator.grouping import Facets, cluster_of, means, proportions
from evaluator.records import Item, Metric, Score
from evaluator.regression import is_measured, is_one_property

VALID, SAME, AGREEMENT = "valid_replies", "repeats.same", "repeats.agreement"
KAPPA, SPREAD, SPREAD_SHARE = "repeats.kappa", "repeats.spread", "repeats.nspread"


def repeats_of(scores: Sequence[Score]) -> int:
    """Return the largest number of repeats that any item has, 1 where replies are not kept."""
    return max((len(score.replies) for score in scores), default=1) or 1


def agreement_metrics(
    items: Sequence[Item], scores: Sequence[Score], groups: Mapping[Facets, Sequence[int]]
) -> Iterator[list[Metric]]:
    """Yield the metrics of each group that holds truth values or numbers.

    Validity is the share of valid replies over all items and all repeats; a repeat that an item lacks is not
    valid. The rest needs at least two valid replies of an item, and is left out where nothing has repeats.
    """
    several = repeats_of(scores) > 1
    for facets, members in sorted(groups.items()):
        chosen = [index for index in members if scores[index].replies]
        if not chosen:
            continue
        valid = [(_valid_share(scores[index]), cluster_of(items[index])) for index in chosen]
        found = list(proportions(VALID, valid, dict(facets)))
        if several:
            found += _agreement([(items[index], scores[index]) for index in chosen], dict(facets))
        yield found


def _valid_share(score: Score) -> float:
    return sum(value is not None for value in score.replies) / len(score.replies)


def _agreement(chosen: Sequence[tuple[Item, Score]], facets: Mapping[str, str]) -> Iterator[Metric]:
    repeated = [
        (item, values)
        for item, score in chosen
        if len(values := [value for value in score.replies if value is not None]) > 1
    ]
    same = [(float(len(set(values)) == 1), cluster_of(item)) for item, values in repeated]
    pairs = [(_agreeing(values), cluster_of(item)) for item, values in repeated]
    yield from proportions(SAME, same, facets)
    yield from proportions(AGREEMENT, pairs, facets)
    truths = [values for item, values in repeated if item.answer_type == "boolean"]
    if any(item.answer_type == "boolean" for item, _ in chosen):
        yield Metric(name=KAPPA, value=kappa(truths), low=None, high=None, n=len(truths), facets=facets)
    numbers = [(item, _deviation(values)) for item, values in repeated if is_measured(item)]
    measured = [item for item, _ in chosen if is_measured(item)]
    if measured:
        shares = [(off / float(item.extra["label_spread"]), cluster_of(item)) for item, off in numbers]
        yield from means(SPREAD_SHARE, shares, facets)
        if is_one_property(measured):
            yield from means(SPREAD, [(off, cluster_of(item)) for item, off in numbers], facets)


def _agreeing(values: Sequence[Any]) -> float:
    """Return the share of pairs of replies that are equal."""
    pairs = len(values) * (len(values) - 1)
    return sum(count * (count - 1) for count in Counter(values).values()) / pairs


def _deviation(values: Sequence[Any]) -> float:
    numbers = [float(value) for value in values]
    middle = math.fsum(numbers) / len(numbers)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in numbers) / (len(numbers) - 1))


def kappa(repeated: Sequence[Sequence[bool]]) -> float | None:
    """Return Fleiss' kappa of truth values, at least two of each item; their numbers may differ.

    Agreement of an item is the share of its pairs of replies that are equal, chance that of two replies drawn
    from all. None where there are no items, or chance agreement is certain.
    Fleiss, Psychological Bulletin 1971, 76, 378.
    """
    if not repeated:
        return None
    observed = math.fsum(_agreeing(values) for values in repeated) / len(repeated)
    counted = Counter(value for values in repeated for value in values)
    total = sum(counted.values())
    chance = math.fsum((count / total) ** 2 for count in counted.values())
    return None if chance >= 1 else (observed - chance) / (1 - chance)
