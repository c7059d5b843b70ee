from __future__ import annotations

import pytest
from rdkit import Chem
from rdkit.Chem.Scaffolds import MurckoScaffold

from evaluator.chemistry.molecules import Molecules
from evaluator.chemistry.murcko import murcko
from tests.evaluator.building import chemistry
from tests.evaluator.chemistry.structures import SMILES


@pytest.mark.parametrize("smiles", SMILES)
def test_the_scaffold_is_the_one_that_rdkit_finds(smiles: str) -> None:
    molecules = Molecules(chemistry())
    described = molecules.describe(smiles)
    assert described is not None
    core = MurckoScaffold.GetScaffoldForMol(Chem.MolFromSmiles(described.flat))
    expected = chemistry().canonical_flat([Chem.MolToSmiles(core, isomericSmiles=False)])[0] or ""
    assert molecules.scaffold(described) == expected


def test_scaffolds_are_compared_as_their_canonical_forms_are() -> None:
    molecules = Molecules(chemistry())
    described = [molecule for molecule in map(molecules.describe, SMILES) if molecule is not None]
    described += [molecule for molecule in map(molecules.describe, ("CCc1ccccc1", "Oc1ccccc1")) if molecule]
    equal = 0
    for a in described:
        for b in described:
            same = molecules.scaffold(a) == molecules.scaffold(b)
            assert molecules.same_scaffold(a, b) is same
            equal += same
    assert equal > len(described) + 20


def test_an_acyclic_molecule_has_no_scaffold() -> None:
    assert murcko("CCO") == ""


def test_a_charged_ring_atom_gets_its_hydrogens_back() -> None:
    molecules = Molecules(chemistry())
    described = molecules.describe("C[N+]1(C)CCCCC1")
    assert described is not None
    assert molecules.scaffold(described) == "C1CC[NH2+]CC1"
