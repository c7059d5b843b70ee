from __future__ import annotations

import pytest
from rdkit import Chem

from evaluator import Score, evaluate
from tests.evaluator.building import chemistry, item, predictions
from tests.evaluator.chemistry.structures import SMILES

CORE = "*c1ccc(C(=O)O)cc1"
GOLD = "O=C(O)c1ccc(-c2ccccc2)cc1"


def scored(reply: object, gold: str = GOLD, scaffold: str | None = CORE) -> Score:
    extra = {"scaffold": scaffold} if scaffold else {}
    return evaluate([item("smiles", gold, extra=extra)], predictions({"q1": reply}), chemistry()).scores[0]


@pytest.mark.parametrize(
    ("reply", "kind", "outcome"),
    [
        ("OC(=O)c1ccc(cc1)c1ccccc1", "right", "correct"),
        ("OC(=O)c1ccc(cc1)C1CC1", "wrong substituent", "incorrect"),
        ("OC(=O)c1cccc(c1)c1ccccc1", "wrong site", "incorrect"),
        ("OC(=O)c1ccccc1", "wrong site", "incorrect"),
        ("OC(=O)c1ccc(cn1)c1ccccc1", "scaffold changed", "incorrect"),
        ("*c1ccc(C(=O)O)cc1", "R left in", "incorrect"),
        ("[R1]c1ccc(C(=O)O)cc1", "R left in", "unparsed"),
        ("OC(=O)c1ccc(cc1)(C)c1ccccc1", "invalid valence", "unparsed"),
        ("OC(=O)c1ccc(R)cc1", "R left in", "unparsed"),
        ("*c1ccc(C(=O)O)cc1<sep><a>0:R[1]</a>", "R left in", "unparsed"),
        ("OC(=O)c1ccc(cc1", "unparsed", "unparsed"),
        ("(R)-carvone", "unparsed", "unparsed"),
        ("biphenylcarboxylic acid", "unparsed", "unparsed"),
        ("I cannot draw it.", "refused", "refused"),
        (None, "missing", "missing"),
    ],
)
def test_mistakes_are_told_apart(reply: object, kind: str, outcome: str) -> None:
    score = scored(reply)
    assert (score.kind, score.outcome) == (kind, outcome)
    assert score.trace[-1] == f"kind: {kind}"


# A quinazolinone with phenyl on the first site and cyclopropyl on the second.
TWO_SITES = "*c1nc2cc(*)ccc2c(=O)[nH]1"
RIGHT_SITES = "c1ccccc1-c1nc2cc(C3CC3)ccc2c(=O)[nH]1"


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (RIGHT_SITES, "right"),
        ("C1CC1c1nc2cc(-c3ccccc3)ccc2c(=O)[nH]1", "wrong site"),  # exchanged
        ("c1ccccc1-c1nc2c(C3CC3)cccc2c(=O)[nH]1", "wrong site"),  # one moved
        ("c1ccccc1-c1nc2ccccc2c(=O)[nH]1", "wrong site"),  # one left bare
        ("c1ccccc1-c1nc2cc(-c3ccccc3)ccc2c(=O)[nH]1", "wrong substituent"),
        ("C1CC1c1nc2cc(-c3ccccn3)ccc2c(=O)[nH]1", "wrong substituent"),
        ("C1CC1c1nc2cc(C3CCCCC3)ccc2c(=O)[nH]1", "wrong substituent"),
        ("c1ccccc1-c1nc2cc(C3CC3)ccc2c(=O)o1", "scaffold changed"),
    ],
)
def test_right_groups_on_wrong_sites_are_a_wrong_site_and_other_groups_wrong_substituents(
    reply: str, kind: str
) -> None:
    score = scored(reply, RIGHT_SITES, TWO_SITES)
    assert score.kind == kind
    if kind != "right":
        assert score.metrics["exact_match"] == 0.0


def test_groups_are_compared_and_not_their_atoms_in_all() -> None:
    assert scored("Cc1ccc(CC)cc1O", "CCc1ccc(C)cc1O", "*c1ccc(*)cc1O").kind == "wrong site"
    assert scored("COc1ccc(N)cc1", "CNc1ccc(O)cc1", "*c1ccc(*)cc1").kind == "wrong substituent"


