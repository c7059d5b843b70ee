from __future__ import annotations

import pickle

import pytest
from rdkit import Chem

from sitegen.chem.editing import prepare_markush, substitute_markush
from sitegen.chem.esmiles import parse_esmiles
from sitegen.chem.provenance import traced_product
from sitegen.chem.substitution import SubstitutionError, count_stereocentres, prepare, substitute


def product(case: dict) -> str:
    labels = {int(atom): label for atom, label in case["labels"].items()}
    return substitute(prepare(case["core"], labels), case["substituents"])


def test_products_are_the_structures_that_were_written_by_hand(cases):
    for case in cases("substitutions"):
        assert product(case) == Chem.CanonSmiles(case["product"]), case["why"]


def test_what_cannot_be_carried_out_is_refused_by_name(cases):
    for case in cases("substitutions_refused"):
        with pytest.raises(SubstitutionError) as caught:
            product(case)
        assert (caught.value.code, case) == (case["code"], case)
        assert caught.value.message


def test_a_core_parsed_once_gives_many_products():
    core = prepare("*Oc1ccc(*)cc1", {0: "R1", 6: "R2"})
    products = [substitute(core, {"R1": "C", "R2": group}) for group in ("F", "Cl", "[H]", "*C(=O)O")]
    assert products == ["COc1ccc(F)cc1", "COc1ccc(Cl)cc1", "COc1ccccc1", "COc1ccc(C(=O)O)cc1"]


def test_the_reason_of_a_product_that_does_not_sanitise_is_the_toolkits():
    core = prepare("*N", {0: "R1"})
    with pytest.raises(SubstitutionError, match="Explicit valence .* F"):
        substitute(core, {"R1": "FC"})


def test_an_over_large_product_is_refused():
    core = prepare("*" + "C" * 300, {0: "R1"})
    with pytest.raises(SubstitutionError) as caught:
        substitute(core, {"R1": "C" * 200})
    assert caught.value.code == "too_large"


def test_more_rings_than_can_be_numbered_are_refused_or_carried_out():
    rings = "".join(f"C%{number}" for number in range(10, 99))
    core = prepare(f"*C{rings}{rings}", {0: "R1"})
    assert "*" not in substitute(core, {"R1": "C1CC1"})


def test_a_centre_that_ends_in_symmetry_goes_and_no_other_does():
    core = prepare("C[C@H](*)[C@@H](F)Cl", {2: "R1"})
    assert count_stereocentres(substitute(core, {"R1": "CC"})) == 2
    assert count_stereocentres(substitute(core, {"R1": "C"})) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("*c1ccccc1<sep><a>0:R[1]</a><r>0:R[2]</r>", "R[2] is at an uncertain ring position"),
        ("*c1ccc(*)cc1<sep><a>0:R[1]</a><a>5:CF3</a>", "CF3 is no placeholder"),
        ("*CC*<sep><a>0:R[1]</a><d>3:<dum></d>", "atom 3 is an open attachment point"),
        ("*CC<sep><a>0:R[1]?n</a>", "R[1]?n is a repeated group"),
        ("*CC*<sep><a>0:R[1]</a><c>3:B</c>", "B is an abstract ring"),
        ("*CC*<sep><a>0:R[1]</a><a>3:<id>[DNA]</a>", "atom 3 carries a note"),
        ("*CC=C<sep><a>0:R[1]</a><v>0:A:[1:3]</v>", "a virtual arc"),
        ("*CC=C<sep><a>0:R[1]</a><v>0:A:[1:3]</v><r><v>0:R[2]</r>", "R[2] is on a virtual arc"),
        ("*COC<sep><a>0:R[1]</a><g>[2:1]:[2:3]:|Sg:n|</g>", "a repeat"),
        ("*COC<sep><a>0:R[1]</a>|Sg:n|", "a repeat"),
        ("*COC<sep><a>0:R[1]</a><s>*C<sep><a>0:R[2]</a></s>", "a nested fragment"),
    ],
)
def test_a_record_that_leaves_something_open_is_refused_with_what_is_in_the_way(text, reason):
    with pytest.raises(SubstitutionError) as caught:
        substitute_markush(parse_esmiles(text), {"R[1]": "C", "R[2]": "C"})
    assert caught.value.code == "uneditable_record"
    assert reason in caught.value.message


def test_all_that_is_in_the_way_is_named_at_once():
    record = parse_esmiles("*c1ccc(*)cc1<sep><a>0:R[1]</a><a>5:CF3</a><r>0:R[2]</r>|Sg:n|")
    with pytest.raises(SubstitutionError, match="CF3 .*; R\\[2\\] .*; the record has a repeat"):
        prepare_markush(record)


def test_the_same_record_twice_at_one_atom_is_one_site():
    record = parse_esmiles("*C<sep><a>0:R[1]</a><a>0:R1</a>")
    assert substitute_markush(record, {"R1": "O"}) == "CO"


def test_the_atoms_that_came_in_are_known_in_the_product():
    core = prepare("*Oc1ccc(*)cc1[C@H](C)N", {0: "R1", 6: "R2"})
    smiles, atoms = traced_product(core, {"R1": "Cc1ccccc1", "R2": "[H]"})
    mol = Chem.MolFromSmiles(smiles)
    assert Chem.MolFragmentToSmiles(mol, atoms) == "Cc1ccccc1"
    smiles, atoms = traced_product(core, {"R1": "[H]", "R2": "*C(=O)Cl"})
    assert Chem.MolFragmentToSmiles(Chem.MolFromSmiles(smiles), atoms) == "O=CCl"


def test_the_error_crosses_process_borders():
    copy = pickle.loads(pickle.dumps(SubstitutionError("code", "message")))
    assert (copy.code, copy.message) == ("code", "message")
