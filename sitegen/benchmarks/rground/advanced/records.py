"""Records of the Advanced level: a core, four real or made molecules on it, and a fact that decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sitegen.benchmarks.rground.records import Scaffold
from sitegen.records import Collection, Funnel

PROPERTIES = ("physchem", "bioactivity", "indication")
"""What Advanced questions are about, in the order of reports."""

DIFFICULTIES = ("easy", "medium", "hard")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A molecule on offer: the core with `substituents` (SMILES by label, as in `Member`).

    `product` is the canonical SMILES, `similarity` the ECFP4 (2048 bits) Tanimoto to the core with `*`
    as hydrogen, `heavy_atoms` and `charge` (net formal) are the molecule's. `value` is the number that
    decides (None where a use decides), `said` the same in words with its unit, as shown after the
    reveal, e.g. "pKi 8.12" or "used for: epilepsy". `name` is the drug's or the pool substituents'
    name, `row` the source's own id of the molecule where it is a real one.
    """

    product: str
    substituents: Mapping[str, str]
    similarity: float
    heavy_atoms: int
    charge: int
    value: float | None
    said: str
    name: str = ""
    row: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A possible question: the right offer first, then the three wrong ones.

    `asks` is what is asked in the terms of the wording table, e.g. "tpsa", "potency", "use"; `filled`
    what its placeholders stand for (`target`, `endpoint`, `use`, ...). `group` names what is asked about
    once before anything is asked about twice (a series, a drug); `page` is the core's page as
    "<collection>/<id>", or "" where it has none. `explanation` says in plain words why the answer is
    right, with `{A}` to `{D}` never in it: letters are not known yet; name offers by their `said`.
    `facets` are added to the item's, `extra` goes into the item's `extra`, `source` traces the values.
    """

    property: str
    asks: str
    difficulty: str
    group: str
    core: Scaffold
    offers: tuple[Offer, ...]
    filled: Mapping[str, str]
    explanation: str
    page: str
    source: Mapping[str, Any]
    facets: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """What one property offers: proposals of all difficulties (more than needed, so that cues can be
    balanced), how they came about, records that are published beside the items, pins that were read."""

    proposals: tuple[Proposal, ...]
    funnels: tuple[Funnel, ...]
    collections: tuple[Collection, ...] = ()
    sources: tuple[str, ...] = ()
