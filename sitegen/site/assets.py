"""Files that are served as they are: the site's own, Plotly, and the dataset folders."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from sitegen.config import REPOSITORY_ROOT
from sitegen.site.dataset import Dataset
from sitegen.site.parts import ASSETS, data_url
from sitegen.sources import fetch, read_pin

OWN = Path(__file__).parent / "assets"
PLOTLY_PIN = REPOSITORY_ROOT / "data" / "site" / "sources" / "plotly.toml"
PLOTLY = "assets/plotly/plotly-basic.min.js"


def copy_assets(out: Path, cache: Path) -> None:
    """Copy the site's own assets and Plotly into the site; `cache` keeps what was fetched."""
    shutil.copytree(OWN, out / ASSETS, dirs_exist_ok=True)
    target = (out / PLOTLY).parent
    target.mkdir(parents=True)
    for path in fetch(read_pin(PLOTLY_PIN), cache):
        shutil.copyfile(path, target / path.name)


def link_dataset(dataset: Dataset, out: Path) -> None:
    """Put a dataset folder into the site, by hard links where the file system has them."""
    shutil.copytree(
        dataset.folder, out / data_url(dataset.slug, ""), copy_function=_link, dirs_exist_ok=False
    )


def _link(source: str, target: str) -> str:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
    return target
