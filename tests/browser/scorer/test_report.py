"""The report of the scorer in a real Chromium: its bytes, tables, lists, and its use by everybody."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.breakdowns import CELLS, MISTAKES
from tests.browser.conftest import Visitor
from tests.browser.scorer.steps import (
    cells_report,
    choose,
    command_line,
    download,
    report_of,
    settled,
    trouble_of,
)
from tests.browser.scoring import DRUGS, SAMPLE
from tests.sitegen.site.building import SMALL

pytestmark = pytest.mark.browser


def test_report_and_per_item_file_are_the_command_lines_bytes(
    scorer: Visitor, scoring: Path, tmp_path: Path
) -> None:
    page = scorer.open("score/")
    page.locator("input[value=drugs]").check()
    page.set_input_files("input[type=file]", scoring / "model.jsonl")
    report_of(page)
    report = command_line(scoring, DRUGS, "model.jsonl", tmp_path)
    outcomes = json.loads(report)["outcomes"]
    assert sum(outcomes.values()) == 5000
    assert all(number > 100 for number in outcomes.values()), outcomes
    assert download(page, "report.json") == report
    assert download(page, "per-item.jsonl") == (tmp_path / "per-item.jsonl").read_bytes()
    table = download(page, "per-item.csv").decode()
    assert table.startswith("id,outcome,extracted,answer,score,")
    assert "\n=cmd" not in table and ",=" not in table
    assert any("/data/drugs/items.jsonl.gz" in address for address in scorer.requests)


def test_the_headline_counts_and_rows_are_those_of_the_report(page: Page) -> None:
    page.get_by_role("button", name="Try it with an example file").click()
    report = report_of(page)
    data = json.loads(download(page, "report.json"))
    accuracy = next(m for m in data["metrics"] if m["name"] == "accuracy" and not m["facets"])
    expect(report.locator(".cgs-headline b")).to_have_text(f"{100 * accuracy['value']:.1f} %")
    for outcome, number in data["outcomes"].items():
        button = report.get_by_label("Items by outcome").get_by_role("button", name=f"{number} {outcome}")
        expect(button).to_have_count(1)
    values = report.locator(".cgs-breakdown .cgs-value").all_inner_texts()
    numbers = [float(value.removesuffix("%")) for value in values]
    assert len(numbers) == 4 and numbers == sorted(numbers), "worst first"
    report.locator(".cgs-breakdown").get_by_role("button", name="value").click()
    turned = [
        float(v.removesuffix("%")) for v in report.locator(".cgs-breakdown .cgs-value").all_inner_texts()
    ]
    assert turned == numbers[::-1]


def test_every_breakdown_is_the_command_lines(page: Page, scoring: Path, tmp_path: Path) -> None:
    cells_report(page, scoring)
    report = command_line(scoring, CELLS, "cells.jsonl", tmp_path)
    assert download(page, "report.json") == report
    assert download(page, "per-item.jsonl") == (tmp_path / "per-item.jsonl").read_bytes()
    data = json.loads(report)
    assert set(data["kinds"]) == {*MISTAKES, "stereo lost"} and all(data["kinds"].values())
    facets = [metric["facets"] for metric in data["metrics"] if metric["name"] == "accuracy"]
    for name in ("gap", "nota", "property"):
        assert sum([*group] == [name, "task"] for group in facets) > 2
    differences = [
        metric for metric in data["metrics"] if metric["name"] == "accuracy.easy_minus_hard" and metric["n"]
    ]
    cells = [metric for metric in differences if [*metric["facets"]] == ["level", "mode", "task"]]
    assert len(cells) == 8 and all(cell["low"] < cell["value"] < cell["high"] for cell in cells)
    assert len([counts for counts in data["kinds_by"] if [*counts["facets"]] == ["difficulty", "mode"]]) == 4


def test_differences_stand_by_mode_and_level_with_both_sides(page: Page, scoring: Path) -> None:
    report = cells_report(page, scoring)
    table = report.get_by_role("region", name="Accuracy, easy less hard").first.locator("table")
    assert table.locator("thead tr").first.locator("th").all_inner_texts() == ["Basic", "Advanced", "All"]
    rows = table.locator("tbody tr")
    assert rows.locator("th").all_inner_texts()[:2] == ["Image to image", "Image to SMILES"]
    expect(rows.last.locator("th")).to_have_text("All")
    easy, hard, difference = rows.first.locator("td").all_inner_texts()[:3]
    shown = float(difference.split()[0].replace("\u2212", "-"))
    assert shown == pytest.approx(float(easy) - float(hard), abs=0.11)
    data = json.loads(download(page, "report.json"))
    wanted = {"task": "vqa", "level": "basic", "mode": "i2i"}
    value = next(
        m["value"] for m in data["metrics"] if m["name"].endswith("minus_hard") and m["facets"] == wanted
    )
    assert shown == pytest.approx(100 * value, abs=0.051)


def test_facet_tables_keep_the_benchmarks_order_and_a_dash_for_few_items(page: Page, scoring: Path) -> None:
    report = cells_report(page, scoring)
    gaps = report.get_by_role("region", name="Similarity gap", exact=True)
    rows = gaps.locator("tbody tr")
    titles = rows.locator("th").all_inner_texts()
    assert titles[0].startswith("Below") and titles[-1] == "0.50 or more" and len(titles) == 7
    expect(rows.last.locator("td").first).to_have_text("6")
    expect(rows.last.locator(".cgs-value")).to_have_text("–")
    expect(rows.first.locator(".cgs-value")).not_to_have_text("–")
    report.get_by_role("region", name="None of the above", exact=True).get_by_role("button").nth(1).click()
    expect(report.get_by_role("button", name="Remove the filter None of the above")).to_be_visible()


def test_a_kind_of_mistake_in_a_split_leads_to_its_items(page: Page, scoring: Path) -> None:
    report = cells_report(page, scoring)
    region = report.get_by_role("region", name="Mistakes by group")
    heads = region.locator("thead th").all_inner_texts()
    assert len(heads) == 5 and "Easy" in heads[1] and "Hard" in heads[-1], heads
    assert region.locator("tbody th").all_inner_texts()[:3] == ["items", "right", "stereo lost"]
    report.get_by_role("combobox", name="Mistakes by").select_option("difficulty")
    button = region.get_by_role("button", name="wrong site, Hard")
    number = button.inner_text().split()[0]
    button.click()
    settled(report)
    expect(report.locator(".cgs-count")).to_contain_text(f"{number} item")
    expect(report.get_by_role("button", name="Remove the filter Mistake: wrong site")).to_be_visible()
    report.locator(".cgs-items summary").first.click()
    expect(report.locator(".cgs-trace").first).to_contain_text("kind: wrong site")


def test_the_list_narrows_by_outcome_facet_and_id_and_leads_to_the_question(page: Page) -> None:
    page.get_by_role("button", name="Try it with an example file").click()
    report = report_of(page)
    rows = report.locator(".cgs-items > li")
    expect(rows).to_have_count(60)
    report.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(120)
    report.get_by_role("button", name="Show the items of Pick, Small").click()
    expect(report.get_by_role("button", name="Remove the filter Task: Pick")).to_be_visible()
    report.get_by_role("group", name="Outcomes shown").get_by_role(
        "button", name="correct", exact=False
    ).first.click()
    settled(report)
    expect(rows.first).to_contain_text("correct")
    report.get_by_label("Items whose id holds").fill("Q0000")
    settled(report)
    expect(rows.first).to_contain_text("q0000")
    rows.first.locator("summary").click()
    expect(rows.first.locator(".cgs-trace li").first).to_have_text("raw: The answer is A.")
    name = rows.first.locator(".cgs-id").inner_text()
    rows.first.get_by_role("link", name="Open the question").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    assert page.url.endswith(f"/{SAMPLE}/items/{name}/#{name}")
    expect(page.locator(f"#{name}")).to_be_visible()


def test_markup_in_replies_and_names_is_shown_as_text(page: Page) -> None:
    page.locator("input[value=hostile]").check()
    attack = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    lines = [json.dumps({"id": name, "prediction": attack}) for name in SMALL]
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    choose(page, "<img src=y onerror=alert(3)>.jsonl", "\n".join(lines).encode())
    report = report_of(page)
    expect(report.locator(".cgs-file")).to_contain_text("<img src=y onerror=alert(3)>.jsonl")
    report.locator(".cgs-items summary").first.click()
    expect(report.locator(".cgs-trace").first).to_contain_text(attack)
    assert page.locator("#scorer img, #scorer script").count() == 0


def test_the_page_is_used_by_keyboard_alone(page: Page) -> None:
    page.locator("input[value=drugs]").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("input[value=hostile]")).to_be_checked()
    page.get_by_role("button", name="Try it with an example file").focus()
    page.keyboard.press("Enter")
    report = report_of(page)
    expect(page.locator("#cgs-report")).to_be_focused()
    report.locator(".cgs-outcomes button:enabled").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Items whose id holds")).to_be_focused()
    settled(report)
    report.locator(".cgs-items summary").first.focus()
    page.keyboard.press("Enter")
    expect(report.locator(".cgs-inside").first).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_breakdowns_have_no_serious_accessibility_fault_and_fit(
    page: Page, scoring: Path, axe_faults: Callable[[Page], list[str]], scheme: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    report = cells_report(page, scoring)
    report.get_by_text("What the kinds mean").click()
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_has_no_serious_accessibility_fault_and_fits(
    page: Page, axe_faults: Callable[[Page], list[str]], scheme: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    choose(page, "bad.jsonl", b"{\n" * 3)
    trouble_of(page)
    assert axe_faults(page) == []
    page.get_by_role("button", name="Try it with an example file").click()
    report = report_of(page)
    report.locator(".cgs-items summary").first.click()
    report.get_by_role("button", name="Show the items of Pick, Small").click()
    settled(report)
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
