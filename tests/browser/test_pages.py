"""Pages as visitors meet them, in a real Chromium under a sub-path."""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import BASE, LONG, Visitor

pytestmark = pytest.mark.browser

KINDS = {
    "home": "",
    "card": "rground/",
    "explorer": "rground/explore/",
    "statistics": "rground/statistics/",
    "item": "rground/items/{vqa-hard}/",
    "generation": "rground/items/{generation-easy}/",
    "scaffold": "rground/scaffolds/{s}/",
    "hostile": "hostile/items/tags/",
    "scorer": "score/",
    "docs": "docs/",
    "architecture": "docs/architecture/",
    "method": "docs/method/",
}
Axe = Callable[[Page], list[str]]


@pytest.fixture
def places(test_site: Path) -> dict[str, str]:
    """Return the addresses of one page of each kind."""

    def one(match: re.Match[str]) -> str:
        name = match.group(1)
        folder = "scaffolds" if name == "s" else "items"
        return min(path.name for path in (test_site / "rground" / folder).glob(f"{name}-*"))

    return {kind: re.sub(r"\{([a-z-]+)\}", one, path) for kind, path in KINDS.items()}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_opens_without_errors_and_never_scrolls_sideways(
    visitor: Visitor, places: dict[str, str], kind: str, width: int, scheme: str
) -> None:
    page = visitor.open(places[kind], width=width, scheme=scheme)
    assert page.title()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "hostile"])
def test_axe_finds_no_serious_fault(
    visitor: Visitor, places: dict[str, str], axe_faults: Axe, kind: str, scheme: str, width: int
) -> None:
    page = visitor.open(places[kind], scheme=scheme, width=width)
    for panel in page.locator("details:not([open]) > summary").all():
        if panel.is_visible():
            panel.click()
    page.wait_for_load_state("networkidle")
    assert axe_faults(page) == []


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("width", [360, 1280])
def test_long_words_and_right_to_left_text_do_not_break_the_layout(
    visitor: Visitor, name: str, width: int
) -> None:
    page = visitor.open(f"hostile/items/{name}/", width=width)
    page.locator("#answer > summary").click()
    page.locator("#data > summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # What follows a right-to-left text still runs from left to right.
    assert page.locator(".cg-fine").evaluate("element => getComputedStyle(element).direction") == "ltr"


def test_an_option_is_answered_at_once_with_the_reason(visitor: Visitor, places: dict[str, str]) -> None:
    page = visitor.open(places["item"])
    right = page.locator(".cg-group:visible").get_attribute("data-answer")
    wrong = next(label for label in "ABCD" if label != right)
    page.get_by_role("button", name=f"Answer {wrong}").click()
    expect(page.get_by_role("status").first).to_have_text(f"Not {wrong}: {right} is right.")
    expect(page.locator("#answer")).to_have_attribute("open", "")
    expect(page.locator(".cg-group:visible li.cg-right b")).to_have_text(right or "")
    page.get_by_role("button", name=f"Answer {right}").click()
    expect(page.get_by_role("status").first).to_have_text(f"{right} is right.")


def test_the_question_on_the_home_page_can_be_answered_there(visitor: Visitor) -> None:
    page = visitor.open()
    group = page.locator(".cg-try").first
    right = group.get_attribute("data-answer")
    group.get_by_role("button", name=f"Answer {right}").focus()
    page.keyboard.press("Enter")
    expect(group.get_by_role("status")).to_have_text(f"{right} is right.")
    expect(group.locator("details")).to_have_attribute("open", "")


def test_modes_are_tabs_for_mouse_and_keyboard(visitor: Visitor, places: dict[str, str]) -> None:
    page = visitor.open(places["item"])
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_count(4)
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    tabs.nth(1).click()
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    assert page.url.endswith(".i2s")
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(2)).to_be_focused()
    expect(page.get_by_role("tabpanel")).to_contain_text("Scaffold:")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(tabs.nth(3)).to_be_focused()


def test_the_anchor_of_an_item_opens_its_mode(visitor: Visitor, places: dict[str, str]) -> None:
    name = places["item"].rstrip("/").rpartition("/")[2]
    page = visitor.open(f"{places['item']}#{name}.s2i")
    expect(page.get_by_role("tab", selected=True)).to_have_text("E-SMILES to image")
    expect(page.locator(".cg-options:visible img")).to_have_count(4)


