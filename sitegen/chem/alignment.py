"""2D coordinates of a molecule drawn like another one: the part they share stays where it was."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rdkit import Chem, rdBase
from rdkit.Chem import rdDepictor

from sitegen.chem.layout import crowding, lay_out

_BOND = 1.5
"""Length of a bond in RDKit's 2D coordinates."""

_STRETCH = 0.2
"""By what share a bond may be longer or shorter than that before a constrained layout counts as torn."""

_NEAR = 0.6
"""Atoms that are not bonded and nearer than this lie on each other."""


def lay_out_like(mol: Chem.Mol, template: Chem.Mol, shared: Sequence[tuple[int, int]]) -> Chem.Mol:
    """Give `mol` 2D coordinates that follow those of `template`, and return it.

    `shared` are (atom of the template, atom of `mol`) that correspond. Where the shared atoms can keep
    their places exactly they do; where the rest would then be torn or fall on itself (an opened ring, a
    longer chain between two parts), `mol` is laid out on its own and turned, or mirrored, to lie as
    the template does.
    """
    if len(shared) < 2:
        return lay_out(mol)
    placed = Chem.Mol(mol)
    try:
        with rdBase.BlockLogs():
            rdDepictor.GenerateDepictionMatching2DStructure(placed, template, list(shared))
    except (ValueError, RuntimeError):
        return _turned(lay_out(mol), template, shared)
    crowded, sound = crowding(placed), _is_sound(placed, _kept_bonds(placed, template, shared))
    if sound and crowded <= crowding(template):
        return placed
    alone = lay_out(mol)
    return placed if sound and crowded <= crowding(alone) else _turned(alone, template, shared)


def _kept_bonds(mol: Chem.Mol, template: Chem.Mol, shared: Sequence[tuple[int, int]]) -> list[int]:
    """Return the bonds of `mol` that the template has too, drawn as there (in cages often short)."""
    there = {here: atom for atom, here in shared}
    ends = (
        (b.GetIdx(), there.get(b.GetBeginAtomIdx()), there.get(b.GetEndAtomIdx())) for b in mol.GetBonds()
    )
    return [
        bond
        for bond, first, second in ends
        if first is not None and second is not None and template.GetBondBetweenAtoms(first, second)
    ]


def _is_sound(mol: Chem.Mol, kept: Sequence[int]) -> bool:
    """Tell whether bonds have their length, no two atoms lie on each other and double bonds their sides.

    The length of `kept` bonds is right as it is.
    """
    points = _points(mol)
    if not np.isfinite(points).all():
        return False
    bonds = np.array([(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in mol.GetBonds()])
    distances = abs(points[:, None] - points)
    if len(bonds):
        lengths = distances[bonds[:, 0], bonds[:, 1]]
        lengths[list(kept)] = _BOND
        if (abs(lengths - _BOND) > _STRETCH * _BOND).any():
            return False
        distances[bonds[:, 0], bonds[:, 1]] = distances[bonds[:, 1], bonds[:, 0]] = _BOND
    np.fill_diagonal(distances, _BOND)
    return bool((distances >= _NEAR).all()) and _sides(mol, points)


def _sides(mol: Chem.Mol, points: NDArray[np.complex128]) -> bool:
    """Tell whether every double bond with a configuration shows it."""
    for bond in mol.GetBonds():
        cis = bond.GetStereo() in (Chem.BondStereo.STEREOZ, Chem.BondStereo.STEREOCIS)
        if not cis and bond.GetStereo() not in (Chem.BondStereo.STEREOE, Chem.BondStereo.STEREOTRANS):
            continue
        first, second = (int(atom) for atom in bond.GetStereoAtoms())
        begin, along = points[bond.GetBeginAtomIdx()], 0j
        along = points[bond.GetEndAtomIdx()] - begin
        sides = [((points[atom] - begin) / along).imag for atom in (first, second)]
        if (sides[0] * sides[1] > 0) != cis:
            return False
    return True


def _turned(mol: Chem.Mol, template: Chem.Mol, shared: Sequence[tuple[int, int]]) -> Chem.Mol:
    """Turn or mirror the coordinates of `mol` so that its shared atoms lie as near as can be."""
    there = _points(template)[[atom for atom, _ in shared]]
    here = _points(mol)[[atom for _, atom in shared]]
    there_middle, here_middle = there.mean(), here.mean()
    there, here = there - there_middle, here - here_middle
    plain, mirrored = (there * here.conj()).sum(), (there * here).sum()
    # The overlap decides; a mirror image must be clearly better, or rounding would choose.
    mirror = abs(mirrored) > abs(plain) * 1.001
    turn = mirrored if mirror else plain
    turn = turn / abs(turn) if abs(turn) > 1e-6 else np.complex128(1)
    moved = _points(mol) - here_middle
    moved = (moved.conj() if mirror else moved) * turn + there_middle
    conformer = mol.GetConformer()
    for atom, point in enumerate(moved):
        conformer.SetAtomPosition(atom, (round(float(point.real), 4), round(float(point.imag), 4), 0.0))
    return mol


def _points(mol: Chem.Mol) -> NDArray[np.complex128]:
    positions: NDArray[np.float64] = mol.GetConformer().GetPositions()
    return np.asarray(positions[:, 0] + 1j * positions[:, 1])
