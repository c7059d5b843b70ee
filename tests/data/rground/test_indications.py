"""The table of uses: every row is a drug of the source, every use is worded once and stands where drug
names, structures and PharmacotherapyDB say."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache

import pytest
from rdkit import Chem

from sitegen.benchmarks.rground.advanced.uses import Use, read_uses
from sitegen.benchmarks.rground.derived import derive_cores
from sitegen.benchmarks.rground.drugs import Drug
from sitegen.benchmarks.rground.settings import read_limits
from sitegen.parallel import OrderedMap
from tests.data.rground.agreement import TABLE, Agreement, measure, read_mapping, read_tsv
from tests.data.rground.source import DATA, ROOT, read_source, read_source_drugs
from tests.shared import SHARED_DATA, needs_shared

PARAMETERS = ROOT / "sitegen" / "benchmarks" / "rground" / "parameters.toml"

AGREES = "compiled, agrees with PharmacotherapyDB"
SOURCES = {AGREES, "compiled, commonly stated in US labelling"}
CALMING = {"anxiety", "insomnia", "epilepsy", "sedation or general anaesthesia"}
HORMONES = {
    "adrenal insufficiency",
    "acne",
    "asthma or chronic obstructive lung disease",
    "contraception",
    "Cushing's syndrome",
    "depression",
    "eczema and other skin inflammation",
    "enlarged prostate",
    "epilepsy",
    "eye inflammation",
    "heart failure",
    "menopausal symptoms",
    "prostate cancer",
    "testosterone deficiency",
}

# Stems of the names of drug substances, and the uses that a drug so named may have.
STEMS = {
    r"PRIL$|SARTAN$|^GUAN|AZOSIN$|THIAZIDE$": {"high blood pressure", "enlarged prostate"},
    r"OLOL$": {"high blood pressure", "glaucoma", "heart rhythm disorders"},
    r"DIPINE$": {"high blood pressure", "angina"},
    r"VASTATIN$": {"high cholesterol"},
    r"TRIPTAN$|GEPANT$": {"migraine"},
    r"SETRON$": {"nausea or motion sickness"},
    r"(?<!PI)PRAZOLE$|TIDINE$": {"stomach ulcers and acid reflux"},
    r"GLIPTIN$|GLIFLOZIN$|GLITAZONE$|^GLI.*IDE$|^GLYB": {"type 2 diabetes"},
    r"OXACIN$|CILLIN|^CEF|^CEPH|CYCLINE$": {"bacterial infections", "acne"},
    r"^SULFA(?!SALAZINE|DOXINE)": {"bacterial infections"},
    r"(?<!LEVOKETO)CONAZOLE$": {"fungal infections"},
    r"QUINE$": {"malaria"},
    r"VUDINE$|TEGRAVIR$|VIRINE$": {"HIV infection", "viral hepatitis"},
    r"AMIVIR$": {"influenza"},
    r"PREVIR$|BUVIR$": {"viral hepatitis"},
    r"PROFEN$|FENAC$|COXIB$|PROXEN$": {"arthritis"},
    r"CAINE$|CAINAMIDE$": {"local anaesthesia", "heart rhythm disorders"},
    r"AZEPAM$|AZOLAM$": CALMING,
    r"BARBITAL$": CALMING,
    r"(?<!C)ITINIB$|ATINIB$|OTINIB$|AFENIB$": {
        "lung cancer",
        "kidney or bladder cancer",
        "blood cancer",
        "cancer of the digestive system",
    },
    r"CICLIB$|TROZOLE$": {"breast cancer"},
    r"LUTAMIDE$": {"prostate cancer"},
    r"GABINE$|RABINE$|URIDINE$|URACIL$": {
        "blood cancer",
        "cancer of the digestive system",
        "herpesvirus infections",
    },
    r"SALAZINE$|SALAZIDE$|SALAMINE$": {"ulcerative colitis"},
    r"STEROLONE$|STERONE": {"testosterone deficiency", "adrenal insufficiency", "acne"},
    r"ESTRADIOL": {"menopausal symptoms"},
    r"GEST(?!ERONE)": {"contraception"},
    r"PERIDONE$|TIAPINE$|OZAPINE$|PROMAZINE$|RIDAZINE$": {
        "schizophrenia",
        "sedation or general anaesthesia",
    },
}
# The four rings of a steroid, with any bonds.
STEROID = "C~1~C~C~C~2~C(~C1)~C~C~C~1~C~2~C~C~C~2~C~C~C~C~1~2".replace("C", "[#6]")
# Structures whose drugs may have these uses only.
STRUCTURES = {
    "O=C1CC2N1CCS2": {"bacterial infections"},  # penams
    "O=C1C(N)C2N1C=CCS2": {"bacterial infections"},  # cephems
    "O=C1NC(=O)CC(=O)N1": CALMING,  # barbiturates
    "c1ccc2c(c1)C(c1ccccc1)=NCC~N2": CALMING,  # 1,4-benzodiazepines
    "O=c1c(C(=O)O)cn([#6])c2ncccc12": {"bacterial infections"},  # naphthyridones
    "O=c1c(C(=O)O)cn([#6])c2ccccc12": {"bacterial infections"},  # quinolones
    "[NH2]c1ccc(S(=O)(=O)N)cc1": {"bacterial infections", "malaria"},  # sulfanilamides
    "NC(=O)NS(=O)(=O)c1ccccc1": {"type 2 diabetes"},  # sulfonylureas
    "c1ccc2c(c1)Nc1ccccc1S2": {
        "schizophrenia",
        "allergy",
        "nausea or motion sickness",
        "Parkinson's disease",
        "sedation or general anaesthesia",
        "heart rhythm disorders",
    },  # phenothiazines
    STEROID: HORMONES,
}
# Drugs on one core with different uses: what the questions are about.
CONTRASTS = {
    "promethazine": "allergy",
    "chlorpromazine": "schizophrenia",
    "ethopropazine": "Parkinson's disease",
    "procaine": "local anaesthesia",
    "procainamide": "heart rhythm disorders",
    "hydroxyzine": "anxiety",
    "cetirizine": "allergy",
    "meclizine": "nausea or motion sickness",
    "tolbutamide": "type 2 diabetes",
    "sulfadiazine": "bacterial infections",
    "acetazolamide": "glaucoma",
    "thiopental": "sedation or general anaesthesia",
    "metharbital": "epilepsy",
    "secobarbital": "insomnia",
    "timolol": "glaucoma",
    "atenolol": "high blood pressure",
    "mesalamine": "ulcerative colitis",
    "aminosalicylic acid": "tuberculosis or leprosy",
    "oxymorphone": "pain",
    "naloxone": "opioid overdose or dependence",
    "riociguat": "pulmonary hypertension",
    "vericiguat": "heart failure",
    "amantadine": "influenza",
    "memantine": "Alzheimer's disease",
    "levodopa": "Parkinson's disease",
    "methyldopa": "high blood pressure",
    "dopamine": "low blood pressure",
    "theophylline": "asthma or chronic obstructive lung disease",
    "pentoxifylline": "leg pain from poor circulation",
    "zalcitabine": "HIV infection",
    "cytarabine": "blood cancer",
    "acyclovir": "herpesvirus infections",
    "brexanolone": "depression",
    "ganaxolone": "epilepsy",
    "isosorbide": "glaucoma",
    "isosorbide dinitrate": "angina",
}


@cache
def uses() -> tuple[Use, ...]:
    return read_uses(DATA / "indications.tsv")


@cache
def drugs() -> dict[str, Drug]:
    return {drug.row: drug for drug in read_source_drugs()}


def test_there_are_two_hundred_drugs_at_least_and_each_stands_once() -> None:
    assert len(uses()) >= 200
    assert len({use.row for use in uses()}) == len({use.name for use in uses()}) == len(uses())


def test_every_row_is_a_drug_of_the_source_with_its_name_and_year() -> None:
    wrong = [
        use
        for use in uses()
        if use.row not in drugs()
        or use.name != drugs()[use.row].name.lower()
        or str(use.year) != read_source()[use.row][2]
    ]
    assert not wrong


def test_no_year_is_later_than_that_of_another_form_of_the_drug() -> None:
    years = {row: int(year) for row, (_, _, year) in read_source().items() if year}
    wrong = [
        use.name
        for use in uses()
        if use.year > min(years[form.row] for form in drugs()[use.row].forms if form.row in years)
    ]
    assert not wrong


def test_a_use_is_worded_once_in_one_group_and_shared_by_two_drugs_at_least() -> None:
    counted = Counter(use.use for use in uses())
    assert not [use for use, count in counted.items() if count < 2]
    plain = Counter(re.sub(r"[^a-z]", "", use.lower()) for use in counted)
    assert max(plain.values()) == 1
    assert len({(use.use, use.group) for use in uses()}) == len(counted)
    assert len({use.group for use in uses()}) <= 12
    assert all(use == " ".join(use.split()) for use in counted)


def test_rows_stand_by_group_then_use_then_name() -> None:
    groups = list(dict.fromkeys(use.group for use in uses()))
    keys = [(groups.index(use.group), use.use.lower(), use.name) for use in uses()]
    assert keys == sorted(keys)
    assert {use.source for use in uses()} == SOURCES
    assert all(list(use.also) == sorted(set(use.also)) for use in uses())


def test_stems_of_names_fit_the_uses() -> None:
    wrong = [
        (use.name, use.use)
        for use in uses()
        for stem, allowed in STEMS.items()
        if re.search(stem, use.name.upper()) and use.use not in allowed
    ]
    assert not wrong
    unused = [stem for stem in STEMS if not any(re.search(stem, use.name.upper()) for use in uses())]
    assert not unused


def test_families_of_structures_fit_the_uses() -> None:
    mols = [(use, Chem.MolFromSmiles(drugs()[use.row].smiles)) for use in uses()]
    for smarts, allowed in STRUCTURES.items():
        pattern = Chem.MolFromSmarts(smarts)
        held = [use for use, mol in mols if mol.HasSubstructMatch(pattern)]
        assert held, smarts
        assert not [(use.name, use.use) for use in held if use.use not in allowed], smarts


def test_families_with_a_common_core_have_the_uses_they_are_known_for() -> None:
    said = {use.name: use.use for use in uses()}
    assert {name: said.get(name) for name in CONTRASTS} == CONTRASTS


def test_no_drug_stands_against_its_active_form_its_mirror_image_or_its_racemate() -> None:
    said = {use.name: use for use in uses()}
    pairs = [(said["leflunomide"], said["teriflunomide"]), (said["quinidine"], said["quinine"])]
    by_smiles = {drugs()[use.row].smiles: use for use in uses()}
    for smiles, use in by_smiles.items():
        twins = {_mirror(smiles), Chem.MolToSmiles(Chem.MolFromSmiles(smiles), isomericSmiles=False)}
        pairs += [(use, by_smiles[twin]) for twin in sorted(twins & by_smiles.keys() - {smiles})]
    assert len(pairs) > 2
    assert not [(a.name, b.name) for a, b in pairs if not (a.serves(b.use) and b.serves(a.use))]


def _mirror(smiles: str) -> str:
    mol = Chem.MolFromSmiles(smiles)
    for atom in mol.GetAtoms():
        atom.InvertChirality()
    return str(Chem.MolToSmiles(mol))


def test_every_drug_has_a_core_and_many_share_one_with_a_drug_of_another_use() -> None:
    by_row = {use.row: use for use in uses()}
    chosen = [drug for drug in read_source_drugs() if drug.row in by_row]
    limits = read_limits(tomllib.loads(PARAMETERS.read_text(encoding="utf-8")))
    derivation = derive_cores([drug.smiles for drug in chosen], limits, OrderedMap(executor=None, workers=1))
    held = {index for one in derivation.held for index in one}
    assert [drug.name for index, drug in enumerate(chosen) if index not in held] == []
    contrasts = {
        (index, place, number)
        for number, one in enumerate(derivation.held)
        for index, groups in one.items()
        for other, theirs in one.items()
        for place, (group, their) in enumerate(zip(groups, theirs, strict=True))
        if group != their and not by_row[chosen[other].row].serves(by_row[chosen[index].row].use)
    }
    assert len(contrasts) >= 900
    assert len({index for index, _, _ in contrasts}) >= 150


@pytest.fixture(scope="module")
def agreement() -> Agreement:
    pairs = read_tsv(SHARED_DATA / "pharmacotherapydb" / TABLE)
    return measure(uses(), read_source_drugs(), pairs, read_mapping())


@needs_shared
def test_no_use_disagrees_with_pharmacotherapydb(agreement: Agreement) -> None:
    assert agreement.disagree == []
    assert len(agreement.compared) >= 150


@needs_shared
def test_every_disease_that_a_drug_modifies_is_among_its_uses(agreement: Agreement) -> None:
    assert agreement.unsaid == []


@needs_shared
def test_the_source_says_which_uses_were_confirmed(agreement: Agreement) -> None:
    assert {use.name for use in uses() if use.source == AGREES} == set(agreement.agree)


def test_the_mapping_to_diseases_names_uses_of_the_table_only() -> None:
    assert read_mapping().keys() <= {use.use for use in uses()}


def test_disagreements_are_found() -> None:
    (drug, other) = read_source_drugs()[:2]
    use = Use(name="a", row=drug.row, use="gout", group="g", year=2000, source="s")
    pair = {"molecule_chembl_id": drug.forms[0].row, "disease": "gout", "category": "DM"}
    mapping = {"gout": {"gout"}, "migraine": {"migraine"}}

    def result(*pairs: dict[str, str]) -> Agreement:
        return measure([use], [drug, other], pairs, mapping)

    assert result(pair).agree == ["a"] and not result(pair).disagree
    assert result({**pair, "category": "NOT"}).disagree == [("a", "gout", "not gout")]
    elsewhere = {**pair, "disease": "migraine"}
    assert result(elsewhere).disagree == [("a", "gout", "migraine")]
    assert result(pair, elsewhere).unsaid == [("a", "migraine", "migraine")]
    assert result(pair, {**elsewhere, "category": "SYM"}).symptomatic == [("a", "migraine", "migraine")]
    assert result({**pair, "molecule_chembl_id": other.row}).known == []
