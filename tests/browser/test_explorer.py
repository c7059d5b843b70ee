"""The explorer in a real Chromium: filters, searches, keyboard, shareable addresses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.browser

EXPLORE = "rground/explore/"


def cards(page: Page) -> list[str]:
    return page.locator(".cgx-results .cgx-id").all_inner_texts()


def ready(page: Page) -> Page:
    expect(page.locator("form.cgx-controls")).to_be_visible()
    return page


def choose(page: Page, facet: str, value: str) -> None:
    group = page.locator(f'.cgx-facet[data-facet="{facet}"]')
    if group.get_attribute("open") is None:
        group.locator("summary").click()
    group.locator(f'input[value="{value}"]').check()


def test_a_facet_narrows_the_results_to_the_count_it_promised(visitor: Visitor) -> None:
    page = ready(visitor.open(EXPLORE))
    label = page.locator('.cgx-facet[data-facet="difficulty"] label', has_text="hard")
    promised = int(label.locator(".cgx-n").inner_text())
    choose(page, "difficulty", "hard")
    expect(page.locator(".cgx-results > li")).to_have_count(promised)
    assert all("-hard-" in name for name in cards(page))
    expect(page.locator(".cgx-count")).to_contain_text(f"{promised} of ")


def test_an_address_brings_back_the_same_view_and_back_undoes_it(visitor: Visitor) -> None:
    page = ready(visitor.open(EXPLORE))
    everything = cards(page)
    choose(page, "task", "generation")
    expect(page).to_have_url(visitor.site.address + EXPLORE + "?task=generation")
    narrowed = cards(page)
    assert 0 < len(narrowed) < len(everything)
    other = ready(visitor.open(EXPLORE + "?task=generation&view=list"))
    assert cards(other) == narrowed
    expect(other.locator('input[name="task"][value="generation"]')).to_be_checked()
    page.go_back()
    expect(page.locator(".cgx-results > li")).to_have_count(len(everything))


def test_a_text_search_takes_special_characters_as_they_are(visitor: Visitor) -> None:
    page = ready(visitor.open(EXPLORE))
    page.get_by_label("Text or id").fill("CC(C)NC[C@@H](O)COc1ccc(*)cc1")
    expect(page.locator(".cgx-count")).not_to_contain_text("15 of 15")
    assert 0 < len(cards(page)) < 15
    page.get_by_label("Text or id").fill(".*")
    expect(page.locator(".cgx-results > li")).to_have_count(0)
    expect(page.locator(".cgx-message")).to_be_visible()


def test_a_structure_search_finds_what_holds_the_substructure(visitor: Visitor) -> None:
    page = ready(visitor.open(EXPLORE))
    everything = len(cards(page))
    page.get_by_label("Structure").fill("c1nc2ccccc2[nX3]1C")
    expect(page.locator(".cgx-results > li")).not_to_have_count(everything)
    expect(page.locator(".cgx-count")).not_to_contain_text("structures", timeout=60_000)
    assert 0 < len(cards(page)) < everything
    page.get_by_label("Structure").fill("c1ccc(")
    expect(page.locator(".cgx-message")).to_contain_text("neither a SMILES nor a SMARTS", timeout=60_000)


def test_an_empty_result_says_which_facet_to_loosen(visitor: Visitor) -> None:
    page = ready(visitor.open(EXPLORE + "?task=generation&difficulty=medium"))
    expect(page.locator(".cgx-message")).to_contain_text("Nothing matches. Without the choice in")
    page.locator(".cgx-message button").click()
    expect(page.locator(".cgx-results > li").first).to_be_visible()


def test_j_k_and_enter_walk_through_the_results(visitor: Visitor) -> None:
    page = ready(visitor.open(EXPLORE))
    names = cards(page)
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.querySelector('.cgx-id').textContent") == names[1]
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rground/items/{names[1]}/")


def test_scaffolds_can_be_browsed_too(visitor: Visitor) -> None:
    page = ready(visitor.open(EXPLORE))
    page.get_by_label("Browse").select_option("scaffolds")
    expect(page).to_have_url(visitor.site.address + EXPLORE + "?kind=scaffolds")
    page.locator(".cgx-results a").first.click()
    page.wait_for_url("**/rground/scaffolds/*/")


def test_the_first_results_are_there_without_javascript(visitor: Visitor) -> None:
    page = visitor.open(EXPLORE, java_script_enabled=False)
    assert page.locator(".cgx-results a").count() == 15
    expect(page.locator("form.cgx-controls")).to_be_hidden()


def test_cards_have_their_size_before_their_pictures_arrive(visitor: Visitor) -> None:
    page = ready(visitor.open(EXPLORE, width=360))
    sizes = page.evaluate("[...document.querySelectorAll('.cgx-results img')].map(i => [i.width, i.height])")
    assert sizes and all(abs(width / height - 4 / 3) < 0.05 for width, height in sizes)
