"""FGBench: how a measured property changes when functional groups change at given atoms.

`load` reads and cleans the tables, `build` pairs similar molecules, proves each edit and asks, `render`
draws both molecules of every pair that is shown, `describe` counts and lets simple solvers answer.
docs/method.md says why each step is as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.baselines import baseline_metrics
from sitegen.benchmarks.fgbench.cleaning import clean_table
from sitegen.benchmarks.fgbench.figures import make_figures
from sitegen.benchmarks.fgbench.funnels import table_funnels
from sitegen.benchmarks.fgbench.items import make_items
from sitegen.benchmarks.fgbench.pairing import pair_table
from sitegen.benchmarks.fgbench.records import Cleaned, Paired, Split
from sitegen.benchmarks.fgbench.render import render_drawings
from sitegen.benchmarks.fgbench.settings import read_pairs, read_split
from sitegen.benchmarks.fgbench.splits import split_pairs
from sitegen.benchmarks.fgbench.tables import find_tables, table_files
from sitegen.records import Build, Collection, Description

__all__ = ["build", "describe", "load", "outside_files", "render"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FgBuild(Build):
    """A build with what its figures are made of."""

    paired: tuple[Paired, ...]
    split: Split
    train: tuple[Item, ...]


def outside_files(parameters: Mapping[str, Any], data: Path) -> tuple[Path, ...]:
    """Return the tables that the parameters name outside the data folder, and the files these read."""
    return table_files(parameters, data)


def load(context: BuildContext) -> tuple[Cleaned, ...]:
    """Read and clean every table."""
    read_pairs(context.parameters), read_split(context.parameters)  # mistakes are told before work begins
    return tuple(clean_table(table, context) for table in find_tables(context))


def build(loaded: Sequence[Cleaned], context: BuildContext) -> FgBuild:
    """Pair, prove, part and ask."""
    paired = tuple(pair_table(cleaned, context) for cleaned in loaded)
    split = split_pairs(paired, context)
    made = make_items(paired, split, context)
    return FgBuild(
        items=made.test,
        collections=(
            Collection(
                name="train",
                title="Questions for learning",
                records=tuple(item.to_json() for item in made.train),
            ),
            Collection(name="pairs", title="Proved pairs", records=tuple(_pair_records(paired, split))),
        ),
        funnels=table_funnels(paired, split, made.test, made.train),
        sources=tuple({pin.path: pin for one in loaded for pin in one.table.pins}.values()),
        paired=paired,
        split=split,
        train=made.train,
    )


def render(build: FgBuild, context: BuildContext) -> Iterator[tuple[str, bytes]]:
    """Yield the drawings of the pairs that the questions for testing ask about."""
    yield from render_drawings(build.items, context)


def describe(build: FgBuild, context: BuildContext) -> Description:
    """Count and measure."""
    tables = [one.cleaned.table for one in build.paired]
    return Description(
        figures=make_figures(build.paired, build.split, build.items, context),
        baselines=baseline_metrics(build.items, build.train),
        facts={
            "split": build.split.kind,
            "questions_for_learning": len(build.train),
            "notes": [note for table in tables for note in table.notes],
        },
    )


def _pair_records(paired: Sequence[Paired], split: Split) -> Iterator[dict[str, Any]]:
    for one in paired:
        molecules = {molecule.smiles: molecule for molecule in one.cleaned.molecules}
        slug = one.cleaned.table.slug
        for pair in one.pairs:
            target, reference = molecules[pair.candidate.target], molecules[pair.candidate.reference]
            side = "test" if pair.id in split.test.get(slug, ()) else "train"
            yield {
                "id": f"{slug}-{pair.id}",
                "dataset": slug,
                "scope": pair.scope,
                "split": "neither" if pair.id in split.dropped.get(slug, ()) else side,
                "target_smiles": target.smiles,
                "reference_smiles": reference.smiles,
                "target_mapped": pair.target_mapped,
                "reference_mapped": pair.reference_mapped,
                "edit": asdict(pair.edit),
                "similarity": round(pair.candidate.similarity, 6),
                "target_labels": dict(target.labels),
                "reference_labels": dict(reference.labels),
                "target_rows": list(target.rows),
                "reference_rows": list(reference.rows),
            }
