from __future__ import annotations

import pytest

from evaluator.chemistry.guard import MAX_ATOMS, MAX_CHARACTERS, refusal, without_atom_maps


@pytest.mark.parametrize(
    "smiles",
    [
        "C",
        "N->B",
        "Cl[Pt](Cl)(<-N)<-N",
        "[13CH3:7]O",
        "C%12CC%12",
        "F/C=C\\F",
        "*c1ccccc1",
        "C" * MAX_ATOMS,
        "C.Cl",
    ],
)
def test_structures_may_pass(smiles: str) -> None:
    assert refusal(smiles) == ""


@pytest.mark.parametrize(
    ("smiles", "why"),
    [
        ("", "empty"),
        ("C C", "does not belong"),
        ("C\n", "does not belong"),
        ("CCO |$R1;;$|", "does not belong"),
        ("CC\u200bO", "U+200B"),
        ("C≡N", "U+2261"),
        ("Ｃ", "U+FF23"),
        ("CCO>>CC=O", "reaction"),
        ("CCO>O>CC=O", "reaction"),
        ("CC->>C", "reaction"),
        ("*C<sep>", "reaction or a tag"),
        ("C" * (MAX_ATOMS + 1), "more than 400 atoms"),
        ("[CH2]" * (MAX_ATOMS + 1), "characters"),
        ("C" + "()" * MAX_CHARACTERS, "characters"),
    ],
)
def test_what_no_toolkit_may_see_is_refused_with_a_reason(smiles: str, why: str) -> None:
    found = refusal(smiles)
    assert why in found or (why == "more than 400 atoms" and "atoms" in found)


def test_map_numbers_go_from_atoms_and_stay_on_wildcards() -> None:
    assert without_atom_maps("[CH3:7][13C@@H:2](O)[*:1]") == "[CH3][13C@@H](O)[*:1]"
    assert without_atom_maps("[1*:3]C[#0:4]") == "[1*:3]C[#0:4]"
    assert without_atom_maps("c1ccccc1:C") == "c1ccccc1:C"
