"""The statistics page: a question, how to read the answer, a plot, its table and its CSV."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sitegen.site.csv_export import csv_text
from sitegen.site.dataset import Dataset
from sitegen.site.page import Page
from sitegen.site.parts import ASSETS
from sitegen.site.templating import page_environment

FIGURES = "figures"
_OPEN_ROWS = 12
"""A table of more rows starts closed where a plot stands above it."""


def statistics_page(dataset: Dataset, out: Path) -> Page:
    """Write the figures' JSON and CSV files below the site's root `out`; return the page."""
    path = f"{dataset.slug}/statistics"
    folder = out / path / FIGURES
    folder.mkdir(parents=True)
    figures = dataset.facts["figures"]
    for figure in figures:
        _write_figure(folder, figure)
    shared = page_environment()
    intro = shared.get_template("site/statistics.html.j2")
    one = shared.get_template("site/figure.html.j2")
    parts = {
        figure["slug"]: one.render(
            figure=figure, folder=FIGURES, open=figure["plot"] is None or len(figure["rows"]) <= _OPEN_ROWS
        )
        for figure in figures
    }
    return Page(
        path=path,
        title=f"Statistics – {dataset.title}",
        description=f"What is in {dataset.title}: sizes, balance, shortcuts, each with its table.",
        parts={("intro" if figures else "body"): intro.render(title=dataset.title, figures=figures), **parts},
        sections=tuple((figure["slug"], figure["question"]) for figure in figures),
        scripts=(f"{ASSETS}/plots.js",) if any(figure["plot"] for figure in figures) else (),
    )


def _write_figure(folder: Path, figure: Mapping[str, Any]) -> None:
    if figure["plot"] is not None:
        text = json.dumps(figure["plot"], ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        (folder / f"{figure['slug']}.json").write_text(text + "\n", encoding="utf-8")
    table = csv_text(figure["columns"], figure["rows"])
    (folder / f"{figure['slug']}.csv").write_text(table, encoding="utf-8", newline="")
