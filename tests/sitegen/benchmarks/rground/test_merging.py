"""Curated and derived cores become one where they are the same, under the curated labels."""

from __future__ import annotations

from sitegen.benchmarks.rground.candidates import Candidate
from sitegen.benchmarks.rground.derived import DerivedCore
from sitegen.benchmarks.rground.merging import merge_curated, number_labels
from sitegen.benchmarks.rground.records import Member

CORE = "[1*]c1ccc2c(c1)N([2*])c1ccccc1S2"


def member(name: str, **substituents: str) -> Member:
    labels = {f"R[{label.removeprefix('r')}]": smiles for label, smiles in substituents.items()}
    return Member(name=name, smiles=name, substituents=labels, row=name)


def derived(core: str, *members: Member) -> DerivedCore:
    return DerivedCore(core=core, smiles="", labels=(), murcko="", members=members)


def curated(smiles: str, labels: dict[int, str], *members: Member) -> Candidate:
    return Candidate(
        smiles=smiles,
        labels=tuple(labels.items()),
        origin="curated",
        source={},
        name="phenothiazines",
        family="phenothiazines",
        members=members,
    )


def test_members_of_the_same_derived_core_join_under_the_curated_labels() -> None:
    own = curated("c1ccc2c(c1)Sc1ccc(*)cc1N2*", {11: "R[10]", 15: "R[2]"}, member("A", r10="Cl", r2="C"))
    (merged,), others = merge_curated(
        [own], [derived(CORE, member("A", r1="Cl", r2="C"), member("B", r1="OC", r2="CC"))]
    )
    assert others == ()
    assert merged.family == "phenothiazines"
    assert merged.members == (member("A", r10="Cl", r2="C"), member("B", r10="OC", r2="CC"))


def test_a_derived_core_that_is_no_curated_one_stays() -> None:
    other = derived("[1*]c1ccc2ncccc2c1", member("Q", r1="C"))
    own = curated("c1ccc2c(c1)Sc1ccc(*)cc1N2*", {11: "R[1]", 15: "R[2]"}, member("A", r1="Cl", r2="C"))
    merged, others = merge_curated([own], [other])
    assert (merged, others) == ((own,), (other,))


def test_a_member_with_two_substituents_at_one_label_does_not_fit() -> None:
    own = curated("*c1ccc(*)c2ccccc12", {0: "R[1]", 5: "R[1]"}, member("A", r1="C"))
    core, _ = number_labels(own)
    (merged,), _ = merge_curated(
        [own], [derived(core, member("B", r1="F", r2="F"), member("D", r1="F", r2="Cl"))]
    )
    assert [one.name for one in merged.members] == ["A", "B"]


def test_a_core_whose_two_sites_alone_make_a_stereocentre_is_recognised() -> None:
    one = curated("*[C@@]1(*)CCCN1C(C)=O", {0: "R[1]", 2: "R[2]"})
    same = curated("*[C@]1(*)CCCN1C(C)=O", {0: "R[2]", 2: "R[1]"})
    mirror = curated("*[C@]1(*)CCCN1C(C)=O", {0: "R[1]", 2: "R[2]"})
    core, labels = number_labels(one)
    assert number_labels(same) == (core, labels)
    # The mirror image is the same core with its two sites the other way round.
    assert number_labels(mirror) == (core, {"R[1]": labels["R[2]"], "R[2]": labels["R[1]"]})
