"""Pages that the theme rendered once, cut at marks, and filled in as often as needed.

A stub page goes through MkDocs with the marks of this module in it; what comes out is cut there.
Filling in a page is then one string join, thousands a second, and data never passes through
Markdown or through a template environment without escaping.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

TITLE = "cgxtitlex"
"""Mark for the title, a word so that it survives in an element and in an attribute."""

DESCRIPTION = "cgxdescriptionx"
"""Mark for the meta description."""

HEAD = "<!--cg:head-->"
"""Mark in the theme's head for a page's own style sheets and scripts."""

_MARK = re.compile(r"cgxtitlex|cgxdescriptionx|<!--cg:[a-z0-9-]+-->", re.ASCII)
_VERBATIM = re.compile(r"(<(pre|textarea|script)\b.*?</\2>)", re.DOTALL | re.ASCII)
_INDENT = re.compile(r"\s*\n\s*", re.ASCII)


def part_mark(name: str) -> str:
    """Return the mark of a named part of the main column (letters, digits, `-`)."""
    return f"<!--cg:{name}-->"


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A page in pieces: literal text at even places, names of marks at odd ones."""

    pieces: tuple[str, ...]

    @classmethod
    def cut(cls, html: str) -> Skeleton:
        """Cut a rendered page at its marks, after taking the theme's indentation out."""
        pieces: list[str] = []
        start = 0
        plain = compact(html)
        for mark in _MARK.finditer(plain):
            pieces += [plain[start : mark.start()], mark.group()]
            start = mark.end()
        return cls(tuple([*pieces, plain[start:]]))

    @property
    def marks(self) -> frozenset[str]:
        """Return the marks that the page has."""
        return frozenset(self.pieces[1::2])

    def fill(self, *, title: str, description: str = "", head: str = "", parts: Mapping[str, str]) -> str:
        """Return the page with plain-text `title` and `description` and with HTML `parts` by name.

        Every part must have its mark in the page (`KeyError`), or its text would be lost in silence.
        """
        text = {TITLE: escape(title), DESCRIPTION: escape(description or title), HEAD: head}
        text |= {part_mark(name): html for name, html in parts.items()}
        lost = sorted(set(text) - self.marks - {DESCRIPTION, HEAD})
        if lost:
            raise KeyError(f"the page has no mark {lost[0]}")
        pieces = list(self.pieces)
        pieces[1::2] = [text[mark] for mark in pieces[1::2]]
        return "".join(pieces)


def compact(html: str) -> str:
    """Return a page without indentation and empty lines, except inside `<pre>`, `<textarea>`, `<script>`."""
    # re.split gives (text, whole element, its name) in turn.
    pieces = _VERBATIM.split(html)
    pieces[0::3] = [_INDENT.sub("\n", text) for text in pieces[0::3]]
    del pieces[2::3]
    return "".join(pieces).strip() + "\n"
