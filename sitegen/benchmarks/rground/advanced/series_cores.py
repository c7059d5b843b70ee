"""Cores with one varying site that several molecules of a cluster hold.

A maximum common substructure search stops at a time limit, so what it finds depends on the machine.
Here every molecule is cut at each of its exocyclic single bonds, and molecules that leave the same core
hold it: a common substructure with whole rings by construction, and exactly one site that varies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rdkit import Chem

from sitegen.benchmarks.rground.cores import Cut, CutLimits, cut_once, find_cuts
from sitegen.benchmarks.rground.derived import BARE
from sitegen.chem.similarity import core_with_hydrogens
from sitegen.chem.smiles_text import SmilesError

_KEPT, _GOING = 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldCore:
    """A core as numbered SMILES (`[1*]`), and the substituent of each molecule that holds it, by the
    molecule's SMILES ("[H]" for the core itself)."""

    core: str
    substituents: Mapping[str, str]


class CoreFinder:
    """The cores of one cluster of molecules, given as canonical SMILES."""

    def __init__(self, smiles: Sequence[str], limits: CutLimits) -> None:
        """Cut every molecule once at each bond that may be cut."""
        self._smiles = frozenset(smiles)
        self._cuts: dict[str, dict[str, tuple[Chem.Mol, Cut]]] = {}
        for text in smiles:
            mol = Chem.MolFromSmiles(text)
            for cut in find_cuts(mol, limits):
                if limits.core_min <= _left(mol, cut) <= limits.core_max and (
                    _left(mol, cut) >= limits.share * mol.GetNumHeavyAtoms()
                ):
                    self._cuts.setdefault(_rough_core(mol, cut), {}).setdefault(text, (mol, cut))

    def cores(self, least: int, taken: set[str]) -> Iterator[HeldCore]:
        """Yield cores that `least` molecules outside of `taken` hold, those of most molecules first.

        `taken` may grow between two cores.
        """
        sizes = {
            core: len(cuts) + self._has_bare(core)
            for core, cuts in self._cuts.items()
            if len(cuts) >= least - 1
        }
        rough = [core for core, size in sizes.items() if size >= least]
        for core in sorted(rough, key=lambda text: (-sizes[text], -len(text), text)):
            free = {text: cut for text, cut in self._cuts[core].items() if text not in taken}
            if len(free) >= least - 1:
                held = self._held(free, taken)
                if held is not None and len(held.substituents) >= least:
                    yield held

    def _has_bare(self, core: str) -> bool:
        """Tell whether the core with hydrogen at its site, which no cut leaves, is a molecule itself."""
        try:
            return core_with_hydrogens(core) in self._smiles
        except SmilesError:
            return False

    def _held(self, cuts: Mapping[str, tuple[Chem.Mol, Cut]], taken: set[str]) -> HeldCore | None:
        found = {text: cut_once(mol, cut) for text, (mol, cut) in cuts.items()}
        counted = Counter(cut.core for cut in found.values() if cut is not None)
        if not counted:
            return None
        core = min(counted, key=lambda text: (-counted[text], text))
        held = {
            text: cut.substituents[0] for text, cut in found.items() if cut is not None and cut.core == core
        }
        try:
            bare = core_with_hydrogens(core)
        except SmilesError:
            return None
        if bare in self._smiles and bare not in taken:
            held[bare] = BARE
        return HeldCore(core=core, substituents=held)


def _left(mol: Chem.Mol, cut: Cut) -> int:
    return int(mol.GetNumHeavyAtoms()) - len(cut.side)


def _rough_core(mol: Chem.Mol, cut: Cut) -> str:
    """Return a text that is the same for most equal cores, quickly: the exact core takes ten times longer."""
    bond = mol.GetBondBetweenAtoms(cut.atom, cut.first)
    # A dummy stands for the atom that it replaces: the core gets the label of the end that goes.
    labels = (_KEPT, _GOING) if bond.GetBeginAtomIdx() == cut.atom else (_GOING, _KEPT)
    parts = Chem.MolToSmiles(Chem.FragmentOnBonds(mol, [bond.GetIdx()], dummyLabels=[labels])).split(".")
    return next(part for part in parts if f"[{_GOING}*]" in part)
