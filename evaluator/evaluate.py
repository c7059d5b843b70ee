"""Items and predictions to a report, in one go or step by step."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from evaluator.agreement import agreement_metrics, repeats_of
from evaluator.answer_types import TYPES, answer_type_of, extract
from evaluator.chemistry.molecules import Molecules
from evaluator.chemistry.protocol import Chemistry
from evaluator.contrasts import contrast_metrics, crossed_facets
from evaluator.errors import ChemistryError, DatasetError, DatasetErrors
from evaluator.grouping import ACCURACY, group_metrics, groups_of
from evaluator.kinds import count_kinds, kinds_by_group
from evaluator.reading.joining import join
from evaluator.records import OUTCOMES, Answer, Item, Metric, Prediction, Score
from evaluator.regression import error_metrics, units_of
from evaluator.report import Report
from evaluator.statistics import mean

CHUNK = 100
"""Items scored between two steps."""

_SHOWN = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How many of the items are scored."""

    done: int
    total: int


def needs_chemistry(items: Sequence[Item]) -> bool:
    """Say whether scoring any of the items takes a chemistry toolkit."""
    return any(answer_type_of(item).structures is not None for item in items)


def evaluate(
    items: Sequence[Item],
    predictions: Sequence[Prediction],
    chemistry: Chemistry | None,
    *,
    items_sha256: str | None = None,
    predictions_sha256: str | None = None,
) -> Report:
    """Score predictions; see `evaluate_steps`."""
    steps = evaluate_steps(
        items, predictions, chemistry, items_sha256=items_sha256, predictions_sha256=predictions_sha256
    )
    while True:
        try:
            next(steps)
        except StopIteration as end:
            report: Report = end.value
            return report


def evaluate_steps(
    items: Sequence[Item],
    predictions: Sequence[Prediction],
    chemistry: Chemistry | None,
    *,
    chunk: int = CHUNK,
    items_sha256: str | None = None,
    predictions_sha256: str | None = None,
) -> Generator[Progress, None, Report]:
    """Score predictions in chunks: yield the progress after each, return the report.

    Progress stays complete while the groups of the report are computed.

    Items without a prediction count as missing, predictions of unknown ids do not count. `chemistry`
    may be None where no item needs it, else that is a `ChemistryError`. Raises `DatasetErrors` where
    no id matches, an answer type is unknown, or a gold structure is refused by the toolkit.
    """
    joined = join(items, predictions)
    most = max((len(one.replies) for one in joined.by_id.values()), default=1)
    uses_chemistry = needs_chemistry(items)
    if uses_chemistry and chemistry is None:
        raise ChemistryError("some items have structures as answers, which need a chemistry toolkit")
    molecules = Molecules(chemistry)
    scores: list[Score] = []
    errors: list[DatasetError] = []
    for start in range(0, len(items), chunk):
        pending = [(item, _replies(item, joined.by_id.get(item.id))) for item in items[start : start + chunk]]
        scores.extend(_scored(pending, molecules, errors, most))
        yield Progress(done=min(start + chunk, len(items)), total=len(items))
    if errors:
        raise DatasetErrors(tuple(errors))
    counts = Counter(score.outcome for score in scores)
    metrics: list[Metric] = []
    for found in _all_metrics(items, scores):
        metrics.extend(found)
        yield Progress(done=len(items), total=len(items))
    return Report(
        n=len(items),
        outcomes={outcome: counts[outcome] for outcome in OUTCOMES},
        kinds=count_kinds(scores),
        kinds_by=kinds_by_group(items, scores),
        units=units_of(items),
        repeats=repeats_of(scores),
        metrics=tuple(sorted(metrics, key=lambda metric: (tuple(metric.facets.items()), metric.name))),
        chemistry={"toolkit": chemistry.toolkit, "version": chemistry.version}
        if chemistry is not None and uses_chemistry
        else None,
        items_sha256=items_sha256,
        predictions_sha256=predictions_sha256,
        scores=tuple(scores),
    )


