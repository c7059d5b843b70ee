"""A built site with five data sets to score, and visitors of its scorer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from evaluator import load_items
from sitegen.serving import SiteServer, site_server
from tests.browser.breakdowns import CELLS, cell_replies, cells_folder
from tests.browser.conftest import BASE, Visitor
from tests.browser.measured import MEASURED, measured_folder, run_replies
from tests.browser.scoring import DRUGS, SAMPLE, drugs_folder, prediction_lines, replies
from tests.sitegen.site.building import SMALL, build_test_site
from tests.sitegen.site.dataset import hostile_folder


@pytest.fixture(scope="session")
def scoring(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with five datasets (200 and 5,000 items, a hostile one, one of many facets, one of
    measured numbers), replies to three, and the site.
    """
    folder = tmp_path_factory.mktemp("scoring")
    datasets = [
        drugs_folder(folder / SAMPLE, 200),
        drugs_folder(folder / DRUGS, 5000),
        hostile_folder(folder / "hostile", SMALL),
        cells_folder(folder / CELLS),
        measured_folder(folder / MEASURED),
    ]
    items = [*load_items(datasets[4]).items]
    for run in (1, 2, 3):
        (folder / f"run-{run}.jsonl").write_bytes(prediction_lines(run_replies(items, run)))
    (folder / "part.jsonl").write_bytes(prediction_lines(run_replies(items, 1)[:-3]))
    (folder / "model.jsonl").write_bytes(prediction_lines(replies([*load_items(datasets[1]).items])))
    (folder / "cells.jsonl").write_bytes(prediction_lines(cell_replies([*load_items(datasets[3]).items])))
    build_test_site(datasets, folder / "site", parts=("scorer",))
    return folder


@pytest.fixture(scope="session")
def scoring_server(scoring: Path) -> Iterator[SiteServer]:
    """Return the site, served under `/some/base/`."""
    with site_server(scoring / "site", base=BASE) as server:
        yield server


@pytest.fixture
def scorer(chromium: Browser, scoring_server: SiteServer) -> Iterator[Visitor]:
    """Return a visitor who comes for the first time; nothing may have gone wrong or elsewhere."""
    others = set(chromium.contexts)
    visitor = Visitor(browser=chromium, site=scoring_server)
    yield visitor
    for context in set(chromium.contexts) - others:
        context.close()
    assert visitor.foreign == []
    assert visitor.complaints == []


@pytest.fixture(scope="module")
def kept(chromium: Browser) -> Iterator[BrowserContext]:
    """Return a browser context that keeps the engine from test to test."""
    context = chromium.new_context(reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture
def page(chromium: Browser, scoring_server: SiteServer, kept: BrowserContext) -> Iterator[Page]:
    """Return the scorer's page of a visitor who was here before; nothing may go wrong or elsewhere."""
    visitor = Visitor(browser=chromium, site=scoring_server)
    page = visitor.watch(kept.new_page(), "score/")
    yield page
    page.close()
    assert visitor.foreign == []
    assert visitor.complaints == []
