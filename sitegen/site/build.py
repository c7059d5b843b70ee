"""Build the whole site from dataset folders: the order of the steps, and nothing else."""

from __future__ import annotations

import importlib
import importlib.util
import json
import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, cast

from sitegen import __version__
from sitegen.benchmarks.contract import ParallelMap
from sitegen.config import REPOSITORY_ROOT, SiteConfig
from sitegen.site.assets import copy_assets, link_dataset
from sitegen.site.card import card_page
from sitegen.site.chrome import Chrome, Stub, Tab, render_chrome
from sitegen.site.dataset import Dataset, Question, read_dataset, read_questions
from sitegen.site.docs import generated_docs
from sitegen.site.home import home_page
from sitegen.site.page import Page, add_search_text, write_page
from sitegen.site.parts import ExplorerPart, ScorerPart
from sitegen.site.questions import QuestionPages
from sitegen.site.records import write_records
from sitegen.site.render import QuestionRenderer
from sitegen.site.skeleton import Skeleton
from sitegen.site.statistics import statistics_page

_BATCH = 64
"""Questions sent to a worker at once: some 50 ms of work."""

_EACH = "each"
"""Folder name of the stub that becomes the skeleton of many pages; it is no page of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Benchmark:
    """A dataset with its questions and its own page templates (None: the shared ones)."""

    dataset: Dataset
    questions: tuple[Question, ...]
    templates: Path | None

    @property
    def collections(self) -> tuple[Mapping[str, Any], ...]:
        """Return the collections whose records have pages."""
        return tuple(c for c in self.dataset.facts["collections"] if c["template"])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Site:
    """What every step needs: where the site grows, its configuration and its optional parts."""

    out: Path
    config: SiteConfig
    cache: Path
    map: ParallelMap
    explorer: ExplorerPart | None
    scorer: ScorerPart | None


def build_site(
    datasets: Sequence[Path],
    out: Path,
    *,
    site: SiteConfig,
    benchmark_folders: Sequence[Path],
    cache: Path,
    map: ParallelMap,
    root: Path = REPOSITORY_ROOT,
    parts: Collection[str] = ("explorer", "scorer"),
) -> None:
    """Fill the empty folder `out` with the site of some dataset folders.

    `benchmark_folders` are looked through for page templates (`<slug>/pages/`), `cache` keeps what
    is fetched, `root` is the checkout with `mkdocs.yml` and `docs/`, `parts` names the large parts
    wanted (one that this checkout lacks is left out). Raises `ChemGroundError`s; `out`
    is then incomplete, and the caller throws it away.
    """
    folders = {folder.name: folder for folder in benchmark_folders}
    benchmarks = [_read(folder, folders) for folder in datasets]
    whole = _Site(
        out=out,
        config=site,
        cache=cache,
        map=map,
        explorer=cast("ExplorerPart | None", _part("explorer", "build_explorer", parts)),
        scorer=cast("ScorerPart | None", _part("scorer", "build_scorer", parts)),
    )
    copy_assets(out, cache)
    for benchmark in benchmarks:
        link_dataset(benchmark.dataset, out)
    tabs = _pages(benchmarks, whole)
    skeletons = _render_chrome(tabs, benchmarks, whole, root)
    for benchmark in benchmarks:
        _write_items(benchmark, skeletons, whole)
    pages = [page for _, entries in tabs for _, page in entries]
    for page in pages:
        write_page(out, page, skeletons[page.path])
    add_search_text(out, pages)
    _write_facts(benchmarks, whole)


_Tabs = Sequence[tuple[str, Sequence[tuple[str, Page]]]]
"""Header tabs: a title and its pages, each with its title in the tab's row of pages."""


def _pages(benchmarks: Sequence[_Benchmark], site: _Site) -> _Tabs:
    """Make the pages that exist once, with the data files they load, by header tab."""
    have = {"explorer": site.explorer is not None, "scorer": site.scorer is not None}
    shown = [(benchmark.dataset, benchmark.questions) for benchmark in benchmarks]
    tabs: list[tuple[str, list[tuple[str, Page]]]] = [
        ("Home", [("Home", home_page(shown, site.config, **have))])
    ]
    for benchmark in benchmarks:
        dataset = benchmark.dataset
        card = card_page(dataset, benchmark.questions, site.config.repository, **have)
        entries = [("About", card)]
        if site.explorer is not None:
            fragment = site.explorer(dataset.folder, site.out, base="../../", map=site.map)
            entries.append(("Browse", Page.of_fragment(f"{dataset.slug}/explore", fragment)))
        entries.append(("Statistics", statistics_page(dataset, site.out)))
        tabs.append((dataset.title, entries))
    if site.scorer is not None:
        folders = [benchmark.dataset.folder for benchmark in benchmarks]
        fragment = site.scorer(folders, site.out, site.cache, base="../")
        tabs.append(("Score", [("Score", Page.of_fragment("score", fragment))]))
    return tabs