def _all_metrics(items: Sequence[Item], scores: Sequence[Score]) -> Iterator[list[Metric]]:
    means = frozenset(name for known in TYPES.values() for name in known.means)
    compared = frozenset((ACCURACY, *(name for known in TYPES.values() for name in known.compared)))
    groups = groups_of(items, crossed_facets(items))
    yield from group_metrics(items, scores, means, groups)
    yield from error_metrics(items, scores, groups)
    yield from agreement_metrics(items, scores, groups)
    yield from contrast_metrics(items, scores, compared)


def _replies(item: Item, prediction: Prediction | None) -> tuple[Any, ...]:
    if prediction is None:
        return (None,)
    if prediction.listed and answer_type_of(item).is_one_answer(item, prediction.replies):
        return (list(prediction.replies),)
    return prediction.replies or (None,)


def _scored(
    pending: Sequence[tuple[Item, tuple[Any, ...]]],
    molecules: Molecules,
    errors: list[DatasetError],
    most: int,
) -> list[Score]:
    """Score some items; `most` is the largest number of repeats of any item."""
    answers = [tuple(extract(reply, item) for reply in replies) for item, replies in pending]
    wanted: list[str] = []
    for (item, _), found in zip(pending, answers, strict=True):
        structures = answer_type_of(item).structures
        if structures:
            wanted.extend(structures(item, found))
    molecules.prefetch(wanted)
    scores = []
    for (item, replies), found in zip(pending, answers, strict=True):
        try:
            scores.append(_score(item, replies, found, molecules, most))
        except DatasetError as error:
            errors.append(error)
    return scores


def _score(
    item: Item, replies: Sequence[Any], answers: Sequence[Answer], molecules: Molecules, most: int
) -> Score:
    known = answer_type_of(item)
    score = known.score
    if known.combine:
        one = known.combine(answers) if len(answers) > 1 else answers[0]
        values = [answer.value for answer in answers]
        marked = score(item, one, molecules)
        raws = tuple(
            f"{_numbered(place, replies)}raw: {_clipped(reply)}" for place, reply in enumerate(replies)
        )
        return replace(
            marked,
            trace=(*raws, *marked.trace),
            value=one.value,
            replies=(*values, *[None] * (most - len(values))),
        )
    marks = []
    for reply, answer in zip(replies, answers, strict=True):
        mark = score(item, answer, molecules)
        marks.append(replace(mark, trace=(f"raw: {_clipped(reply)}", *mark.trace)))
    return marks[0] if len(marks) == 1 else _combined(item, marks)


def _combined(item: Item, marks: Sequence[Score]) -> Score:
    """Combine repeats: means of score and metrics, the most frequent outcome and its commonest kind.

    Where outcomes are equally frequent, the one that is worse for the model counts.
    """
    outcomes = Counter(mark.outcome for mark in marks)
    outcome = max(OUTCOMES, key=lambda name: (outcomes[name], OUTCOMES.index(name)))
    kinds = Counter(mark.kind for mark in marks if mark.outcome == outcome)
    names = dict.fromkeys(name for mark in marks for name in mark.metrics)
    return Score(
        id=item.id,
        outcome=outcome,
        extracted=[mark.extracted for mark in marks],
        score=_mean([mark.score for mark in marks]) or 0.0,
        metrics={name: _mean([mark.metrics.get(name) for mark in marks]) for name in names},
        trace=tuple(
            f"repeat {number}: {line}" for number, mark in enumerate(marks, start=1) for line in mark.trace
        ),
        kind=max(sorted(kinds), key=lambda kind: kinds[kind]),
    )


def _numbered(place: int, replies: Sequence[Any]) -> str:
    return f"repeat {place + 1}: " if len(replies) > 1 else ""


def _mean(values: Sequence[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return mean(defined) if defined else None


def _clipped(reply: Any) -> str:
    text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
    if len(text) <= _SHOWN:
        return text
    return f"{text[: _SHOWN * 3 // 4]} ... {text[-_SHOWN // 4 :]} ({len(text)} characters)"
