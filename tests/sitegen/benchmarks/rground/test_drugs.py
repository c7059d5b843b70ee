"""Parents of drugs: salts, hydrates and other forms become one molecule; the rest is told apart."""

from __future__ import annotations

import random

import pytest
from rdkit import Chem

from sitegen.benchmarks.rground.drugs import (
    Drug,
    Form,
    Parent,
    find_parents,
    merge_forms,
    plain_name,
    read_counterions,
)
from sitegen.records import Dropped
from tests.sitegen.benchmarks.rground.contexts import DATA

COUNTERIONS = read_counterions(DATA / "counterions.tsv")
CHLORPROMAZINE = "CN(C)CCCN1c2ccccc2Sc2ccc(Cl)cc21"


def parents(*structures: str) -> list[Parent | Dropped]:
    forms = [Form(row=f"C{number}", name=f"DRUG {number}", smiles=s) for number, s in enumerate(structures)]
    return find_parents(forms, {one.smiles: one.name for one in COUNTERIONS})


def merged(*named: tuple[str, str]) -> tuple[Drug, ...]:
    forms = [Form(row=f"C{number}", name=name, smiles=s) for number, (name, s) in enumerate(named)]
    found = find_parents(forms, {one.smiles: one.name for one in COUNTERIONS})
    return merge_forms([one for one in found if isinstance(one, Parent)], COUNTERIONS)


def test_a_drug_and_its_salts_are_one_molecule_named_after_the_parent() -> None:
    (drug,) = merged(
        ("CHLORPROMAZINE HYDROCHLORIDE", f"{CHLORPROMAZINE}.Cl"),
        ("CHLORPROMAZINE", CHLORPROMAZINE),
        ("CHLORPROMAZINE MALEATE", f"{CHLORPROMAZINE}.O=C(O)/C=C\\C(=O)O"),
    )
    assert (drug.name, drug.row) == ("CHLORPROMAZINE", "C1")
    assert drug.smiles == Chem.CanonSmiles(CHLORPROMAZINE)
    assert [form.row for form in drug.forms] == ["C1", "C0", "C2"]


def test_a_drug_known_only_as_salts_is_named_without_the_words_of_what_was_removed() -> None:
    (drug,) = merged(
        ("PENICILLIN G SODIUM", "CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)[O-].[Na+]"),
        ("PENICILLIN G POTASSIUM", "CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)[O-].[K+]"),
    )
    assert drug.name == "PENICILLIN G"
    assert drug.smiles.endswith("C(=O)O")


def test_a_word_of_a_counterion_that_was_not_removed_stays_in_the_name() -> None:
    (drug,) = merged(("MEDROXYPROGESTERONE ACETATE", "CC(=O)OC1CCCCC1"))
    assert drug.name == "MEDROXYPROGESTERONE ACETATE"


def test_a_name_that_is_nothing_but_counterion_words_stays_whole() -> None:
    assert plain_name("SODIUM", ["SODIUM"]) == "SODIUM"
    assert plain_name("SULFADIAZINE, SILVER", ["SILVER"]) == "SULFADIAZINE"
    assert plain_name("X SULFATE TOSYLATE", ["SULFATE", "TOSYLATE"]) == "X"


def test_only_protons_are_moved_to_neutralise() -> None:
    amine, quaternary, nitro = parents(
        "C[NH2+]Cc1ccccc1.[Cl-]", "C[N+](C)(C)Cc1ccccc1.[Br-]", "C[N+](=O)[O-]"
    )
    assert isinstance(amine, Parent) and amine.smiles == "CNCc1ccccc1"
    assert isinstance(quaternary, Parent) and quaternary.smiles == "C[N+](C)(C)Cc1ccccc1"
    assert isinstance(nitro, Parent) and nitro.smiles == "C[N+](=O)[O-]"


@pytest.mark.parametrize(
    ("smiles", "reason"),
    [
        ("Cc1ccccc1.Oc1ccccc1", "mixture of several organic components"),
        ("[Na+].[Cl-]", "inorganic"),
        ("C[Hg]c1ccccc1", "holds Hg"),
        ("[2H]c1ccccc1C", "isotope-labelled"),
        ("C[CH2]", "holds unpaired electrons"),
        ("c1ccccc", "not readable by RDKit"),
        ("", "not readable by RDKit"),
    ],
)
def test_what_is_no_single_organic_molecule_is_dropped_with_its_reason(smiles: str, reason: str) -> None:
    (found,) = parents(smiles)
    assert isinstance(found, Dropped)
    assert found.reason == reason


def test_the_same_component_twice_is_no_mixture() -> None:
    (found,) = parents("CCNCC.CCNCC.O=S(=O)(O)O")
    assert isinstance(found, Parent) and found.smiles == "CCNCC"


def test_a_counterion_taken_as_a_drug_is_kept() -> None:
    (found,) = parents("O=C([O-])CC(O)(CC(=O)[O-])C(=O)[O-].[Na+].[Na+].[Na+]")
    assert isinstance(found, Parent)
    assert found.smiles == "O=C(O)CC(O)(CC(=O)O)C(=O)O"


def test_stereoisomers_stay_apart() -> None:
    drugs = merged(("LEVO", "C[C@H](N)c1ccccc1"), ("DEXTRO", "C[C@@H](N)c1ccccc1"), ("RAC", "CC(N)c1ccccc1"))
    assert len(drugs) == 3


def test_the_order_of_rows_and_atoms_does_not_matter() -> None:
    named = [
        ("A HYDROCHLORIDE", f"{CHLORPROMAZINE}.Cl"),
        ("A MALEATE", f"{CHLORPROMAZINE}.O=C(O)/C=C\\C(=O)O"),
        ("B", "CCNCC"),
    ]
    rng = random.Random(7)
    expected = {(drug.name, drug.smiles) for drug in merged(*named)}
    for _ in range(5):
        rng.shuffle(named)
        shuffled = [(name, _other_order(smiles, rng)) for name, smiles in named]
        assert {(drug.name, drug.smiles) for drug in merged(*shuffled)} == expected


def test_every_counterion_is_written_as_the_merging_looks_it_up() -> None:
    for one in COUNTERIONS:
        mol = Chem.MolFromSmiles(one.smiles)
        assert Chem.MolToSmiles(mol, isomericSmiles=False) == one.smiles, one.name
        if any(atom.GetAtomicNum() == 6 for atom in mol.GetAtoms()):
            (parent,) = parents(one.smiles)
            assert isinstance(parent, Parent) and parent.smiles == one.smiles, one.name
    assert len({one.smiles for one in COUNTERIONS}) == len(COUNTERIONS)
    assert len({one.name for one in COUNTERIONS}) == len(COUNTERIONS)


def _other_order(smiles: str, rng: random.Random) -> str:
    mol = Chem.MolFromSmiles(smiles)
    order = list(range(mol.GetNumAtoms()))
    rng.shuffle(order)
    return Chem.MolToSmiles(Chem.RenumberAtoms(mol, order), canonical=False)
