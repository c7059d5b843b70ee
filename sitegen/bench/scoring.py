"""Scoring speed for SMILES answers: the evaluator against a bare RDKit loop that describes as much."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rdkit import Chem
from rdkit.Chem import rdFingerprintGenerator

from evaluator import Item, Prediction, evaluate, load_chemistry
from sitegen.bench.pairing import Comparison, compare


def bench_scoring(items: Sequence[Item], products: Mapping[str, Sequence[str]]) -> Comparison:
    """Compare scoring generation items with describing their gold and predicted structures.

    Half of the predictions are right, written with another atom order; a quarter are products of the
    same scaffold, a quarter of any (`products` holds them by scaffold). The bare loop parses each
    distinct structure once, in the steps that give the same in a browser, and writes canonical SMILES,
    the same without stereo, ECFP4 bits and InChIKey.
    """
    chance = random.Random("bench scoring")
    predictions = [
        Prediction(id=item.id, replies=(f"<smiles>{_answer(item, products, chance)}</smiles>",))
        for item in items
    ]
    chemistry = load_chemistry()
    structures = {str(item.answer) for item in items}
    structures |= {reply[8:-9] for prediction in predictions for reply in prediction.replies}

    def ours() -> None:
        evaluate(items, predictions, chemistry)

    inchikey: Callable[[Chem.Mol], str] = Chem.MolToInchiKey

    def bare() -> None:
        parse: Any = Chem.SmilesParserParams()
        parse.sanitize, parse.removeHs = False, True
        generator = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048)
        for smiles in structures:
            mol = Chem.MolFromSmiles(smiles, parse)
            Chem.SanitizeMol(mol)
            Chem.AssignStereochemistry(mol, cleanIt=True, force=True, flagPossibleStereoCenters=True)
            Chem.MolToSmiles(mol)
            Chem.MolToSmiles(mol, isomericSmiles=False)
            generator.GetFingerprint(mol)
            inchikey(mol)

    return compare(
        "scoring SMILES", "items", len(items), ours, bare, against="bare RDKit describe loop", aim=">= 0.7"
    )


def _answer(item: Item, products: Mapping[str, Sequence[str]], chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.5:
        scaffold = item.extra["scaffold"] if kind < 0.25 else chance.choice(list(products))
        return chance.choice(products[scaffold])
    mol = Chem.MolFromSmiles(str(item.answer))
    order = list(range(mol.GetNumAtoms()))
    chance.shuffle(order)
    return Chem.MolToSmiles(Chem.RenumberAtoms(mol, order), canonical=False)
