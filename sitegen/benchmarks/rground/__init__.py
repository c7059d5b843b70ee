"""R-GroundBench: reading a Markush scaffold and putting the named groups on it.

`load` reads molecules and makes scaffolds and edits; `build` asks questions about them; `render`
draws; `describe` counts; `audit` tells what blind solvers earn. docs/method.md says which decision is
the published benchmark's and which ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.advanced.build import build_advanced
from sitegen.benchmarks.rground.audit import audit
from sitegen.benchmarks.rground.catalogue import make_collections
from sitegen.benchmarks.rground.distractors import make_stock
from sitegen.benchmarks.rground.edits import prepare_scaffold
from sitegen.benchmarks.rground.explanations import read_explanations
from sitegen.benchmarks.rground.figures import make_figures
from sitegen.benchmarks.rground.generation import build_generation
from sitegen.benchmarks.rground.items import Asked, Texts, question_items
from sitegen.benchmarks.rground.load import Loaded, load
from sitegen.benchmarks.rground.originals import show_originals
from sitegen.benchmarks.rground.questions import Question
from sitegen.benchmarks.rground.records import Scaffold, Substituent
from sitegen.benchmarks.rground.render import render
from sitegen.benchmarks.rground.vqa import build_vqa
from sitegen.benchmarks.rground.wording import read_wordings
from sitegen.chem.provenance import traced_product
from sitegen.errors import DatasetError
from sitegen.records import Build, Description

__all__ = ["audit", "build", "describe", "load", "render"]


def build(loaded: Loaded, context: BuildContext) -> Build:
    """Ask the questions of both tracks and levels, and publish scaffolds, edits and pool beside them."""
    stock = make_stock(loaded.scaffolds, loaded.edits, loaded.pool, context.map)
    wordings = read_wordings(context.data / "instructions")
    splits = [*build_vqa(stock, wordings, context), *build_generation(stock, wordings, context)]
    texts = Texts(
        stock=stock,
        wordings=wordings,
        explanations=read_explanations(context.data / "instructions" / "explanations.toml"),
        canary=context.canary,
    )
    questions = [question for split in splits for question in split.questions]
    items: list[Item] = []
    for asked in _asked(questions, loaded, stock.pool, context):
        items.extend(question_items(asked, texts))
    advanced = build_advanced(stock, loaded, wordings, context)
    items.extend(advanced.items)
    shown, pictures = show_originals(items, loaded.rows, context)
    return Build(
        items=tuple(sorted(shown, key=lambda item: item.id)),
        collections=(
            *make_collections(loaded.scaffolds, loaded.edits, loaded.pool, context.canary, context.map),
            *advanced.collections,
        ),
        funnels=(
            *loaded.funnels,
            *(split.funnel for split in splits),
            *advanced.funnels,
            *pictures,
        ),
        shortfalls=(*(reason for split in splits for reason in split.shortfalls), *advanced.shortfalls),
        sources=tuple(dict.fromkeys([*loaded.sources, *advanced.sources])),
    )


def describe(build: Build, context: BuildContext) -> Description:
    """Compute figures and what blind solvers earn in every VQA split."""
    baselines = audit(build.items, context.data, context.map)
    return Description(figures=make_figures(build, baselines, context), baselines=baselines)


def _asked(
    questions: Sequence[Question], loaded: Loaded, pool: Mapping[str, Substituent], context: BuildContext
) -> Iterator[Asked]:
    """Yield questions with their scaffolds and the atoms that each right product got by the edit."""
    scaffolds = {scaffold.id: scaffold for scaffold in loaded.scaffolds}
    rows = [(question, scaffolds[question.scaffold]) for question in questions]
    for batch in context.map(
        partial(_with_changes, pool=pool), rows, batch=100, label="atoms that the edits bring in"
    ):
        yield from batch


def _with_changes(rows: Sequence[tuple[Question, Scaffold]], pool: Mapping[str, Substituent]) -> list[Asked]:
    asked = []
    for question, scaffold in rows:
        named = question.right.substituents
        smiles = {label: pool[name].smiles for label, name in named.items()}
        product, changed = traced_product(prepare_scaffold(scaffold), smiles)
        if product != question.right.product:
            raise DatasetError(f"{question.id}: the edit now gives {product}")
        asked.append(Asked(question=question, scaffold=scaffold, changed=changed))
    return asked
