"""Structures described once: the guard in front of a toolkit, and a memory behind it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from evaluator.chemistry.guard import refusal, without_atom_maps
from evaluator.chemistry.murcko import murcko
from evaluator.chemistry.protocol import Chemistry, Molecule
from evaluator.errors import ChemistryError

_ATOM = re.compile(r"\[[^\]]*\]|Cl|Br|[A-Za-z*]", re.ASCII)

MAX_KEPT = 50_000
"""Descriptions kept at a time (about 1 kB each)."""

CANONICAL_ROUNDS = 4
"""How often a canonical form is canonicalised again before two structures count as different."""


class Molecules:
    """What a toolkit says about structures, each asked for once.

    The toolkit may be None: then any structure that would need it raises `ChemistryError`.
    """

    def __init__(self, chemistry: Chemistry | None) -> None:
        self._chemistry = chemistry
        self._described: dict[str, Molecule | None] = {}
        self._scaffolds: dict[str, str] = {}

    def prefetch(self, smiles: Iterable[str]) -> None:
        """Describe many structures in one call."""
        if len(self._described) > MAX_KEPT:
            self._described.clear()
            self._scaffolds.clear()
        fresh = [text for text in dict.fromkeys(smiles) if text not in self._described]
        allowed = [text for text in fresh if not refusal(text)]
        self._described.update(dict.fromkeys(fresh))
        if allowed:
            found = self._toolkit().describe([without_atom_maps(text) for text in allowed])
            self._described.update(zip(allowed, found, strict=True))

    def describe(self, smiles: str) -> Molecule | None:
        """Return the description of one structure; None where guard or toolkit refuse it."""
        if smiles not in self._described:
            self.prefetch((smiles,))
        return self._described[smiles]

    def same(self, a: Molecule, b: Molecule) -> bool:
        """Say whether two descriptions are of one molecule, stereo included.

        A canonical form need not be stable (adamantane stereo, large symmetric macrocycles): each
        is read and written again a few times, and the two sets of forms compared.
        """
        if a.smiles == b.smiles:
            return True
        if a.fingerprint != b.fingerprint:
            return False
        return not self._forms(a).isdisjoint(self._forms(b))

    def scaffold(self, molecule: Molecule) -> str:
        """Return the canonical Bemis-Murcko scaffold, stereo-free; empty without rings."""
        raw = murcko(molecule.flat)
        if raw and raw not in self._scaffolds:
            # a scaffold whose valences the toolkit refuses stands for itself
            self._scaffolds[raw] = self._toolkit().canonical_flat([raw])[0] or raw
        return self._scaffolds[raw] if raw else ""

    def same_scaffold(self, a: Molecule, b: Molecule) -> bool:
        """Say whether two molecules have equal scaffolds, asking the toolkit only where it matters."""
        first, second = murcko(a.flat), murcko(b.flat)
        if first == second or sorted(_ATOM.findall(first)) != sorted(_ATOM.findall(second)):
            return first == second
        return self.scaffold(a) == self.scaffold(b)

    def _forms(self, molecule: Molecule) -> set[str]:
        forms = {molecule.smiles}
        last = molecule.smiles
        for _ in range(CANONICAL_ROUNDS):
            again = self.describe(last)
            if again is None or again.smiles in forms:
                break
            last = again.smiles
            forms.add(last)
        return forms

    def _toolkit(self) -> Chemistry:
        if self._chemistry is None:
            raise ChemistryError("structure answers need a chemistry toolkit; none was given")
        return self._chemistry
