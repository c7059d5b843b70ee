"""What a visitor of the scorer does and waits for, and the command line beside it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from sitegen.config import REPOSITORY_ROOT
from tests.browser.breakdowns import CELLS

PATIENCE = 180_000  # milliseconds; loading the engine and scoring 5,000 items on a busy machine


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
