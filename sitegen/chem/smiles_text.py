"""SMILES as text: tokens with their columns, and the limits that hold before a toolkit sees anything.

The scanner knows the grammar's surface (atoms, bonds, ring closures, branches), in linear time and
without recursion; valence and aromaticity are the toolkit's business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from evaluator.errors import ChemGroundError

MAX_SMILES_CHARACTERS = 2000
"""Longest SMILES that is read."""

MAX_ATOMS = 400
"""Most atoms that are read: larger input overflows the stack of the browser's toolkit."""


class SmilesError(ChemGroundError):
    """A text is not a SMILES: the 1-based `column` of the offending place, and the reason."""

    def __init__(self, column: int, reason: str) -> None:
        self.column = column
        self.reason = reason
        super().__init__(f"column {column}: {reason}")


class TokenKind(Enum):
    """What a piece of SMILES text is."""

    ATOM = "atom"
    BOND = "bond"
    RING = "ring"
    OPEN = "("
    CLOSE = ")"
    DOT = "."


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of SMILES text and its 0-based offset."""

    kind: TokenKind
    text: str
    offset: int

    @property
    def is_dummy(self) -> bool:
        """Tell whether this is a `*` atom, bracketed or not (isotope, charge and map allowed)."""
        return self.kind is TokenKind.ATOM and _DUMMY.fullmatch(self.text) is not None


_DUMMY = re.compile(r"\*|\[[0-9]*\*[^\]]*\]")
_TOKEN = re.compile(
    r"(?P<ATOM>\[[^\[\]]+\]|Br|Cl|[BCNOFPSIbcnops*])"
    r"|(?P<RING>%\([0-9]{1,5}\)|%[0-9]{2}|[0-9])"
    r"|(?P<BOND>->|<-|[-=#$:/\\~])"
    r"|(?P<OPEN>\()|(?P<CLOSE>\))|(?P<DOT>\.)"
)
_KINDS = {kind.name: kind for kind in TokenKind}


@lru_cache(maxsize=512)  # a core is read some ten times before it is a scaffold
def scan_smiles(smiles: str) -> tuple[Token, ...]:
    """Split a SMILES into tokens.

    Raises `SmilesError` for an empty or over-long text, a character that no SMILES holds, more than
    `MAX_ATOMS` atoms, and branches or rings that do not close.
    """
    if not smiles:
        raise SmilesError(1, "the SMILES is empty")
    if len(smiles) > MAX_SMILES_CHARACTERS:
        raise SmilesError(
            MAX_SMILES_CHARACTERS + 1,
            f"the SMILES has {len(smiles)} characters, more than {MAX_SMILES_CHARACTERS}",
        )
    tokens = []
    position = 0
    while position < len(smiles):
        match = _TOKEN.match(smiles, position)
        if match is None:
            raise SmilesError(position + 1, _stray(smiles, position))
        assert match.lastgroup is not None
        tokens.append(Token(_KINDS[match.lastgroup], match[0], position))
        position = match.end()
    _check_closed(tokens)
    return tuple(tokens)


def _stray(smiles: str, position: int) -> str:
    character = smiles[position]
    if re.match(r"&(?:lt|gt|amp|#)", smiles[position:]):
        return "HTML-escaped text; give the plain characters < and >"
    if character.isspace():
        return "blank inside the SMILES"
    if character == "[":
        return "bracket atom is never closed"
    if not character.isascii():
        return f"character U+{ord(character):04X} in a SMILES; only ASCII is read"
    if not character.isprintable():
        return f"control character U+{ord(character):04X} in a SMILES"
    return f"{character!r} is no part of a SMILES"


def _check_closed(tokens: list[Token]) -> None:
    branches: list[Token] = []
    rings: dict[str, Token] = {}
    atoms = 0
    for token in tokens:
        if token.kind is TokenKind.ATOM:
            atoms += 1
            if atoms > MAX_ATOMS:
                raise SmilesError(token.offset + 1, f"more than {MAX_ATOMS} atoms")
        elif token.kind is TokenKind.OPEN:
            branches.append(token)
        elif token.kind is TokenKind.CLOSE:
            if not branches:
                raise SmilesError(token.offset + 1, "`)` closes no branch")
            branches.pop()
        elif token.kind is TokenKind.RING:
            number = ring_number(token)
            if number in rings:
                del rings[number]
            else:
                rings[number] = token
    if branches:
        raise SmilesError(branches[-1].offset + 1, "branch is never closed")
    if rings:
        first = min(rings.values(), key=lambda token: token.offset)
        raise SmilesError(first.offset + 1, f"ring bond {first.text} is never closed")


def ring_number(token: Token) -> str:
    """Return the number of a ring closure: `1` for `1`, `%01` and `%(1)` alike."""
    return token.text.strip("%()").lstrip("0") or "0"


def atom_tokens(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the atoms; the n-th is the toolkit's atom n when explicit hydrogens are kept."""
    return tuple(token for token in tokens if token.kind is TokenKind.ATOM)
