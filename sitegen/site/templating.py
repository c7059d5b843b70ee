"""The template environment of everything that is made from data: escaping is on, always."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

TEMPLATES = Path(__file__).parent.parent / "templates"

_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_SHORT_SMILES = 24
_STRETCH = re.compile(r".{12,}?(?=\(|&lt;)", re.ASCII)
"""At least twelve characters of an escaped SMILES up to a place where it may wrap."""
_TICKS = re.compile(r"`([^`]+)`")
_LONG_WORD = re.compile(r"(\S{25,})", re.ASCII)
_UNITS = ("B", "kB", "MB", "GB")


class _CompactLoader(FileSystemLoader):
    """Take the indentation out of templates when they are read: no page pays for it."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, path, is_current = super().get_source(environment, template)
        return _INDENT.sub("", source), path, is_current


@lru_cache(maxsize=16)
def page_environment(pages: Path | None = None) -> Environment:
    """Return the environment for shared templates and those in a benchmark's `pages` folder.

    Shared templates are named `site/…`; a benchmark's own come first under their plain name, and may
    extend a shared one.
    """
    loaders = [_CompactLoader(TEMPLATES)]
    if pages is not None and pages.is_dir():
        loaders.insert(0, _CompactLoader(pages))
    environment = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "smiles": break_smiles,
        "prose": break_prose,
        "ticks": format_ticks,
        "count": format_count,
        "bytes": format_bytes,
        "percent": format_percent,
        "minus": format_minus,
        "cell": format_cell,
        "pairs": format_pairs,
        "scrolls": scroll_attributes,
    }
    return environment


@lru_cache(maxsize=4096)
def break_smiles(smiles: str) -> Markup:
    """Return a SMILES or E-SMILES that may wrap before a branch or a tag, but not inside an atom."""
    text = escape(smiles)
    return text if len(smiles) <= _SHORT_SMILES else Markup(_STRETCH.sub(r"\g<0><wbr>", text))  # noqa: S704


def break_prose(text: str) -> Markup:
    """Return a sentence in which long words (a SMILES, say) may wrap before a branch or a tag."""
    if len(text) <= _SHORT_SMILES or not _LONG_WORD.search(text):
        return escape(text)
    words = _LONG_WORD.split(text)
    words[1::2] = [str(break_smiles(word)) for word in words[1::2]]
    words[0::2] = [str(escape(word)) for word in words[0::2]]
    return Markup("".join(words))  # noqa: S704  escaped above


def format_ticks(text: str) -> Markup:
    """Return a sentence in which what stands between backticks is code."""
    return Markup(_TICKS.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704  escaped inside


def scroll_attributes(name: str) -> Markup:
    """Return the attributes of a frame that scrolls sideways, which the keyboard reaches, by its name."""
    return Markup('class="cg-scroll" tabindex="0" role="region" aria-label="{}"').format(name)


def format_count(number: float) -> str:
    """Return a whole number with thousands separated by commas."""
    return f"{number:,}"


def format_bytes(size: int) -> str:
    """Return a size in decimal units, e.g. `1.2 MB`."""
    value = float(size)
    for unit in _UNITS:
        if value < 1000 or unit == _UNITS[-1]:
            break
        value /= 1000
    return f"{value:.0f} {unit}" if unit == "B" or value >= 100 else f"{value:.1f} {unit}"


def format_percent(share: float | None) -> str:
    """Return a share as a percentage with one decimal, a dash for None."""
    return "–" if share is None else f"{100 * share:.1f}"


def format_minus(number: float | None, digits: int = 3) -> str:
    """Return a number with a true minus sign, a dash for None."""
    return "–" if number is None else f"{number:.{digits}f}".replace("-", "−")


def format_pairs(values: Mapping[str, object], drop: str = "") -> str:
    """Return a mapping as `name = value, name = value`, without the characters of `drop` in names."""
    without = str.maketrans("", "", drop)
    return ", ".join([f"{name.translate(without)} = {value}" for name, value in values.items()])


def format_cell(value: object) -> str:
    """Return a table cell's text: true minus signs, at most four decimals, a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    return f"{value:,.4f}".rstrip("0").rstrip(".").replace("-", "−")
