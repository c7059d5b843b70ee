"""The scorer in a real Chromium, on a built site under a sub-path."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from evaluator import load_items
from sitegen.config import REPOSITORY_ROOT
from sitegen.serving import SiteServer, site_server
from tests.browser.breakdowns import CELLS, MISTAKES, cell_replies, cells_folder
from tests.browser.conftest import BASE, Visitor
from tests.browser.scoring import DRUGS, SAMPLE, drugs_folder, prediction_lines, replies
from tests.sitegen.site.building import SMALL, build_test_site
from tests.sitegen.site.dataset import hostile_folder

pytestmark = pytest.mark.browser

PATIENCE = 180_000  # milliseconds; loading the engine and scoring 5,000 items on a busy machine


@pytest.fixture(scope="session")
def scoring(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with four datasets (200 and 5,000 items, a hostile one, one of many facets),
    replies to two, and the site.
    """
    folder = tmp_path_factory.mktemp("scoring")
    datasets = [
        drugs_folder(folder / SAMPLE, 200),
        drugs_folder(folder / DRUGS, 5000),
        hostile_folder(folder / "hostile", SMALL),
        cells_folder(folder / CELLS),
    ]
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


def choose(page: Page, name: str, data: bytes) -> None:
    """Choose a file of that name."""
    page.set_input_files("input[type=file]", {"name": name, "mimeType": "", "buffer": data})


def report_of(page: Page) -> Any:
    """Wait for the report."""
    report = page.locator("[data-step=report]")
    expect(report).to_be_visible(timeout=PATIENCE)
    return report


def settled(report: Any) -> None:
    """Wait until the list of items shows what was asked for last."""
    expect(report.locator(".cgs-items")).to_have_attribute("aria-busy", "false")


def trouble_of(page: Page) -> Any:
    """Wait for the message why nothing was scored."""
    trouble = page.get_by_role("alert")
    expect(trouble).not_to_be_empty(timeout=PATIENCE)
    return trouble


def download(page: Page, name: str) -> bytes:
    """Return a file that the report offers."""
    with page.expect_download() as waiting:
        page.get_by_role("link", name=f"Download {name}").click()
    return Path(waiting.value.path()).read_bytes()


def command_line(folder: Path, items: str, predictions: str, out: Path) -> bytes:
    """Score with the command line; return the report, and leave the per-item file in `out`."""
    options = ["--items", items, "--predictions", predictions]
    written = ["--json", out / "report.json", "--per-item", out / "per-item.jsonl"]
    subprocess.run(
        [sys.executable, "-m", "evaluator", "score", *options, *written],
        cwd=folder,
        env={"PYTHONPATH": str(REPOSITORY_ROOT)},
        check=True,
        capture_output=True,
    )
    return (out / "report.json").read_bytes()


def cells_report(page: Page, scoring: Path) -> Any:
    """Score the file with every kind of mistake; return the report's part of the page."""
    page.locator(f"input[value={CELLS}]").check()
    page.set_input_files("input[type=file]", scoring / "cells.jsonl")
    return report_of(page)


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
