"""Take groups out of a molecule: hydrogens fill the places, or a chain closes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rdkit import Chem, rdBase

from sitegen.benchmarks.fgbench.refusal import AROMATIC_CUT, NO_REST, Refusal

NUMBER = "number"
"""Atom property with the atom's number: its index in the canonical SMILES, whatever is removed."""


def numbered(smiles: str) -> Chem.Mol:
    """Return the molecule of a canonical SMILES, each atom with its number."""
    mol = Chem.MolFromSmiles(smiles)
    for atom in mol.GetAtoms():
        atom.SetIntProp(NUMBER, atom.GetIdx())
    return mol


def flat_smiles(mol: Chem.Mol) -> str:
    """Return the canonical SMILES without stereo and isotopes."""
    return str(Chem.MolToSmiles(mol, isomericSmiles=False))


def take_out(mol: Chem.Mol, groups: Iterable[Sequence[int]], *, close: bool = True) -> Chem.Mol:
    """Return a numbered molecule without the atoms of some groups, one group after the other.

    With `close` a group that hangs on exactly two atoms, not bonded to each other, leaves them joined by a
    single bond (code); everywhere else hydrogens fill the places. Raises `Refusal` where a cut goes through
    an aromatic ring or nothing sound is left.
    """
    rest = Chem.RWMol(mol)
    for group in groups:
        _take_one(rest, group, close)
    try:
        with rdBase.BlockLogs():
            Chem.SanitizeMol(rest)
    except (ValueError, RuntimeError) as error:
        raise Refusal(NO_REST, str(error).strip().splitlines()[0]) from error
    return rest.GetMol()


def _take_one(rest: Chem.RWMol, group: Sequence[int], close: bool) -> None:
    wanted = set(group)
    gone = {atom.GetIdx() for atom in rest.GetAtoms() if atom.GetIntProp(NUMBER) in wanted}
    freed: Counter[int] = Counter()
    for index in sorted(gone):
        for bond in rest.GetAtomWithIdx(index).GetBonds():
            other = bond.GetOtherAtomIdx(index)
            if other not in gone:
                if bond.GetIsAromatic():
                    raise Refusal(AROMATIC_CUT)
                freed[other] += int(bond.GetBondTypeAsDouble())
    ends = sorted(freed)
    if close and len(ends) == 2 and rest.GetBondBetweenAtoms(*ends) is None:
        rest.AddBond(ends[0], ends[1], Chem.BondType.SINGLE)
        freed.subtract(ends)
    for index, places in freed.items():
        atom = rest.GetAtomWithIdx(index)
        # other atoms take implicit hydrogens by themselves
        if atom.GetNoImplicit() or atom.GetIsAromatic():
            atom.SetNumExplicitHs(atom.GetNumExplicitHs() + places)
    for index in sorted(gone, reverse=True):
        rest.RemoveAtom(index)
