"""The Advanced level: answers worked out anew, options, letters, shares, cues, and what leaks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from rdkit import Chem
from rdkit.Chem import Crippen, Descriptors, Lipinski, rdMolDescriptors

import sitegen.benchmarks.rground as rground
from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.advanced.physchem import AHEAD, CLEAR
from sitegen.benchmarks.rground.advanced.uses import read_uses
from sitegen.benchmarks.rground.load import Loaded
from sitegen.chem.substitution import prepare, substitute
from sitegen.records import Build
from sitegen.release.prompts import prompt_records
from sitegen.release.tables import json_line
from tests.sitegen.benchmarks.rground.advanced.conftest import LIMIT
from tests.sitegen.benchmarks.rground.contexts import DATA, FOLDER

Advanced = dict[str, dict[str, Item]]

ANEW: dict[str, Callable[[Chem.Mol], float]] = {
    "mw": lambda mol: sum(
        Chem.GetPeriodicTable().GetAtomicWeight(atom.GetAtomicNum()) for atom in Chem.AddHs(mol).GetAtoms()
    ),
    "logp": Crippen.MolLogP,
    "tpsa": Descriptors.TPSA,
    "hbd": Lipinski.NumHDonors,
    "hba": Lipinski.NumHAcceptors,
    "rotatable": Lipinski.NumRotatableBonds,
}
LOOSE: dict[str, Callable[[Chem.Mol], float]] = {
    "hbd": Lipinski.NHOHCount,
    "hba": Lipinski.NOCount,
    "rotatable": lambda mol: rdMolDescriptors.CalcNumRotatableBonds(
        mol, rdMolDescriptors.NumRotatableBondsOptions.NonStrict
    ),
}
"""RDKit's other definitions, by which an answer must be right as well."""


def about(asked: list[Item], name: str) -> list[Item]:
    return [item for item in asked if item.facets["property"] == name]


def option_mols(item: Item) -> dict[str, Chem.Mol]:
    return {option.label: Chem.MolFromSmiles(option.smiles) for option in item.options}


def test_the_physchem_answer_leads_by_values_worked_out_anew(asked: list[Item]) -> None:
    for item in about(asked, "physchem"):
        name = item.extra["asks"]
        values = {letter: ANEW[name](mol) for letter, mol in option_mols(item).items()}
        for letter, value in values.items():
            assert value == pytest.approx(item.extra["option_values"][letter], abs=0.02)
        right = values.pop(item.answer)
        by = (AHEAD if item.facets["difficulty"] == "easy" else CLEAR)[name]
        assert right - max(values.values()) >= by - 0.02


def test_donors_acceptors_and_rotatable_bonds_lead_by_the_other_definition_too(asked: list[Item]) -> None:
    checked = [item for item in about(asked, "physchem") if item.extra["asks"] in LOOSE]
    assert checked
    for item in checked:
        counts = {letter: LOOSE[item.extra["asks"]](mol) for letter, mol in option_mols(item).items()}
        right = counts.pop(item.answer)
        assert right > max(counts.values())


def test_molecular_weight_is_asked_of_molecules_of_one_size(asked: list[Item]) -> None:
    found = [item for item in about(asked, "physchem") if item.extra["asks"] == "mw"]
    assert found
    for item in found:
        sizes = {letter: mol.GetNumHeavyAtoms() for letter, mol in option_mols(item).items()}
        assert all(abs(size - sizes[item.answer]) <= 1 for size in sizes.values())


def test_the_indication_answer_is_the_drug_of_the_table_and_no_other_option_serves(
    asked: list[Item], drugs_loaded: Loaded
) -> None:
    uses = {use.row: use for use in read_uses(DATA / "indications.tsv")}
    flat = {
        Chem.MolToSmiles(Chem.MolFromSmiles(smiles), isomericSmiles=False): uses.get(row)
        for row, smiles in drugs_loaded.drugs.items()
    }
    for item in about(asked, "indication"):
        use = uses[item.source["row"]]
        assert (item.extra["use"], item.extra["year"]) == (use.use, use.year)
        assert drugs_loaded.drugs[use.row] == item.extra["product"]
        for option in item.options:
            if option.label == item.answer:
                assert option.smiles == item.extra["product"]
                continue
            plain = Chem.MolToSmiles(Chem.MolFromSmiles(option.smiles), isomericSmiles=False)
            other = flat.get(plain)
            assert plain not in flat or (other is not None and not other.serves(use.use))


def test_no_indication_option_is_ruled_out_by_size_or_charge(asked: list[Item]) -> None:
    for item in about(asked, "indication"):
        mols = option_mols(item)
        right = mols[item.answer]
        for mol in mols.values():
            assert abs(mol.GetNumHeavyAtoms() - right.GetNumHeavyAtoms()) <= 3
            assert Chem.GetFormalCharge(mol) == Chem.GetFormalCharge(right)


