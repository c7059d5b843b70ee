"""A dataset with every facet that reports are broken down by, and replies with every kind of mistake."""

from __future__ import annotations

import itertools
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evaluator import Item, Option
from sitegen.records import Build, Description
from sitegen.release.folder import Origin, write_dataset
from tests.sitegen.site.building import RGROUND
from tests.sitegen.site.dataset import SOURCE

CELLS = "cells"
MODES = ("i2i", "i2s", "s2i", "s2s")
GOLD = "c1ccccc1-c1nc2cc(C3CC3)ccc2c(=O)[nH]1"
CORE = "*c1nc2cc(*)ccc2c(=O)[nH]1"
CHIRAL, CHIRAL_CORE = "C[C@H](N)c1ccc(-c2ccccc2)cc1", "*c1ccc([C@@H](C)N)cc1"

MISTAKES = {
    "right": GOLD,
    "wrong substituent": "c1ccccc1-c1nc2cc(-c3ccccc3)ccc2c(=O)[nH]1",
    "wrong site": "C1CC1c1nc2cc(-c3ccccc3)ccc2c(=O)[nH]1",
    "scaffold changed": "c1ccccc1-c1nc2cc(C3CC3)ccc2c(=O)o1",
    "R left in": f"{CORE}<sep><a>0:R[1]</a><a>6:R[2]</a>",
    "invalid valence": "c1ccccc1-c1nc2cc(C3CC3)(C)ccc2c(=O)[nH]1",
    "unparsed": "c1ccccc1-c1nc2cc(C3CC3",
    "refused": "I cannot draw this structure.",
    "missing": None,
}
"""A reply of every kind to an item with `GOLD`; lost stereo needs another item."""


def cells_folder(folder: Path) -> Path:
    """Write a dataset with the facets of R-GroundBench: 576 choices and 160 structures."""
    about = tomllib.loads((RGROUND / "benchmark.toml").read_text(encoding="utf-8"))
    about = {name: about[name] for name in ("summary", "canary", "licence", "splits", "tasks", "facets")}
    about |= {"slug": folder.name, "title": "Cells and mistakes"}
    origin = Origin(about=about, sources=[SOURCE], prompts=folder / "none", seed=1, input_sha256="ab" * 32)
    folder.mkdir(parents=True)
    items = (*_choices(folder.name, about["facets"]["gap"]["order"]), *_structures(folder.name))
    write_dataset(folder, Build(items=items), Description(), (), origin)
    return folder


def _choices(slug: str, gaps: list[str]) -> Iterator[Item]:
    cells = itertools.product(range(24), ("easy", "medium", "hard"), ("basic", "advanced"), MODES)
    for place, (number, difficulty, level, mode) in enumerate(cells):
        facets = {"mode": mode, "level": level, "difficulty": difficulty, "nota": "no"}
        facets["style"] = ("direct", "conversational")[number % 2] if difficulty != "hard" else "relational"
        if level == "advanced":
            facets["property"] = ("physchem", "bioactivity", "indication")[number % 3]
        elif difficulty != "hard" and number < 5:
            facets["nota"] = ("nonexistent-r", "structure-error", "distractor")[number % 3]
        if facets["nota"] == "no":
            # the last bin gets six items, fewer than a table shows a value for
            facets["gap"] = gaps[-1] if number == 23 and mode == "i2i" else gaps[number % 6]
        texts = ("acetone", "benzene", "cumene", "None of the above")
        yield Item(
            id=f"v{place:04}",
            benchmark=slug,
            task="vqa",
            facets=facets,
            question="Which one?",
            answer_type="choice",
            answer="ABCD"[place % 4],
            options=tuple(Option(label=label, text=text) for label, text in zip("ABCD", texts, strict=True)),
            cluster=f"c{number}",
            source={"dataset": "sample", "row": str(place)},
            extra={"question": f"v{place:04}", "explanation": ""},
        )


def _structures(slug: str) -> Iterator[Item]:
    cells = itertools.product(range(40), ("easy", "hard"), ("i2s", "s2s"))
    for place, (number, difficulty, mode) in enumerate(cells):
        facets = {"mode": mode, "level": "basic", "difficulty": difficulty, "nota": "no"}
        is_chiral = number % 10 == 9
        yield Item(
            id=f"w{place:04}",
            benchmark=slug,
            task="generation",
            facets={**facets, "style": "direct" if difficulty == "easy" else "descriptive"},
            question="Write it.",
            answer_type="smiles",
            answer=CHIRAL if is_chiral else GOLD,
            cluster=f"c{number}",
            source={"dataset": "sample", "row": str(place)},
            extra={
                "question": f"w{place:04}",
                "explanation": "",
                "scaffold": CHIRAL_CORE if is_chiral else CORE,
            },
        )


def cell_replies(items: list[Item]) -> list[tuple[str, Any]]:
    """Return (id, reply) for every item: better on easy ones, with every kind of mistake in structures."""
    rng = random.Random("cells")
    shares = {"easy": 0.9, "medium": 0.7, "hard": 0.4}
    return [(item.id, _reply(item, rng, shares[item.facets["difficulty"]])) for item in items]


def _reply(item: Item, rng: random.Random, share: float) -> Any:
    if rng.random() < share / (1 if item.answer_type == "choice" else 2):
        return item.answer
    if item.answer_type == "choice":
        return rng.choice("ABCD")
    if item.answer == CHIRAL:
        return CHIRAL.replace("@", "")
    return rng.choice([*MISTAKES.values()])
