"""None of the above as letter D of Easy and Medium: which questions offer it, and what beside it.

Three kinds (paper): the instruction names a label that the scaffold lacks, the product asked for is
not offered, or it is and letter D is wrong. They differ by nothing but instruction and options: the three
molecules on offer are drawn in the same way, so that a solver who never reads the instruction cannot
tell whether D is right.

Medium offers three products of the scaffold. Easy offers one product of the scaffold and two of other
scaffolds, one with the groups that the instruction names and one with other groups: where the right
product is absent, those other groups are also on the scaffold. So neither the scaffold alone nor the
groups alone tell that it is absent.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.distractors import Stock, candidate_of, easy_request, family
from sitegen.benchmarks.rground.enumeration import Enumerated, Request, enumerate_products
from sitegen.benchmarks.rground.instructions import direct_instruction, missing_label
from sitegen.benchmarks.rground.questions import LETTERS, NOTA, NOTA_LETTER, Choice, Question, question_id
from sitegen.benchmarks.rground.records import Scaffold
from sitegen.benchmarks.rground.selection import Candidate, blocks, representative
from sitegen.benchmarks.rground.wording import Frame
from sitegen.chem.labels import label_order
from sitegen.errors import ConfigError

NONEXISTENT, ABSENT, DISTRACTOR = NOTA[1:]
"""Kinds: the label named does not exist, the right product is not offered, it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotaSet:
    """Molecules for one question: the right one and two wrong ones, and a wrong one `instead` of it."""

    candidate: Candidate
    instead: Choice

    def offered(self, kind: str) -> tuple[Choice, ...]:
        """Return the three molecules that a question of this kind offers."""
        right, *wrong = self.candidate.choices
        return (self.instead if kind == ABSENT else right, *wrong)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotaPlan:
    """The questions of a split: those with "none of the above", each with its kind, and the others.

    `missing` counts those with "none of the above" that could not be made.
    """

    ordinary: tuple[Candidate, ...]
    sets: tuple[tuple[str, NotaSet], ...] = ()
    missing: int = 0

    @property
    def kinds(self) -> list[str]:
        """Return the kind of every question, ordinary ones ("no") last."""
        return [*(kind for kind, _ in self.sets), *(NOTA[0] for _ in self.ordinary)]


def nota_counts(questions: int, shares: Mapping[str, Any]) -> dict[str, int]:
    """Return how many of a split's questions are of each kind: its share, rounded half up.

    Raises `ConfigError` for a kind there is not, a share below 0, or shares that leave more right answers
    to letter D than the others get.
    """
    unknown = sorted(set(shares) - set(NOTA[1:]))
    if unknown:
        raise ConfigError(f"vqa.nota: there is no kind {unknown[0]!r}; the kinds are {', '.join(NOTA[1:])}")
    numbers = {kind: float(shares.get(kind, 0)) for kind in NOTA[1:]}
    if min(numbers.values()) < 0 or sum(numbers.values()) > 1:
        raise ConfigError("vqa.nota: shares must be 0 or more and 1 or less in all")
    if numbers[NONEXISTENT] + numbers[ABSENT] > 1 / len(LETTERS):
        raise ConfigError(
            f"vqa.nota: {NONEXISTENT} and {ABSENT} make letter D right in more than a quarter of the"
            " questions and the letters uneven; take smaller shares"
        )
    return {kind: math.floor(questions * share + 0.5) for kind, share in numbers.items()}


def plan_nota(
    difficulty: str, taken: Sequence[Candidate], stock: Stock, context: BuildContext, rng: random.Random
) -> NotaPlan:
    """Set candidates of Easy or Medium aside for "none of the above", each kind's share of them.

    Those set aside are representative of all, whose blind cues are balanced, and so are the ordinary ones
    left; of those set aside, the ones that offer the right product are representative again.
    """
    counts = nota_counts(len(taken), context.parameters["vqa"]["nota"])
    wanted = sum(counts.values())
    places = representative(taken, wanted, rng)
    if difficulty == "easy":
        made = _easy_sets(taken, places, stock, context, rng)
    else:
        made = {place: _medium_set(taken[place]) for place in places}
    sets = list(made.values())
    offering = representative([one.candidate for one in sets], min(counts[DISTRACTOR], len(sets)), rng)
    kinds = [kind for kind in (NONEXISTENT, ABSENT) for _ in range(counts[kind])]
    rng.shuffle(kinds)
    others = (one for place, one in enumerate(sets) if place not in offering)
    return NotaPlan(
        sets=(*((DISTRACTOR, sets[place]) for place in offering), *zip(kinds, others, strict=False)),
        ordinary=tuple(one for place, one in enumerate(taken) if place not in made),
        missing=wanted - len(sets),
    )