def test_a_shown_answer_stays_shown_within_the_visit_and_tells_no_other(
    visitor: Visitor, places: dict[str, str]
) -> None:
    page = visitor.open(places["item"])
    page.locator("#answer > summary").click()
    page.locator(".cg-turn a[rel=next]").click()
    expect(page.locator("#answer")).not_to_have_attribute("open", "")
    page.locator(".cg-turn a[rel=prev]").click()
    expect(page.locator("#answer")).to_have_attribute("open", "")


def test_j_and_k_turn_the_pages_of_a_split(visitor: Visitor, places: dict[str, str]) -> None:
    page = visitor.open(places["item"])
    start = page.url
    page.keyboard.press("j")
    page.wait_for_url(lambda url: url != start)
    page.keyboard.press("k")
    page.wait_for_url(start)


def test_prompt_and_record_of_the_open_mode_can_be_copied(visitor: Visitor, places: dict[str, str]) -> None:
    page = visitor.open(places["item"], permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("tab").nth(3).click()
    page.locator("#prompt > summary").click()
    prompt = page.locator("#prompt pre:visible")
    expect(prompt).to_contain_text("Answer with the letter of the one right option")
    expect(prompt).to_contain_text("Scaffold: ")
    page.locator("#prompt").get_by_role("button", name="Copy").locator("visible=true").click()
    assert page.evaluate("navigator.clipboard.readText()") == prompt.text_content()
    page.locator("#data > summary").click()
    expect(page.locator("#data pre:visible")).to_contain_text('.s2s"')


def test_without_javascript_a_question_is_complete(visitor: Visitor, places: dict[str, str]) -> None:
    page = visitor.open(places["item"], java_script_enabled=False)
    expect(page.locator(".cg-mode h2")).to_have_text(
        ["Image to image", "E-SMILES to image", "Image to SMILES", "E-SMILES to SMILES"]
    )
    expect(page.locator(".cg-options li").first).to_be_visible()
    expect(page.locator("#answer p").first).to_be_hidden()
    page.locator("#answer > summary").click()
    expect(page.locator("#answer p").first).to_be_visible()
    page.locator("#prompt > summary").click()
    page.get_by_role("link", name="prompts.txt").click()
    assert "----- prompt 1 -----" in page.content()


def test_without_javascript_figures_have_their_tables(visitor: Visitor, places: dict[str, str]) -> None:
    page = visitor.open(places["statistics"], java_script_enabled=False)
    expect(page.get_by_role("cell", name="easy")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_drawings_follow_the_palette_whatever_the_system_says(
    visitor: Visitor, places: dict[str, str], scheme: str
) -> None:
    page = visitor.open(places["item"], scheme=scheme)
    drawing = page.locator(".cg-stems img:visible").first

    def drawn_as(wanted: str) -> bool:
        """Say whether the drawing's ink and ground are as bright as a scheme asks."""
        box = drawing.bounding_box()
        assert box is not None
        dot = page.screenshot(clip={"x": box["x"] + 140, "y": box["y"] + 110, "width": 4, "height": 4})
        corner = page.screenshot(clip={"x": box["x"] + 4, "y": box["y"] + 4, "width": 4, "height": 4})
        ink, ground = grey(page, dot), grey(page, corner)
        return (ink < 60 and ground > 240) if wanted == "light" else (ink > 200 and ground < 60)

    assert drawn_as(scheme)
    page.locator("label[for^=__palette]:visible").click()
    other = "dark" if scheme == "light" else "light"
    for _ in range(100):  # the browser repaints when it has time
        if drawn_as(other):
            break
        page.wait_for_timeout(100)
    assert drawn_as(other)


def grey(page: Page, png: bytes) -> int:
    """Return the red level of a picture's pixel."""
    return page.evaluate(
        """async png => {
          const image = new Image();
          image.src = 'data:image/png;base64,' + png;
          await image.decode();
          const context = new OffscreenCanvas(4, 4).getContext('2d');
          context.drawImage(image, 0, 0);
          return context.getImageData(1, 1, 1, 1).data[0];
        }""",
        base64.b64encode(png).decode(),
    )


def test_nothing_moves_when_drawings_arrive_late(visitor: Visitor, places: dict[str, str]) -> None:
    context = visitor.browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    waiting = []
    page.route("**/*.svg", lambda route: waiting.append(route))
    page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver(list => { for (const entry of list.getEntries()) shift += entry.value; })
          .observe({ type: 'layout-shift', buffered: true });"""
    )
    with page.expect_request("**/*.svg"):
        page.goto(visitor.site.address + places["item"])
    page.wait_for_timeout(300)
    assert waiting
    before = page.locator("#answer").bounding_box()
    for route in waiting:
        route.continue_()
    page.wait_for_function("document.querySelector('.cg-stems img').naturalWidth > 0")
    page.wait_for_timeout(500)
    assert page.locator("#answer").bounding_box() == before
    assert page.evaluate("shift") < 0.01


def test_figures_are_drawn_and_take_the_colours_of_the_palette(
    visitor: Visitor, places: dict[str, str]
) -> None:
    page = visitor.open(places["statistics"])
    plot = page.locator(".cg-plot").first
    expect(plot.locator(".bars .point")).to_have_count(3)
    ink = plot.locator(".ytitle").evaluate("text => getComputedStyle(text).fill")
    page.locator("label[for^=__palette]:visible").click()
    expect(plot.locator(".ytitle")).not_to_have_css("fill", ink)


def test_a_table_sorts_by_number_both_ways(visitor: Visitor, places: dict[str, str]) -> None:
    page = visitor.open(places["statistics"])
    column = page.locator("table[data-sortable] tbody tr td:nth-child(2)")
    page.get_by_role("button", name="items").click()
    expect(column).to_have_text(["12", "18", "18"])
    page.get_by_role("button", name="items").click()
    expect(column).to_have_text(["18", "18", "12"])


def test_the_card_gives_loading_code_with_the_sites_own_address(
    visitor: Visitor, places: dict[str, str]
) -> None:
    page = visitor.open(places["card"])
    expect(page.locator(".cg-code")).to_contain_text(
        f'pandas.read_parquet("{visitor.site.address}data/rground/items.parquet")'
    )


@pytest.mark.parametrize("kind", ["home", "card", "item", "scaffold", "statistics"])
def test_targets_on_a_phone_are_at_least_40_pixels(
    visitor: Visitor, places: dict[str, str], kind: str
) -> None:
    page = visitor.open(places[kind], width=360, has_touch=True)
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            'header a, header label, nav a, summary, button, .cg-button, .cg-crumbs a')]
          .filter(target => target.checkVisibility() && target.getBoundingClientRect().width)
          .filter(target => !target.closest('.md-search, .md-nav, .cg-options b'))
          .map(target => [target.outerHTML.slice(0, 80), target.getBoundingClientRect().height])
          .filter(([, height]) => height < 39.5)"""
    )
    assert small == []


def test_the_way_home_is_found_from_an_address_that_does_not_exist(visitor: Visitor, test_site: Path) -> None:
    context = visitor.browser.new_context()
    page = context.new_page()
    page.route(
        "**/no/such/page/",
        lambda route: route.fulfill(status=404, content_type="text/html", path=test_site / "404.html"),
    )
    page.goto(f"{visitor.site.address}no/such/page/")
    link = page.get_by_role("link", name="Go to the first page")
    expect(link).to_have_attribute("href", BASE)


def test_search_shows_hostile_titles_as_text(visitor: Visitor) -> None:
    page = visitor.open("docs/")
    page.locator("input[name=query]").focus()
    # Keys pressed before the theme has read its index are not heard; then it says that it listens.
    expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching")
    page.keyboard.type("Toy benchmark friends")
    result = page.locator(".md-search-result__item").first
    expect(result).to_contain_text("Toy <Benchmark> & friends")


def test_the_home_page_weighs_at_most_300_kb_as_sent(visitor: Visitor) -> None:
    page = visitor.browser.new_context().new_page()
    sent: list[int] = []
    page.on("response", lambda response: sent.append(len(gzip.compress(response.body(), 6))))
    page.goto(visitor.site.address)
    page.wait_for_load_state("networkidle")
    assert 50_000 < sum(sent) <= 300_000
