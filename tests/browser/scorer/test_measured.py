"""True/false questions, measured numbers and repeats in the scorer of a real Chromium."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sitegen.config import REPOSITORY_ROOT
from tests.browser.measured import GROUPS, MEASURED, PROPERTIES
from tests.browser.scorer.steps import download, report_of, settled, trouble_of

pytestmark = pytest.mark.browser
RUNS = [f"run-{number}.jsonl" for number in (1, 2, 3)]


def score(page: Page, scoring: Path, names: list[str] = RUNS) -> Any:
    page.locator(f"input[value={MEASURED}]").check()
    page.set_input_files("input[type=file]", [scoring / name for name in names])
    return report_of(page)


def test_three_files_give_the_command_lines_bytes_repeats_and_bootstrap_included(
    page: Page, scoring: Path, tmp_path: Path
) -> None:
    report = score(page, scoring)
    written = ["--json", tmp_path / "report.json", "--per-item", tmp_path / "per-item.jsonl"]
    subprocess.run(
        [sys.executable, "-m", "evaluator", "score", "--items", MEASURED, "--predictions", *RUNS, *written],
        cwd=scoring,
        env={"PYTHONPATH": str(REPOSITORY_ROOT)},
        check=True,
        capture_output=True,
    )
    expected = json.loads((tmp_path / "report.json").read_bytes())
    assert expected["repeats"] == 3
    intervals = [m for m in expected["metrics"] if m["name"] == "nrmse" and m["low"] is not None]
    assert len(intervals) > 5
    assert download(page, "report.json") == (tmp_path / "report.json").read_bytes()
    assert download(page, "per-item.jsonl") == (tmp_path / "per-item.jsonl").read_bytes()
    expect(report.locator(".cgs-file").first).to_contain_text(", ".join(RUNS))


def test_two_headlines_stand_for_true_or_false_and_for_numbers(page: Page, scoring: Path) -> None:
    report = score(page, scoring)
    data = json.loads(download(page, "report.json"))

    def value(name: str, facets: dict[str, str]) -> float:
        return next(m["value"] for m in data["metrics"] if m["name"] == name and m["facets"] == facets)

    shown = report.locator(".cgs-headline b")
    expect(shown).to_have_text(
        [f"{100 * value('accuracy', {'answer': 'boolean'}):.1f} %", f"{value('nrmse', {}):.3f}"]
    )
    expect(report.locator(".cgs-headline").nth(1)).to_contain_text("beside it zero change 0.500")
    repeats = report.get_by_text("standard deviation of repeats").locator("xpath=..")
    expect(repeats).to_contain_text(f"{value('repeats.nspread', {}):.3f}")


def test_errors_stand_by_property_in_its_unit_and_by_group_as_text(page: Page, scoring: Path) -> None:
    report = score(page, scoring)
    table = report.get_by_role("region", name="Errors by property")
    for name, (unit, _) in PROPERTIES.items():
        expect(table.get_by_role("row", name=name).get_by_role("cell", name=unit)).to_have_count(1)
    groups = report.get_by_role("region", name="Errors by functional group")
    expect(groups.get_by_role("rowheader", name="<b>nitro</b>", exact=True)).to_have_count(1)
    rows = groups.locator("tbody tr")
    expect(rows).to_have_count(len(GROUPS))
    expect(rows.last).to_contain_text("Rare group")  # few items come last, with a dash
    expect(rows.last).to_contain_text("–")
    rows.first.get_by_role("button").click()
    settled(report)
    expect(report.get_by_role("button", name="Remove the filter Group")).to_have_count(1)


def test_given_values_are_plotted_against_measured_ones_with_the_same_in_numbers(
    page: Page, scoring: Path
) -> None:
    report = score(page, scoring)
    plot = report.locator(".cgs-scatter")
    expect(plot.locator(".scatterlayer .trace")).to_have_count(2)
    points = plot.locator(".scatterlayer .trace").nth(1).locator(".point")
    answered = points.count()
    assert 50 < answered <= 60
    panel = report.get_by_text("The same in numbers, largest error first")
    panel.click()
    values = report.get_by_role("region", name="Given and measured values")
    expect(values.locator("tbody tr")).to_have_count(30)
    report.get_by_role("button", name="Show all 60").click()
    expect(values.locator("tbody tr")).to_have_count(60)
    report.get_by_label("Property shown").select_option("solubility")
    expect(values.get_by_role("link").first).to_have_attribute(
        "href", re.compile("/measured/items/solubility-")
    )


def test_a_repeat_that_lacks_an_item_is_told_with_its_file(page: Page, scoring: Path) -> None:
    page.locator(f"input[value={MEASURED}]").check()
    page.set_input_files("input[type=file]", [scoring / RUNS[0], scoring / "part.jsonl"])
    trouble = trouble_of(page)
    expect(trouble).to_contain_text("no prediction in this file")
    expect(trouble).to_contain_text("part.jsonl")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_the_report_of_numbers_is_usable_by_everybody(
    page: Page, scoring: Path, axe_faults: Callable[[Page], list[str]], scheme: str, width: int
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 800})
    report = score(page, scoring)
    expect(report.locator(".cgs-scatter .scatterlayer .trace")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_faults(page) == []
