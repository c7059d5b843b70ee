"""Every edit, applied by a second hand, gives the reference: on real pairs of real tables."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from rdkit import Chem

from sitegen.benchmarks.fgbench.records import Paired
from sitegen.benchmarks.fgbench.refusal import REASONS
from tests.shared import needs_shared
from tests.sitegen.benchmarks.fgbench.applying import applied, flat, raised
from tests.sitegen.benchmarks.fgbench.contexts import MOLECULENET, moleculenet_table, real_pairs

DEFAULT = {
    "freesolv": (141, 131),
    "solubility": (311, 255),
    "dopamine-transporter": (1040, 295),
    "sigma-1-receptor": (1750, 470),
}
"""Proved pairs of the default tables at least, and how many of them are single."""


@pytest.mark.parametrize("table", DEFAULT)
def test_each_edit_of_a_default_table_gives_the_reference(table: str) -> None:
    paired = real_pairs(table)
    check(paired)
    assert len(paired.pairs) >= DEFAULT[table][0]
    assert sum(pair.scope == "single" for pair in paired.pairs) >= DEFAULT[table][1]


@needs_shared
@pytest.mark.parametrize("table", MOLECULENET)
def test_each_edit_of_a_moleculenet_table_gives_the_reference(table: str, tmp_path: Path) -> None:
    check(real_pairs(str(moleculenet_table(table, tmp_path)), 120))


def check(paired: Paired) -> None:
    """Apply every edit; see that what was not proved has a named reason, and numbers are those printed."""
    found = Counter()
    for pair in paired.pairs:
        right = applied(pair.target_mapped, pair.edit) == flat(pair.candidate.reference)
        found[pair.scope, right] += 1
        check_numbers(pair.target_mapped, pair.candidate.target)
        check_numbers(pair.reference_mapped, pair.candidate.reference)
        assert Chem.MolFromSmiles(pair.candidate.target).GetNumAtoms() == len(numbers(pair.target_mapped))
        assert sorted(numbers(pair.target_mapped)) == list(range(len(numbers(pair.target_mapped))))
        single = len(pair.edit.removed) + len(pair.edit.added) == 1
        assert (pair.scope == "single") == single
    assert found["single", False] == 0
    assert found["interaction", False] == 0
    assert {one.reason for one in paired.rejected} <= set(REASONS)
    assert len(paired.pairs) + len(paired.rejected) == paired.candidates - paired.capped
    assert len(paired.pairs) > 0.6 * (paired.candidates - paired.capped)


def numbers(mapped: str) -> list[int]:
    return [int(found) for found in re.findall(r":(\d+)\]", mapped)]


def check_numbers(mapped: str, smiles: str) -> None:
    """The mapped SMILES is the molecule, isomers and all, each atom with a number of its own."""
    mol = Chem.MolFromSmiles(raised(mapped))
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)
    assert Chem.CanonSmiles(Chem.MolToSmiles(mol)) == Chem.CanonSmiles(smiles)
    assert len(set(numbers(mapped))) == mol.GetNumAtoms()
