"""A dataset of real drugs and a file of every kind of reply, for the scorer's tests."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rdkit import Chem

from evaluator import Item, Option
from evaluator.chemistry.guard import refusal
from sitegen.records import Build, Description
from sitegen.release.folder import Origin, write_dataset
from tests.node.structures import damaged, real_smiles, strained
from tests.sitegen.site.dataset import SOURCE

DRUGS, SAMPLE = "drugs", "sample"
CANARY = "0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d"

_CHOICE_REPLIES = (
    *("{letter}", "({letter})", "Answer: {letter}", "The answer is **{letter}**.", "\\boxed{{{letter}}}"),
    *("<think>A or B?</think>{letter}", "I think it is {letter}) because of it.\n\nFinal answer: {letter}"),
    *(
        "{letter}\nQuestion: next?\nAnswer: A",
        "αΩ {letter}\u200b",
        "{option}",
        "A or {letter}",
        "none of them",
    ),
    *(
        "I cannot identify the structure.",
        "",
        "=cmd|' /C calc'!A0",
        "<img src=x onerror=alert(1)>",
        "x" * 5000,
    ),
)
_STRUCTURE_REPLIES = (
    *(
        "{right}",
        "<smiles>{right}</smiles>",
        "```\n{right}\n```",
        "SMILES: {right}",
        "The SMILES is: {right}",
    ),
    *("{random}", "{flat}", "{wrong}", "{damaged}", "<smiles>{damaged}</smiles>", "{strained}", "{long}"),
    *("[*]{right}", "{right}.[Na+]", "{right} (a drug)", "{right}>>{wrong}", '{{"smiles": "{right}"}}'),
    *("I am unable to draw this.", "", "no structure"),
)


def drugs_folder(folder: Path, number: int) -> Path:
    """Write a dataset of `number` items about approved drugs, three choices to two structures."""
    about = {
        "slug": folder.name,
        "title": f"{number} questions about drugs",
        "summary": "Name the structure, or pick it.",
        "canary": CANARY,
        "licence": "CC-BY-SA-3.0",
        "splits": ["size"],
        "facets": {"size": {"title": "Size", "order": ["small", "large"]}},
    }
    origin = Origin(about=about, sources=[SOURCE], prompts=folder / "none", seed=1, input_sha256="ab" * 32)
    folder.mkdir(parents=True)
    write_dataset(folder, Build(items=tuple(_items(folder.name, number))), Description(), (), origin)
    return folder


def _items(slug: str, total: int) -> Iterator[Item]:
    smiles = [text for text in real_smiles() if not refusal(text)]
    rng = random.Random("drugs")
    for number in range(total):
        right = smiles[number % len(smiles)]
        options = [right, *rng.sample(smiles, 3)]
        rng.shuffle(options)
        is_choice = number % 5 < 3
        name = f"q{number:05}"
        yield Item(
            id=name,
            benchmark=slug,
            task="pick" if is_choice else "write",
            facets={"size": "small" if len(right) < 50 else "large", "third": str(number % 3)},
            question="Which structure has this drug?" if is_choice else "Write its structure.",
            answer_type="choice" if is_choice else "smiles",
            answer="ABCD"[options.index(right)] if is_choice else right,
            options=tuple(
                Option(label=label, smiles=text) for label, text in zip("ABCD", options, strict=True)
            )
            if is_choice
            else (),
            cluster=f"c{number % 700}",
            source={"dataset": "sample", "row": str(number)},
            extra={"question": name, "explanation": "", "canary": CANARY}
            | ({"scaffold": "*c1ccccc1"} if number % 2 else {}),
        )


def replies(items: list[Item]) -> list[tuple[str, Any]]:
    """Return (id, reply) for every item: right, wrong, wrapped, damaged, over-long and absent answers."""
    rng = random.Random("replies")
    real = [item.answer for item in items if item.answer_type == "smiles"]
    broken = damaged(real, len(items))
    limits = [*strained().values()]
    return [(item.id, _reply(item, rng, real, broken, limits)) for item in items]


def _reply(item: Item, rng: random.Random, real: list[str], broken: list[str], limits: list[str]) -> Any:
    if rng.random() < 0.02:
        return rng.choice((None, 3, ["A", "B"], [item.answer, None], {"answer": item.answer}))
    if item.answer_type == "choice":
        letter = item.answer if rng.random() < 0.5 else rng.choice("ABCDE")
        option = rng.choice(item.options).smiles
        return rng.choice(_CHOICE_REPLIES).format(letter=letter, option=option)
    mol = Chem.MolFromSmiles(item.answer)
    atoms = [*range(mol.GetNumAtoms())]
    rng.shuffle(atoms)
    return rng.choice(_STRUCTURE_REPLIES).format(
        right=item.answer,
        random=Chem.MolToSmiles(Chem.RenumberAtoms(mol, atoms), canonical=False),
        flat=Chem.MolToSmiles(mol, isomericSmiles=False),
        wrong=rng.choice(real),
        damaged=rng.choice(broken),
        strained=rng.choice(limits) if rng.random() < 0.3 else item.answer,
        long="C" * rng.randrange(1900, 4000),
    )


def prediction_lines(pairs: list[tuple[str, Any]]) -> bytes:
    """Return a predictions file of the replies."""
    return "".join(json.dumps({"id": name, "prediction": reply}) + "\n" for name, reply in pairs).encode()
