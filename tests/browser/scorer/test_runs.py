"""Runs of the scorer in a real Chromium: files right and wrong, cancelling, and the engine at hand or not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.scorer.steps import (
    PATIENCE,
    choose,
    report_of,
    trouble_of,
)
from tests.sitegen.site.building import SMALL

pytestmark = pytest.mark.browser


def test_every_fault_of_a_file_is_listed_by_line_with_its_remedy(page: Page) -> None:
    choose(page, "broken.jsonl", b'{"id": "q00000", "prediction": "A"}\n{\n{"prediction": "B"}\n\xff\n')
    trouble = trouble_of(page)
    expect(trouble).to_contain_text("broken.jsonl was not scored: 3 problems.")
    expect(trouble.locator("li")).to_have_count(3)
    for line, words in (("line 2", "not JSON"), ("line 3", "no field 'id'"), ("line 4", "not UTF-8")):
        expect(trouble.locator("li").filter(has_text=line)).to_contain_text(words)
    expect(trouble.locator("li").first.locator(".cgs-fix")).to_contain_text("write it with a JSON library")
    expect(page.locator("[data-step=report]")).to_be_hidden()


def test_a_file_of_another_benchmark_is_said_to_be_one(page: Page) -> None:
    choose(page, "other.csv", b"id,prediction\nfg-1,7\nfg-2,8\n")
    expect(trouble_of(page)).to_contain_text(
        "no id of this file belongs to the items; is it for another data set?"
    )


def test_a_partial_file_is_refused_until_missing_predictions_are_allowed(page: Page) -> None:
    choose(page, "part.tsv", b"id\tprediction\nq00000\tA\nq00001\tB\n")
    trouble = trouble_of(page)
    expect(trouble).to_contain_text("part.tsv was not scored: 198 problems.")
    expect(trouble.locator("li")).to_have_count(100)
    trouble.get_by_role("button", name="Score it and count them as missing").click()
    report = report_of(page)
    expect(report.get_by_label("Items by outcome").get_by_role("button", name="missing")).to_contain_text(
        "198"
    )
    expect(page.get_by_label("Allow missing predictions")).to_be_checked()


def test_pasted_lines_are_scored_like_a_file(page: Page) -> None:
    page.locator("input[value=hostile]").check()
    page.get_by_text("Paste predictions instead").click()
    text = "\n".join(json.dumps({"id": name, "prediction": "B"}) for name in SMALL)
    page.get_by_label("One prediction a line").fill(text)
    page.get_by_role("button", name="Score what I pasted").click()
    expect(report_of(page).locator(".cgs-headline")).to_contain_text("100.0 %")


def test_a_dropped_file_is_scored(page: Page) -> None:
    page.locator("input[value=hostile]").check()
    text = "\n".join(json.dumps({"id": name, "prediction": "C"}) for name in SMALL)
    page.evaluate(
        """text => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "dropped.jsonl"));
          const options = { dataTransfer, bubbles: true, cancelable: true };
          for (const type of ["dragenter", "dragover", "drop"])
            document.querySelector("[data-drop]").dispatchEvent(new DragEvent(type, options));
        }""",
        text,
    )
    expect(report_of(page).locator(".cgs-headline")).to_contain_text("0.0 %")


def test_cancel_ends_a_run_and_the_next_file_is_scored(page: Page, scoring: Path) -> None:
    page.locator("input[value=drugs]").check()
    page.set_input_files("input[type=file]", scoring / "model.jsonl")
    expect(page.locator("[data-pace]")).to_contain_text("Scoring:", timeout=PATIENCE)
    expect(page.locator("[data-pace]")).to_contain_text("left", timeout=PATIENCE)
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-step=run]")).to_be_hidden()
    expect(page.get_by_role("status").first).to_have_text("Cancelled.")
    page.locator("input[value=hostile]").check()
    page.get_by_role("button", name="Try it with an example file").click()
    expect(report_of(page).locator(".cgs-file")).to_contain_text("Toy <Benchmark> & friends")
    expect(page.locator(".cgs-count")).to_contain_text(f"{len(SMALL)} items")


def test_the_engine_is_kept_and_then_scores_without_a_network(scorer: Visitor) -> None:
    page = scorer.open("score/")
    status = page.locator("[data-engine]")
    expect(status).to_contain_text("is loaded once")
    page.locator("input[value=hostile]").check()
    page.get_by_role("button", name="Try it with an example file").click()
    report_of(page)
    before = [address for address in scorer.requests if "/assets/engine/" in address]
    page.reload()
    expect(status).to_contain_text("is kept in this browser")
    scorer.requests.clear()
    page.locator("input[value=hostile]").check()
    page.get_by_role("button", name="Try it with an example file").click()
    report_of(page)
    large = [
        address
        for address in scorer.requests
        if address.endswith((".gz", ".zip", ".whl")) and "engine" in address
    ]
    assert before and large == []
    page.context.set_offline(True)
    page.get_by_role("button", name="Try it with an example file").click()
    report_of(page)


def test_without_network_and_engine_the_page_says_so_and_tries_again(scorer: Visitor) -> None:
    page = scorer.open("score/")
    page.route("**/assets/engine/**", lambda route: route.abort())
    page.get_by_role("button", name="Try it with an example file").click()
    expect(trouble_of(page)).to_contain_text("the scoring engine")
    page.unroute("**/assets/engine/**")
    page.get_by_role("button", name="Try again").click()
    report_of(page)
    scorer.complaints.clear()  # the browser's own words about the requests that failed


def test_a_failing_toolkit_gives_no_score(scorer: Visitor, scoring: Path) -> None:
    page = scorer.open("score/")
    module = next((scoring / "site" / "assets" / "engine").glob("*/chemistry.mjs")).read_text(
        encoding="utf-8"
    )
    spoiled = module.replace("band().every((word) => word === MARK)", "false")
    assert spoiled != module
    page.route("**/chemistry.mjs", lambda route: route.fulfill(body=spoiled, content_type="text/javascript"))
    page.get_by_role("button", name="Try it with an example file").click()
    trouble = trouble_of(page)
    expect(trouble).to_contain_text("The chemistry toolkit failed.")
    expect(trouble).to_contain_text("no score is given")
    expect(trouble.locator("pre")).to_contain_text("stack overflow")
    expect(page.locator("[data-step=report]")).to_be_hidden()
    page.unroute("**/chemistry.mjs")
    trouble.get_by_role("button", name="Try again").click()
    report_of(page)


def test_a_file_that_no_tab_can_hold_is_not_read(page: Page) -> None:
    page.evaluate(
        """() => {
          const event = new Event("drop", { cancelable: true });
          event.dataTransfer = { files: [{ name: "huge.jsonl", size: 2e9 }] };
          document.querySelector("[data-drop]").dispatchEvent(event);
        }"""
    )
    expect(trouble_of(page)).to_contain_text("huge.jsonl is too large for a browser tab: 2000.0 MB")
