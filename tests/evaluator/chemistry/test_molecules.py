from __future__ import annotations

from collections.abc import Sequence

import pytest

from evaluator import ChemistryError, Molecule
from evaluator.chemistry.molecules import Molecules
from evaluator.chemistry.similarity import tanimoto
from tests.evaluator.building import chemistry


class Counting:
    """A toolkit that notes what it was asked."""

    toolkit = "RDKit"
    version = "0"

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def describe(self, smiles: Sequence[str]) -> list[Molecule | None]:
        self.asked.append(list(smiles))
        return [Molecule(smiles=text, flat=text, fingerprint=1, inchikey="") for text in smiles]

    def canonical_flat(self, smiles: Sequence[str]) -> list[str | None]:
        return list(smiles)


def test_a_structure_is_described_once_however_often_it_is_asked_for() -> None:
    toolkit = Counting()
    molecules = Molecules(toolkit)
    molecules.prefetch(["C", "CC", "C"])
    molecules.prefetch(["CC", "CCC"])
    assert molecules.describe("CCC") is not None
    assert toolkit.asked == [["C", "CC"], ["CCC"]]


def test_what_the_guard_refuses_never_reaches_the_toolkit() -> None:
    toolkit = Counting()
    molecules = Molecules(toolkit)
    assert molecules.describe("C" * 3000) is None
    assert molecules.describe("CCO>>CC=O") is None
    assert toolkit.asked == []


def test_map_numbers_are_gone_before_the_toolkit_sees_a_structure() -> None:
    toolkit = Counting()
    Molecules(toolkit).describe("[CH3:1][*:2]")
    assert toolkit.asked == [["[CH3][*:2]"]]


def test_without_a_toolkit_a_structure_is_an_error_not_an_invalid_answer() -> None:
    with pytest.raises(ChemistryError, match="toolkit"):
        Molecules(None).describe("C")


def test_two_canonical_forms_of_one_unstable_structure_are_the_same_molecule() -> None:
    first = "O=C(C[C@]1(c2ccccc2)C2CC3CC1CC(C2)[C@H]3O)N1CC(O)C1"
    second = first.replace("[C@H]3O", "[C@@H]3O")
    molecules = Molecules(chemistry())
    a, b = molecules.describe(first), molecules.describe(second)
    assert a is not None and b is not None
    assert molecules.same(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [("C[C@H](N)O", "C[C@@H](N)O"), ("CCO", "CCN"), ("C/C=C/C", "C/C=C\\C"), ("C[C@H](N)O", "CC(N)O")],
)
def test_different_molecules_stay_different(a: str, b: str) -> None:
    molecules = Molecules(chemistry())
    first, second = molecules.describe(a), molecules.describe(b)
    assert first is not None and second is not None
    assert not molecules.same(first, second)


def test_tanimoto_is_shared_over_set_bits() -> None:
    assert tanimoto(0b1110, 0b0111) == 0.5
    assert tanimoto(0, 0) == 1.0
    assert tanimoto(1, 2) == 0.0