def _render_chrome(
    tabs: _Tabs, benchmarks: Sequence[_Benchmark], site: _Site, root: Path
) -> dict[str, Skeleton]:
    """Put the hand-written pages into the site; return the skeletons of all others by path."""
    stubs = [
        Stub(path=page.path, tab=tab, title=title, sections=page.sections, chapters=page.chapters)
        for tab, entries in tabs
        for title, page in entries
    ]
    for benchmark in benchmarks:
        dataset = benchmark.dataset
        for name in ("items", *(collection["name"] for collection in benchmark.collections)):
            stubs.append(Stub(path=f"{dataset.slug}/{name}/{_EACH}", tab=dataset.title, title=None))
    chrome = Chrome(
        settings=root / "mkdocs.yml",
        docs=root / "docs",
        generated=generated_docs(root),
        tabs=[
            Tab(title=tab, pages=tuple((title, page.path) for title, page in entries))
            for tab, entries in tabs
        ],
        title=site.config.title,
        url=site.config.url,
        footer=_footer(benchmarks),
        cite="docs/cite/",
    )
    with tempfile.TemporaryDirectory() as work:
        rendered = Path(work) / "rendered"
        skeletons = render_chrome(chrome, stubs, Path(work), rendered)
        shutil.copytree(rendered, site.out, dirs_exist_ok=True)
    return skeletons


def _write_items(benchmark: _Benchmark, skeletons: Mapping[str, Skeleton], site: _Site) -> None:
    """Write the question and record pages of a benchmark."""
    dataset = benchmark.dataset
    target = site.out / dataset.slug / "items"
    target.mkdir(parents=True, exist_ok=True)
    renderer = QuestionRenderer(
        pages=QuestionPages.of(dataset, site.config.repository, explorer=site.explorer is not None),
        templates=benchmark.templates,
        skeleton=skeletons[f"{dataset.slug}/items/{_EACH}"],
        target=target,
    )
    label = f"{dataset.slug} question pages"
    for _ in site.map(renderer, benchmark.questions, batch=_BATCH, label=label):
        pass
    for collection in benchmark.collections:
        write_records(
            dataset,
            collection,
            benchmark.templates,
            benchmark.questions,
            skeletons[f"{dataset.slug}/{collection['name']}/{_EACH}"],
            site.out,
            site.map,
            explorer=site.explorer is not None,
        )


def _read(folder: Path, benchmark_folders: Mapping[str, Path]) -> _Benchmark:
    dataset = read_dataset(folder)
    own = benchmark_folders.get(dataset.slug)
    templates = own / "pages" if own is not None and (own / "pages").is_dir() else None
    return _Benchmark(dataset=dataset, questions=read_questions(dataset), templates=templates)


def _part(module: str, function: str, wanted: Collection[str]) -> object | None:
    """Return a part's function, None where it is not wanted or not in this checkout."""
    name = f"sitegen.site.{module}"
    if module not in wanted or importlib.util.find_spec(name) is None:
        return None
    return cast("object | None", getattr(importlib.import_module(name), function, None))


def _footer(benchmarks: Sequence[_Benchmark]) -> str:
    """Return the footer's facts as HTML: version, each dataset's build input and licence."""
    parts = [f"ChemGround {escape(__version__)}, code under Apache-2.0"]
    for benchmark in benchmarks:
        facts = benchmark.dataset.facts
        digest = facts["input_sha256"][:12]
        several = [part["id"] for part in facts["licence"].get("parts", ())]
        licence = escape(" or ".join(several) or str(facts["licence"]["id"]))
        parts.append(f"{escape(benchmark.dataset.title)} build {digest} under {licence}")
    return " · ".join(parts)


def _write_facts(benchmarks: Sequence[_Benchmark], site: _Site) -> None:
    """Write `site.json` at the site's root: what this build is; the 404 page finds the root by it."""
    facts = {
        "title": site.config.title,
        "version": __version__,
        "datasets": {
            benchmark.dataset.slug: {
                "items_sha256": benchmark.dataset.facts["items_sha256"],
                "input_sha256": benchmark.dataset.facts["input_sha256"],
            }
            for benchmark in benchmarks
        },
    }
    (site.out / "site.json").write_text(json.dumps(facts, sort_keys=True) + "\n", encoding="utf-8")
