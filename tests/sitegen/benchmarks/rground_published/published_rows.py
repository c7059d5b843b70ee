"""Rows in the schema of the published files, made for tests."""

from __future__ import annotations

from typing import Any

CORE = "*c1ccc2ncccc2c1<sep><a>0:R[1]</a>"
PRODUCTS = ("c1ccc(-c2ccc3ncccc3c2)cc1", "c1ccc2nc(C3CC3)ccc2c1", "C1CC1c1ccc2ncccc2c1", "Clc1ccc2ncccc2c1")
RIGHT = "C1CC1c1ccc2ncccc2c1"
NONE = "None of the above"


def vqa_row(**changes: Any) -> dict[str, Any]:
    """A Basic row that agrees with itself: cyclopropyl on a quinoline, answer C. None takes a field out."""
    row: dict[str, Any] = {
        "split": "easy_basic",
        "original_esmiles": CORE,
        "original_image_path": "images/core.png",
        "instruction": "Put cyclopropyl at R1.",
        "question": "Which molecule is right?",
        "property": "",
        "correct_answer": "C",
        "correct_smiles": "c1(C2CC2)ccc2ncccc2c1",
        "correct_prop_value": None,
        "prop_values": "{}",
        "is_none_of_above": False,
        "nova_answer_is_d": False,
        "nova_type": "",
        **{f"option_{letter}_smiles": smiles for letter, smiles in zip("ABCD", PRODUCTS, strict=True)},
        **{f"option_{letter}_image": f"images/{letter}.png" for letter in "ABCD"},
    }
    return {name: value for name, value in (row | changes).items() if value is not None}


def nota_row(kind: str, **changes: Any) -> dict[str, Any]:
    """A row with "none of the above" as option D; right unless `kind` is valid_d."""
    is_d = kind != "valid_d"
    own = {
        "option_D_smiles": NONE,
        "option_D_image": "",
        "is_none_of_above": True,
        "nova_answer_is_d": is_d,
        "nova_type": kind,
        "correct_answer": "D" if is_d else "C",
        "correct_smiles": NONE if is_d else RIGHT,
    }
    if kind == "type_b":
        own["instruction"] = "Put cyclopropyl at R4."
    return vqa_row(**(own | changes))


def advanced_row(**changes: Any) -> dict[str, Any]:
    """A row of the advanced level: bare SMILES with `*`, no instruction, values of a property."""
    own = {
        "split": "hard_advanced",
        "original_esmiles": "*c1ccc2ncccc2c1",
        "instruction": "",
        "question": "Which one is best?",
        "property": "bio_activity",
        "prop_values": '{"A": 6.5, "B": 6.1, "C": 8.25, "D": 7.0}',
    }
    return vqa_row(**(own | changes))


def generation_row(**changes: Any) -> dict[str, Any]:
    """A row of the generation track."""
    row = {
        "difficulty": "easy",
        "original_esmiles": CORE,
        "original_image_path": "images/core.png",
        "instruction": "Put cyclopropyl at R1.",
        "correct_smiles": RIGHT,
        "scaffold_smiles_clean": CORE.partition("<a>")[0],
    }
    return {name: value for name, value in (row | changes).items() if value is not None}
