"""The statistics page: groups, drawings, files for the plot and for a spreadsheet."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from sitegen.records import Figure
from sitegen.site.dataset import Dataset
from sitegen.site.page import Page
from sitegen.site.statistics import statistics_page

PLOT = {"data": [{"type": "bar", "x": ["a"], "y": [1]}], "layout": {"width": 640, "height": 400}}


def _figure(slug: str, group: str, **others: object) -> Figure:
    values = {"columns": ("name", "n"), "rows": (("=1+1", 3), ("b", None)), "plot": PLOT, **others}
    return Figure(slug=slug, question=f"Is it {slug}?", reading="Read it.", group=group, **values)  # type: ignore[arg-type]


def _page(out: Path, *figures: Figure) -> Page:
    facts = {
        "benchmark": {"slug": "toy", "title": "Toy"},
        "figures": json.loads(json.dumps([asdict(figure) for figure in figures])),
    }
    return statistics_page(Dataset(folder=out, facts=facts), out)


@pytest.fixture
def shown(tmp_path: Path) -> Page:
    return _page(
        tmp_path,
        _figure("one", "Questions", summary="Three of them."),
        _figure("two", "Related work", plot=None, drawings=("images/a.svg", "images/b.svg")),
        _figure("three", "Questions"),
    )


def test_figures_stand_under_their_groups(shown: Page) -> None:
    assert [anchor for anchor, _ in shown.sections] == [
        "group-questions",
        "one",
        "three",
        "group-related-work",
        "two",
    ]
    assert shown.chapters == {"group-questions", "group-related-work"}


def test_the_page_opens_with_links_to_all_figures(shown: Page) -> None:
    for slug in ("one", "two", "three"):
        assert f'<a href="#{slug}">Is it {slug}?</a>' in shown.parts["intro"]


def test_figures_without_groups_stand_next_to_each_other(tmp_path: Path) -> None:
    shown = _page(tmp_path, _figure("one", ""), _figure("two", ""))
    assert [anchor for anchor, _ in shown.sections] == ["one", "two"]
    assert not shown.chapters


def test_every_figure_has_a_csv_that_no_spreadsheet_runs(shown: Page, tmp_path: Path) -> None:
    for slug in ("one", "two", "three"):
        assert f'href="figures/{slug}.csv" download="toy-{slug}.csv"' in shown.parts[slug]
        table = (tmp_path / "toy/statistics/figures" / f"{slug}.csv").read_text(encoding="utf-8")
        assert table == "name,n\n'=1+1,3\nb,\n"


def test_a_wide_plot_scrolls_inside_its_own_region(shown: Page) -> None:
    assert "min-height:400px;min-width:640px" in shown.parts["one"]
    assert 'tabindex="0" role="region" aria-label="Plot, scrolls sideways: Is it one?"' in shown.parts["one"]
    assert "Three of them. The table below" in shown.parts["one"]


def test_drawings_stand_in_the_rows_of_their_table(shown: Page) -> None:
    first, second = shown.parts["two"].split("<tbody>")[1].split("</tr>")[:2]
    assert 'src="../../data/toy/images/a.svg"' in first
    assert 'src="../../data/toy/images/b.svg"' in second
    assert "<img" not in shown.parts["one"]


def test_a_column_of_numbers_and_gaps_is_numeric(shown: Page) -> None:
    assert '<th scope="col" class="cg-num">n</th>' in shown.parts["one"]
    assert '<td class="cg-num">–</td>' in shown.parts["one"]


def test_the_plotting_script_is_loaded_only_for_plots(shown: Page, tmp_path: Path) -> None:
    assert shown.scripts
    other = _page(tmp_path / "other", _figure("one", "", plot=None))
    assert not other.scripts
    assert not list((tmp_path / "other").rglob("*.json"))
