"""Why an answer is right, in plain words: the edit, and what tells each wrong option apart."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from sitegen.benchmarks.rground.conditions import Condition, absolute, holds, relative
from sitegen.benchmarks.rground.questions import NOTA_LETTER, Choice, Question
from sitegen.benchmarks.rground.records import Scaffold, Substituent
from sitegen.benchmarks.rground.wording import Wordings, forms_of, listed, pairs, plain_label


def read_explanations(path: Path) -> dict[str, str]:
    """Read the sentences by name."""
    return {name: str(text) for name, text in tomllib.loads(path.read_text(encoding="utf-8")).items()}


def explain(
    question: Question,
    scaffold: Scaffold,
    pool: Mapping[str, Substituent],
    wordings: Wordings,
    texts: Mapping[str, str],
) -> str:
    """Return the explanation of a question's answer."""
    if question.nota != "no":
        return " ".join(_nota(question, scaffold, texts))
    if question.task == "generation":
        return _written(question, wordings, texts)
    if question.instruction.label:
        return _described(question, pool, wordings, texts)
    return _named(question, texts)


def phrases(conditions: tuple[Condition, ...], wordings: Wordings) -> list[str]:
    """Return each condition in its first wording."""
    return [forms_of(condition, wordings)[0] for condition in conditions]


def _named(question: Question, texts: Mapping[str, str]) -> str:
    said = _pairs(question.right.substituents, texts)
    parts = [texts["product"].format(pairs=said, answer=question.answer)]
    elsewhere = [letter for letter, choice in question.wrong.items() if choice.scaffold != question.scaffold]
    for letter, choice in question.wrong.items():
        if letter not in elsewhere:
            parts.append(
                texts["same_scaffold"].format(letter=letter, pairs=_pairs(choice.substituents, texts))
            )
    if elsewhere:
        parts.append(texts["other_scaffold"].format(letters=listed(elsewhere)))
    return " ".join(parts)


def _nota(question: Question, scaffold: Scaffold, texts: Mapping[str, str]) -> Iterator[str]:
    """Yield the sentences of a question with "none of the above": what is right, then each other option."""
    right, missing, answer = question.right, question.missing_label, question.answer
    if missing:
        yield texts["nonexistent"].format(
            group=question.named[missing],
            label=plain_label(missing),
            sites=texts["site" if len(scaffold.labels) == 1 else "more_sites"],
            labels=listed([plain_label(label) for label in scaffold.labels]),
            answer=answer,
        )
    else:
        key = "absent" if question.absent else "product"
        yield texts[key].format(pairs=_pairs(right.substituents, texts), answer=answer)
    for letter, choice in question.wrong.items():
        if choice.scaffold != question.scaffold:
            same = tuple(choice.substituents.values()) == tuple(right.substituents.values())
            yield texts["named_elsewhere" if same else "others_elsewhere"].format(letter=letter)
        else:
            key = "guess" if missing and choice == right else "same_scaffold"
            said = _pairs(choice.substituents, texts)
            real = next((label for label in right.substituents if label not in question.named), "")
            yield texts[key].format(
                letter=letter, pairs=said, label=plain_label(missing), real=plain_label(real)
            )
    if not question.absent:
        yield texts["distractor"].format(letter=NOTA_LETTER)


def _described(
    question: Question, pool: Mapping[str, Substituent], wordings: Wordings, texts: Mapping[str, str]
) -> str:
    label, conditions = question.instruction.label, question.instruction.conditions
    fixed = {one: name for one, name in question.right.substituents.items() if one != label}
    parts = [
        texts["described"].format(
            answer=question.answer,
            group=question.right.substituents[label],
            label=plain_label(label),
            conditions=listed(phrases(conditions, wordings)),
        )
    ]
    parts += [
        _told_apart(letter, choice, label, conditions, pool, wordings, texts)
        for letter, choice in question.wrong.items()
    ]
    if fixed:
        parts.append(texts["fixed"].format(pairs=_pairs(fixed, texts)))
    return " ".join(parts)


def _told_apart(
    letter: str,
    choice: Choice,
    label: str,
    conditions: tuple[Condition, ...],
    pool: Mapping[str, Substituent],
    wordings: Wordings,
    texts: Mapping[str, str],
) -> str:
    """Say what is true of a wrong option instead of the first condition that it fails."""
    name = choice.substituents[label]
    smiles = pool[name].smiles
    failed = next(condition for condition in conditions if not holds(condition, smiles))
    if failed.reference == smiles:
        return texts["itself"].format(letter=letter, group=name)
    true = relative(smiles, failed.reference) if failed.reference else absolute(smiles)
    instead = [
        Condition(kind=kind, value=value, reference=failed.reference, name=failed.name, label=failed.label)
        for kind, value in sorted(true)
        if kind == failed.kind
    ]
    said = phrases(tuple(one for one in instead if forms_of(one, wordings)), wordings)
    if said:
        return texts["instead"].format(letter=letter, group=name, conditions=listed(said))
    return texts["not_so"].format(letter=letter, group=name, conditions=phrases((failed,), wordings)[0])


def _written(question: Question, wordings: Wordings, texts: Mapping[str, str]) -> str:
    right, label = question.right, question.instruction.label
    written = texts["written"].format(pairs=_pairs(right.substituents, texts), product=right.product)
    if not label:
        return written
    means = texts["means"].format(
        label=plain_label(label),
        group=right.substituents[label],
        conditions=listed(phrases(question.instruction.conditions, wordings)),
    )
    return f"{means} {written}"


def _pairs(substituents: Mapping[str, str], texts: Mapping[str, str]) -> str:
    return pairs(substituents, texts["pair"])
