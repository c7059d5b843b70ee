"""Does a product still hold the core it was made from, and is the core substituted at its sites?

The core is SMILES whose `*` are attachment points (`extra["scaffold"]`). Two definitions:

- `mcs`, the published one: the largest common substructure covers at least 80 % of the core's atoms
  once `*` is hydrogen. Which search settings were used is not published; here elements and bond
  orders must agree, as with RDKit's FMCS and `CompareOrderExact`, and a search that has used up its
  steps counts as no match.
- `strict`: the core is a substructure, every `*` a heavy atom, elements, charges and bond orders equal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from evaluator.chemistry.graph import parse, without_wildcards
from evaluator.chemistry.substituents import same_substituents
from evaluator.chemistry.substructure import contains, same_atom, same_element, shares

SHARE = 0.8
"""Share of the core's atoms that the common substructure must cover (published value)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaffoldFit:
    """How a product fits a core: by the two definitions, and whether the bare core is in it."""

    mcs: bool
    strict: bool
    contained: bool


@lru_cache(maxsize=8192)
def scaffold_fit(core: str, product: str) -> ScaffoldFit:
    """Compare two canonical flat SMILES."""
    query, target = parse(core), parse(product)
    bare = without_wildcards(query)
    if contains(target, query, same_atom):
        return ScaffoldFit(mcs=True, strict=True, contained=True)
    contained = contains(target, bare, same_element)
    needed = math.ceil(SHARE * len(bare.atoms))
    return ScaffoldFit(mcs=contained or shares(target, bare, needed), strict=False, contained=contained)


@lru_cache(maxsize=1024)
def only_sites_differ(core: str, product: str, gold: str) -> bool:
    """Say whether a product has the gold one's substituents on the core, on whatever sites.

    All three are canonical flat SMILES. Of different molecules it says that groups were put on the
    wrong sites: two exchanged, or one moved.
    """
    return same_substituents(parse(core), parse(product), parse(gold))
