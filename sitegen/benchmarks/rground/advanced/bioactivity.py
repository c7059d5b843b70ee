"""Bioactivity questions: which analogue of a measured series is the most potent.

Each series gives several proposals a difficulty. The answer is the most potent of the four offered and
leads the next one by a margin: potencies closer than what a repeat of the measurement may differ by
have no honest order. Hard offers the next three of the series after the answer; Medium and Easy draw.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.advanced.records import DIFFICULTIES, Offer, Proposal, Proposals
from sitegen.benchmarks.rground.advanced.series import Analogue, Series, SetSeries, find_series
from sitegen.benchmarks.rground.advanced.series_pages import series_collection, series_funnels
from sitegen.benchmarks.rground.advanced.series_settings import (
    BioactivitySettings,
    SeriesRules,
    read_bioactivity,
)
from sitegen.benchmarks.rground.advanced.series_sources import ActivitySet, read_sets

PROPERTY = "bioactivity"
ASKS = "potency"
_WRONG = 3
_DRAWS = 40
"""Draws per proposal wanted before a series is said to give no more."""


def propose_bioactivity(context: BuildContext) -> Proposals:
    """Read the measured sets, find their series and propose questions about them."""
    settings = read_bioactivity(context.parameters, context.limit)
    texts = read_texts(context.data / "potency.toml")
    found = _series(read_sets(context, settings), settings.rules, context)
    series = [one for result in found for one in result.series]
    proposals = tuple(
        proposal for one in series for proposal in propose_series(one, settings, texts, context.seed)
    )
    return Proposals(
        proposals=proposals,
        funnels=series_funnels(found, proposals),
        collections=(series_collection(series, texts["endpoints"], context.canary),),
        sources=tuple(dict.fromkeys(source.pin for source in settings.sources)),
    )


def read_texts(path: Path) -> Mapping[str, Any]:
    """Return `potency.toml`."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _series(sets: Sequence[ActivitySet], rules: SeriesRules, context: BuildContext) -> tuple[SetSeries, ...]:
    """Return the series of each data set, in order; the largest sets are worked on first."""
    order = sorted(range(len(sets)), key=lambda place: (-len(sets[place].activities), place))
    work = partial(_find_batch, rules=rules)
    done = context.map(work, [sets[place] for place in order], batch=1, label="SAR series")
    results = dict(zip(order, (one for batch in done for one in batch), strict=True))
    return tuple(results[place] for place in range(len(sets)))


def _find_batch(sets: Sequence[ActivitySet], rules: SeriesRules) -> list[SetSeries]:
    return [find_series(one, rules) for one in sets]


def propose_series(
    series: Series, settings: BioactivitySettings, texts: Mapping[str, Any], seed: int
) -> Iterator[Proposal]:
    """Yield the proposals of a series, Easy first.

    Those that leave out fewer of the most potent analogues come first within a difficulty.
    """
    for difficulty in DIFFICULTIES:
        lead = settings.lead[difficulty]
        if difficulty == "hard":
            chosen = _next_best(series.analogues, lead)
        else:
            generator = random.Random(f"{seed}:{PROPERTY}:{difficulty}:{series.id}")
            chosen = _drawn(series.analogues, lead, settings.proposals, generator)
        for left_out, offered in chosen[: settings.proposals]:
            yield _proposal(series, difficulty, left_out, offered, texts)


type _Chosen = list[tuple[int, tuple[Analogue, ...]]]


def _next_best(analogues: Sequence[Analogue], lead: float) -> _Chosen:
    """Return four analogues in a row wherever the first leads the second by `lead`.

    Where the fourth and the next are equally potent, the three next best are not defined.
    """
    windows = []
    for start in range(len(analogues) - _WRONG):
        four = tuple(analogues[start : start + 1 + _WRONG])
        rest = analogues[start + 1 + _WRONG :]
        tied = bool(rest) and rest[0].value == four[-1].value
        if leads(four, lead) and not tied:
            windows.append((start, four))
    return windows


def _drawn(analogues: Sequence[Analogue], lead: float, wanted: int, generator: random.Random) -> _Chosen:
    """Return up to `wanted` different draws of four in which the most potent leads by `lead`.

    Answers take turns: a draw is of one answer and three analogues that it leads.
    """
    answers = []
    for place, answer in enumerate(analogues):
        below = [one for one in analogues[place + 1 :] if leads((answer, one), lead)]
        if len(below) >= _WRONG:
            answers.append((place, answer, below))
    drawn: dict[frozenset[str], tuple[int, tuple[Analogue, ...]]] = {}
    for turn in range(_DRAWS * wanted if answers else 0):
        place, answer, below = answers[turn % len(answers)]
        wrong = sorted(generator.sample(below, _WRONG), key=lambda one: (-one.value, one.smiles))
        four = (answer, *wrong)
        drawn.setdefault(frozenset(one.smiles for one in four), (place, four))
        if len(drawn) == wanted:
            break
    return sorted(drawn.values(), key=lambda one: one[0])


def leads(offered: Sequence[Analogue], lead: float) -> bool:
    """Tell whether the first is more potent than the second by `lead` log units at least."""
    return round(offered[0].value - offered[1].value, 6) >= lead


def _proposal(
    series: Series, difficulty: str, left_out: int, offered: Sequence[Analogue], texts: Mapping[str, Any]
) -> Proposal:
    target = series.target
    endpoint = texts["endpoints"][target.endpoint]
    offers = tuple(_offer(series, one, endpoint["symbol"]) for one in offered)
    said = [offer.said.removeprefix(f"{endpoint['symbol']} ") for offer in offers[1:]]
    explanation = texts["explanation"]["text"].format(
        organism=target.organism,
        target=target.name,
        right=offers[0].said,
        wrong=f"{', '.join(said[:-1])} and {said[-1]}",
        means=endpoint["means"],
    )
    rows = sorted(row for one in offered for row in one.rows)
    return Proposal(
        property=PROPERTY,
        asks=ASKS,
        difficulty=difficulty,
        group=series.id,
        core=series.core,
        offers=offers,
        filled={"target": target.name, "endpoint": target.endpoint, "organism": target.organism},
        explanation=explanation,
        page=f"series/{series.id}",
        source={**series.source, "row": ", ".join(map(str, rows))},
        extra={
            "series_id": series.id,
            "target": target.name,
            "target_id": target.chembl_id,
            "target_class": target.kind,
            "endpoint": target.endpoint,
            "left_out": left_out,
        },
    )


def _offer(series: Series, analogue: Analogue, symbol: str) -> Offer:
    (label,) = series.core.labels
    return Offer(
        product=analogue.smiles,
        substituents={label: analogue.substituent},
        similarity=analogue.similarity,
        heavy_atoms=analogue.heavy_atoms,
        charge=analogue.charge,
        value=round(analogue.value, 4),
        said=f"{symbol} {analogue.value:.2f}",
        name=analogue.name,
        row=f"{series.target.dataset}:{'+'.join(map(str, analogue.rows))}",
    )