def test_every_option_is_the_core_with_its_groups_and_all_four_differ(asked: list[Item]) -> None:
    for item in asked:
        core = prepare(item.extra["scaffold"], {atom: label for atom, label in item.extra["sites"]})
        for option in item.options:
            groups = item.extra["option_substituents"][option.label]
            assert substitute(core, groups) == option.smiles
        assert len({option.smiles for option in item.options}) == 4
        assert item.extra["correct"] == item.extra["option_substituents"][item.answer]


def test_properties_have_their_shares_and_no_question_comes_twice(
    asked: list[Item], drugs_built: Build
) -> None:
    counted = Counter((item.facets["difficulty"], item.facets["property"]) for item in asked)
    assert counted == {
        (difficulty, name): LIMIT // 2
        for difficulty in ("easy", "medium", "hard")
        for name in ("physchem", "indication")
    }
    assert not [reason for reason in drugs_built.shortfalls if reason.startswith("Advanced")]
    keys = Counter(
        (item.facets["difficulty"], item.extra["scaffold_id"], item.extra["asks"], item.extra["product"])
        for item in asked
    )
    assert max(keys.values()) == 1


def test_letters_are_even_in_a_split_and_nearly_so_in_a_property(asked: list[Item]) -> None:
    for difficulty in ("easy", "medium", "hard"):
        own = [item for item in asked if item.facets["difficulty"] == difficulty]
        letters = Counter(item.answer for item in own)
        assert max(letters.values()) - min(letters.values()) <= 1
        for name in ("physchem", "indication"):
            part = Counter(item.answer for item in about(own, name))
            assert max(part.values()) - min(part.values()) <= 2


def test_no_blind_solver_gains_on_hard(drugs_built: Build, drug_context: BuildContext) -> None:
    items = [item for item in drugs_built.items if item.facets["level"] == "advanced"]
    metrics = rground.audit(items, drug_context.data, drug_context.map)
    hard = [metric for metric in metrics if metric.facets.get("difficulty") == "hard"]
    assert {metric.facets.get("property") for metric in hard} >= {None, "physchem", "indication"}
    for metric in hard:
        assert metric.value is not None and metric.value <= 0.35, metric


def test_modes_share_options_answer_and_facts(advanced: Advanced) -> None:
    for question, modes in advanced.items():
        assert set(modes) == {"i2i", "i2s", "s2i", "s2s"}
        first = modes["s2s"]
        for mode, item in modes.items():
            assert item.id == f"{question}.{mode}"
            assert (item.answer, item.extra) == (first.answer, first.extra)
            assert [option.smiles for option in item.options] == [option.smiles for option in first.options]
            assert bool(item.images) == mode.startswith("i")
            assert all((option.image is not None) == mode.endswith("2i") for option in item.options)


def test_a_prompt_tells_neither_value_nor_name_nor_answer(advanced: Advanced) -> None:
    items = [item for modes in advanced.values() for item in modes.values()]
    prompts = {
        str(row["id"]): str(row["prompt"]) for row in prompt_records(items, FOLDER / "prompts", (), "canary")
    }
    for item in items:
        prompt = prompts[item.id]
        assert item.extra["instruction"] in prompt and "{" not in item.question
        for said in item.extra["option_said"].values():
            assert said not in prompt
        if "drug" in item.extra:
            assert not re.search(rf"\b{re.escape(item.extra['drug'])}\b", prompt, re.IGNORECASE)
        paths = {option.image for option in item.options if option.image}
        assert not any(item.answer == path.rsplit("/", 1)[-1] for path in paths)


def test_every_drawing_that_items_name_is_drawn(drugs_built: Build, drug_context: BuildContext) -> None:
    items = tuple(item for item in drugs_built.items if item.facets["level"] == "advanced")[:40]
    small = Build(items=items)
    drawn = {path for path, _ in rground.render(small, drug_context)}
    for item in items:
        named = {item.extra["drawing"], item.extra["changed_drawing"], *item.images}
        assert named | set(item.extra["option_drawings"].values()) <= drawn


def test_a_second_build_gives_the_same_bytes(
    drugs_loaded: Loaded, drugs_built: Build, drug_context: BuildContext
) -> None:
    again = rground.build(drugs_loaded, drug_context)
    assert [json_line(item.to_json()) for item in again.items] == [
        json_line(item.to_json()) for item in drugs_built.items
    ]


def test_an_input_without_drugs_says_why_questions_are_missing(built: Build) -> None:
    reasons = [reason for reason in built.shortfalls if "indication" in reason]
    assert len(reasons) == 3
    assert all("names no pin of drugs" in reason for reason in reasons)


def test_ids_depend_on_what_is_asked_only(asked: list[Item]) -> None:
    assert len({item.extra["question"] for item in asked}) == len(asked)
    assert all(
        re.fullmatch(r"vqa-advanced-(easy|medium|hard)-[0-9a-f]{10}", i.extra["question"]) for i in asked
    )
