"""Questions about proved pairs, as items: six types, true or false or a number."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.answers import Asked, change, is_higher, is_other_class
from sitegen.benchmarks.fgbench.drawings import PairDrawings, pair_drawings
from sitegen.benchmarks.fgbench.labels import PLACES
from sitegen.benchmarks.fgbench.records import Label, Molecule, Pair, Paired, Split, Task
from sitegen.benchmarks.fgbench.wording import Wording, edit_text, group_names, label_text, read_wording
from sitegen.release.licence import strictest

SEVERAL = "several groups"
"""Facet `group` of a pair whose differing groups have several names."""

_DEFAULT_TOLERANCE = 0.0005
"""Of a task that names none: the third decimal, rounded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """Items for testing, which are scored, and items for learning."""

    test: tuple[Item, ...]
    train: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """What all questions of a table share."""

    paired: Paired
    molecules: Mapping[str, Molecule]
    spreads: Mapping[str, float]
    licence: str
    wording: Wording
    seed: int
    canary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """A pair with its drawings and two labels of a task, asked in one way."""

    pair: Pair
    drawn: PairDrawings
    task: Task
    target: Label
    reference: Label
    asked: Asked
    side: str

    @property
    def scope(self) -> str:
        """Return single, interaction or comparison."""
        return self.pair.scope if self.asked == "edit" else "comparison"

    @property
    def question(self) -> str:
        """Return the id of the page that this case has for itself."""
        return f"{self.task.slug}-{self.pair.id}-{self.asked}"


def make_items(paired: Sequence[Paired], split: Split, context: BuildContext) -> Made:
    """Ask about every pair that is on a side of the split; a limit holds for each dataset and scope."""
    wording = read_wording(context.data)
    test: list[Item] = []
    train: list[Item] = []
    for one in paired:
        slug = one.cleaned.table.slug
        source = _Source(
            paired=one,
            molecules={molecule.smiles: molecule for molecule in one.cleaned.molecules},
            spreads={
                task.slug: one.cleaned.spread(task.slug)
                for task in one.cleaned.table.tasks
                if task.kind == "regression"
            },
            licence=strictest(pin.licence for pin in one.cleaned.table.pins).id,
            wording=wording,
            seed=context.seed,
            canary=context.canary,
        )
        testing = split.test.get(slug, frozenset())
        dropped = split.dropped.get(slug, frozenset())
        placed = [pair for pair in one.pairs if pair.id not in dropped]
        for pair in _limited(placed, testing, context.limit):
            (test if pair.id in testing else train).extend(
                _pair_items(pair, source, "test" if pair.id in testing else "train")
            )
    return Made(test=tuple(test), train=tuple(train))


def _limited(pairs: Sequence[Pair], testing: frozenset[str], limit: int | None) -> Iterator[Pair]:
    counted: dict[tuple[str, bool], int] = {}
    for pair in pairs:
        key = (pair.scope, pair.id in testing)
        counted[key] = counted.get(key, 0) + 1
        if limit is None or counted[key] <= limit:
            yield pair


def _pair_items(pair: Pair, source: _Source, side: str) -> Iterator[Item]:
    target, reference = source.molecules[pair.candidate.target], source.molecules[pair.candidate.reference]
    drawn = pair_drawings(pair)
    for task in source.paired.cleaned.table.tasks:
        if task.slug not in target.labels or task.slug not in reference.labels:
            continue
        for asked in ("edit", "comparison"):
            case = _Case(
                pair=pair,
                drawn=drawn,
                task=task,
                target=target.labels[task.slug],
                reference=reference.labels[task.slug],
                asked=asked,
                side=side,
            )
            if task.kind == "classification":
                gold: Any = is_other_class(case.target, case.reference)
                yield _item(case, "bool_classification", gold, source)
            else:
                higher = is_higher(case.asked, case.target, case.reference)
                yield _item(case, "bool_regression", higher, source)
                moved = change(case.asked, case.target, case.reference)
                yield _item(case, "value_regression", moved, source)


