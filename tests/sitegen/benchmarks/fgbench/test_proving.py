"""One pair at a time: what the edit is, and why a pair has none."""

from __future__ import annotations

import pytest
from rdkit import Chem

from sitegen.benchmarks.fgbench.annotation import annotate_batch
from sitegen.benchmarks.fgbench.proving import prove
from sitegen.benchmarks.fgbench.records import Bond, Candidate, Group, Pair, Rejected
from sitegen.benchmarks.fgbench.refusal import (
    AROMATIC_CUT,
    MORE_THAN_CHAINS,
    NOTHING_STAYS,
    SAME_GROUPS,
    STEREO_ONLY,
)
from tests.sitegen.benchmarks.fgbench.applying import applied, flat


def groups(smiles: str) -> tuple[Group, ...]:
    found = annotate_batch(True, [smiles])[smiles]
    assert isinstance(found, list)
    return tuple(Group(name=name, atoms=tuple(atoms)) for name, atoms in found)


def proved(target: str, reference: str) -> Pair | Rejected:
    one, other = Chem.CanonSmiles(target), Chem.CanonSmiles(reference)
    candidate = Candidate(id="x", dataset="d", target=one, reference=other, similarity=0.8)
    return prove(candidate, groups(one), groups(other))


def edit_of(target: str, reference: str) -> Pair:
    pair = proved(target, reference)
    assert isinstance(pair, Pair), pair
    assert applied(pair.target_mapped, pair.edit) == flat(reference)
    return pair


def test_a_group_that_goes_leaves_hydrogen() -> None:
    pair = edit_of("Oc1ccccc1Cl", "Oc1ccccc1")
    assert pair.target_mapped == "[OH:0][c:1]1[cH:2][cH:3][cH:4][cH:5][c:6]1[Cl:7]"
    assert pair.reference_mapped == "[OH:0][c:1]1[cH:2][cH:3][cH:4][cH:5][cH:6]1"
    assert pair.edit.removed == (Group(name="Aryl chloride", atoms=(7,)),)
    assert (pair.edit.added, pair.edit.fragments, pair.edit.bonds, pair.edit.cuts) == ((), (), (), ())
    assert (pair.scope, pair.change, pair.groups) == ("single", "removed", ("Aryl chloride",))


def test_a_group_that_comes_is_a_fragment_with_a_bond() -> None:
    pair = edit_of("Oc1ccccc1", "Oc1ccccc1C(=O)O")
    assert [(group.name, group.atoms) for group in pair.edit.added] == [("carboxylic acid", (7, 8, 9))]
    assert pair.edit.fragments == ("[O:7]=[C:8][OH:9]",)
    assert pair.edit.bonds == (Bond(first=2, second=8, order="single"),)
    assert pair.scope == "single" and pair.change == "added"


def test_an_exchange_is_an_interaction() -> None:
    pair = edit_of("Oc1ccccc1Cl", "Oc1ccccc1Br")
    assert (pair.scope, pair.change, len(pair.groups)) == ("interaction", "replaced", 2)


def test_two_groups_of_one_name_are_two_changes() -> None:
    assert edit_of("Oc1ccccc1", "Oc1c(Cl)cccc1Cl").scope == "interaction"


def test_a_chain_is_shortened_in_its_middle_and_closes() -> None:
    pair = edit_of("c1ccccc1CCCN(C)C", "c1ccccc1CCN(C)C")
    assert [group.name for group in pair.edit.removed] == ["C1 alkane"]
    (bond,) = pair.edit.bonds
    assert bond.order == "single" and pair.scope == "single"


def test_a_chain_grows_in_its_middle_by_a_cut() -> None:
    pair = edit_of("O=C(NCc1ccccc1)c1ccncc1", "O=C(NCCc1ccccc1)c1ccncc1")
    assert len(pair.edit.cuts) == 1 and len(pair.edit.bonds) == 2
    assert pair.edit.fragments == (f"[CH2:{pair.edit.added[0].atoms[0]}]",)


def test_hydrogen_of_an_aromatic_nitrogen_makes_room() -> None:
    pair = edit_of("Cc1cc2cc[nH]c2cc1", "Cc1cc2ccn(C)c2cc1")
    assert pair.change == "added" and "[nH:" in pair.target_mapped


def test_an_ester_becomes_an_acid() -> None:
    pair = edit_of("COC(=O)c1ccccc1O", "OC(=O)c1ccccc1O")
    assert "carboxylic acid" in pair.groups


def test_a_whole_ring_is_exchanged() -> None:
    pair = edit_of("O=C(NCc1ccccc1)c1ccccc1", "O=C(NCc1ccccc1)c1ccncc1")
    assert {"benzene", "pyridine"} <= set(pair.groups)


def test_a_charged_group_keeps_its_charge() -> None:
    pair = edit_of("Cc1ccccc1", "Cc1ccc([N+](=O)[O-])cc1")
    assert pair.groups == ("nitro",)
    assert "[N+:" in pair.edit.fragments[0] and "[O-:" in pair.edit.fragments[0]


def test_a_carbon_that_belongs_to_a_group_goes_with_it_and_comes_back_as_a_chain() -> None:
    pair = edit_of("O=C1CCCCC1C", "CC1CCCCC1")
    assert [group.name for group in (*pair.edit.removed, *pair.edit.added)] == ["ketone", "C1 alkane"]


@pytest.mark.parametrize(
    ("target", "reference", "reason"),
    [
        ("C/C=C/CC", "C/C=C\\CC", STEREO_ONLY),
        ("C[C@H](O)CC", "C[C@@H](O)CC", STEREO_ONLY),
        ("Fc1cccc(C)c1", "Fc1ccc(C)cc1", SAME_GROUPS),
        ("Cc1cccc2ccccc12", "Cc1ccccc1", AROMATIC_CUT),
        ("C1CCOC1", "C1CCOCC1", NOTHING_STAYS),
        ("CC(=O)CC1CCCC1", "CC(=S)CC1CCC1F", None),
    ],
)
def test_a_pair_without_an_edit_has_a_named_reason(target: str, reference: str, reason: str | None) -> None:
    found = proved(target, reference)
    if reason is None:  # whatever the groups are: proved, and then right, or refused by name
        assert isinstance(found, Rejected) or applied(found.target_mapped, found.edit) == flat(reference)
    else:
        assert isinstance(found, Rejected)
        assert found.reason == reason


def test_a_rest_that_differs_by_more_than_chains_is_refused() -> None:
    target, reference = Chem.CanonSmiles("NC1=NC(=O)CS1"), Chem.CanonSmiles("NC1=NC(=S)CO1")
    candidate = Candidate(id="x", dataset="d", target=target, reference=reference, similarity=0.8)
    found = prove(candidate, (), ())  # no groups known: all the difference is in the rest
    assert isinstance(found, Rejected)
    assert found.reason in (MORE_THAN_CHAINS, SAME_GROUPS)
