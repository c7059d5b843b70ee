"""The figures of the statistics page, in their order."""

from __future__ import annotations

from collections.abc import Sequence

from evaluator.records import Metric
from sitegen.benchmarks.rground import figures_audit, figures_molecules, figures_options, figures_questions
from sitegen.records import Build, Figure


def make_figures(build: Build, baselines: Sequence[Metric]) -> tuple[Figure, ...]:
    """Return every figure of a build, questions first; `baselines` are what blind solvers earn."""
    questions = tuple({str(item.extra["question"]): item for item in build.items}.values())
    records = {collection.name: collection.records for collection in build.collections}
    return (
        figures_questions.split_sizes(build.items),
        figures_questions.answer_letters(questions),
        figures_options.similarity_gap(questions),
        figures_options.option_sizes(questions),
        figures_options.answer_substituents(questions, records["substituents"]),
        figures_audit.shortcut_audit(baselines),
        figures_questions.instruction_forms(questions),
        figures_questions.described_facts(questions),
        figures_questions.scaffold_use(questions),
        figures_molecules.pool_similarity(records["substituents"]),
        figures_molecules.pool_use(records["edits"], records["substituents"]),
        figures_molecules.site_counts(records["scaffolds"]),
        figures_molecules.family_coverage(records["scaffolds"]),
        figures_molecules.family_groups(records["scaffolds"]),
        *figures_molecules.property_histograms(records["edits"]),
    )
