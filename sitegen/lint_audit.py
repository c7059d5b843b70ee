"""What `sitegen lint` demands of splits: no shortcut beyond a limit, letters even, shares as declared.

The rules are tables of `benchmark.toml` (`[audit]`, `[[shares]]`; see `benchmarks/contract.py`). Splits
are counted in questions: items that differ in their mode only ask the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evaluator.records import Item, Metric
from sitegen.errors import ConfigError
from sitegen.release.folder import question_of
from sitegen.site.words import baseline_title

_ACCURACY = ".accuracy"
_RANDOM = "random"
_LETTER_SLACK = 1
"""Letters of a split may differ by at most this many questions from an even share."""

_TOLERANCE = 0.005
"""By how much a share may differ from the one declared, where the rule does not say; one question may
always be amiss."""

type Split = tuple[str, ...]


def split_items(items: Sequence[Item], splits: Sequence[str]) -> dict[Split, list[Item]]:
    """Return one item of each question by split: the task, then the values of the facets in `splits`.

    The modes of a question that have different answers count as different questions.
    """
    found: dict[Split, dict[tuple[str, str], Item]] = defaultdict(dict)
    for item in items:
        split = (item.task, *(item.facets.get(name, "") for name in splits))
        found[split].setdefault((question_of(item), str(item.answer)), item)
    return {split: list(found[split].values()) for split in sorted(found)}


def audit_findings(
    about: Mapping[str, Any], splits: Mapping[Split, Sequence[Item]], metrics: Sequence[Metric]
) -> Iterator[str]:
    """Yield a finding for each split in which a blind solver earns more than `[audit]` allows.

    `metrics` are the solvers' accuracies. Raises `ConfigError` where the table cannot be read.
    """
    rule = about.get("audit")
    if rule is None:
        return
    limit, least = _number(rule, "limit"), _number({"least": 0, **rule}, "least")
    for split, items in splits.items():
        offered = [len(item.options) for item in items if item.answer_type == "choice"]
        if not offered or len(offered) < least or not _applies(rule, about, split):
            continue
        measured = _solvers(about, split, metrics)
        if not measured:
            yield f"{_words(split)}: no blind solver was measured; let `audit` or `describe` return them"
        chance = sum(1 / number for number in offered) / len(offered)
        for name, value in measured.items():
            if value > chance + limit + 1e-9:
                yield (
                    f"{_words(split)}: the blind solver {name} ({baseline_title(about, name)}) is right in "
                    f"{100 * value:.1f} % where chance is {100 * chance:.1f} % and at most "
                    f"{100 * (chance + limit):.1f} % are allowed; choose questions or wrong options so that "
                    "its cue does not point at the answer"
                )


def letter_findings(splits: Mapping[Split, Sequence[Item]]) -> Iterator[str]:
    """Yield a finding for each letter that is the answer of a split too often or too rarely."""
    for split, items in splits.items():
        asked = [item for item in items if item.answer_type == "choice"]
        labels = {option.label for item in asked for option in item.options}
        counted = Counter(str(item.answer) for item in asked)
        for label in sorted(labels):
            even = len(asked) / len(labels)
            if abs(counted[label] - even) > _LETTER_SLACK:
                yield (
                    f"{_words(split)}: {label} is the answer of {counted[label]} questions where {even:.1f} "
                    "would be even; balance the letters"
                )


def share_findings(about: Mapping[str, Any], splits: Mapping[Split, Sequence[Item]]) -> Iterator[str]:
    """Yield a finding for each split whose questions have a facet's value more or less often than declared.

    Raises `ConfigError` where a rule of `[[shares]]` cannot be read.
    """
    for rule in about.get("shares", ()):
        facet, value, share = rule.get("facet"), rule.get("value"), _number(rule, "share")
        tolerance = _number({"tolerance": _TOLERANCE, **rule}, "tolerance")
        for split, items in splits.items():
            if not _applies(rule, about, split):
                continue
            found = sum(item.facets.get(facet) == value for item in items)
            if abs(found - share * len(items)) > max(1, tolerance * len(items)):
                yield (
                    f"{_words(split)}: {found} of {len(items)} questions have {facet} = {value}, "
                    f"{100 * found / len(items):.1f} % where {100 * share:g} % are declared; mend the "
                    "choice of questions or the share"
                )


def _solvers(about: Mapping[str, Any], split: Split, metrics: Sequence[Metric]) -> dict[str, float]:
    """Return what blind solvers earn in a split, the random letter left out; the task may go unsaid."""
    facets = dict(zip(("task", *about.get("splits", ())), split, strict=True))
    alike = ({**facets}, {name: value for name, value in facets.items() if name != "task"})
    return {
        metric.name.removesuffix(_ACCURACY): metric.value
        for metric in metrics
        if metric.name.endswith(_ACCURACY)
        and metric.name != _RANDOM + _ACCURACY
        and metric.value is not None
        and dict(metric.facets) in alike
    }


def _applies(rule: Mapping[str, Any], about: Mapping[str, Any], split: Split) -> bool:
    """Tell whether a split has the values that a rule's `where` asks for (one, or a list of some)."""
    facets = dict(zip(("task", *about.get("splits", ())), split, strict=True))
    where = rule.get("where", {})
    unknown = sorted(set(where) - set(facets))
    if unknown:
        raise ConfigError(f"benchmark.toml: where names {unknown[0]!r}, which is no facet of `splits`")
    return all(
        facets[name] in (wanted if isinstance(wanted, list) else [wanted]) for name, wanted in where.items()
    )


def _number(rule: Mapping[str, Any], name: str) -> float:
    value = rule.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise ConfigError(f"benchmark.toml: {name} of [audit] or [[shares]] must be a number, not {value!r}")
    return float(value)


def _words(split: Split) -> str:
    return " ".join(filter(None, split))
