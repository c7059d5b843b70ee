"""Structures to compare toolkits on: real drugs, damaged ones, and shapes that strain a parser."""

from __future__ import annotations

import random
from collections.abc import Sequence

from sitegen.config import REPOSITORY_ROOT
from sitegen.sources import fetch, read_pin, read_rows
from tests.sitegen.site.building import CACHE

_PIN = REPOSITORY_ROOT / "data" / "rground" / "sources" / "approved_drugs.toml"
_CHARACTERS = "CNOPSFIHclBr()[]=#@+-123%/\\.*nos:0456789$~"
_FRAGMENTS = (
    *("[*:1]", "*", "[1*]", "[13CH3]", "[2H]", "[H]", "[CH3:5]", "[nH+]", "[O-]", "[se]", "[si]", "b", "p"),
    *("[Fe]", "[Pt@SP1]", "[C@TH1]", "[C@@H]", "[N@]", "[C@@](F)(Cl)Br", "[#6]"),
    *("->", "<-", "%(12)", "%12", "/C=C/", "\\C=C/"),
)


def real_smiles() -> list[str]:
    """Return the structures of the embedded default source."""
    pin = read_pin(_PIN)
    rows = read_rows(pin, fetch(pin, CACHE), ("smiles",))
    return list(dict.fromkeys(row["smiles"] for batch in rows for row in batch if row["smiles"]))


def damaged(smiles: Sequence[str], number: int) -> list[str]:
    """Return `number` strings that are a few edits away from a structure; the same ones every time."""
    rng = random.Random("damaged structures")
    return [_damage(rng.choice(smiles), rng) for _ in range(number)]


def _damage(smiles: str, rng: random.Random) -> str:
    text = list(smiles)
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        place = rng.randrange(len(text)) if text else 0
        kind = rng.random()
        if kind < 0.3 and text:
            text[place] = rng.choice(_CHARACTERS)
        elif kind < 0.5 and text:
            del text[place]
        elif kind < 0.75:
            text.insert(place, rng.choice(_CHARACTERS))
        elif kind < 0.9:
            text.insert(place, rng.choice(_FRAGMENTS))
        elif text:
            other = rng.randrange(len(text))
            text[place], text[other] = text[other], text[place]
    return "".join(text)


def strained() -> dict[str, str]:
    """Return structures at the guard's limits, by what they are."""
    return {
        "chain": "C" * 400,
        "ring": "C1" + "C" * 398 + "1",
        "nested": "C(" * 399 + "C" + ")" * 399,
        "peptide": "N[C@@H](C)C(=O)" * 79 + "O",
        "polyphenylene": "C" + "c1ccc(cc1)" * 60 + "C",
        "comb": "C(C)(C)" * 133 + "C",
        "fragments": "C" + ".C" * 399,
        "wildcards": "*C" * 200,
        "narrow lattice": lattice(4, 100),
        "square lattice": lattice(19, 20),
        "largest lattice": lattice(20, 20),
    }


def lattice(width: int, height: int) -> str:
    """Return a square lattice of carbon atoms, written as one snake with ring bonds across.

    InChI's recursion over it is deep: with the stack RDKit.js is linked with, it overruns memory.
    """
    free = list(range(1, 99))
    bonds: dict[tuple[int, int], int] = {}
    text = []
    for y in range(height):
        for step in range(width):
            x = width - 1 - step if y % 2 else step
            text.append("C")
            if y > 0 and step > 0:
                number = bonds[y - 1, x]
                text.append(_ring_bond(number))
                free.append(number)
                free.sort()
            if y < height - 1 and step < width - 1:
                bonds[y, x] = free.pop(0)
                text.append(_ring_bond(bonds[y, x]))
    return "".join(text)


def _ring_bond(number: int) -> str:
    return str(number) if number < 10 else f"%{number}"