def test_lost_stereo_is_a_kind_of_its_own() -> None:
    gold, core = "C[C@H](N)c1ccccc1", "*[C@@H](C)N"
    for reply in ("CC(N)c1ccccc1", "C[C@@H](N)c1ccccc1"):
        score = scored(reply, gold, core)
        assert score.kind == "stereo lost"
        assert score.metrics["exact_match"] == 0.0
        assert score.metrics["exact_match.no_stereo"] == 1.0
        assert score.metrics["scaffold.strict"] == 1.0


def test_without_a_core_there_are_no_scaffold_metrics() -> None:
    score = scored("CCO", scaffold=None)
    assert score.kind == "other structure"
    assert not any(name.startswith("scaffold") for name in score.metrics)


def test_the_common_substructure_may_lack_a_fifth_of_the_core() -> None:
    # nine core atoms: eight in common suffice, seven do not
    assert scored("OCc1ccc(cc1)c1ccccc1").metrics["scaffold.mcs"] == 1.0
    assert scored("Cc1ccc(cc1)c1ccccc1").metrics["scaffold.mcs"] == 0.0
    assert scored("OC(=O)c1ccccc1").metrics["scaffold.mcs"] == 1.0
    assert scored("OC(=O)c1ccccc1").metrics["scaffold.strict"] == 0.0


def test_an_invalid_answer_is_nought_over_all_and_not_counted_over_valid_ones() -> None:
    metrics = scored("C1CC").metrics
    assert metrics["tanimoto.valid"] is None
    assert {value for name, value in metrics.items() if name != "tanimoto.valid"} == {0.0}


def test_an_invalid_and_a_valid_answer_have_the_same_metrics() -> None:
    assert set(scored("C1CC").metrics) == set(scored("CCO").metrics)
    assert set(scored("C1CC", scaffold=None).metrics) == set(scored("CCO", scaffold=None).metrics)


@pytest.mark.parametrize(
    ("reply", "gold"),
    [("Oc1ccccn1", "O=c1cccc[nH]1"), ("CC(=O)O[Na]", "CC(=O)[O-].[Na+]"), ("[NH4+].[Cl-]", "N.Cl")],
)
def test_the_relaxed_key_forgives_tautomers_and_charges(reply: str, gold: str) -> None:
    score = scored(reply, gold, None)
    assert score.outcome == "incorrect"
    assert score.metrics["exact_match.inchikey"] == 1.0


def test_the_relaxed_key_forgives_nothing_where_there_is_none() -> None:
    assert scored("*CCC", "*CCO", None).metrics["exact_match.inchikey"] == 0.0
    assert scored("C*", "*C", None).metrics["exact_match.inchikey"] == 1.0


def test_the_extracted_answer_is_the_canonical_one_without_map_numbers() -> None:
    assert scored("[CH3:1][OH:2]", "OC", None).extracted == "CO"


@pytest.mark.parametrize("smiles", SMILES)
def test_an_oracle_that_writes_the_gold_in_another_way_is_right_on_every_metric(smiles: str) -> None:
    mol = Chem.MolFromSmiles(smiles)
    for reply in {Chem.MolToSmiles(mol, doRandom=True) for _ in range(5)} | {smiles}:
        score = scored(reply, smiles, None)
        assert set(score.metrics.values()) == {1.0}, (reply, smiles)


@pytest.mark.parametrize(
    "smiles", [smiles for smiles in SMILES if "*" not in smiles and "[2H]" not in smiles]
)
def test_an_oracle_holds_every_core_that_its_molecule_was_cut_from(smiles: str) -> None:
    mol = Chem.MolFromSmiles(smiles)
    single = [
        bond.GetIdx()
        for bond in mol.GetBonds()
        if bond.GetBondType() == Chem.BondType.SINGLE and not bond.IsInRing()
    ]
    for bond in single:
        pieces = Chem.FragmentOnBonds(mol, [bond], dummyLabels=[(0, 0)])
        for core in Chem.MolToSmiles(pieces).split("."):
            if "*" in core and core.count("*") < Chem.MolFromSmiles(core).GetNumAtoms():
                metrics = scored(smiles, smiles, core).metrics
                assert metrics["scaffold.strict"] == metrics["scaffold.mcs"] == 1.0, core


def test_the_trace_shows_the_structure_as_written_and_as_compared() -> None:
    assert scored("SMILES: OCC", "CCO", None).trace == (
        "raw: SMILES: OCC",
        "extracted: OCC (rule: mark)",
        "normalised: CCO",
        "compared with CCO: equal",
        "kind: right",
    )
