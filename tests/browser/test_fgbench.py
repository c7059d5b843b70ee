"""Questions answered by true or false or a number, and FGBench's pages, in a real Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sitegen.serving import SiteServer, site_server
from tests.browser.conftest import BASE, Visitor
from tests.sitegen.benchmarks.fgbench.folder import fgbench_folder, fgbench_site

pytestmark = pytest.mark.browser

EDIT = "fgbench/items/hydration-p1-edit/"
COMPARISON = "fgbench/items/hydration-p1-comparison/"
NUMBER = f"{COMPARISON}#hydration-p1.cv"
"""Its answer is −4.5 kcal/mol, within 0.5."""

KINDS = {
    "home": "",
    "card": "fgbench/",
    "explorer": "fgbench/explore/",
    "statistics": "fgbench/statistics/",
    "edit": EDIT,
    "number": NUMBER,
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteServer]:
    """Return a site of a small FGBench, served under `/some/base/` (what `visitor` visits here)."""
    folder: Path = tmp_path_factory.mktemp("fgbench")
    site = fgbench_site(fgbench_folder(folder / "dataset"), folder / "site", parts=("explorer",))
    with site_server(site, base=BASE) as server:
        yield server


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_of_fgbench_fits_its_window_and_has_no_serious_fault(
    visitor: Visitor, axe_faults: Callable[[Page], list[str]], kind: str, width: int, scheme: str
) -> None:
    page = visitor.open(KINDS[kind], width=width, scheme=scheme)
    for panel in page.locator("details:not([open]) > summary").all():
        if panel.is_visible():
            panel.click()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_faults(page) == []


def test_true_or_false_is_right_or_wrong_at_once(visitor: Visitor) -> None:
    page = visitor.open(EDIT)
    group = page.locator(".cg-group:not([hidden])")
    expect(page.locator("#answer")).not_to_have_attribute("open", "")
    group.get_by_role("button", name="False").click()
    expect(group.locator(".cg-verdict")).to_have_text("Not False: True is right.")
    expect(group.get_by_role("button", name="False")).to_have_class("cg-button cg-wrong")
    expect(group.get_by_role("button", name="False")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#answer")).to_have_attribute("open", "")
    group.get_by_role("button", name="True").click()
    expect(group.locator(".cg-verdict")).to_have_text("True is right.")
    expect(group.locator(".cg-wrong")).to_have_count(0)


@pytest.mark.parametrize(
    ("written", "verdict"),
    [
        ("-4.2", "0.3 kcal/mol off, within the tolerance of 0.5 kcal/mol: the answer is −4.5 kcal/mol."),
        ("−4,0", "0.5 kcal/mol off, within the tolerance of 0.5 kcal/mol: the answer is −4.5 kcal/mol."),
        ("-5.01", "0.51 kcal/mol off, beyond the tolerance of 0.5 kcal/mol: the answer is −4.5 kcal/mol."),
        ("4.5", "9 kcal/mol off, beyond the tolerance of 0.5 kcal/mol: the answer is −4.5 kcal/mol."),
        ("-1,004.5", "1000 kcal/mol off, beyond the tolerance of 0.5 kcal/mol: the answer is −4.5 kcal/mol."),
        ("-45e-1", "0 kcal/mol off, within the tolerance of 0.5 kcal/mol: the answer is −4.5 kcal/mol."),
    ],
)
def test_a_number_is_told_its_error_and_whether_it_is_within_the_tolerance(
    visitor: Visitor, written: str, verdict: str
) -> None:
    page = visitor.open(NUMBER)
    group = page.locator(".cg-group:not([hidden])")
    group.get_by_label("Your answer").fill(written)
    group.get_by_label("Your answer").press("Enter")
    expect(group.locator(".cg-verdict")).to_have_text(verdict)
    expect(page.locator("#answer")).to_have_attribute("open", "")


@pytest.mark.parametrize("written", ["", "three", "1-2", "1.2.3", "0x10", "Infinity"])
def test_what_is_no_number_is_asked_for_again_and_gives_nothing_away(visitor: Visitor, written: str) -> None:
    page = visitor.open(NUMBER)
    group = page.locator(".cg-group:not([hidden])")
    group.get_by_label("Your answer").fill(written)
    group.get_by_role("button", name="Check").click()
    expect(group.locator(".cg-verdict")).to_have_text("Write one number, e.g. −0.25.")
    expect(page.locator("#answer")).not_to_have_attribute("open", "")


def test_tabs_show_the_answer_of_their_own_item(visitor: Visitor) -> None:
    page = visitor.open(COMPARISON)
    page.locator("#answer > summary").click()
    expect(page.locator("#answer p:not([hidden]) > b")).to_have_text("False")
    page.get_by_role("tab", name="by how much").click()
    expect(page.locator("#answer p:not([hidden]) > b")).to_have_text("−4.5 ± 0.5 kcal/mol")
    expect(page.get_by_label("Your answer").locator("visible=true")).to_have_count(1)


def test_the_example_on_the_home_page_is_answered_there(visitor: Visitor) -> None:
    page = visitor.open()
    example = page.locator(".cg-try")
    example.get_by_role("button", name="True").click()
    expect(example.locator(".cg-verdict")).to_have_text("True is right.")
    expect(example.locator("details")).to_have_attribute("open", "")


def test_without_javascript_the_page_is_complete(visitor: Visitor) -> None:
    page = visitor.open(EDIT, java_script_enabled=False)
    expect(page.get_by_role("button", name="True")).to_have_count(0)
    page.locator("#answer > summary").click()
    expect(page.locator("#answer")).to_contain_text("True")
    expect(page.locator("#answer")).to_contain_text("4.5 ± 0.5 kcal/mol")
    expect(page.locator(".cg-edit img")).to_have_count(2)


def test_controls_on_a_phone_are_at_least_40_pixels_high(visitor: Visitor) -> None:
    page = visitor.open(NUMBER, width=360)
    for control in page.locator(".cg-choice :is(button, input)").locator("visible=true").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 40
