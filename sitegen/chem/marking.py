"""Soft grounds under groups of atoms, one colour a group, filled or as an outline: SVG that lies behind a
drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sitegen.chem.palette import GROUPS

_WIDTH = 0.62
"""Width of a ground in bond lengths."""

_LEAST = 11.0
"""Least width of a ground in pixels: about as high as the smallest letters."""

_RIM = 2.2
"""Width of an outline in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A group of atoms to mark: 0-based atom indexes, the number of its colour, filled or an outline."""

    atoms: tuple[int, ...]
    colour: int
    filled: bool = True


def mark_class(mark: Mark) -> str:
    """Return the CSS class of a mark's colour; numbers beyond the palette begin again."""
    return GROUPS[mark.colour % len(GROUPS)].css


def ground(
    marks: Sequence[Mark],
    points: Mapping[int, tuple[float, float]],
    bonds: Sequence[tuple[int, int]],
    *,
    bond_length: float,
    size: tuple[int, int],
) -> str:
    """Return SVG elements for `marks`, outlines after filled grounds.

    `points` are pixels by atom, `bonds` pairs of atoms, `bond_length` in pixels, `size` the drawing's. An
    outline is a wide line of which a mask takes the middle out, so that it runs around a whole group.
    """
    width = max(_WIDTH * bond_length, _LEAST)
    across, down = size
    parts = [
        f'<path class="{mark_class(mark)} z" stroke-width="{width:.1f}" d="{_path(mark, points, bonds)}"/>'
        for mark in marks
        if mark.filled
    ]
    for number, mark in enumerate(mark for mark in marks if not mark.filled):
        path = _path(mark, points, bonds)
        parts.append(
            f'<mask id="m{number}" maskUnits="userSpaceOnUse" x="0" y="0" width="{across}" height="{down}">'
            f'<path d="M0,0H{across}V{down}H0Z" fill="#fff"/>'
            f'<path class="l" stroke-width="{width - 2 * _RIM:.1f}" d="{path}"/></mask>'
            f'<path class="{mark_class(mark)} y" mask="url(#m{number})" stroke-width="{width:.1f}" '
            f'd="{path}"/>'
        )
    return "".join(parts)


def _path(mark: Mark, points: Mapping[int, tuple[float, float]], bonds: Sequence[tuple[int, int]]) -> str:
    """Return the lines along a group's bonds, and a point (round caps make it a dot) at a lone atom."""
    members = set(mark.atoms)
    within = [bond for bond in bonds if members.issuperset(bond)]
    lines = [f"M{_place(points[first])}L{_place(points[second])}" for first, second in within]
    lone = sorted(members - {atom for bond in within for atom in bond})
    return "".join([*lines, *(f"M{_place(points[atom])}h0" for atom in lone)])


def _place(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"
