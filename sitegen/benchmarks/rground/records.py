"""Records of R-GroundBench: pool substituents, scaffolds, edits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Substituent:
    """One row of the pool table: `smiles` attaches at its first atom.

    `allowed` holds the neighbour elements (symbols) it makes a stable group on, `refused` SMARTS
    whose first atom is a neighbour (in the core, `*` in place) that does not take it all the same.
    """

    name: str
    smiles: str
    group: str
    allowed: frozenset[str]
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One attachment point: the dummy's 0-based index in `Scaffold.smiles` and its neighbour."""

    label: str
    atom: int
    neighbour: str
    aromatic: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A real molecule that holds the scaffold, and what it has at each label ("[H]" for nothing)."""

    name: str
    smiles: str
    substituents: Mapping[str, str]
    row: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaffold:
    """A Markush core. `id` is stable across rebuilds (a hash of `esmiles`); `smiles` has one `*` a
    site; `origin` is "derived", "curated" or "input"; `murcko` is the stereo-free Murcko scaffold of
    the core with `*` replaced by hydrogen."""

    id: str
    esmiles: str
    smiles: str
    sites: tuple[Site, ...]
    origin: str
    murcko: str
    members: tuple[Member, ...] = ()
    family: str = ""
    source: Mapping[str, Any]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the distinct labels in order of first appearance by number."""
        return tuple(sorted({site.label for site in self.sites}, key=lambda label: (len(label), label)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """A scaffold with a pool substituent (by name) at every label, and the canonical product.

    `similarity` is the ECFP4 (2048 bits) Tanimoto between the product and the scaffold with `*`
    replaced by hydrogen.
    """

    id: str
    scaffold: str
    substituents: Mapping[str, str]
    product: str
    similarity: float
