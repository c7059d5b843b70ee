"""A dataset folder of FGBench with the questions of three pairs, drawn and counted as a build does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from evaluator.records import Metric
from sitegen.benchmarks.fgbench.figures import make_figures
from sitegen.benchmarks.fgbench.funnels import table_funnels
from sitegen.benchmarks.fgbench.render import render_drawings
from sitegen.config import REPOSITORY_ROOT, SiteConfig, read_toml
from sitegen.parallel import OrderedMap
from sitegen.records import Build, Description
from sitegen.release.folder import Origin, write_dataset
from sitegen.site import build
from tests.sitegen.benchmarks.fgbench.shown import ITEMS, PAIRED, SPLIT
from tests.sitegen.benchmarks.fgbench.test_figures import context
from tests.sitegen.site.building import CACHE
from tests.sitegen.site.dataset import SOURCE

FGBENCH = REPOSITORY_ROOT / "sitegen" / "benchmarks" / "fgbench"
NOTE = "Of `small`, 3 pairs beyond the cap were not drawn."


def fgbench_folder(folder: Path) -> Path:
    """Write the dataset folder and return it."""
    about = read_toml(FGBENCH / "benchmark.toml")
    items = tuple(replace(item, extra={**item.extra, "canary": about["canary"]}) for item in ITEMS)
    prompts = folder.with_name("prompts")
    prompts.mkdir()
    for name in ("boolean", "number"):
        (prompts / f"{name}.md").write_text("{{ item.question }}\n", encoding="utf-8")
    origin = Origin(about=about, sources=[SOURCE], prompts=prompts, seed=1, input_sha256="cd" * 32)
    made = Build(items=items, funnels=table_funnels([PAIRED], SPLIT, items, ()))
    baselines = tuple(
        Metric(name=f"{name}.accuracy", value=v, low=v - 0.1, high=v + 0.1, n=1, facets=facets)
        for name, v in (("random", 0.5), ("majority", 0.7))
        for task in dict.fromkeys(item.task for item in items)
        for facets in [{"task": task, "dataset": "small"}]
    )
    description = Description(
        figures=make_figures([PAIRED], SPLIT, items, context()), baselines=baselines, facts={"notes": [NOTE]}
    )
    folder.mkdir(parents=True)
    write_dataset(folder, made, description, render_drawings(items, context()), origin)
    return folder


def fgbench_site(dataset: Path, out: Path, parts: tuple[str, ...] = ()) -> Path:
    """Build a site of the folder and return its own folder."""
    out.mkdir(parents=True)
    build.build_site(
        [dataset],
        out,
        site=SiteConfig(),
        benchmark_folders=[FGBENCH],
        cache=CACHE,
        map=OrderedMap(executor=None, workers=1),
        root=REPOSITORY_ROOT,
        parts=parts,
    )
    return out
