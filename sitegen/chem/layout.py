"""2D coordinates for drawings: RDKit's own, or CoordGen's where RDKit puts parts over each other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from rdkit import Chem
from rdkit.Chem import rdCoordGen, rdDepictor

_CLEARANCE = 0.25
"""Least distance of an atom from a strange bond, in units of the 2D coordinates (a bond is 1.5)."""

_STRANGE = 3
"""Bonds further than this many bonds away are strange to an atom; nearer ones may cross in cages."""

_MOST_ATOMS = 60
"""CoordGen takes tens of milliseconds and more for larger molecules."""


def lay_out(mol: Chem.Mol) -> Chem.Mol:
    """Give a molecule 2D coordinates, in place, and return it.

    CoordGen is several times slower, so it only draws what RDKit's own method leaves crowded, and only
    where it does better.
    """
    rdDepictor.Compute2DCoords(mol, useRingTemplates=True)
    crowded = crowding(mol)
    if crowded and mol.GetNumAtoms() <= _MOST_ATOMS:
        other = Chem.Mol(mol)
        rdCoordGen.AddCoords(other)
        # CoordGen's bonds are 1.0 long; both kinds are drawn at one scale.
        rdDepictor.NormalizeDepiction(other, canonicalize=1)
        if crowding(other) < crowded:
            return other
    return mol


def crowding(mol: Chem.Mol) -> int:
    """Count the atoms that lie on a bond of another part in the 2D coordinates of `mol`."""
    begins, ends = np.nonzero(np.triu(Chem.GetAdjacencyMatrix(mol)))
    if len(begins) < _STRANGE:
        return 0
    positions: NDArray[np.float64] = mol.GetConformer().GetPositions()
    points = positions[:, 0] + 1j * positions[:, 1]
    along = points[ends] - points[begins]
    along[along == 0] = 1e-9
    # Each atom in the frame of each bond: from 0 to 1 along it, the imaginary part across.
    framed = (points[:, None] - points[begins]) / along
    near = (abs(framed.imag) < _CLEARANCE / abs(along)) & (framed.real > -0.1) & (framed.real < 1.1)
    if int(near.sum()) == 2 * len(begins):  # only the ends of each bond
        return 0
    atoms, bonds = np.nonzero(near)
    steps = Chem.GetDistanceMatrix(mol)
    away = np.minimum(steps[atoms, begins[bonds]], steps[atoms, ends[bonds]])
    return int((away > _STRANGE).sum())
