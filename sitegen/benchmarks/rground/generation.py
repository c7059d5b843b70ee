"""The generation track: write the product. Easy names every substituent, Hard describes one.

A description has no options to fall back on, so it fixes link, ring and everything on the ring; it is
also proved to fit one only of the pool's substituents that the site takes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.distractors import Stock
from sitegen.benchmarks.rground.enumeration import heavy_atoms
from sitegen.benchmarks.rground.instructions import (
    can_stay_unnamed,
    described_instruction,
    direct_instruction,
    fits_only,
    whole_conditions,
)
from sitegen.benchmarks.rground.questions import Choice, Instruction, Question, question_id
from sitegen.benchmarks.rground.records import Edit, Scaffold
from sitegen.benchmarks.rground.selection import blocks, passes
from sitegen.benchmarks.rground.splits import Split
from sitegen.benchmarks.rground.wording import Frame, Wordings
from sitegen.records import Dropped, Funnel, FunnelStep

DIFFICULTIES = ("easy", "hard")
_NAMED = "another label's substituent holds the described one's name"
_UNSAID = "no words for the whole substituent"
_AMBIGUOUS = "the description fits another substituent of the pool"


def build_generation(stock: Stock, wordings: Wordings, context: BuildContext) -> list[Split]:
    """Build the split of either difficulty."""
    return [_build_split(difficulty, stock, wordings, context) for difficulty in DIFFICULTIES]


def _build_split(difficulty: str, stock: Stock, wordings: Wordings, context: BuildContext) -> Split:
    parameters = context.parameters["generation"]
    wanted = min(parameters["questions"], context.limit or parameters["questions"])
    rng = random.Random(f"{context.seed}:generation:{difficulty}")
    frames = iter(blocks(_frames(difficulty, wordings), wanted, rng))
    questions: list[Question] = []
    dropped: list[Dropped] = []
    drawn = passes(stock.editable, stock.edits, parameters["per_scaffold"], rng)
    tried = 0
    for scaffold, edit in drawn:
        if len(questions) == wanted:
            break
        tried += 1
        label = rng.choice(scaffold.labels) if difficulty == "hard" else ""
        reason = _obstacle(scaffold, edit, label, stock, wordings) if label else ""
        if reason:
            dropped.append(Dropped(row=edit.id, reason=reason, value=edit.product))
            continue
        instruction = _instruction(edit, label, next(frames), stock, wordings, rng)
        questions.append(_question(difficulty, scaffold, edit, instruction, stock))
    return Split(
        questions=tuple(questions),
        funnel=_funnel(difficulty, tried, dropped),
        shortfalls=tuple(_shortfall(difficulty, len(questions), wanted, len(drawn))),
    )


def _frames(difficulty: str, wordings: Wordings) -> list[Frame]:
    if difficulty == "hard":
        return list(wordings.described["descriptive"])
    return [frame for style in wordings.direct.values() for frame in style]


def _obstacle(scaffold: Scaffold, edit: Edit, label: str, stock: Stock, wordings: Wordings) -> str:
    """Return why the group at `label` cannot be described, or ""."""
    answer = edit.substituents[label]
    fixed = {one: name for one, name in edit.substituents.items() if one != label}
    if not can_stay_unnamed(answer, fixed):
        return _NAMED
    conditions = whole_conditions(stock.pool[answer], wordings)
    if not conditions:
        return _UNSAID
    allowed = {name: stock.pool[name].smiles for name in stock.taken[scaffold.id][label]}
    return "" if fits_only(conditions, answer, allowed) else _AMBIGUOUS


def _instruction(
    edit: Edit, label: str, frame: Frame, stock: Stock, wordings: Wordings, rng: random.Random
) -> Instruction:
    if not label:
        return direct_instruction(frame, edit.substituents)
    conditions = whole_conditions(stock.pool[edit.substituents[label]], wordings)
    fixed = {one: name for one, name in edit.substituents.items() if one != label}
    return described_instruction(frame, label, conditions, fixed, wordings, rng)


def _question(
    difficulty: str, scaffold: Scaffold, edit: Edit, instruction: Instruction, stock: Stock
) -> Question:
    choice = Choice(
        scaffold=scaffold.id,
        substituents=edit.substituents,
        product=edit.product,
        similarity=edit.similarity,
        heavy_atoms=heavy_atoms(scaffold, stock.assignment(edit.substituents)),
    )
    return Question(
        id=question_id("generation", difficulty, choice, instruction.label),
        task="generation",
        difficulty=difficulty,
        scaffold=scaffold.id,
        instruction=instruction,
        choices={"": choice},
        answer="",
    )


def _funnel(difficulty: str, tried: int, dropped: Sequence[Dropped]) -> Funnel:
    steps = [FunnelStep(name="edit drawn", kept=tried)]
    for name, reason in (
        ("the described name stays unsaid", _NAMED),
        ("words for the whole substituent", _UNSAID),
        ("the description fits one substituent only", _AMBIGUOUS),
    ):
        gone = tuple(row for row in dropped if row.reason == reason)
        if difficulty == "hard":
            steps.append(FunnelStep(name=name, kept=steps[-1].kept - len(gone), dropped=gone))
    return Funnel(
        slug=f"generation-{difficulty}",
        title=f"Generation {difficulty.title()}: questions",
        steps=tuple(steps),
    )


def _shortfall(difficulty: str, made: int, wanted: int, drawn: int) -> Iterator[str]:
    if made < wanted:
        yield f"Generation {difficulty}: {made} of {wanted} questions; all {drawn} edits were tried"
