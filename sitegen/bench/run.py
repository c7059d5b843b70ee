"""Run every benchmark on a built site and print one table."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from evaluator import load_items
from sitegen.bench.annotation import bench_annotation
from sitegen.bench.edits import bench_edits
from sitegen.bench.images import bench_images, bench_pair_images
from sitegen.bench.inputs import read_edits
from sitegen.bench.pages import bench_pages
from sitegen.bench.pairing import Comparison
from sitegen.bench.scoring import bench_scoring
from sitegen.benchmarks.discovery import PACKAGED
from sitegen.config import REPOSITORY_ROOT
from sitegen.errors import ConfigError
from sitegen.site.chrome import Chrome, Stub, Tab, render_chrome
from sitegen.site.docs import generated_docs
from sitegen.site.skeleton import Skeleton

_EDITS = 3_000
_IMAGES = 300


def run_benchmarks(out: Path) -> Iterator[Comparison]:
    """Yield each comparison as it is measured, on what is built in `out`; about two minutes in all.

    Raises `ConfigError` when R-GroundBench and FGBench are not built there.
    """
    dataset = out / "datasets" / "rground"
    if not (dataset / "items.jsonl.gz").is_file():
        raise ConfigError(f"{dataset}: not built; run `make site` first")
    for measure in _measures(dataset):
        yield measure()


def _measures(dataset: Path) -> Iterator[Callable[[], Comparison]]:
    edits = list(read_edits(dataset))
    products = [edit.product for edit in edits]
    yield lambda: bench_edits(edits[:_EDITS])
    yield lambda: bench_images(products[:: len(products) // _IMAGES])
    yield lambda: bench_pair_images(products[:: len(products) // _IMAGES])
    yield lambda: _pages(dataset)
    items = [item for item in load_items(dataset).items if item.answer_type == "smiles"]
    by_scaffold: dict[str, list[str]] = {}
    for edit in edits:
        by_scaffold.setdefault(edit.core, []).append(edit.product)
    yield lambda: bench_scoring(items, by_scaffold)
    yield lambda: bench_annotation(dataset.with_name("fgbench"))


def _pages(dataset: Path) -> Comparison:
    # In memory where there is such a folder: the disk would be measured otherwise.
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as scratch:
        skeleton = _skeleton(dataset.name, Path(scratch))
        return bench_pages(dataset, PACKAGED / dataset.name / "pages", skeleton, Path(scratch))


def _skeleton(slug: str, scratch: Path) -> Skeleton:
    """Render the site's chrome once and return the skeleton of the question pages."""
    chrome = Chrome(
        settings=REPOSITORY_ROOT / "mkdocs.yml",
        docs=REPOSITORY_ROOT / "docs",
        generated=generated_docs(REPOSITORY_ROOT),
        tabs=[Tab(title="Bench", pages=(("About", slug),))],
        title="ChemGround",
        url="",
        footer="",
        cite="docs/cite/",
    )
    stubs = [
        Stub(path=slug, tab="Bench", title="About"),
        Stub(path=f"{slug}/items/each", tab="Bench", title=None),
    ]
    (scratch / "work").mkdir()
    return render_chrome(chrome, stubs, scratch / "work", scratch / "rendered")[f"{slug}/items/each"]