def answer_letters(kinds: Sequence[str], rng: random.Random) -> list[str]:
    """Return the right letter of each question, by its kind.

    "None of the above" has the last letter. Over all questions each letter is right as often as any
    other, give or take one, so ordinary questions have the last letter less often than the others.
    """
    left = Counter(blocks(LETTERS, len(kinds), rng))
    nota = [NOTA_LETTER for kind in kinds if kind in (NONEXISTENT, ABSENT)]
    offering = blocks(LETTERS[:-1], kinds.count(DISTRACTOR), rng)
    rest = list((left - Counter([*nota, *offering])).elements())
    rng.shuffle(rest)
    by_kind = {kind: iter(nota) for kind in (NONEXISTENT, ABSENT)}
    by_kind |= {DISTRACTOR: iter(offering), NOTA[0]: iter(rest)}
    by_kind[ABSENT] = by_kind[NONEXISTENT]
    return [next(by_kind[kind]) for kind in kinds]


def nota_question(
    difficulty: str,
    kind: str,
    molecules: NotaSet,
    frame: Frame,
    letter: str,
    rng: random.Random,
) -> Question:
    """Return the question of a kind whose right letter is `letter`; its other options are shuffled."""
    right = molecules.candidate.choices[0]
    named = dict(right.substituents)
    if kind == NONEXISTENT:
        gone = rng.choice(list(named))
        instead = missing_label(tuple(named), gone, rng)
        named = dict(
            sorted(
                ((instead if label == gone else label, name) for label, name in named.items()),
                key=lambda pair: label_order(pair[0]),
            )
        )
    offered = list(molecules.offered(kind))
    rng.shuffle(offered)
    if letter != NOTA_LETTER:
        offered.remove(right)
        offered.insert(LETTERS.index(letter), right)
    return Question(
        id=question_id("vqa", difficulty, right, nota=kind, named=named),
        task="vqa",
        difficulty=difficulty,
        scaffold=right.scaffold,
        instruction=direct_instruction(frame, named),
        choices=dict(zip(LETTERS[:-1], offered, strict=True)),
        answer=letter,
        nota=kind,
        absent=right if letter == NOTA_LETTER else None,
        named=named,
    )


def _medium_set(candidate: Candidate) -> NotaSet:
    return NotaSet(candidate=candidate.first(3), instead=candidate.choices[3])


def _easy_sets(
    candidates: Sequence[Candidate],
    wanted: Sequence[int],
    stock: Stock,
    context: BuildContext,
    rng: random.Random,
) -> dict[int, NotaSet]:
    """Return sets by the candidate's place: of those wanted, and of others where one cannot be made."""
    scaffolds = {scaffold.id: scaffold for scaffold in stock.editable}
    others = [place for place in range(len(candidates)) if place not in set(wanted)]
    rng.shuffle(others)
    places = iter(
        place for place in (*wanted, *others) if len(stock.edits[candidates[place].choices[0].scaffold]) > 1
    )
    found: dict[int, NotaSet] = {}
    while batch := list(islice(places, len(wanted) - len(found))):
        requests = [
            _easy_request(candidates[place].choices[0], scaffolds, stock, context, rng) for place in batch
        ]
        made = enumerate_products(requests, context.map, "R-GroundBench VQA easy, none of the above")
        for place, enumerated in zip(batch, made, strict=True):
            one = _easy_set(candidates[place].group, enumerated, scaffolds)
            if one is not None:
                found[place] = one
    return found


def _easy_request(
    right: Choice,
    scaffolds: Mapping[str, Scaffold],
    stock: Stock,
    context: BuildContext,
    rng: random.Random,
) -> Request:
    """Ask for the right product and another edit's, each with products of other scaffolds as in Easy."""
    own = stock.edits[right.scaffold]
    named = next(edit for edit in own if edit.substituents == right.substituents)
    other = rng.choice([edit for edit in own if edit is not named])
    parameters = context.parameters["vqa"]
    count, window = parameters["distractor_draws"], parameters["easy_size_window"]
    scaffold = scaffolds[right.scaffold]
    requests = [
        easy_request(scaffold, edit, stock, count=count, window=window, rng=rng) for edit in (named, other)
    ]
    return Request(scaffold=scaffold, wanted=tuple(one for request in requests for one in request.wanted))


def _easy_set(group: int, enumerated: Enumerated, scaffolds: Mapping[str, Scaffold]) -> NotaSet | None:
    """Return the set of the products of two edits, or None where one of the four is missing."""
    scaffold = enumerated.request.scaffold
    named, other = (
        tuple(assignment[label].name for label in scaffold.labels)
        for one, assignment in enumerated.request.wanted
        if one.id == scaffold.id
    )
    places: dict[tuple[bool, tuple[str, ...]], list[int]] = defaultdict(list)
    for place, choice in enumerate(enumerated.choices):
        places[choice.scaffold == scaffold.id, tuple(choice.substituents.values())].append(place)
    elsewhere = [
        [one, two]
        for one in places[False, named]
        for two in places[False, other]
        if len({family(scaffolds[enumerated.choices[place].scaffold]) for place in (one, two)}) > 1
    ]
    if not (elsewhere and places[True, named] and places[True, other]):
        return None
    return NotaSet(
        candidate=candidate_of(group, enumerated, [*places[True, named], *elsewhere[0]]),
        instead=enumerated.choices[places[True, other][0]],
    )
