"""The seam between the page builder and the larger parts of the site: explorer and scorer.

A part is a function that writes its data and returns a `Fragment`; the page builder wraps the
fragment in the site's chrome. Both known parts are looked up by name so that a site still builds
from a checkout without them:

- `sitegen.site.explorer.build_explorer(dataset, site_dir, *, base, map) -> Fragment`
  for `/<slug>/explore/` (`base` is `"../../"`), data below `<site_dir>/<slug>/explore/`;
- `sitegen.site.scorer.build_scorer(datasets, site_dir, cache, *, base) -> Fragment`
  for `/score/` (`base` is `"../"`), data below `<site_dir>/score/`.

Files in `sitegen/site/assets/` are copied to `<site_dir>/assets/chemground/` by the page builder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sitegen.benchmarks.contract import ParallelMap
from sitegen.site.names import page_name

ASSETS = "assets/chemground"
"""Folder of the site's own style sheets and scripts, relative to the site's root."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragment:
    """The main column of a page, ready to be wrapped in the chrome.

    `title` is plain text; `html` is markup whose data is already escaped and which starts with the
    page's one `<h1>`; `styles` and `scripts` are paths relative to the site's root (scripts load as
    modules, after the document); `description` is plain text for the page's meta description.
    """

    title: str
    html: str
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    description: str = ""


class ExplorerPart(Protocol):
    """Signature of `sitegen.site.explorer.build_explorer`."""

    def __call__(self, dataset: Path, site_dir: Path, *, base: str, map: ParallelMap) -> Fragment:
        """Write the explorer's data of one dataset folder; return its page.

        `site_dir` is the root of the site being assembled, `base` the relative way from the page to
        it (ends in `/`).
        """
        ...


class ScorerPart(Protocol):
    """Signature of `sitegen.site.scorer.build_scorer`."""

    def __call__(self, datasets: Sequence[Path], site_dir: Path, cache: Path, *, base: str) -> Fragment:
        """Write the scoring engine and its data for all dataset folders; return its page.

        `cache` is a folder for fetched packages that outlives the build.
        """
        ...


def question_url(slug: str, question: str, item_id: str = "") -> str:
    """Return the address of a question page (of one item's anchor on it) relative to the site's root."""
    anchor = f"#{item_id}" if item_id else ""
    return f"{slug}/items/{page_name(question)}/{anchor}"


def record_url(slug: str, collection: str, record_id: str) -> str:
    """Return the address of a collection record's page relative to the site's root."""
    return f"{slug}/{collection}/{page_name(record_id)}/"


def data_url(slug: str, path: str) -> str:
    """Return the address of a file of a dataset folder relative to the site's root."""
    return f"data/{slug}/{path}"
