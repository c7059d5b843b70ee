"""The figures of the statistics page, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench import figures_groups, figures_labels, figures_pairs, figures_questions
from sitegen.benchmarks.fgbench.records import Paired, Split
from sitegen.records import Figure


def make_figures(
    paired: Sequence[Paired], split: Split, test: Sequence[Item], context: BuildContext
) -> tuple[Figure, ...]:
    """Return every figure of a build; `test` are the questions that are scored."""
    return tuple(_figures(paired, split, test, context))


def _figures(
    paired: Sequence[Paired], split: Split, test: Sequence[Item], context: BuildContext
) -> Iterator[Figure]:
    yield figures_pairs.pair_counts(paired, split)
    yield figures_questions.question_counts(test, paired)
    yield figures_questions.true_shares(test, paired)
    yield figures_questions.leaks(paired, split, context)
    yield figures_pairs.similarities(paired, float(context.parameters["pairs"]["similarity"]))
    yield figures_pairs.rejections(paired)
    yield figures_groups.group_counts(paired)
    yield figures_groups.group_effects(paired)
    yield from figures_labels.label_histograms(paired)
    yield from figures_labels.change_histograms(paired)
    yield from figures_labels.state_shares(paired)
