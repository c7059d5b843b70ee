"""RDKit's SVG, written small: the same shapes in the same order of layers, a sixth of the bytes.

Lines of one colour and width become one path, glyphs of one colour and size one text, with the
position of each. Colours are classes, so that one rule exchanges them in dark mode. What must not
happen, and a pixel test watches: lost solid wedges, lost colours, hashed wedges at the width of
bonds (a CSS `stroke-width` beats the attribute, so the width is never in the style).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from sitegen.chem.palette import BY_COLOUR, GROUND_OPACITY, GROUPS, HIGHLIGHT, HIGHLIGHT_OPACITY, INK, Role

LINE_WIDTH = 1.6
"""Width of bonds in pixels: the drawing code is told, and the style assumes it."""

_PATH = re.compile(r" d='([^']*)' style='([^']*)' />")
_TEXT = re.compile(r"<text x='([^']*)' y='([^']*)' (?:class='[^']*' )?style='([^']*)' >([^<]*)</text>")
_ELLIPSE = re.compile(
    r"<ellipse cx='([^']*)' cy='([^']*)' rx='([^']*)' ry='([^']*)' (?:class='[^']*' )? ?style='([^']*)' />"
)
_HEADER_LINES = 3
"""Lines that begin with `<` and hold no shape: `<svg`, the comment after it, `</svg>`."""

_SIZE = re.compile(r"width='(\d+)px' height='(\d+)px'")
_GLYPH = re.compile(r"&[a-z]+;|.")

_GROUNDS = (
    ".z,.y,.l{stroke-linecap:round;stroke-linejoin:round}"
    f".z{{opacity:{GROUND_OPACITY}}}.y{{opacity:.9}}.l{{stroke:#000}}"
)
"""Style of `marking.ground`: filled grounds, outlines, and the line that a mask takes out of one."""


@dataclass(frozen=True, slots=True)
class _Brush:
    """How a group of shapes is painted: its role and the attributes that go on it."""

    role: Role
    attributes: str
    filled: bool


class UnknownDrawingError(ValueError):
    """The drawing holds an element, style or colour that the compaction does not know."""


def compact_svg(svg: str, behind: str = "") -> str:
    """Write an SVG of RDKit (text as `<text>`, transparent background) small and themed.

    `behind` are elements of `marking.ground` that lie under the drawing.
    Raises `UnknownDrawingError` where anything would be lost.
    """
    size = _SIZE.search(svg)
    paths, texts, ellipses = _PATH.findall(svg), _TEXT.findall(svg), _ELLIPSE.findall(svg)
    if size is None or len(paths) + len(texts) + len(ellipses) != svg.count("\n<") - _HEADER_LINES:
        raise UnknownDrawingError("the drawing holds an element that the compaction does not know")
    paths_of: dict[str, list[str]] = {}
    glyphs_of: dict[str, list[tuple[str, str, str]]] = {}
    for path, style in paths:
        paths_of.setdefault(style, []).append(path)
    for x, y, style, glyph in texts:
        glyphs_of.setdefault(style, []).append((x, y, glyph))
    for cx, cy, rx, ry, style in ellipses:
        paths_of.setdefault(style, []).append(_ellipse_path(cx, cy, rx, ry))
    lines = _by_brush(paths_of, _path_brush)
    glyphs = _by_brush(glyphs_of, _text_brush)
    shapes = [_highlights(lines)]
    shapes += [_shapes(brush, group) for brush, group in lines.items() if brush.role is not HIGHLIGHT]
    labels = [_texts(brush, placed) for brush, placed in glyphs.items()]
    roles = sorted({brush.role.css for brush in (*lines, *glyphs)})
    roles += [role.css for role in GROUPS if f'class="{role.css} ' in behind]
    width, height = size.groups()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}"><style>{_style(tuple(roles))}</style>'
        f"{behind}{_short(''.join(shapes))}{''.join(labels)}</svg>\n"
    )


def _shapes(brush: _Brush, paths: list[str]) -> str:
    if not brush.filled:
        return f'<path class="{brush.role.css}"{brush.attributes} d="{"".join(paths)}"/>'
    # Filled shapes stay apart: two wedges that overlap would cut a hole into each other.
    shapes = "".join(f'<path d="{path}"/>' for path in paths)
    return f'<g class="{brush.role.css}"{brush.attributes}>{shapes}</g>'


def _highlights(lines: dict[_Brush, list[str]]) -> str:
    """Put all highlights into one half-transparent layer, so that overlaps are not darker."""
    shapes = [
        f'<path{brush.attributes} d="{path}"/>'
        for brush, paths in lines.items()
        if brush.role is HIGHLIGHT
        for path in paths
    ]
    if not shapes:
        return ""
    return f'<g class="{HIGHLIGHT.css}" opacity="{HIGHLIGHT_OPACITY}">{"".join(shapes)}</g>'


def _by_brush[T](by_style: dict[str, list[T]], brush: Callable[[str], _Brush]) -> dict[_Brush, list[T]]:
    """Join the shapes of styles that mean the same."""
    groups: dict[_Brush, list[T]] = {}
    for style, shapes in by_style.items():
        groups.setdefault(brush(style), []).extend(shapes)
    return groups


def _texts(brush: _Brush, placed: list[tuple[str, str, str]]) -> str:
    xs, ys, letters = zip(*placed, strict=True)
    text = "".join(letters)
    if len(letters) != len(_GLYPH.findall(text)):
        raise UnknownDrawingError("a glyph of more than one character")
    return (
        f'<text class="{brush.role.css}"{brush.attributes} x="{_short(" ".join(xs))}" '
        f'y="{_short(" ".join(ys))}">{text}</text>'
    )


def _short(shapes: str) -> str:
    """Drop blanks around path commands and `.0` (RDKit writes one decimal)."""
    return shapes.replace(" L ", "L").replace("M ", "M").replace(" Z", "Z").replace(".0", "")


def _ellipse_path(cx: str, cy: str, rx: str, ry: str) -> str:
    left, right = f"{float(cx) - float(rx):.1f}", f"{float(cx) + float(rx):.1f}"
    return f"M{left},{cy}A{rx},{ry} 0 1 1 {right},{cy}A{rx},{ry} 0 1 1 {left},{cy}Z"


@lru_cache(maxsize=512)
def _path_brush(style: str) -> _Brush:
    rules = _rules(style)
    role = _role(rules["stroke"])
    fill = rules["fill"]
    if fill not in ("none", rules["stroke"]) or rules.get("fill-opacity", "1") != "1":
        raise UnknownDrawingError(f"fill {fill} with stroke {rules['stroke']}")
    if rules.get("stroke-opacity", "1") != "1":
        raise UnknownDrawingError("half-transparent stroke")
    width = float(rules["stroke-width"].removesuffix("px"))
    dashes = rules.get("stroke-dasharray")
    attributes = f' stroke-width="{width:g}"' if width != LINE_WIDTH else ""
    attributes += f' stroke-dasharray="{dashes}"' if dashes else ""
    return _Brush(role, attributes, fill != "none")


@lru_cache(maxsize=512)
def _text_brush(style: str) -> _Brush:
    rules = _rules(style)
    return _Brush(_role(rules["fill"]), f' font-size="{rules["font-size"].removesuffix("px")}"', True)


def _rules(style: str) -> dict[str, str]:
    return dict(rule.split(":", 1) for rule in style.rstrip("; ").split(";"))


def _role(colour: str) -> Role:
    # Bonds and carbon are pure black in places where the palette has no say.
    if colour.upper() in ("#000000", "#7F7F7F"):
        return INK
    try:
        return BY_COLOUR[colour.upper()]
    except KeyError:
        raise UnknownDrawingError(f"colour {colour} is not in the palette") from None


@lru_cache(maxsize=1024)
def _style(roles: tuple[str, ...]) -> str:
    used = [role for role in (*BY_COLOUR.values(), *GROUPS) if role.css in roles]
    light = "".join(f".{role.css}{{color:{role.light}}}" for role in used)
    dark = "".join(f".{role.css}{{color:{role.dark}}}" for role in used if role.dark != role.light)
    grounds = _GROUNDS if any(role in GROUPS for role in used) else ""
    return (
        f"svg{{fill:none;stroke-width:{LINE_WIDTH};stroke-miterlimit:10;font-family:sans-serif}}"
        "path{stroke:currentColor}g,text{fill:currentColor}"
        f"{grounds}{light}@media(prefers-color-scheme:dark){{{dark}}}"
    )
