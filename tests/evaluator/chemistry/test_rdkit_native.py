from __future__ import annotations

import builtins
from typing import Any

import pytest
from rdkit import Chem, DataStructs, rdBase
from rdkit.Chem import rdFingerprintGenerator

from evaluator import ChemistryError, load_chemistry
from evaluator.chemistry.similarity import tanimoto
from tests.evaluator.building import chemistry
from tests.evaluator.chemistry.structures import SMILES

PLAIN = [smiles for smiles in SMILES if "<" not in smiles]


@pytest.mark.parametrize("smiles", PLAIN)
def test_a_structure_is_described_as_rdkit_describes_it(smiles: str) -> None:
    described = chemistry().describe([smiles])[0]
    mol = Chem.MolFromSmiles(smiles)
    assert described is not None
    assert described.smiles == Chem.MolToSmiles(mol)
    assert described.flat == Chem.MolToSmiles(mol, isomericSmiles=False)
    assert described.inchikey == Chem.MolToInchiKey(mol)
    morgan = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048)
    bits = set(morgan.GetFingerprint(mol).GetOnBits())
    assert {bit for bit in range(2048) if described.fingerprint >> bit & 1} == bits


def test_similarity_is_rdkits_tanimoto() -> None:
    morgan = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048)
    fingerprints = [morgan.GetFingerprint(Chem.MolFromSmiles(smiles)) for smiles in PLAIN]
    described = chemistry().describe(PLAIN)
    for first, mine in zip(fingerprints, described, strict=True):
        for second, other in zip(fingerprints, described, strict=True):
            assert mine is not None and other is not None
            expected = DataStructs.TanimotoSimilarity(first, second)
            assert tanimoto(mine.fingerprint, other.fingerprint) == expected


def test_refused_structures_keep_their_place_in_the_batch() -> None:
    found = chemistry().describe(["C", "C1CC", "C(C)(C)(C)(C)C", "N"])
    assert [molecule and molecule.smiles for molecule in found] == ["C", None, None, "N"]
    assert chemistry().canonical_flat(["c1ccnc1", "C[C@H](N)O"]) == [None, "CC(N)O"]


def test_the_toolkit_says_its_version() -> None:
    assert (chemistry().toolkit, chemistry().version) == ("RDKit", rdBase.rdkitVersion)


def test_without_rdkit_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *arguments: Any, **named: Any) -> Any:
        if name.split(".")[0] == "rdkit":
            raise ImportError(name)
        return real(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ChemistryError, match="pip install rdkit"):
        load_chemistry()
