"""Colours of drawings, one light and one dark value per role, each readable on its background.

A drawing is made in the light colours; the compacted SVG carries a rule that exchanges them where the
viewer prefers dark. Contrast is at least 4.5:1 on white and on #121212 (a test computes it).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """What a colour is for: its CSS class, the colours, and the atomic numbers drawn in it."""

    css: str
    light: str
    dark: str
    elements: tuple[int, ...]


INK = Role(css="k", light="#191919", dark="#ececec", elements=(-1,))
"""Carbon, every element without a colour of its own, and bonds."""

ROLES = (
    INK,
    Role(css="r", light="#7a28c8", dark="#d0a8ff", elements=(0,)),
    Role(css="b", light="#a04800", dark="#ffb07a", elements=(5,)),
    Role(css="n", light="#1f46e0", dark="#9db4ff", elements=(7,)),
    Role(css="o", light="#cc1414", dark="#ff9a94", elements=(8,)),
    Role(css="f", light="#00748c", dark="#6fd8ec", elements=(9,)),
    Role(css="p", light="#9a5200", dark="#ffbb66", elements=(15,)),
    Role(css="s", light="#7a6200", dark="#e6cf5c", elements=(16,)),
    Role(css="c", light="#0b7a28", dark="#7fdc94", elements=(17,)),
    Role(css="m", light="#96421e", dark="#f0a98a", elements=(35,)),
    Role(css="i", light="#86189a", dark="#eca4f8", elements=(53,)),
)

HIGHLIGHT = Role(css="h", light="#f6c344", dark="#f6c344", elements=())
"""Soft background of atoms that a text speaks of; drawn half transparent on either background."""

HIGHLIGHT_OPACITY = ".45"

GROUPS = (
    Role(css="g1", light="#e69f00", dark="#e69f00", elements=()),
    Role(css="g2", light="#56b4e9", dark="#56b4e9", elements=()),
    Role(css="g3", light="#009e73", dark="#1fc79a", elements=()),
    Role(css="g4", light="#cc79a7", dark="#e08fbd", elements=()),
    Role(css="g5", light="#d55e00", dark="#ff8a33", elements=()),
    Role(css="g6", light="#0072b2", dark="#3fa3e0", elements=()),
)
"""Grounds of groups that a text tells apart: the Okabe-Ito palette without black and yellow (which fades on
white), in the order of use; lighter in the dark scheme where they would sink into it."""

GROUND_OPACITY = ".35"
"""Of a filled ground, through which letters in the colours of the elements must stay readable."""

BY_COLOUR = {role.light.upper(): role for role in (*ROLES, HIGHLIGHT)}
"""Roles by the colour that the drawing code writes."""


def rgb(colour: str) -> tuple[float, float, float]:
    """Return a `#rrggbb` colour as fractions of one."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255
