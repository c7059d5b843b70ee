"""The VQA track at the basic level: questions with four options, Easy, Medium and Hard."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.distractors import (
    Stock,
    easy_request,
    given_candidates,
    hard_request,
    medium_request,
    nearest_candidates,
)
from sitegen.benchmarks.rground.enumeration import Enumerated, Request, enumerate_products
from sitegen.benchmarks.rground.instructions import direct_instruction
from sitegen.benchmarks.rground.nota import NotaPlan, answer_letters, nota_question, plan_nota
from sitegen.benchmarks.rground.questions import LETTERS, Instruction, Question, question_id
from sitegen.benchmarks.rground.records import Edit, Scaffold
from sitegen.benchmarks.rground.selection import Candidate, blocks, passes, take_balanced
from sitegen.benchmarks.rground.sentences import Describer
from sitegen.benchmarks.rground.splits import Split
from sitegen.benchmarks.rground.wording import Frame, Wordings
from sitegen.records import Dropped, Funnel, FunnelStep

DIFFICULTIES = ("easy", "medium", "hard")
_NO_OPTIONS = "fewer than three wrong options"
_NO_SENTENCE = "no sentence fits one option only"
_FULL = "the split is full"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Offer:
    """A scaffold with an edit that was drawn, and the candidates or the reason that came of it."""

    enumerated: Enumerated
    candidates: tuple[Candidate, ...]
    reason: str


def build_vqa(stock: Stock, wordings: Wordings, context: BuildContext) -> list[Split]:
    """Build the split of every difficulty."""
    return [_build_split(difficulty, stock, wordings, context) for difficulty in DIFFICULTIES]


def _build_split(difficulty: str, stock: Stock, wordings: Wordings, context: BuildContext) -> Split:
    parameters = context.parameters["vqa"]
    wanted = min(parameters["questions"], context.limit or parameters["questions"])
    rng = random.Random(f"{context.seed}:vqa:{difficulty}")
    describer = Describer(stock=stock, wordings=wordings)
    offers = _offers(difficulty, wanted, stock, describer, context, rng)
    candidates = [candidate for offer in offers for candidate in offer.candidates]
    taken = take_balanced(candidates, wanted, parameters["per_scaffold"])
    rng.shuffle(taken)
    plan = (
        NotaPlan(ordinary=tuple(taken))
        if difficulty == "hard"
        else plan_nota(difficulty, taken, stock, context, rng)
    )
    questions = _questions(difficulty, plan, wordings, describer, rng)
    shortfalls = []
    if len(questions) < wanted:
        shortfalls.append(
            f"VQA {difficulty}: {len(questions)} of {wanted} questions; {len(offers)} scaffolds with an edit "
            f"were tried, at most {parameters['per_scaffold']} questions a scaffold"
        )
    if plan.missing:
        shortfalls.append(
            f"VQA {difficulty}: {len(plan.sets)} of {len(plan.sets) + plan.missing} questions with none of "
            "the above; no other scaffold asked about has a second edit and like products of other scaffolds"
        )
    return Split(
        questions=tuple(questions),
        funnel=_funnel(difficulty, offers, taken),
        shortfalls=tuple(shortfalls),
    )


def _offers(
    difficulty: str,
    wanted: int,
    stock: Stock,
    describer: Describer,
    context: BuildContext,
    rng: random.Random,
) -> list[_Offer]:
    """Draw scaffolds with edits until enough of them give candidates, or there are no more."""
    parameters = context.parameters["vqa"]
    enough = math.ceil(wanted * parameters["candidates"])
    drawn = iter(passes(stock.editable, stock.edits, parameters["per_scaffold"], rng))
    offers: list[_Offer] = []
    while missing := enough - sum(not offer.reason for offer in offers):
        requests = [
            _request(difficulty, scaffold, edit, stock, parameters, rng)
            for _, (scaffold, edit) in zip(range(missing), drawn, strict=False)
        ]
        if not requests:
            break
        made = enumerate_products(requests, context.map, f"R-GroundBench VQA {difficulty}")
        for group, enumerated in enumerate(made, start=len(offers)):
            offers.append(_offer(difficulty, group, enumerated, describer, rng))
    return offers


def _request(
    difficulty: str,
    scaffold: Scaffold,
    edit: Edit,
    stock: Stock,
    parameters: Mapping[str, Any],
    rng: random.Random,
) -> Request:
    count = parameters["distractor_draws"]
    if difficulty == "easy":
        window = parameters["easy_size_window"]
        return easy_request(scaffold, edit, stock, count=count, window=window, rng=rng)
    if difficulty == "medium":
        return medium_request(scaffold, edit, stock, count=count, rng=rng)
    return hard_request(scaffold, edit, stock, rng=rng)


def _offer(
    difficulty: str, group: int, enumerated: Enumerated, describer: Describer, rng: random.Random
) -> _Offer:
    if difficulty == "hard":
        candidates = tuple(nearest_candidates(group, enumerated, rng))
        usable = tuple(candidate for candidate in candidates if describer.can_describe(candidate))
    else:
        candidates = tuple(given_candidates(group, enumerated)) if enumerated.complete else ()
        usable = candidates
    reason = "" if usable else _NO_SENTENCE if candidates else _NO_OPTIONS
    return _Offer(enumerated=enumerated, candidates=usable, reason=reason)


def _questions(
    difficulty: str,
    plan: NotaPlan,
    wordings: Wordings,
    describer: Describer,
    rng: random.Random,
) -> list[Question]:
    styles = wordings.described if difficulty == "hard" else wordings.direct
    kinds = plan.kinds
    frames = iter(blocks([frame for style in styles.values() for frame in style], len(kinds), rng))
    letters = iter(answer_letters(kinds, rng))
    used: Counter[str] = Counter()
    return [
        *(
            nota_question(difficulty, kind, molecules, next(frames), next(letters), rng)
            for kind, molecules in plan.sets
        ),
        *(
            _question(difficulty, candidate, next(frames), next(letters), describer, used, rng)
            for candidate in plan.ordinary
        ),
    ]


def _question(
    difficulty: str,
    candidate: Candidate,
    frame: Frame,
    letter: str,
    describer: Describer,
    used: Counter[str],
    rng: random.Random,
) -> Question:
    right, *wrong = candidate.choices
    rng.shuffle(wrong)
    others = iter(wrong)
    instruction: Instruction = (
        describer.describe(candidate, frame, used, rng)
        if candidate.label
        else direct_instruction(frame, right.substituents)
    )
    return Question(
        id=question_id("vqa", difficulty, right, candidate.label),
        task="vqa",
        difficulty=difficulty,
        scaffold=right.scaffold,
        instruction=instruction,
        choices={one: right if one == letter else next(others) for one in LETTERS},
        answer=letter,
    )


def _funnel(difficulty: str, offers: Sequence[_Offer], taken: Sequence[Candidate]) -> Funnel:
    groups = {candidate.group for candidate in taken}
    reasons = {
        group: offer.reason or ("" if group in groups else _FULL) for group, offer in enumerate(offers)
    }
    steps = [FunnelStep(name="scaffold and edit drawn", kept=len(offers))]
    left = len(offers)
    for name, reason in (
        ("three wrong options", _NO_OPTIONS),
        ("a sentence fits one option only", _NO_SENTENCE),
        ("taken, blind cues balanced", _FULL),
    ):
        if reason == _NO_SENTENCE and difficulty != "hard":
            continue
        dropped = tuple(
            Dropped(row=offer.enumerated.request.scaffold.id, reason=reason, value=_value(offer))
            for group, offer in enumerate(offers)
            if reasons[group] == reason
        )
        left -= len(dropped)
        steps.append(FunnelStep(name=name, kept=left, dropped=dropped))
    return Funnel(slug=f"vqa-{difficulty}", title=f"VQA {difficulty.title()}: questions", steps=tuple(steps))


def _value(offer: _Offer) -> str:
    return offer.enumerated.request.scaffold.esmiles
