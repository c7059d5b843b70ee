"""Edits: drawn for each scaffold alone, sound products only, every site filled."""

from __future__ import annotations

import pytest
from rdkit import Chem
from rdkit.Chem import rdFingerprintGenerator

from sitegen.benchmarks.rground.edits import prepare_scaffold, product, products, sample_edits
from sitegen.benchmarks.rground.pool import choices, read_pool
from sitegen.benchmarks.rground.records import Edit, Scaffold, Substituent
from sitegen.benchmarks.rground.scaffold_record import make_scaffold
from tests.sitegen.benchmarks.rground.contexts import DATA
from tests.sitegen.benchmarks.rground.recutting import gives_core_back

POOL = read_pool(DATA / "substituents.tsv")
BY_NAME = {one.name: one for one in POOL}
CORES = {
    "phenothiazine": ("*c1ccc2c(c1)N(*)c1ccccc1S2", {0: "R[1]", 8: "R[2]"}),
    "penicillin": ("*C(=O)N[C@@H]1C(=O)N2[C@@H]1SC(C)(C)[C@@H]2C(*)=O", {0: "R[1]", 15: "R[2]"}),
    "one centre, two sites": ("*[C@@]1(*)CCCN1C(C)=O", {0: "R[1]", 2: "R[2]"}),
    "one label, two sites": ("*c1ccc(*)c2ccccc12", {0: "R[1]", 5: "R[1]"}),
    "double bond": ("*/C=C/c1ccc(*)cc1", {0: "R[1]", 7: "R[2]"}),
    "amide": ("*NC(=O)c1ccncc1", {0: "R[1]"}),
}


def scaffold(name: str) -> Scaffold:
    smiles, labels = CORES[name]
    return make_scaffold(smiles, labels, origin="input", source={})


def edits_of(one: Scaffold, most: int = 4, seed: int = 42) -> tuple[Edit, ...]:
    return sample_edits(one, prepare_scaffold(one), choices(one, POOL), most=most, seed=seed)


@pytest.mark.parametrize("name", CORES)
def test_cutting_the_substituents_off_again_gives_the_core(name: str) -> None:
    one = scaffold(name)
    edits = edits_of(one, most=20)
    assert len(edits) >= 10
    for edit in edits:
        smiles = {label: BY_NAME[used].smiles for label, used in edit.substituents.items()}
        labels = {site.atom: site.label for site in one.sites}
        assert gives_core_back(one.smiles, labels, edit.product, smiles), edit


@pytest.mark.parametrize("name", CORES)
def test_products_are_canonical_distinct_and_without_a_star(name: str) -> None:
    made = [edit.product for edit in edits_of(scaffold(name))]
    assert len(set(made)) == len(made) == 4
    for smiles in made:
        assert "*" not in smiles
        assert Chem.CanonSmiles(smiles) == smiles


def test_the_check_by_cutting_notices_a_wrong_substituent_site_or_configuration() -> None:
    core, labels = CORES["penicillin"]
    good = {"R[1]": "Cc1ccccc1", "R[2]": "c1ccccn1"}
    made = product(prepare_scaffold(scaffold("penicillin")), good)
    assert made is not None
    assert gives_core_back(core, labels, made, good)
    assert not gives_core_back(core, labels, made, {**good, "R[2]": "c1cccnc1"})
    assert not gives_core_back(core, labels, made, {"R[1]": good["R[2]"], "R[2]": good["R[1]"]})
    inverted = made.replace("@@", "~").replace("@", "@@").replace("~", "@")
    assert not gives_core_back(core, labels, inverted, good)


def test_a_scaffold_keeps_its_edits_whatever_else_is_built() -> None:
    one = scaffold("phenothiazine")
    assert edits_of(one) == edits_of(one)
    assert edits_of(one, most=8)[:4] == edits_of(one)
    assert [edit.id for edit in edits_of(one)] == [f"{one.id}.e{number}" for number in (1, 2, 3, 4)]


def test_another_seed_draws_other_edits() -> None:
    one = scaffold("phenothiazine")
    assert {edit.product for edit in edits_of(one, seed=1)} != {
        edit.product for edit in edits_of(one, seed=2)
    }


def test_edits_respect_what_a_site_takes() -> None:
    one = scaffold("amide")
    taken = {label: {used.name for used in found} for label, found in choices(one, POOL).items()}
    for edit in edits_of(one, most=20):
        assert edit.substituents["R[1]"] in taken["R[1]"]


def test_the_similarity_is_ecfp4_tanimoto_to_the_core_with_hydrogen() -> None:
    generator = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048)
    core = generator.GetFingerprint(Chem.MolFromSmiles("c1ccc2c(c1)Nc1ccccc1S2"))
    for edit in edits_of(scaffold("phenothiazine")):
        found = generator.GetFingerprint(Chem.MolFromSmiles(edit.product))
        both = len(set(core.GetOnBits()) & set(found.GetOnBits()))
        either = len(set(core.GetOnBits()) | set(found.GetOnBits()))
        assert edit.similarity == round(both / either, 6)


def test_products_are_given_in_order_and_none_where_refused() -> None:
    one = scaffold("one centre, two sites")
    carbonyl = Substituent(name="oxo", smiles="=O", group="", allowed=frozenset())
    phenyl, pyridyl = BY_NAME["phenyl"], BY_NAME["2-pyridyl"]
    made = products(
        one,
        [
            {"R[1]": phenyl, "R[2]": pyridyl},
            {"R[1]": carbonyl, "R[2]": pyridyl},
            {"R[1]": phenyl},
            {"R[1]": phenyl, "R[2]": phenyl},
            {"R[1]": pyridyl, "R[2]": phenyl},
        ],
    )
    # The fourth puts the same group twice on a stereocentre, which is none any more.
    assert [smiles is not None for smiles in made] == [True, False, False, False, True]
    assert made[0] != made[4]


def test_a_label_that_takes_nothing_gives_no_edit() -> None:
    one = scaffold("amide")
    assert sample_edits(one, prepare_scaffold(one), {"R[1]": ()}, most=4, seed=42) == ()
