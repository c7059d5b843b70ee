"""Derived cores: which drugs share one, bare sites included, whatever the order of the drugs."""

from __future__ import annotations

import random

from rdkit import Chem

from sitegen.benchmarks.rground.cores import CutLimits
from sitegen.benchmarks.rground.derived import DerivedCore, derive_cores, name_cores
from sitegen.benchmarks.rground.drugs import Drug
from sitegen.chem.similarity import core_with_hydrogens, murcko_scaffold
from sitegen.chem.substitution import prepare, substitute
from sitegen.records import Dropped
from tests.sitegen.benchmarks.rground.contexts import serial_map

LIMITS = CutLimits(core_min=8, core_max=40, substituent_max=15, share=0.5)
PHENOTHIAZINES = {
    "PROMAZINE": "CN(C)CCCN1c2ccccc2Sc2ccccc21",
    "CHLORPROMAZINE": "CN(C)CCCN1c2ccccc2Sc2ccc(Cl)cc21",
    "TRIFLUPROMAZINE": "CN(C)CCCN1c2ccccc2Sc2ccc(C(F)(F)F)cc21",
    "PROMETHAZINE": "CC(CN1c2ccccc2Sc2ccccc21)N(C)C",
}
OPIOIDS = {
    "MORPHINE": "CN1CC[C@]23c4c5ccc(O)c4O[C@H]2[C@@H](O)C=C[C@H]3[C@H]1C5",
    "CODEINE": "COc1ccc2c3c1O[C@H]1[C@@H](O)C=C[C@H]4[C@@H](C2)N(C)CC[C@@]341",
}


def drugs(named: dict[str, str]) -> tuple[Drug, ...]:
    return tuple(
        Drug(name=name, smiles=Chem.CanonSmiles(smiles), row=f"ROW-{name}", forms=())
        for name, smiles in named.items()
    )


def derive(named: dict[str, str]) -> tuple[dict[str, DerivedCore], tuple[Dropped, ...]]:
    held_by = drugs(named)
    derivation = derive_cores([drug.smiles for drug in held_by], LIMITS, serial_map())
    cores, dropped = name_cores(derivation, held_by)
    return {core.core: core for core in cores}, dropped


def holders(core: DerivedCore) -> dict[str, tuple[str, ...]]:
    return {member.name: tuple(member.substituents.values()) for member in core.members}


def test_drugs_share_a_core_with_their_own_substituents() -> None:
    cores, _ = derive(PHENOTHIAZINES)
    assert holders(cores["[1*]c1ccc2c(c1)N([2*])c1ccccc1S2"]) == {
        "CHLORPROMAZINE": ("Cl", "CCCN(C)C"),
        "PROMAZINE": ("[H]", "CCCN(C)C"),
        "PROMETHAZINE": ("[H]", "CC(C)N(C)C"),
        "TRIFLUPROMAZINE": ("C(F)(F)F", "CCCN(C)C"),
    }


def test_a_drug_that_is_the_core_with_hydrogen_at_all_sites_holds_it() -> None:
    cores, _ = derive(PHENOTHIAZINES)
    assert holders(cores["[1*]c1ccc2c(c1)N(CCCN(C)C)c1ccccc1S2"]) == {
        "CHLORPROMAZINE": ("Cl",),
        "PROMAZINE": ("[H]",),
        "TRIFLUPROMAZINE": ("C(F)(F)F",),
    }


def test_bare_sites_are_found_where_no_drug_holds_the_core_between() -> None:
    # The second drug has hydrogen at two of the three sites of the first one's core at once.
    cores, _ = derive({"ONE": "Fc1cnc2c(Cl)c(Br)ccc2c1", "TWO": "Fc1cnc2ccccc2c1"})
    three = next(core for core in cores.values() if len(core.labels) == 3)
    assert sorted(holders(three)["TWO"]) == ["F", "[H]", "[H]"]


def test_drugs_of_other_configuration_do_not_share_a_core() -> None:
    right = OPIOIDS["CODEINE"]
    left = right.translate(str.maketrans({"@": "~"})).replace("~~", "#").replace("~", "@@").replace("#", "@")
    cores, _ = derive({"CODEINE": right, "MIRRORED": left})
    chiral = [core for core in cores.values() if "@" in core.core]
    assert chiral
    assert all(len(core.members) == 1 for core in chiral)


def test_every_member_is_its_drug_when_its_substituents_are_put_in() -> None:
    named = PHENOTHIAZINES | OPIOIDS
    known = {drug.name: drug.smiles for drug in drugs(named)}
    cores, _ = derive(named)
    for core in cores.values():
        prepared = prepare(core.smiles, dict(core.labels))
        for member in core.members:
            assert substitute(prepared, member.substituents) == member.smiles == known[member.name]


def test_the_order_of_drugs_does_not_matter() -> None:
    named = list((PHENOTHIAZINES | OPIOIDS).items())
    expected = derive(dict(named))
    random.Random(3).shuffle(named)
    assert derive(dict(named)) == expected


def test_the_murcko_scaffold_is_that_of_the_core_with_hydrogen() -> None:
    cores, _ = derive(PHENOTHIAZINES | OPIOIDS)
    for core in cores.values():
        assert core.murcko == murcko_scaffold(core_with_hydrogens(core.smiles))


def test_a_drug_without_cores_is_dropped_with_its_reason() -> None:
    peptide = "C1CC1" + "".join(f"C(=O)NC{letter}" for letter in ["(C)C"] * 20)
    _, dropped = derive(
        {"CHAIN": "CCCCCCCCCC", "SMALL": "Cc1ccccc1", "BARE": "c1ccc2ccccc2c1", "LARGE": peptide}
    )
    assert {one.row.removeprefix("ROW-"): one.reason for one in dropped} == {
        "CHAIN": "no ring",
        "SMALL": "too small for a core of 8 heavy atoms",
        "BARE": "no substituent that can be cut off",
        "LARGE": "too large: no cut leaves a core of at most 40 heavy atoms",
    }
