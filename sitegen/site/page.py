"""Pages that exist once: what they are made of, and how they are written and found by search."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from pathlib import Path

from sitegen.site.parts import Fragment
from sitegen.site.skeleton import Skeleton

_TAG = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", re.DOTALL | re.ASCII)
_BLANKS = re.compile(r"\s+")
_SEARCHED_CHARACTERS = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the site: folder, plain-text title, HTML parts by mark, and files it loads.

    `sections` are (id, heading) pairs of a page with a table of contents; its parts are then
    "intro" and the ids, otherwise "body" alone; `chapters` are the ids of those that stand a level above
    the others. `styles` and `scripts` are relative to the site's
    root.
    """

    path: str
    title: str
    description: str
    parts: Mapping[str, str]
    sections: tuple[tuple[str, str], ...] = ()
    chapters: frozenset[str] = frozenset()
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = field(default=())

    @classmethod
    def of_fragment(cls, path: str, fragment: Fragment) -> Page:
        """Return the page that wraps a part's fragment."""
        return cls(
            path=path,
            title=fragment.title,
            description=fragment.description,
            parts={"body": fragment.html},
            styles=fragment.styles,
            scripts=fragment.scripts,
        )

    @property
    def base(self) -> str:
        """Return the relative way from the page to the site's root, ending in `/` or empty."""
        return "../" * len([part for part in self.path.split("/") if part])


def write_page(out: Path, page: Page, skeleton: Skeleton) -> None:
    """Write a page below the site's root `out`."""
    html = skeleton.fill(title=page.title, description=page.description, head=_head(page), parts=page.parts)
    folder = out / page.path
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.html").write_text(html, encoding="utf-8")


def add_search_text(out: Path, pages: Sequence[Page]) -> None:
    """Put the pages' titles and texts into the search index, which holds only their marks."""
    path = out / "search" / "search_index.json"
    if not path.exists():
        return
    index = json.loads(path.read_text(encoding="utf-8"))
    entries: dict[str, tuple[str, str]] = {}
    for page in pages:
        location = f"{page.path}/" if page.path else ""
        opening = page.parts.get("intro", page.parts.get("body", ""))
        entries[location] = (page.title, plain_text(opening))
        for anchor, heading in page.sections:
            entries[f"{location}#{anchor}"] = (heading, plain_text(page.parts[anchor]))
    for entry in index["docs"]:
        if entry["location"] in entries:
            title, text = entries[entry["location"]]
            # The search page shows both as markup: they are escaped, so that data stays text.
            entry["title"] = escape(title, quote=False)
            entry["text"] = escape(text[:_SEARCHED_CHARACTERS], quote=False)
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def plain_text(html: str) -> str:
    """Return the text of a fragment of HTML, blanks collapsed."""
    return _BLANKS.sub(" ", unescape(_TAG.sub(" ", html))).strip()


def _head(page: Page) -> str:
    styles = [f'<link rel="stylesheet" href="{page.base}{path}">' for path in page.styles]
    scripts = [f'<script type="module" src="{page.base}{path}"></script>' for path in page.scripts]
    return "".join(styles + scripts)
