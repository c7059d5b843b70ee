"""The scorer in a real browser: how long it loads, how fast it scores, whether the page ever stalls."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from evaluator import (
    Item,
    evaluate,
    load_chemistry,
    load_items,
    per_item_bytes,
    read_predictions,
    report_bytes,
)
from sitegen.bench.pairing import Comparison
from sitegen.config import REPOSITORY_ROOT
from sitegen.serving import site_server

PREDICTIONS = 5_000
ROUNDS = 3
BASE = "/some/base/"

_PATIENCE = 300_000  # milliseconds
_WATCH = """() => {
  window.stalls = [0];
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) stalls.push(entry.duration); })
    .observe({ type: "longtask", buffered: true });
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserFigures:
    """What was measured, in seconds: loading the engine the first time and when the browser kept it, the
    longest time the page did not answer, the time from a cancel to its end in the worker; and the speed
    of scoring against native Python (`scoring.ratio`: 1 is as fast, 0.5 takes twice the time)."""

    cold: float
    warm: float
    stall: float
    cancel: float
    scoring: Comparison

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON values."""
        times = {"cold_s": self.cold, "warm_s": self.warm, "stall_s": self.stall, "cancel_s": self.cancel}
        return times | {"ratio": self.scoring.ratio, "items_per_second": self.scoring.ours}


def bench_browser(site: Path, dataset: Path, predictions: int = PREDICTIONS) -> BrowserFigures:
    """Score replies to a dataset on the built site in Chromium, and natively in turn.

    Needs playwright and a Chromium (`CHROMIUM`, else the one that scripts/find_chromium names).
    """
    from playwright.sync_api import sync_playwright

    items = load_items(dataset).items  # read once, as the page does
    # All items are scored: a file with fewer lines than items counts the rest as missing.
    data = _replies(items[:: max(1, len(items) // predictions)])
    with sync_playwright() as playwright, site_server(site, base=BASE) as server:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        context = browser.new_context()
        with _scorer(context, server.address, dataset.name) as page:
            cold = _load(page)
        with _scorer(context, server.address, dataset.name) as page:
            warm = _load(page)
            page.evaluate(_WATCH)
            pairs = [(_score(page, data), _score_natively(items, data)) for _ in range(ROUNDS + 1)][1:]
            stall = max(page.evaluate("stalls")) / 1000
            cancel = _cancel(page, data)
        browser.close()
    n = len(items)
    ratios = [native / ours for ours, native in pairs]
    return BrowserFigures(
        cold=cold,
        warm=warm,
        stall=stall,
        cancel=cancel,
        scoring=Comparison(
            name="scoring in Chromium",
            unit="items",
            ours=n / median(ours for ours, _ in pairs),
            bare=n / median(native for _, native in pairs),
            ratio=median(ratios),
            low=min(ratios),
            high=max(ratios),
            against="the same file in CPython",
            aim=">= 0.5",
        ),
    )


def chromium_path() -> str:
    """Return the path of the Chromium to drive."""
    named = os.environ.get("CHROMIUM")
    finder = REPOSITORY_ROOT / "scripts" / "find_chromium"
    if named or not finder.exists():
        return named or shutil.which("chromium") or "chromium"
    return subprocess.run([finder], check=True, capture_output=True, text=True).stdout.strip()


def _replies(items: Sequence[Item]) -> bytes:
    """Return a predictions file: letters, structures of this and of other items, some of them damaged."""
    rng = random.Random("browser benchmark")
    structures = [item.answer for item in items if item.answer_type == "smiles"]
    lines = []
    for item in items:
        if item.answer_type == "choice":
            reply = f"The answer is {rng.choice('ABCD')}."
        else:
            text = item.answer if rng.random() < 0.5 else rng.choice(structures)
            reply = f"<smiles>{text if rng.random() < 0.9 else text[:-1]}</smiles>"
        lines.append(json.dumps({"id": item.id, "prediction": reply}))
    return ("\n".join(lines) + "\n").encode()


@contextmanager
def _scorer(context: Any, address: str, slug: str) -> Iterator[Any]:
    page = context.new_page()
    page.goto(f"{address}score/")
    page.wait_for_load_state("networkidle")
    page.locator(f"input[name=dataset][value={slug}]").check()
    page.get_by_label("Allow missing predictions").check()
    yield page
    page.close()


def _load(page: Any) -> float:
    start = time.perf_counter()
    page.evaluate("document.querySelector('[data-drop]').dispatchEvent(new DragEvent('dragenter'))")
    page.locator("[data-engine]", has_text="Engine ready").wait_for(timeout=_PATIENCE)
    return time.perf_counter() - start


def _score(page: Any, data: bytes) -> float:
    page.locator("[data-report]").evaluate("report => report.replaceChildren()")
    start = time.perf_counter()
    page.set_input_files("input[type=file]", {"name": "replies.jsonl", "mimeType": "", "buffer": data})
    page.locator(".cgs-headline").wait_for(timeout=_PATIENCE)
    return time.perf_counter() - start


def _score_natively(items: Sequence[Item], data: bytes) -> float:
    """Do what the page does with a file: read it, score it, write both files."""
    start = time.perf_counter()
    replies = read_predictions("replies.jsonl", [data])
    report = evaluate(items, replies.predictions, load_chemistry())
    report_bytes(report)
    b"".join(per_item_bytes(report.scores))
    return time.perf_counter() - start


def _cancel(page: Any, data: bytes) -> float:
    page.set_input_files("input[type=file]", {"name": "replies.jsonl", "mimeType": "", "buffer": data})
    page.locator("[data-pace]", has_text="Scoring:").wait_for(timeout=_PATIENCE)
    return float(
        page.evaluate(
            """() => new Promise((resolve) => {
              const start = performance.now();
              const seconds = () => (performance.now() - start) / 1000;
              document.getElementById("scorer").addEventListener("stopped", () => resolve(seconds()));
              document.querySelector("[data-action=cancel]").click();
            })"""
        )
    )
