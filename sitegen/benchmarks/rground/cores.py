"""Cut Markush cores out of real molecules: derived scaffolds.

A cut is an exocyclic single bond between a ring system (or a carbonyl, sulfonyl or amine link that
hangs on a ring) and a substituent. One to three cuts of one molecule, whose substituents do not
overlap, leave one core with that many attachment points. Two molecules that leave the same core
hold the same scaffold: `numbering` numbers the sites of a core, so that neither the order of
atoms nor that of molecules matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from rdkit import Chem
from rdkit.Chem import rdqueries

from sitegen.benchmarks.rground.numbering import NumberedCore, count_stereo, number_sites

_SITE = "_site"
_DUMMY = rdqueries.AtomNumEqualsQueryAtom(0)
CUTS = (1, 2, 3)
"""How many sites a derived core may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutLimits:
    """Sizes in heavy atoms, sites not counted; `share` is the least part of the molecule that the
    core keeps."""

    core_min: int
    core_max: int
    substituent_max: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A bond to cut: from `atom`, which stays, to `first`, the first of the `side` that goes."""

    atom: int
    first: int
    side: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCore:
    """A numbered core, and what stood at each number, as SMILES (see `write_substituent`)."""

    core: str
    substituents: tuple[str, ...]


def find_cuts(mol: Chem.Mol, limits: CutLimits) -> tuple[Cut, ...]:
    """Return every single cut of `mol` that takes off at most `substituent_max` heavy atoms."""
    found = []
    for bond in mol.GetBonds():
        if bond.GetBondType() != Chem.BondType.SINGLE or bond.IsInRing():
            continue
        ends = (bond.GetBeginAtom(), bond.GetEndAtom())
        for atom, first in (ends, ends[::-1]):
            if not _can_keep(atom) or first.GetAtomicNum() == 1:
                continue
            side = _side(mol, atom.GetIdx(), first.GetIdx())
            if len(side) <= limits.substituent_max:
                found.append(Cut(atom=atom.GetIdx(), first=first.GetIdx(), side=side))
    return tuple(found)


def cut_cores(mol: Chem.Mol, limits: CutLimits) -> Iterator[CutCore]:
    """Yield every core that one to three cuts of `mol` leave within `limits`.

    The same core comes several times where the molecule repeats itself. A core that cannot say the
    configuration of a stereocentre or double bond of `mol` is left out.
    """
    cuts = find_cuts(mol, limits)
    heavy = mol.GetNumHeavyAtoms()
    least = max(limits.core_min, limits.share * heavy)
    stereo = count_stereo(mol)
    taken = {cut: _take_off(mol, cut) for cut in cuts}
    for count in CUTS:
        for chosen in combinations(cuts, count):
            left = heavy - sum(len(cut.side) for cut in chosen)
            if not least <= left <= limits.core_max or _overlap(chosen):
                continue
            core = _leave(mol, chosen, flat=stereo == 0)
            if core is None or core.stereo + sum(taken[cut].stereo for cut in chosen) != stereo:
                continue
            substituents = tuple(taken[chosen[place]].smiles for place in core.order)
            yield CutCore(core=core.smiles, substituents=substituents)


def cut_once(mol: Chem.Mol, cut: Cut) -> CutCore | None:
    """Return the core that one cut of `mol` leaves, or None where core and substituent cannot say every
    configuration that `mol` has."""
    stereo = count_stereo(mol)
    core, taken = _leave(mol, (cut,), flat=stereo == 0), _take_off(mol, cut)
    if core is None or core.stereo + taken.stereo != stereo:
        return None
    return CutCore(core=core.smiles, substituents=(taken.smiles,))


def _can_keep(atom: Chem.Atom) -> bool:
    """Tell whether a bond from `atom` may be cut: a ring atom, or a link that hangs on a ring.

    Charged atoms stay whole: the pool's substituents are chosen for neutral neighbours.
    """
    if atom.GetFormalCharge() != 0:
        return False
    if atom.IsInRing():
        return True
    if not any(other.IsInRing() for other in atom.GetNeighbors()):
        return False
    double_oxygens = [
        bond
        for bond in atom.GetBonds()
        if bond.GetBondType() == Chem.BondType.DOUBLE and bond.GetOtherAtom(atom).GetAtomicNum() == 8
    ]
    match atom.GetSymbol():
        case "C":
            return len(double_oxygens) == 1
        case "S":
            return len(double_oxygens) == 2
        case "N":
            return all(bond.GetBondType() == Chem.BondType.SINGLE for bond in atom.GetBonds())
        case _:
            return False


def _side(mol: Chem.Mol, atom: int, first: int) -> frozenset[int]:
    """Return the atoms on the side of `first` of the acyclic bond from `atom`."""
    seen = {atom, first}
    todo = [first]
    while todo:
        for other in mol.GetAtomWithIdx(todo.pop()).GetNeighbors():
            if other.GetIdx() not in seen:
                seen.add(other.GetIdx())
                todo.append(other.GetIdx())
    seen.discard(atom)
    return frozenset(seen)


def _overlap(cuts: Sequence[Cut]) -> bool:
    """Tell whether two cuts take off a common atom, or one takes off the atom another keeps."""
    return any(
        not one.side.isdisjoint(other.side) or one.atom in other.side or other.atom in one.side
        for one, other in combinations(cuts, 2)
    )


def _leave(mol: Chem.Mol, cuts: Sequence[Cut], *, flat: bool) -> NumberedCore | None:
    """Return what is left when `cuts` are made, or None where that is no sound structure."""
    edited = Chem.RWMol(mol)
    # The first atom of each substituent becomes the `*`: the bond from the core keeps its place
    # among its atom's bonds, so a stereocentre there keeps its parity.
    for number, cut in enumerate(cuts):
        _to_dummy(edited.GetAtomWithIdx(cut.first)).SetIntProp(_SITE, number)
    for atom in sorted({atom for cut in cuts for atom in cut.side - {cut.first}}, reverse=True):
        edited.RemoveAtom(atom)
    core = edited.GetMol()
    if Chem.SanitizeMol(core, catchErrors=True) != Chem.SanitizeFlags.SANITIZE_NONE:
        return None
    sites = {atom.GetIntProp(_SITE): atom.GetIdx() for atom in core.GetAtomsMatchingQuery(_DUMMY)}
    return number_sites(core, [sites[number] for number in range(len(cuts))], flat=flat)


@dataclass(frozen=True, slots=True, kw_only=True)
class _TakenOff:
    smiles: str
    stereo: int


def _take_off(mol: Chem.Mol, cut: Cut) -> _TakenOff:
    """Return what a cut takes off.

    Its SMILES starts at the atom that attaches; it starts with the `*` that the core stands for
    where that atom could not be read alone or would lose its configuration.
    """
    edited = Chem.RWMol(mol)
    dummy = _to_dummy(edited.GetAtomWithIdx(cut.atom))
    dummy.SetIntProp(_SITE, 0)
    for atom in range(mol.GetNumAtoms() - 1, -1, -1):
        if atom not in cut.side and atom != cut.atom:
            edited.RemoveAtom(atom)
    part = edited.GetMol()
    Chem.SanitizeMol(part)
    Chem.AssignStereochemistry(part, cleanIt=True, force=True)
    root = next(atom.GetIdx() for atom in part.GetAtoms() if atom.HasProp(_SITE))
    whole = Chem.MolToSmiles(part, rootedAtAtom=root)
    bare = whole.removeprefix("*")
    return _TakenOff(smiles=bare if _attaches(bare, part) else whole, stereo=count_stereo(part))


def _attaches(bare: str, part: Chem.Mol) -> bool:
    """Tell whether `bare`, read alone and bonded at its first atom, is `part` again."""
    alone = Chem.MolFromSmiles(bare)
    if alone is None or alone.GetAtomWithIdx(0).GetNumRadicalElectrons():
        return False
    edited = Chem.RWMol(alone)
    edited.AddBond(0, edited.AddAtom(Chem.Atom(0)), Chem.BondType.SINGLE)
    if Chem.SanitizeMol(edited, catchErrors=True) != Chem.SanitizeFlags.SANITIZE_NONE:
        return False
    Chem.AssignStereochemistry(edited, cleanIt=True, force=True)
    return bool(Chem.MolToSmiles(edited) == Chem.MolToSmiles(part))


def _to_dummy(atom: Chem.Atom) -> Chem.Atom:
    atom.SetAtomicNum(0)
    atom.SetFormalCharge(0)
    atom.SetIsAromatic(False)
    atom.SetNumExplicitHs(0)
    atom.SetNoImplicit(True)
    atom.SetChiralTag(Chem.ChiralType.CHI_UNSPECIFIED)
    return atom
