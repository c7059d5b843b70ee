"""The statistics page: a question, how to read the answer, a plot, its table and its CSV."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sitegen.site.csv_export import csv_text
from sitegen.site.dataset import Dataset
from sitegen.site.page import Page
from sitegen.site.parts import ASSETS, data_url
from sitegen.site.templating import page_environment

FIGURES = "figures"
_ANCHOR = re.compile(r"[^a-z0-9]+", re.ASCII)
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
    groups = _groups(figures)
    shared = page_environment()
    intro = shared.get_template("site/statistics.html.j2")
    one = shared.get_template("site/figure.html.j2")
    parts = {
        figure["slug"]: one.render(
            figure=figure,
            numeric=_numeric(figure),
            folder=FIGURES,
            slug=dataset.slug,
            data=f"../../{data_url(dataset.slug, '')}",
            open=figure["plot"] is None or len(figure["rows"]) <= _OPEN_ROWS,
        )
        for figure in figures
    }
    chapters = {name: f"group-{_ANCHOR.sub('-', name.lower())}" for name, _ in groups if name}
    sections = [
        section
        for name, members in groups
        for section in (
            *([(chapters[name], name)] if name else []),
            *((figure["slug"], figure["question"]) for figure in members),
        )
    ]
    opening = intro.render(title=dataset.title, figures=figures, groups=groups)
    return Page(
        path=path,
        title=f"Statistics – {dataset.title}",
        description=f"What is in {dataset.title}: sizes, balance, shortcuts, each with its table.",
        parts={
            ("intro" if figures else "body"): opening,
            **{anchor: "" for anchor in chapters.values()},
            **parts,
        },
        sections=tuple(sections),
        chapters=frozenset(chapters.values()),
        scripts=(f"{ASSETS}/plots.js",) if any(figure["plot"] for figure in figures) else (),
    )


def _groups(figures: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """Return figures by the heading they stand under, groups and figures in order of first appearance."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for figure in figures:
        groups.setdefault(figure.get("group", ""), []).append(figure)
    return list(groups.items())


def _numeric(figure: Mapping[str, Any]) -> list[bool]:
    """Return for each column whether it holds numbers, or nothing, and some number."""
    cells = [[row[place] for row in figure["rows"]] for place in range(len(figure["columns"]))]
    return [
        any(value is not None for value in column)
        and all(value is None or isinstance(value, int | float) for value in column)
        for column in cells
    ]


def _write_figure(folder: Path, figure: Mapping[str, Any]) -> None:
    if figure["plot"] is not None:
        text = json.dumps(figure["plot"], ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        (folder / f"{figure['slug']}.json").write_text(text + "\n", encoding="utf-8")
    table = csv_text(figure["columns"], figure["rows"])
    (folder / f"{figure['slug']}.csv").write_text(table, encoding="utf-8", newline="")
