"""From a question to its items: one a mode, with the same facts, options and answer.

An option of an image mode carries its drawing and its SMILES; a prompt shows the drawing only
(`prompts/vqa.md`: an option with an image is its image). Items are clustered by the Murcko scaffold
of the core: cores cut from one drug, or from drugs of one family, differ by a substituent or two, so
a model that cannot read one of them is likely to fail on all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evaluator.records import Item, Option
from sitegen.benchmarks.rground.conditions import holds
from sitegen.benchmarks.rground.distractors import Stock
from sitegen.benchmarks.rground.drawings import highlighted_drawing, molecule_drawing, scaffold_drawing
from sitegen.benchmarks.rground.explanations import explain
from sitegen.benchmarks.rground.gaps import GAP_FACET, gap_bin, similarity_gap
from sitegen.benchmarks.rground.questions import NOTA_LETTER, Question
from sitegen.benchmarks.rground.records import Scaffold, Substituent
from sitegen.benchmarks.rground.wording import Wordings, forms_of, listed, plain_label

MODES = {"vqa": ("i2i", "i2s", "s2i", "s2s"), "generation": ("i2s", "s2s")}
"""The modes of each task: what is given (image or E-SMILES) and what the answer is (image or SMILES)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with its scaffold and the atoms of its right product that the edit brought in."""

    question: Question
    scaffold: Scaffold
    changed: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """What items are worded with."""

    stock: Stock
    wordings: Wordings
    explanations: Mapping[str, str]
    canary: str


def question_items(asked: Asked, texts: Texts) -> Iterator[Item]:
    """Yield the items of a question, one a mode, with ids `<question>.<mode>`."""
    question, scaffold = asked.question, asked.scaffold
    drawing = scaffold_drawing(scaffold).path
    extra = _extra(asked, texts)
    for mode in MODES[question.task]:
        given, wanted = mode.split("2")
        yield Item(
            id=f"{question.id}.{mode}",
            benchmark="rground",
            task=question.task,
            facets={
                "mode": mode,
                "level": "basic",
                "difficulty": question.difficulty,
                "nota": question.nota,
                "style": question.instruction.style,
                **({GAP_FACET: gap_bin(extra["delta_sim"])} if "delta_sim" in extra else {}),
            },
            question=question_text(question, scaffold, given, texts.wordings),
            images=(drawing,) if given == "i" else (),
            options=tuple(_options(question, texts.wordings, pictured=wanted == "i")),
            answer_type="choice" if question.answer else "smiles",
            answer=question.answer or question.right.product,
            cluster=scaffold.murcko or scaffold.id,
            source=dict(scaffold.source),
            extra=extra,
        )


def question_text(question: Question, scaffold: Scaffold, given: str, wordings: Wordings) -> str:
    """Return what is asked: the scaffold (E-SMILES where `given` is "s"), the instruction, the question."""
    instruction, asked = question.instruction.text, wordings.words["ask"][question.task]
    return "\n".join([*scaffold_lines(scaffold, given, wordings), instruction, asked])


def scaffold_lines(scaffold: Scaffold, given: str, wordings: Wordings) -> list[str]:
    """Return what is said of the scaffold before anything is asked (its E-SMILES where `given` is "s")."""
    words = wordings.words
    intro = words["scaffold"]["smiles" if given == "s" else "image"]
    lines = [
        intro["one" if len(scaffold.sites) == 1 else "many"].format(
            labels=listed([plain_label(label) for label in scaffold.labels]), esmiles=scaffold.esmiles
        )
    ]
    if len(scaffold.sites) > len(scaffold.labels):
        lines.append(words["repeated"]["text"])
    return lines


def _options(question: Question, wordings: Wordings, *, pictured: bool) -> Iterator[Option]:
    if not question.answer:
        return
    for letter, choice in question.choices.items():
        image = molecule_drawing(choice.product).path if pictured else None
        yield Option(label=letter, smiles=choice.product, image=image)
    if question.nota != "no":
        yield Option(label=NOTA_LETTER, text=str(wordings.words["nota"]["text"]))


def _extra(asked: Asked, texts: Texts) -> dict[str, Any]:
    question, scaffold = asked.question, asked.scaffold
    right, instruction = question.right, question.instruction
    pool = texts.stock.pool
    extra: dict[str, Any] = {
        "question": question.id,
        "scaffold_id": scaffold.id,
        "scaffold": scaffold.smiles,
        "esmiles": scaffold.esmiles,
        "labels": list(scaffold.labels),
        "instruction": instruction.text,
        "style": instruction.style,
        "form": instruction.form,
        "substituents": dict(question.named or right.substituents),
        **_product(asked, pool),
        "explanation": explain(question, scaffold, pool, texts.wordings, texts.explanations),
        "drawing": scaffold_drawing(scaffold).path,
        "canary": texts.canary,
    }
    if instruction.label:
        extra["described"] = instruction.label
        extra["conditions"] = [
            {**condition.to_json(), "text": forms_of(condition, texts.wordings)[0]}
            for condition in instruction.conditions
        ]
    return {**extra, **_option_facts(question, texts)} if question.answer else extra


def _product(asked: Asked, pool: Mapping[str, Substituent]) -> dict[str, Any]:
    """Return the facts of the right product, offered or not; for a label that is missing, the label."""
    right = asked.question.right
    if asked.question.missing_label:
        return {"named_label": asked.question.missing_label}
    return {
        "correct": {label: pool[name].smiles for label, name in right.substituents.items()},
        "product": right.product,
        "changed_atoms": list(asked.changed),
        "changed_drawing": highlighted_drawing(right.product, asked.changed).path,
    }


def _gap_facts(question: Question) -> dict[str, float]:
    """Return Δsim and its strictest variant, where the right product is on offer."""
    if question.answer not in question.choices:
        return {}
    wrong = [choice.similarity for choice in question.wrong.values()]
    gap, strictest = similarity_gap(question.right.similarity, wrong)
    return {"delta_sim": gap, "delta_sim_max": strictest}


def _option_facts(question: Question, texts: Texts) -> dict[str, Any]:
    facts: dict[str, Any] = {
        **_gap_facts(question),
        "option_substituents": {
            letter: dict(choice.substituents) for letter, choice in question.choices.items()
        },
        "option_scaffolds": {letter: choice.scaffold for letter, choice in question.choices.items()},
        "option_similarity": {
            letter: round(choice.similarity, 6) for letter, choice in question.choices.items()
        },
        "option_drawings": {
            letter: molecule_drawing(choice.product).path for letter, choice in question.choices.items()
        },
    }
    if question.instruction.label:
        facts["option_meets"] = {
            letter: [
                holds(condition, texts.stock.pool[choice.substituents[question.instruction.label]].smiles)
                for condition in question.instruction.conditions
            ]
            for letter, choice in question.choices.items()
        }
    return facts
