"""The figures of the statistics page, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluator.records import Item, Metric
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground import (
    figures_audit,
    figures_composition,
    figures_funnels,
    figures_options,
    figures_pool,
    figures_properties,
    figures_questions,
    figures_related,
    figures_scaffolds,
    figures_series,
    figures_templates,
)
from sitegen.records import Build, Figure

_SCAFFOLDS = ("molecules", "filters", "scaffolds", "edits")
"""Funnels from the input to scaffolds and edits, in order."""

_SERIES = ("activities", "series")
"""Funnels from measured activities to SAR series; all others end in questions or pictures."""

type Records = Mapping[str, Sequence[Mapping[str, Any]]]


def make_figures(build: Build, baselines: Sequence[Metric], context: BuildContext) -> tuple[Figure, ...]:
    """Return every figure of a build by group; `baselines` are what blind solvers earn."""
    questions = tuple({str(item.extra["question"]): item for item in build.items}.values())
    records = {collection.name: collection.records for collection in build.collections}
    return (
        *_of_questions(build, questions, context),
        *_of_options(questions, records, baselines),
        *_of_molecules(build, questions, records),
        *figures_series.series_figures(records.get("series", ()), questions),
        *figures_funnels.funnels_of(build.funnels, _SERIES),
        figures_related.related(context.data / "related.tsv"),
    )


def _of_questions(build: Build, questions: Sequence[Item], context: BuildContext) -> Iterator[Figure]:
    parameters = context.parameters
    yield figures_questions.split_sizes(build.items)
    yield from figures_composition.nota_shares(questions, parameters["vqa"]["nota"])
    yield from figures_composition.property_shares(questions, parameters["advanced"]["shares"])
    yield figures_templates.instruction_forms(questions, context.data / "instructions")
    yield figures_questions.described_facts(questions)
    yield figures_questions.scaffold_use(questions)
    yield figures_funnels.question_funnels(build.funnels, (*_SCAFFOLDS, *_SERIES))


def _of_options(questions: Sequence[Item], records: Records, baselines: Sequence[Metric]) -> Iterator[Figure]:
    yield figures_questions.answer_letters(questions)
    yield figures_audit.shortcut_audit(baselines)
    yield figures_options.similarity_gap(questions)
    yield figures_options.option_sizes(questions)
    yield figures_options.answer_substituents(questions, records["substituents"])


def _of_molecules(build: Build, questions: Sequence[Item], records: Records) -> Iterator[Figure]:
    yield from figures_funnels.funnels_of(build.funnels, _SCAFFOLDS)
    yield figures_pool.pool_clusters(records["substituents"])
    yield figures_pool.pool_similarity(records["substituents"])
    yield figures_pool.pool_use(records["edits"], records["substituents"])
    yield figures_scaffolds.site_counts(records["scaffolds"])
    yield figures_scaffolds.family_coverage(records["scaffolds"], questions)
    yield figures_scaffolds.family_groups(records["scaffolds"])
    yield from figures_properties.property_histograms(records["edits"])
    yield figures_properties.property_fits(records["edits"])