def _item(case: _Case, kind: str, gold: bool | float, source: _Source) -> Item:
    pair, task = case.pair, case.task
    number = kind == "value_regression"
    name = f"{task.slug}-{pair.id}.{case.scope[0]}{'v' if number else 'b'}"
    forms = source.wording.forms[f"{case.asked}_{kind}"]
    form = random.Random(f"{source.seed} {name}").randrange(len(forms))
    molecules = [source.molecules[smiles] for smiles in (pair.candidate.target, pair.candidate.reference)]
    return Item(
        id=name,
        benchmark="fgbench",
        task=f"{case.scope}_{kind}",
        facets={
            "scope": case.scope,
            "answer": "number" if number else "boolean",
            "dataset": source.paired.cleaned.table.slug,
            "property": task.property,
            "group": pair.groups[0] if len(pair.groups) == 1 else SEVERAL,
            "change": pair.change,
        },
        question=_question(case, forms[form], source.wording),
        answer_type="number" if number else "boolean",
        answer=gold,
        tolerance=(task.tolerance if task.tolerance is not None else _DEFAULT_TOLERANCE) if number else None,
        unit=task.unit or None if number else None,
        cluster=f"pair-{pair.id}",
        source={
            "dataset": source.paired.cleaned.table.title,
            "target_row": ", ".join(molecules[0].rows),
            "reference_row": ", ".join(molecules[1].rows),
            "column": task.column,
            "licence": source.licence,
        },
        extra=_extra(case, kind, form + 1, source),
    )


def _question(case: _Case, form: str, wording: Wording) -> str:
    pair, task = case.pair, case.task
    given = case.target if case.asked == "edit" else case.reference
    return form.format(
        target=pair.target_mapped if case.asked == "edit" else pair.candidate.target,
        reference=pair.candidate.reference,
        label=label_text(given, task),
        property=task.property,
        unit=task.unit or "its own unit",
        edit=edit_text(pair.edit, wording),
    )


def _extra(case: _Case, kind: str, form: int, source: _Source) -> dict[str, Any]:
    pair, task, drawn = case.pair, case.task, case.drawn
    extra: dict[str, Any] = {
        "question": case.question,
        "pair": pair.id,
        "target_smiles": pair.candidate.target,
        "reference_smiles": pair.candidate.reference,
        "target_mapped": pair.target_mapped,
        "reference_mapped": pair.reference_mapped,
        "edit": _listed(asdict(pair.edit)),
        "similarity": round(pair.candidate.similarity, 6),
        "target_label": _plain(case.target, task),
        "reference_label": _plain(case.reference, task),
        "change": pair.change,
        "form": form,
        "drawing": drawn.target.path,
        "drawings": {"target": drawn.target.path, "reference": drawn.reference.path},
        "explanation": _explanation(case, kind, source.wording),
        "split": case.side,
        "canary": source.canary,
    }
    if kind == "value_regression":
        extra["label_spread"] = round(source.spreads[task.slug], 6)
        extra["tolerance_source"] = task.tolerance_source
    return extra


def _explanation(case: _Case, kind: str, wording: Wording) -> str:
    words, pair, task = wording.explanation, case.pair, case.task
    regression = task.kind == "regression"
    moved = change(case.asked, case.target, case.reference) if regression else 0.0
    labels = words[f"{case.asked}_{task.kind}"].format(
        target_label=label_text(case.target, task),
        reference_label=label_text(case.reference, task),
        change=f"{moved:+.{PLACES}f} {task.unit}".rstrip(),
    )
    sentences = [labels]
    if regression and change(case.asked, _shown(case.target), _shown(case.reference)) != moved:
        sentences.append(words["rounded"])
    if kind == "bool_regression" and float(case.target) == float(case.reference):
        sentences.append(words["equal"])
    sentences.append(
        words[f"{case.asked}_{pair.change}"].format(
            added=group_names(pair.edit.added), removed=group_names(pair.edit.removed)
        )
    )
    return " ".join(sentences)


def _shown(label: Label) -> float:
    return round(float(label), PLACES)


def _plain(label: Label, task: Task) -> float | str:
    return label_text(label, task) if task.kind == "classification" else round(float(label), 6)


def _listed(value: Any) -> Any:
    """Turn tuples into the lists of JSON."""
    if isinstance(value, dict):
        return {name: _listed(member) for name, member in value.items()}
    return [_listed(member) for member in value] if isinstance(value, list | tuple) else value
