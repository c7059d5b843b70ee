"""Described instructions, read back by a second reader that shares no code with the benchmark."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from pathlib import Path

import pytest
from rdkit import Chem

from evaluator import load_items
from evaluator.records import Item
from sitegen.benchmarks.rground.conditions import Condition, absolute, holds, relative
from sitegen.benchmarks.rground.wording import Wordings, forms_of
from sitegen.records import Build
from tests.sitegen.benchmarks.rground.reading import (
    canonical,
    fitting_options,
    pool,
    read_phrase,
    read_sentence,
)

BUILD = os.environ.get("CHEMGROUND_BUILD", "")
"""An output folder of `make site` whose items are read, too."""

BARE = {name: smiles.removeprefix("*") for name, smiles in pool().items()}


def every_item(basic: Build) -> Iterator[Item]:
    yield from basic.items
    if BUILD:
        found = load_items(Path(BUILD) / "datasets" / "rground").items
        yield from (item for item in found if item.facets["level"] == "basic")


def once(items: Iterator[Item], task: str) -> list[Item]:
    hard = (item for item in items if item.task == task and item.facets["difficulty"] == "hard")
    return list({item.extra["question"]: item for item in hard}.values())


def labels_of(item: Item) -> dict[int, str]:
    tags = re.findall(r"<a>(\d+):([^<]*)</a>", item.extra["esmiles"])
    return {int(atom): label.replace("[", "").replace("]", "") for atom, label in tags}


def test_every_hard_item_fits_exactly_one_option_to_a_second_reader(basic: Build) -> None:
    asked = once(every_item(basic), "vqa")
    assert len(asked) >= 40
    wrong = []
    for item in asked:
        options = {option.label: option.smiles or "" for option in item.options}
        fitting = fitting_options(item.extra["instruction"], item.extra["scaffold"], labels_of(item), options)
        if fitting != [item.answer]:
            wrong.append((item.id, fitting, item.answer))
    assert wrong == []


def test_a_hard_sentence_never_names_what_it_describes(basic: Build) -> None:
    for task in ("vqa", "generation"):
        for item in once(every_item(basic), task):
            name = item.extra["substituents"][item.extra["described"]]
            assert name not in item.question, item.id


def test_the_second_reader_agrees_on_every_absolute_condition(wordings: Wordings) -> None:
    for smiles in BARE.values():
        for kind, value in absolute(smiles):
            _agree(Condition(kind=kind, value=value), wordings)


@pytest.mark.parametrize("name", list(BARE))
def test_the_second_reader_agrees_on_every_comparison(name: str, wordings: Wordings) -> None:
    for smiles in BARE.values():
        for kind, value in relative(smiles, BARE[name]):
            _agree(Condition(kind=kind, value=value, reference=BARE[name], name=name), wordings)


_seen: set[str] = set()


def _agree(condition: Condition, wordings: Wordings) -> None:
    for phrase in forms_of(condition, wordings):
        if phrase in _seen or condition.kind in ("bromines", "donors", "rings"):
            continue  # these never tell pool groups apart, so no sentence states them
        _seen.add(phrase)
        test = read_phrase(phrase)
        for name, smiles in BARE.items():
            assert test(Chem.MolFromSmiles(pool()[name]), {}) == holds(condition, smiles), (phrase, name)


def test_a_generation_description_fits_no_other_group_of_a_large_family(basic: Build) -> None:
    assert set(pool().values()) <= _family()
    described = once(every_item(basic), "generation")
    assert len(described) >= 40
    for item in described:
        _, phrases, _ = read_sentence(item.extra["instruction"])
        answer = pool()[item.extra["substituents"][item.extra["described"]]]
        fitting = frozenset.intersection(*map(_fitting_family, phrases))
        assert fitting == {answer}, item.extra["instruction"]


@cache
def _fitting_family(phrase: str) -> frozenset[str]:
    test = read_phrase(phrase)
    return frozenset(smiles for smiles in _family() if test(Chem.MolFromSmiles(smiles), {}))


@lru_cache(maxsize=1)
def _family() -> frozenset[str]:
    """Return every ring, link and up to two groups on the ring that the pool uses, combined."""
    return frozenset(map(canonical, _written_family()))


def _written_family() -> Iterator[str]:
    groups = ("F", "Cl", "C", "OC", "C(F)(F)F", "S(C)(=O)=O")
    for link in ("*", "*C", "*C(=O)", "*C(=O)C", "*S(=O)(=O)"):
        for size in (3, 5, 6):
            yield f"{link}C1{'C' * (size - 1)}1"
        for place in range(5):
            ring = ["n" if at == place else "c" for at in range(5)]
            yield f"{link}c1{''.join(ring)}1"
        for decoration in product(("", *groups), repeat=3):
            if decoration.count("") > 0:
                ring = [f"c({group})" if group else "c" for group in decoration]
                yield f"{link}c1{''.join(ring)}cc1"
