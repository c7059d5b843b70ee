from __future__ import annotations

import pytest
from rdkit import Chem
from rdkit.Chem import AllChem
from rdkit.Chem.Scaffolds import MurckoScaffold

from sitegen.chem.similarity import (
    FINGERPRINT_BITS,
    bulk_tanimoto,
    core_with_hydrogens,
    fingerprint,
    fingerprints,
    murcko_scaffold,
    tanimoto,
)
from sitegen.chem.smiles_text import SmilesError

ASPIRIN, SALICYLATE, IBUPROFEN = "CC(=O)Oc1ccccc1C(=O)O", "O=C(O)c1ccccc1O", "CC(C)Cc1ccc(C(C)C(=O)O)cc1"


def test_the_fingerprint_is_ecfp4_of_2048_bits():
    bits = fingerprint(ASPIRIN)
    old = AllChem.GetMorganFingerprintAsBitVect(Chem.MolFromSmiles(ASPIRIN), 2, nBits=2048)
    assert bits.GetNumBits() == FINGERPRINT_BITS == 2048
    assert list(bits.GetOnBits()) == list(old.GetOnBits())


def test_tanimoto_is_shared_bits_over_all_bits():
    first, second = fingerprint(ASPIRIN), fingerprint(SALICYLATE)
    one, two = set(first.GetOnBits()), set(second.GetOnBits())
    assert tanimoto(first, second) == pytest.approx(len(one & two) / len(one | two))
    assert tanimoto(first, first) == 1.0


def test_bulk_similarity_equals_one_by_one():
    query, *others = fingerprints([ASPIRIN, SALICYLATE, IBUPROFEN, "CCO"])
    assert bulk_tanimoto(query, others) == [tanimoto(query, other) for other in others]


@pytest.mark.parametrize(
    ("core", "bare"),
    [
        ("*c1ccccc1", "c1ccccc1"),
        ("*n1cccc1", "c1cc[nH]c1"),
        ("C[C@H](*)N", "CCN"),
        ("C[C@](*)(F)N", "C[C@@H](N)F"),
        ("*/C=C/N", "C=CN"),
        ("C/C(*)=C/N", "C/C=C/N"),
        ("*C(=O)O", "O=CO"),
    ],
)
def test_sites_become_hydrogens(core, bare):
    assert core_with_hydrogens(core) == Chem.CanonSmiles(bare)


@pytest.mark.parametrize("core", ["*", "**", "C*C", "c1cc"])
def test_a_core_that_hydrogens_cannot_complete_is_refused(core):
    with pytest.raises(SmilesError):
        core_with_hydrogens(core)


def test_the_murcko_scaffold_is_rdkits_without_stereo(curated_cores):
    for smiles, _ in curated_cores:
        bare = core_with_hydrogens(smiles)
        mol = Chem.MolFromSmiles(bare)
        Chem.RemoveStereochemistry(mol)
        expected = Chem.MolToSmiles(MurckoScaffold.GetScaffoldForMol(mol))
        assert Chem.CanonSmiles(expected) == murcko_scaffold(bare)
    assert murcko_scaffold("C[C@H](N)C(=O)O") == ""
    assert murcko_scaffold("C[C@H]1CCC[C@@H]1Cc1ccccc1") == "c1ccc(CC2CCCC2)cc1"
