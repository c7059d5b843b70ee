"""The scorer's page: its engine, its facts about the datasets, its markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from evaluator.answer_types import TYPES
from evaluator.contrasts import CONTRASTS
from evaluator.error_table import ERRORS
from evaluator.scorers.smiles import KINDS
from sitegen.release.tables import json_line
from sitegen.site.parts import ASSETS, Fragment
from sitegen.site.scorer.datasets import scorer_dataset
from sitegen.site.scorer.engine import write_engine
from sitegen.site.templating import page_environment

FACTS = "score/scorer.json"
"""What the page reads first, relative to the site's root: engine, datasets, and what it must know of reports:
metrics that are no shares, those of them that may pass 1, contrasts, the order of the kinds of mistakes."""


def build_scorer(datasets: Sequence[Path], site_dir: Path, cache: Path, *, base: str) -> Fragment:
    """Write engine and facts below `site_dir`; return the page that scores files against `datasets`.

    Raises `SourceError` where the engine's packages cannot be had.
    """
    engine = write_engine(site_dir, cache)
    facts = [scorer_dataset(folder) for folder in datasets]
    target = site_dir / FACTS
    target.parent.mkdir(parents=True, exist_ok=True)
    means = sorted({name for known in TYPES.values() for name in known.means})
    about = {
        "engine": engine.to_json(),
        "datasets": facts,
        "means": means,
        "errors": sorted(ERRORS),
        "contrasts": [asdict(contrast) for contrast in CONTRASTS],
        "kinds": KINDS,
    }
    target.write_text(json_line(about) + "\n", encoding="utf-8")
    html = (
        page_environment()
        .get_template("site/scorer.html.j2")
        .render(
            datasets=facts,
            base=base,
            megabytes=sum(engine.files.values()) / 1e6,
            licences=f"{base}{engine.folder}LICENCES.txt",
            wheel=next(f"{base}{engine.folder}{name}" for name in engine.files if name.endswith(".whl")),
        )
    )
    return Fragment(
        title="Score a model",
        html=html,
        styles=(f"{ASSETS}/scorer/scorer.css",),
        scripts=(f"{ASSETS}/scorer/scorer.mjs",),
        description="Score a file of predictions in your browser: nothing leaves your machine.",
    )
