"""The pages of a small FGBench: card, home, statistics, questions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sitegen.site.page import plain_text
from tests.sitegen.benchmarks.fgbench.folder import fgbench_folder, fgbench_site
from tests.sitegen.benchmarks.fgbench.shown import ITEMS


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("fgbench")
    return fgbench_site(fgbench_folder(place / "dataset"), place / "site")


def read(site: Path, path: str) -> str:
    return (site / path / "index.html").read_text(encoding="utf-8")


def test_every_drawing_of_a_question_page_is_in_the_site(site: Path) -> None:
    pages = sorted((site / "fgbench" / "items").iterdir())
    assert len(pages) == 3
    for page in pages:
        found = re.findall(r'<img src="\.\./\.\./\.\./(data/fgbench/images/[^"]+)"', read(page, ""))
        assert len(found) == 2
        assert all((site / path).is_file() for path in found)


def test_bars_of_the_funnel_are_shares_of_the_first_step_that_counts_the_same(site: Path) -> None:
    html = read(site, "fgbench")
    row = r'<th scope="row">([^<]*)</th><td class="cg-num">(.*?)</td><td class="cg-share">(.*?)</td>'
    steps = {
        name: (plain_text(kept).split(), re.findall(r"width:([\d.]+)%", bar))
        for name, kept, bar in re.findall(row, html)
    }
    assert steps["rows"] == (["6", "rows"], ["100.0"])
    assert steps["distinct molecules"] == (["5", "molecules"], [])
    assert steps["pairs of similar molecules"] == (["6", "pairs"], [])
    assert steps["proved pairs (2 single, 1 interaction)"] == (["3", "pairs"], ["50.0"])


def test_the_card_counts_each_task_says_what_solvers_are_and_notes_what_was_left_out(site: Path) -> None:
    html = read(site, "fgbench")
    assert "Simple solvers look at labels" in html
    assert "read the scaffold" not in html
    assert "<code>small</code>, 3 pairs beyond the cap were not drawn." in html
    splits = html[html.index('id="splits"') : html.index('id="baselines"')]
    assert re.findall(r'<td class="cg-num">(\d+)</td></tr>', splits) == ["1"] * 6 + ["6"]


def test_home_and_card_show_a_question_to_answer_with_both_drawings(site: Path) -> None:
    for page in ("", "fgbench"):
        html = read(site, page)
        (example,) = re.findall(r'<div class="cg-group cg-try"(.*?)</details>', html, re.S)
        assert re.match(r' data-(boolean|number)="', example)
        assert example.count("<img ") == 2
        shown = plain_text(example[: example.index("<details")])
        assert "Target" in shown
        assert not any(f"{item.extra['target_label']:.3f}" in shown for item in ITEMS)


def test_statistics_draw_what_they_can_and_table_the_rest(site: Path) -> None:
    html = read(site, "fgbench/statistics")
    assert "Which group changes what?" in html
    assert (site / "fgbench/statistics/figures/effects.csv").is_file()
    assert (site / "fgbench/statistics/figures/groups.json").is_file()
