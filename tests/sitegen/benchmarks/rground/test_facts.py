"""Facts of substituents, against what their names say."""

from __future__ import annotations

import pytest

from sitegen.benchmarks.rground.facts import substituent_facts
from sitegen.errors import DatasetError


@pytest.mark.parametrize(
    ("smiles", "link"),
    [
        ("c1ccccc1", "direct"),
        ("Cc1ccc(F)cc1", "CH2"),
        ("C(=O)c1ccccc1", "CO"),
        ("C(=O)Cc1ccccc1", "CO-CH2"),
        ("S(=O)(=O)c1ccccc1", "SO2"),
        ("Nc1ccccc1", "NH"),
        ("OCc1ccccc1", "O-CH2"),
        ("C(C)c1ccccc1", ""),
    ],
)
def test_the_link_to_the_ring_is_named_from_the_scaffold_on(smiles: str, link: str) -> None:
    assert substituent_facts(smiles).link == link


@pytest.mark.parametrize(
    ("smiles", "groups"),
    [
        ("c1ccc(C(F)(F)F)cc1", (("*C(F)(F)F", "para"),)),
        ("c1ccc(Cl)c(Cl)c1", (("*Cl", "meta"), ("*Cl", "para"))),
        ("c1ccccc1OC", (("*OC", "ortho"),)),
        ("c1ccc(S(=O)(=O)C)cc1", (("*S(C)(=O)=O", "para"),)),
        ("S(=O)(=O)c1ccccc1", ()),
    ],
)
def test_groups_on_the_ring_have_their_position(smiles: str, groups: tuple[tuple[str, str], ...]) -> None:
    ring = substituent_facts(smiles).ring
    assert ring is not None
    assert ring.groups == groups
    assert ring.whole


@pytest.mark.parametrize(
    ("smiles", "place"), [("c1ccccn1", "ortho"), ("c1cccnc1", "meta"), ("c1ccncc1", "para")]
)
def test_a_ring_nitrogen_has_its_position(smiles: str, place: str) -> None:
    ring = substituent_facts(smiles).ring
    assert ring is not None
    assert ring.nitrogens == (place,)


def test_counts_are_those_of_the_group_alone() -> None:
    facts = substituent_facts("c1ccc(S(=O)(=O)C)cc1")
    assert (facts.heavy_atoms, facts.acceptors, facts.donors, facts.sulfonyls) == (10, 2, 0, 1)
    assert substituent_facts("c1ccc(C(F)(F)F)cc1").halogens == 3
    assert substituent_facts("Nc1ccc(O)cc1").donors == 2


def test_a_partly_unsaturated_or_fused_ring_is_not_called_whole() -> None:
    cyclohexenyl = substituent_facts("C1=CCCCC1").ring
    assert cyclohexenyl is not None
    assert (cyclohexenyl.kind, cyclohexenyl.whole) == ("", False)
    assert substituent_facts("c1ccc2ccccc2c1").ring is None
    assert substituent_facts("CCC").ring is None


def test_positions_on_a_five_membered_ring_have_no_name() -> None:
    ring = substituent_facts("C1CCC(F)C1").ring
    assert ring is not None
    assert ring.groups == (("*F", ""),)
    assert not ring.whole


def test_an_unreadable_substituent_is_bad_data() -> None:
    with pytest.raises(DatasetError, match="c1ccc"):
        substituent_facts("c1ccc")
