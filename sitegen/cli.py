"""The command line of the generator: `python -m sitegen`; only this module prints or exits.

Exit codes: 0 done, 1 a check found something, 2 bad input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from evaluator.errors import ChemGroundError
from sitegen import __version__
from sitegen.benchmarks.discovery import choose_split
from sitegen.config import PROFILES, REPOSITORY_ROOT, Config, read_config
from sitegen.pipeline import Settings, build_datasets, build_pages

CONFIG = click.option(
    "--config",
    "config_path",
    type=click.Path(path_type=Path),
    default=PROFILES / "default.toml",
    show_default="the embedded default",
    help="Configuration: benchmarks, inputs, parameters, site.",
)
OUT = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build"),
    show_default=True,
    help="Folder for datasets/ and site/.",
)
JOBS = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=None,
    show_default="the number of processors",
    help="Number of worker processes.",
)
LIMIT = click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=None,
    show_default="the published sizes",
    help="Largest number of questions per split.",
)
SPLIT = click.option(
    "--split",
    type=click.Choice(["official", "scaffold"]),
    default=None,
    show_default="as the configuration says: official",
    help="How FGBench parts questions for testing from those for learning.",
)
LINES = click.argument("file", type=click.File("rb"))


class _Group(click.Group):
    """Commands whose errors meant for a person end the program with code 2 and no traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except ChemGroundError as error:
            click.echo(f"error: {error}", err=True)
            sys.exit(2)
        except BrokenPipeError:  # the reader of our output has gone, e.g. `| head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__)
def main() -> None:
    """Build ChemGround's datasets from pinned sources and render the site."""


@main.command()
@CONFIG
@OUT
@JOBS
@LIMIT
@SPLIT
def build(config_path: Path, out: Path, jobs: int | None, limit: int | None, split: str | None) -> None:
    """Build datasets, images and site in one go."""
    config, settings = _read(config_path, out, jobs, limit, split)
    folders = build_datasets(config, settings)
    site_folder = build_pages(config, settings, folders)
    click.echo(f"site: {site_folder}")


@main.command()
@CONFIG
@OUT
@JOBS
@LIMIT
@SPLIT
def datasets(config_path: Path, out: Path, jobs: int | None, limit: int | None, split: str | None) -> None:
    """Build the dataset folders only."""
    config, settings = _read(config_path, out, jobs, limit, split)
    for folder in build_datasets(config, settings):
        click.echo(f"dataset: {folder}")


@main.command()
@CONFIG
@OUT
@JOBS
def site(config_path: Path, out: Path, jobs: int | None) -> None:
    """Render the site from the dataset folders that are already there."""
    config, settings = _read(config_path, out, jobs)
    click.echo(f"site: {build_pages(config, settings, None)}")


@main.command()
@OUT
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free port."
)
@click.option(
    "--base", default="/", show_default=True, help="Path under which to serve, like a project page's."
)
def serve(out: Path, port: int, base: str) -> None:
    """Serve the built site on this machine until interrupted."""
    from sitegen.serving import site_server

    with site_server(out / "site", port=port, base=base) as server:
        click.echo(f"serving {out / 'site'} at {server.address} (stop with Ctrl-C)")
        server.serve_until_interrupted()


@main.command()
@CONFIG
@OUT
@JOBS
def lint(config_path: Path, out: Path, jobs: int | None) -> None:
    """Check the built datasets: checksums, ids, images, prompts, canaries, answer letters, shortcuts."""
    from sitegen.lint import lint_datasets

    config = read_config(config_path)
    findings = lint_datasets(out / "datasets", config.benchmarks, jobs or _processors())
    for finding in findings:
        click.echo(finding, err=True)
    if findings:
        click.echo(f"{len(findings)} findings", err=True)
        sys.exit(1)
    click.echo("no findings")


@main.command()
@OUT
@click.option("--scale", is_flag=True, help="Measure builds at full scale instead: time and memory.")
@click.option(
    "--rows",
    type=click.IntRange(min=100),
    default=91166,
    show_default=True,
    help="With --scale: rows of the smaller of the two builds.",
)
@JOBS
def bench(out: Path, scale: bool, rows: int, jobs: int | None) -> None:
    """Compare speeds with the bare toolkits, on what is built; needs Chromium, takes minutes."""
    if scale:
        from sitegen.bench.scale import run_scale
        from sitegen.bench.scale import table as scale_table

        runs = []
        for run in run_scale(out, rows, jobs or _processors()):
            click.echo(f"measured: {run.rows} rows", err=True)
            runs.append(run)
        click.echo(scale_table(runs))
        return
    from sitegen.bench.annotation import bench_builds
    from sitegen.bench.browser import bench_browser
    from sitegen.bench.pairing import table
    from sitegen.bench.run import run_benchmarks

    comparisons = []
    for comparison in run_benchmarks(out):
        click.echo(f"measured: {comparison.name}", err=True)
        comparisons.append(comparison)
    builds = bench_builds(_cache(), _processors())
    figures = bench_browser(out / "site", out / "datasets" / "rground")
    click.echo(table([*comparisons, figures.scoring]))
    click.echo(builds.text())
    click.echo(
        f"engine loaded in {figures.cold:.1f} s, from the browser's store in {figures.warm:.1f} s; longest "
        f"stall of the page {figures.stall * 1000:.0f} ms; cancelled in {figures.cancel * 1000:.0f} ms"
    )


@main.command()
@LINES
def substitute(file: Iterator[bytes]) -> None:
    """Put substituents on Markush cores.

    FILE (or - for standard input) holds one JSON object a line, with "esmiles" and "substituents"
    (R label to SMILES); the answer to each is one JSON line with "smiles" or "error".
    """
    from sitegen.commands.markush_lines import substitute_lines

    _answer_lines(file, substitute_lines)


@main.command()
@LINES
def esmiles(file: Iterator[bytes]) -> None:
    """Parse E-SMILES or CXSMILES.

    FILE (or - for standard input) holds one string a line; the answer to each is one JSON line with
    the parsed record or "error".
    """
    from sitegen.commands.markush_lines import esmiles_lines

    _answer_lines(file, esmiles_lines)


def _read(
    config_path: Path, out: Path, jobs: int | None, limit: int | None = None, split: str | None = None
) -> tuple[Config, Settings]:
    config = read_config(config_path)
    return choose_split(config, split) if split else config, Settings(
        out=out,
        cache=_cache(),
        jobs=jobs or _processors(),
        limit=limit,
    )


def _cache() -> Path:
    """Return the folder of fetched inputs and of what is kept between builds."""
    given = os.environ.get("CHEMGROUND_CACHE", "")
    return Path(given) if given else REPOSITORY_ROOT / ".cache"


def _processors() -> int:
    """Return the number of processors this process may use (not all the machine has)."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _answer_lines(
    file: Iterator[bytes], answer: Callable[[Iterator[str]], Iterator[dict[str, object]]]
) -> None:
    from sitegen.release.tables import json_line

    # Bytes that are not UTF-8 become U+FFFD, which no SMILES may hold: an error on that line only.
    lines = (line.decode("utf-8", errors="replace").rstrip("\r\n") for line in file)
    for result in answer(lines):
        click.echo(json_line(result))
