"""Blind solvers: each picks an option by one cue, and never reads what is asked.

Their titles and what each does in one sentence are in `benchmark.toml`, `[baselines.<name>]`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from evaluator.records import Item
from sitegen.benchmarks.rground.audit_looks import Sight

type Worth = float | tuple[int, int]
"""What a solver thinks of an option: it picks the one worth most."""

type Looker = Callable[[Sight], Sequence[Worth]]
"""A solver that looks at the molecules of one item only, and values each."""

LOOKERS: Mapping[str, Looker] = {
    "most_similar": lambda sight: sight.near,
    "least_similar": lambda sight: [-value for value in sight.near],
    "odd_one_out": lambda sight: [-value for value in sight.central],
    "most_central": lambda sight: sight.central,
    "largest": lambda sight: sight.heavy,
    "smallest": lambda sight: [-value for value in sight.heavy],
    "heaviest": lambda sight: sight.weight,
    "lightest": lambda sight: [-value for value in sight.weight],
    "longest_smiles": lambda sight: sight.length,
    "shortest_smiles": lambda sight: [-value for value in sight.length],
    "most_charged": lambda sight: [abs(value) for value in sight.charge],
    "least_charged": lambda sight: [-abs(value) for value in sight.charge],
    "majority_group": lambda sight: _shared(sight.groups),
    "name_in_text": lambda sight: sight.written,
    "name_in_structure": lambda sight: sight.held,
    "name_avoided": lambda sight: [(-groups, -matches) for groups, matches in sight.held],
}
"""Solvers by name. Ties are broken at random: each option earns its share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An item with what there is to see in it; `question` is shared by its modes."""

    item: Item
    sight: Sight
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lore:
    """What is known of a split: how often each group was right and on offer, and each letter right.

    Groups are counted at the sites where the options differ, once a question.
    """

    right: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    letters: Counter[str] = field(default_factory=Counter)


def structures(item: Item) -> tuple[str, ...]:
    """Return the letters of the options that are molecules, in the order of `Sight`."""
    return tuple(option.label for option in item.options if option.smiles)


def credit(values: Mapping[str, Worth], answer: str) -> float:
    """Return the chance that a solver is right: a share of a tie, 0 where another option is worth more."""
    if answer not in values:
        return 0.0
    largest = max(values.values())
    best = [label for label, value in values.items() if value == largest]
    return 1 / len(best) if answer in best else 0.0


def look_credit(asked: Asked, looker: Looker) -> float:
    """Return the chance that a looker is right; an option of words only is never its pick."""
    values = dict(zip(structures(asked.item), looker(asked.sight), strict=True))
    return credit(values, str(asked.item.answer))


def random_credit(item: Item) -> float:
    """Return the chance that a random letter is right."""
    return 1 / len(item.options)


def none_credit(item: Item) -> float:
    """Return the chance of a solver that takes "none of the above" where it is offered, else any letter."""
    words = {option.label: 1.0 for option in item.options if not option.smiles}
    return credit(words, str(item.answer)) if words else random_credit(item)


def letters_credit(item: Item) -> float:
    """Return the chance of a solver that takes "none of the above" where offered, else another letter.

    Letters are even over a split, so the letter of "none of the above" is rarer where it is not offered.
    """
    if any(not option.smiles for option in item.options):
        return none_credit(item)
    return credit({option.label: 1.0 for option in item.options[:-1]}, str(item.answer))


def gather_lore(split: Sequence[Asked]) -> Lore:
    """Count over a split what its answers have in common."""
    lore = Lore()
    for asked in {asked.question: asked for asked in split}.values():
        lore.letters[str(asked.item.answer)] += 1
        right, offered = _groups(asked)
        lore.right.update(right)
        lore.offered.update(offered)
    return lore


def letter_credit(item: Item, lore: Lore) -> float:
    """Return the chance that the letter which is most often right in the split is right here."""
    return credit({option.label: lore.letters[option.label] for option in item.options}, str(item.answer))


def frequent_credit(asked: Asked, lore: Lore) -> float:
    """Return the chance of a solver that takes the group most often right in the other questions."""
    own, _ = _groups(asked)
    return _lore_credit(asked, lambda group: float(lore.right[group] - own[group]))


def learned_credit(asked: Asked, lore: Lore) -> float:
    """Return the chance of a solver that takes the group most often right in the others when offered.

    Of a group that was never offered elsewhere it thinks what chance says: the counts start at one
    in as many as there are options.
    """
    own_right, own_offered = _groups(asked)
    start = len(asked.sight.groups)

    def share(group: str) -> float:
        right = lore.right[group] - own_right[group]
        return (right + 1) / (lore.offered[group] - own_offered[group] + start)

    return _lore_credit(asked, share)


def _lore_credit(asked: Asked, worth: Callable[[str], float]) -> float:
    differing = _differing(asked.sight.groups)
    # Rounded, so that the order of a sum breaks no tie.
    values = [round(sum(worth(groups[site]) for site in differing), 9) for groups in asked.sight.groups]
    return credit(dict(zip(structures(asked.item), values, strict=True)), str(asked.item.answer))


def _groups(asked: Asked) -> tuple[Counter[str], Counter[str]]:
    """Return the groups of the right option and of all options, at the sites where options differ."""
    right: Counter[str] = Counter()
    offered: Counter[str] = Counter()
    for label, groups in zip(structures(asked.item), asked.sight.groups, strict=True):
        own = Counter(groups[site] for site in _differing(asked.sight.groups))
        offered.update(own)
        if label == asked.item.answer:
            right.update(own)
    return right, offered


def _differing(groups: Sequence[tuple[str, ...]]) -> list[int]:
    sites = len(groups[0]) if groups else 0
    return [site for site in range(sites) if len({option[site] for option in groups}) > 1]


def _shared(groups: Sequence[tuple[str, ...]]) -> list[float]:
    """Return, for each option, how many options carry its groups, summed over sites."""
    counts = [Counter(site) for site in zip(*groups, strict=True)]
    return [
        float(sum(counted[group] for counted, group in zip(counts, option, strict=True))) for option in groups
    ]
