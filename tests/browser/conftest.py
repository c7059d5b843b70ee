"""A real Chromium on a built site, served under a sub-path by a plain static server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from sitegen.bench.browser import chromium_path
from sitegen.config import REPOSITORY_ROOT
from sitegen.serving import SiteServer, site_server
from sitegen.sources import fetch, read_pin
from tests.sitegen.site.building import CACHE, SMALL, build_test_site
from tests.sitegen.site.dataset import hostile_folder, rground_folder

BASE = "/some/base/"
PARTS = ("explorer", "scorer")
# A busy machine may take long to run a script; nothing here measures how long.
expect.set_options(timeout=60_000)
LONG = {
    "long-word": "W" * 200,
    "long-smiles": "C" * 60 + "(=O)N" * 40,
    "right-to-left": "שלום עולם \u202e reversed " * 12,
}


@dataclass(kw_only=True)
class Visitor:
    """Opens pages of a served site and keeps what they asked for and complained about.

    `requests` are all addresses asked for, `complaints` the errors of scripts and the console.
    """

    browser: Browser
    site: SiteServer
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str = "", *, width: int = 1280, scheme: str = "light", **options: Any) -> Page:
        """Open a page of the site in a fresh context (no cache, no storage) and wait until it is quiet.

        `options` go to Playwright's `new_context`, e.g. `java_script_enabled=False`.
        """
        context = self.browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            **options,
        )
        return self.watch(context.new_page(), path)

    def watch(self, page: Page, path: str) -> Page:
        """Record what a new page asks for, and go to an address of the site."""
        page.on("request", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        page.goto(self.site.address + path)
        page.wait_for_load_state("networkidle")
        return page

    @property
    def foreign(self) -> list[str]:
        """Return the requests that left the served site."""
        own = (self.site.address, "data:", "blob:")
        return [address for address in self.requests if not address.startswith(own)]

    def _hear(self, message: ConsoleMessage) -> None:
        # A browser asks for the icon of a plain text file by itself, at the root of the host.
        if message.type == "error" and not message.location["url"].endswith("/favicon.ico"):
            self.complaints.append(message.text)

    def _note(self, request: Request) -> None:
        self.requests.append(request.url)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return a running Chromium: the one that CHROMIUM names, else the system's."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def test_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site of the small test datasets with explorer and scorer."""
    folder = tmp_path_factory.mktemp("browser")
    datasets = [
        rground_folder(folder / "rground"),
        hostile_folder(folder / "hostile", SMALL | LONG, image="images/aa/plain.svg"),
    ]
    return build_test_site(datasets, folder / "site", parts=PARTS)


@pytest.fixture(scope="session")
def served(test_site: Path) -> Iterator[SiteServer]:
    """Return the test site, served under `/some/base/`."""
    with site_server(test_site, base=BASE) as server:
        yield server


@pytest.fixture
def visitor(chromium: Browser, served: SiteServer) -> Iterator[Visitor]:
    """Return a visitor of the test site; after the test nothing may have gone wrong or elsewhere."""
    visitor = Visitor(browser=chromium, site=served)
    yield visitor
    for context in chromium.contexts:
        context.close()
    assert visitor.foreign == []
    assert visitor.complaints == []


@pytest.fixture(scope="session")
def axe_faults() -> Callable[[Page], list[str]]:
    """Return a function that lists a page's serious and critical accessibility faults, by axe-core."""
    pin = read_pin(REPOSITORY_ROOT / "data" / "site" / "sources" / "axe_core.toml")
    script = next(path for path in fetch(pin, CACHE) if path.name == "axe.min.js")

    def faults(page: Page) -> list[str]:
        page.add_script_tag(path=str(script))
        found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
        return [
            f"{fault['id']}: {node['html'][:200]} ({node['failureSummary']})"
            for fault in found
            if fault["impact"] in {"serious", "critical"}
            for node in fault["nodes"]
        ]

    return faults
