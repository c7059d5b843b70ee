"""The one module that knows MkDocs: hand-written Markdown in, rendered pages and skeletons out.

MkDocs is run as a command on a temporary folder, and only its output files are read, so another
generator that renders Markdown with the theme's files could take its place here.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import yaml

from sitegen.errors import ChemGroundError, ConfigError
from sitegen.site.skeleton import DESCRIPTION, HEAD, TITLE, Skeleton, part_mark

THEME = Path(__file__).parent / "theme"

_MARKUP = re.compile(r"([\\`*_{}\[\]()#+.!|~-])", re.ASCII)

_UNUSED = ("assets/javascripts/lunr", "assets/images/favicon.png")
"""Files of the theme that no page of an English site asks for."""

_FIXED_TIME = "1735689600"
"""SOURCE_DATE_EPOCH for MkDocs where the environment sets none: the same input gives the same bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stub:
    """A page that MkDocs renders with marks in place of its content.

    `path` is its folder relative to the site's root ("" is the home page); `tab` the title of the
    header tab it belongs to. `sections` are (id, heading) pairs: the page then gets a table of
    contents and one part mark per section, named by the id, after an "intro" part; without sections
    it gets one part, "body". `chapters` are the ids of sections under which the others stand, one level
    down. `title` is None for a skeleton that is filled with many titles, and
    whose own page is no part of the site.
    """

    path: str
    tab: str
    title: str | None
    sections: tuple[tuple[str, str], ...] = ()
    chapters: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A header tab: a title and its pages as (title, folder) pairs, the first opened by the tab."""

    title: str
    pages: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chrome:
    """What one MkDocs run needs besides the stubs.

    `docs` is the folder of hand-written pages, served below `docs/`; `generated` are more Markdown
    pages by path relative to it; `settings` a `mkdocs.yml` whose `nav` orders them. `footer` is HTML,
    `cite` the address of the citation relative to the site's root, `url` the site's own (or "").
    """

    settings: Path
    docs: Path
    generated: Mapping[str, str]
    tabs: Sequence[Tab]
    title: str
    url: str
    footer: str
    cite: str


def render_chrome(chrome: Chrome, stubs: Sequence[Stub], work: Path, out: Path) -> dict[str, Skeleton]:
    """Render the hand-written pages into `out` and return the stubs' skeletons by path.

    `work` is an empty scratch folder. Raises `ChemGroundError` with MkDocs's own words when it
    stops or warns (a broken link in a page, say).
    """
    render_markdown(chrome, {stub.path: stub_markdown(stub) for stub in stubs}, work, out)
    skeletons = {stub.path: _take(out, stub) for stub in stubs}
    _tidy(out)
    return skeletons


def render_markdown(chrome: Chrome, pages: Mapping[str, str], work: Path, out: Path) -> None:
    """Render the hand-written pages and some more Markdown pages, by folder, into `out`."""
    source = work / "pages"
    shutil.copytree(chrome.docs, source / "docs")
    for path, text in chrome.generated.items():
        (source / "docs" / path).write_text(text, encoding="utf-8")
    for path, text in pages.items():
        target = source / _source(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    settings = work / "mkdocs.yml"
    settings.write_text(json.dumps(_settings(chrome, source, out)), encoding="utf-8")
    _run_mkdocs(settings)


def stub_markdown(stub: Stub) -> str:
    """Return a stub's Markdown page: marks where its content will be, and its headings."""
    meta: dict[str, Any] = {
        "title": TITLE,
        "description": DESCRIPTION,
        "section": stub.tab,
        "cut": "each" if stub.title is None else "once",
        "data": True,
    }
    if stub.title is None:
        meta |= {"bare": True, "search": {"exclude": True}}
    parts = [part_mark("intro" if stub.sections else "body")]
    for anchor, heading in stub.sections:
        level = "###" if stub.chapters and anchor not in stub.chapters else "##"
        parts += [f"{level} {_literal(heading)} {{#{anchor}}}", part_mark(anchor)]
    # JSON is YAML: no title can break out of the front matter.
    return f"---\n{json.dumps(meta)}\n---\n\n" + "\n\n".join(parts) + "\n"


def _literal(text: str) -> str:
    """Return text that Markdown shows as it is, on one line."""
    return _MARKUP.sub(r"\\\1", escape(" ".join(text.split()), quote=False))


def _source(path: str) -> str:
    return f"{path}/index.md" if path else "index.md"


def _settings(chrome: Chrome, pages: Path, out: Path) -> dict[str, Any]:
    try:
        settings: dict[str, Any] = yaml.safe_load(chrome.settings.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise ConfigError(f"{chrome.settings}: {error}; mend the site's MkDocs settings") from error
    nav: list[dict[str, Any]] = [
        {tab.title: [{title: _source(path)} for title, path in tab.pages]}
        if len(tab.pages) > 1
        else {tab.title: _source(tab.pages[0][1])}
        for tab in chrome.tabs
    ]
    nav.append({"Docs": [_below_docs(entry) for entry in [*settings["nav"], *chrome.generated]]})
    settings |= {
        "site_name": chrome.title,
        "site_url": chrome.url,
        "docs_dir": str(pages),
        "site_dir": str(out),
        "nav": nav,
    }
    settings["theme"]["custom_dir"] = str(THEME)
    settings["extra"]["chemground"] = {"footer": chrome.footer, "cite": chrome.cite}
    return settings


def _below_docs(entry: str | dict[str, str]) -> Any:
    if isinstance(entry, str):
        return f"docs/{entry}"
    return {title: _below_docs(path) for title, path in entry.items()}


def _run_mkdocs(settings: Path) -> None:
    quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true", "PYTHONHASHSEED": "0"}
    environment = {"SOURCE_DATE_EPOCH": _FIXED_TIME, **os.environ, **quiet}
    # Not --quiet: that would keep warnings from --strict too.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(settings)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if not line.startswith("INFO")]
        said = "\n".join(lines).strip() or done.stdout.strip()
        raise ChemGroundError(f"MkDocs could not render the hand-written pages; mend them:\n{said}")


def _take(out: Path, stub: Stub) -> Skeleton:
    page = out / stub.path / "index.html"
    skeleton = Skeleton.cut(page.read_text(encoding="utf-8"))
    wanted = {TITLE, HEAD, part_mark("intro" if stub.sections else "body")}
    wanted |= {part_mark(anchor) for anchor, _ in stub.sections}
    missing = sorted(wanted - skeleton.marks)
    if missing:
        raise ChemGroundError(f"the theme lost {missing[0]!r} in the page {stub.path!r}; mend {THEME.name}/")
    if stub.title is None:
        shutil.rmtree(page.parent)
    return skeleton


def _tidy(out: Path) -> None:
    for path in _UNUSED:
        target = out / path
        if target.is_dir():
            shutil.rmtree(target)
        else:
            target.unlink(missing_ok=True)
    for source_map in sorted((out / "assets").rglob("*.map")):
        source_map.unlink()
