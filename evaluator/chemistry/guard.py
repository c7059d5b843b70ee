"""What a string must be before any toolkit sees it.

RDKit.js overflows its stack from a chain of about 616 atoms and fails ever after, native RDKit
crashes on longer input: the limits come before both, so that the two give the same answer.
"""

from __future__ import annotations

import re

MAX_CHARACTERS = 2000
MAX_ATOMS = 400

_ALLOWED = re.compile(r"[A-Za-z0-9@+\-\[\]()=#$:/\\.%*~<>]+", re.ASCII)
_ATOM = re.compile(r"\[[^\]]*\]|Cl|Br|[A-Za-z*]", re.ASCII)
# `->` and `<-` are dative bonds; any other `>` belongs to a reaction, any other `<` to a tag
_ARROW = re.compile(r"(?<!-)>|>>|<(?!-)", re.ASCII)
_MAPPED = re.compile(r"\[([^\[\]:*#]*[A-Za-z][^\[\]:*#]*):\d+\]", re.ASCII)


def refusal(smiles: str) -> str:
    """Say why a string may not be given to a toolkit; empty when it may."""
    if not smiles:
        return "empty"
    if len(smiles) > MAX_CHARACTERS:
        return f"{len(smiles)} characters, more than {MAX_CHARACTERS}"
    if not _ALLOWED.fullmatch(smiles):
        character = next(c for c in smiles if not _ALLOWED.fullmatch(c))
        return f"character {character!r} (U+{ord(character):04X}) does not belong in SMILES"
    if _ARROW.search(smiles):
        return "a reaction or a tag, not one structure"
    atoms = len(_ATOM.findall(smiles))
    if atoms > MAX_ATOMS:
        return f"{atoms} atoms, more than {MAX_ATOMS}"
    return ""


def without_atom_maps(smiles: str) -> str:
    """Drop map numbers from real atoms, keep them on wildcards (`[CH3:7]` but not `[*:1]`).

    They say where an atom came from, not what the molecule is; a mapped wildcard is a site.
    """
    return _MAPPED.sub(r"[\1]", smiles) if ":" in smiles else smiles
