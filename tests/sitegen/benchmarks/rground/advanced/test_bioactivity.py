"""Bioactivity proposals: values recomputed from the files with pandas, structures with RDKit alone."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from rdkit import Chem
from rdkit.Chem import Descriptors

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.advanced.bioactivity import propose_bioactivity, propose_series, read_texts
from sitegen.benchmarks.rground.advanced.records import Proposal, Proposals
from sitegen.benchmarks.rground.advanced.series import Analogue, Series
from sitegen.benchmarks.rground.advanced.series_settings import Target, read_bioactivity
from sitegen.benchmarks.rground.advanced.series_sources import read_sets
from sitegen.benchmarks.rground.edits import prepare_scaffold
from sitegen.benchmarks.rground.scaffold_record import make_scaffold
from sitegen.chem.substitution import substitute
from sitegen.errors import ConfigError
from sitegen.sources import fetch, read_pin
from tests.shared import SHARED_DATA, needs_shared
from tests.sitegen.benchmarks.rground.contexts import DATA, real_cache, rground_context

PIN = DATA / "sources" / "moleculeace.toml"
FEW = 8
"""Questions asked for: three of the thirty data sets are read."""


@pytest.fixture(scope="module")
def context() -> BuildContext:
    return rground_context(real_cache(), {"moleculeace": PIN}, limit=FEW)


@pytest.fixture(scope="module")
def made(context: BuildContext) -> Proposals:
    return propose_bioactivity(context)


@pytest.fixture(scope="module")
def series(made: Proposals) -> dict[str, Any]:
    (collection,) = made.collections
    return {record["id"]: record for record in collection.records}


@pytest.fixture(scope="module")
def tables() -> dict[str, pd.DataFrame]:
    """The files of the wheel by data set, read by pandas, rows numbered from 1."""
    return {
        path.stem: pd.read_csv(path).rename(index=lambda row: row + 1)
        for path in fetch(read_pin(PIN), real_cache())
    }


def potency(tables: dict[str, pd.DataFrame], dataset: str, rows: list[int]) -> tuple[float, set[str]]:
    """-log10 of mol/L from the column in nM, and the canonical structures of the rows."""
    found = tables[dataset].loc[rows]
    values = [9 - math.log10(value) for value in found["exp_mean [nM]"]]
    return float(pd.Series(values).median()), {
        Chem.MolToSmiles(Chem.MolFromSmiles(smiles)) for smiles in found["smiles"]
    }


def test_every_analogue_has_the_value_and_structure_of_its_source_row(
    series: dict[str, Any], tables: dict[str, pd.DataFrame]
) -> None:
    assert series
    for record in series.values():
        assert record["source"]["member"] == f"{record['dataset']}.csv"
        for one in record["analogues"]:
            value, structures = potency(tables, record["dataset"], one["rows"])
            assert one["value"] == pytest.approx(value, abs=1e-3)
            assert {one["smiles"]} == structures


def test_every_offer_is_traced_to_rows_that_give_its_value(
    made: Proposals, tables: dict[str, pd.DataFrame]
) -> None:
    for proposal in made.proposals:
        rows = []
        for offer in proposal.offers:
            dataset, _, numbers = offer.row.partition(":")
            rows += [int(number) for number in numbers.split("+")]
            value, structures = potency(tables, dataset, [int(number) for number in numbers.split("+")])
            assert offer.value == pytest.approx(value, abs=1e-3)
            assert structures == {offer.product}
            assert offer.said.split(" ")[0] in ("pKi", "pEC50")
            assert float(offer.said.split(" ")[1]) == pytest.approx(value, abs=0.0051)
        assert proposal.source["row"] == ", ".join(map(str, sorted(rows)))


def test_core_and_substituent_give_the_analogue_at_the_one_site(
    series: dict[str, Any], made: Proposals
) -> None:
    for record in series.values():
        assert record["smiles"].count("*") == 1
        assert record["labels"] == ["R[1]"]
    for proposal in made.proposals:
        core = prepare_scaffold(proposal.core)
        for offer in proposal.offers:
            assert substitute(core, offer.substituents) == offer.product
        flat = {
            Chem.MolToSmiles(Chem.MolFromSmiles(offer.product), isomericSmiles=False)
            for offer in proposal.offers
        }
        assert len(flat) == 4


def test_series_keep_the_limits_of_the_published_set(series: dict[str, Any]) -> None:
    for record in series.values():
        values = [one["value"] for one in record["analogues"]]
        assert len(values) >= 4
        assert values == sorted(values, reverse=True)
        assert 0.8 - 1e-3 <= max(values) - min(values) <= 3.0 + 1e-3
        core = Chem.MolFromSmiles(record["smiles"])
        size = core.GetNumHeavyAtoms()
        assert 8 <= size <= 40
        assert not core.GetAtomWithIdx(record["sites"][0]["atom"]).IsInRing()
        for one in record["analogues"]:
            mol = Chem.MolFromSmiles(one["smiles"])
            assert Descriptors.MolWt(mol) >= 180
            assert mol.GetNumHeavyAtoms() - size <= 15


def test_no_measurement_is_in_two_series(series: dict[str, Any]) -> None:
    rows = Counter(
        (record["dataset"], row)
        for record in series.values()
        for one in record["analogues"]
        for row in one["rows"]
    )
    assert set(rows.values()) == {1}


def test_the_answer_is_the_most_potent_by_the_margin_of_the_difficulty(made: Proposals) -> None:
    assert {proposal.difficulty for proposal in made.proposals} == {"easy", "medium", "hard"}
    for proposal in made.proposals:
        first, *others = [offer.value for offer in proposal.offers]
        assert first is not None
        margin = {"easy": 1.0, "medium": 0.3, "hard": 0.3}[proposal.difficulty]
        assert all(first - value >= margin - 1e-3 for value in others if value is not None)


def test_hard_offers_the_next_three_best_of_the_series(made: Proposals, series: dict[str, Any]) -> None:
    hard = [proposal for proposal in made.proposals if proposal.difficulty == "hard"]
    assert hard
    for proposal in hard:
        ordered = [one["smiles"] for one in series[proposal.group]["analogues"]]
        start = proposal.extra["left_out"]
        assert [offer.product for offer in proposal.offers] == ordered[start : start + 4]


def test_no_text_speaks_of_an_endpoint_that_was_not_measured(made: Proposals) -> None:
    for proposal in made.proposals:
        text = f"{proposal.explanation} {json.dumps(dict(proposal.filled))} {proposal.offers}"
        assert "IC50" not in text
        assert proposal.filled["endpoint"] in ("Ki", "EC50")
        assert proposal.filled["endpoint"] == str(proposal.source["member"])[:-4].partition("_")[2]
    for collection in made.collections:
        assert "IC50" not in json.dumps(collection.records)


def test_series_have_several_answers_to_choose_from(made: Proposals) -> None:
    answers = defaultdict(set)
    for proposal in made.proposals:
        if proposal.difficulty == "medium":
            answers[proposal.group].add(proposal.offers[0].product)
    assert sum(len(found) > 1 for found in answers.values()) > len(answers) / 2
    sets = [
        frozenset(offer.product for offer in one.offers) for one in made.proposals if one.difficulty == "easy"
    ]
    assert len(sets) == len(set(sets))


def test_the_same_seed_gives_the_same_proposals(made: Proposals, context: BuildContext) -> None:
    small = merged_context(context, sets_least=1, questions_per_set=100)
    again = propose_bioactivity(small)
    assert propose_bioactivity(small) == again
    first = {one.group for one in again.proposals}
    assert [one for one in made.proposals if one.group in first] == list(again.proposals)


def merged_context(context: BuildContext, **keys: Any) -> BuildContext:
    """The context with other keys of `[advanced.bioactivity]`."""
    table = {**context.parameters["advanced"]["bioactivity"], **keys}
    advanced = {**context.parameters["advanced"], "bioactivity": table}
    return replace(context, parameters={**context.parameters, "advanced": advanced})


def test_the_sets_of_the_ppar_carry_their_own_names(context: BuildContext) -> None:
    settings = read_bioactivity(context.parameters, None)
    names = {
        one.target.chembl_id: (one.target.name, one.source["member"]) for one in read_sets(context, settings)
    }
    assert "gamma" in names["CHEMBL235"][0] and names["CHEMBL235"][1] == "CHEMBL235_EC50.csv"
    assert "delta" in names["CHEMBL3979"][0] and names["CHEMBL3979"][1] == "CHEMBL3979_EC50.csv"
    assert len(names) == 29


def series_of(values: list[float]) -> Series:
    """A series of para-substituted benzamides with these potencies, most potent first."""
    groups = ["F", "Cl", "Br", "C", "OC", "C#N", "CC"][: len(values)]
    core = make_scaffold("*c1ccc(C(=O)NC2CCCCC2)cc1", {0: "R[1]"}, origin="series", source={})
    return Series(
        id="made-up",
        target=Target(
            dataset="made", chembl_id="CHEMBL0", name="enzyme", organism="human", kind="other", endpoint="Ki"
        ),
        core=core,
        analogues=tuple(
            Analogue(
                smiles=group,
                substituent=group,
                value=value,
                rows=(place,),
                name="",
                heavy_atoms=17,
                charge=0,
                similarity=0.5,
            )
            for place, (group, value) in enumerate(zip(groups, values, strict=True), start=1)
        ),
        source={"dataset": "made", "member": "made.csv", "licence": "CC0-1.0"},
    )


def proposed(values: list[float], context: BuildContext) -> dict[str, list[Proposal]]:
    settings = read_bioactivity(context.parameters, None)
    found = defaultdict(list)
    for proposal in propose_series(series_of(values), settings, read_texts(DATA / "potency.toml"), 42):
        found[proposal.difficulty].append(proposal)
    return found


def test_ties_and_near_ties_are_refused(context: BuildContext) -> None:
    assert not proposed([8.0, 8.0, 8.0, 8.0], context)
    assert not proposed([8.0, 7.71, 7.5, 7.4], context)["hard"]
    assert len(proposed([8.0, 7.7, 7.5, 7.4], context)["hard"]) == 1


def test_hard_leaves_out_the_best_only_after_the_whole_series(context: BuildContext) -> None:
    hard = proposed([9.0, 8.0, 7.5, 7.0, 6.5, 6.0], context)["hard"]
    assert [one.extra["left_out"] for one in hard] == [0, 1, 2]


def test_hard_refuses_a_fourth_that_is_tied_with_the_next(context: BuildContext) -> None:
    hard = proposed([9.0, 8.0, 7.5, 7.0, 7.0], context)["hard"]
    assert [one.extra["left_out"] for one in hard] == [1]


def test_easy_wants_a_whole_log_unit(context: BuildContext) -> None:
    found = proposed([8.0, 7.2, 7.1, 7.0, 6.9], context)
    assert found["medium"] and not found["easy"]
    assert proposed([8.0, 7.0, 6.9, 6.8], context)["easy"]


def other_source(folder: Path, pin: str, source: dict[str, Any]) -> BuildContext:
    """A context that reads one source of the shared data through a pin of kind file."""
    path = folder / "other.toml"
    path.write_text(pin, encoding="utf-8")
    context = rground_context(folder, {"other": path})
    return merged_context(context, sources=[{"pin": "other", **source}])


_EGFR = """\
kind = "file"
name = "EGFR"
licence = "CC-BY-4.0"
citation = "Made for a test."
[[member]]
path = "{path}"
[columns]
id = "molecule_chembl_id"
smiles = "smiles"
value = "pIC50"
"""
_FLAP = """\
kind = "file"
name = "FLAP"
licence = "MIT"
citation = "Made for a test."
format = "csv"
header = ["smiles", "id", "value"]
[[member]]
path = "{path}"
[columns]
id = "id"
"""


@needs_shared
@pytest.mark.parametrize(
    "pin, file, dataset, most",
    [
        (_EGFR, "teachopencadd-egfr/EGFR_compounds_lipinski.csv", "EGFR", 11),
        (_FLAP, "patwalters-flap/CHEMBL4550.smi", "FLAP", 0),
    ],
)
def test_sets_of_one_target_are_read_through_file_pins(
    tmp_path: Path, pin: str, file: str, dataset: str, most: float
) -> None:
    keys = {
        "scale": "-log10 M",
        "value_max": most,
        "dataset": dataset,
        "target": "the target",
        "organism": "human",
        "class": "enzyme",
        "chembl_id": "CHEMBL0",
        "endpoint": "IC50",
    }
    made = propose_bioactivity(other_source(tmp_path, pin.format(path=SHARED_DATA / file), keys))
    header = None if file.endswith(".smi") else 0
    table = pd.read_csv(
        SHARED_DATA / file, header=header, names=None if header == 0 else ["smiles", "id", "pIC50"]
    )
    assert {one.difficulty for one in made.proposals} == {"easy", "medium", "hard"}
    assert made.funnels[0].steps[0].kept == len(table)
    above = sum(table["pIC50"] > most) if most else 0
    assert len(made.funnels[0].steps[1].dropped) == above
    assert (above > 0) == bool(most)
    for proposal in made.proposals:
        for offer in proposal.offers:
            rows = [int(number) - 1 for number in offer.row.partition(":")[2].split("+")]
            assert offer.value == pytest.approx(table["pIC50"].iloc[rows].median(), abs=1e-3)
            assert offer.said.startswith("pIC50 ")
            assert offer.name.startswith("CHEMBL")


def test_parameters_that_cannot_be_carried_out_are_named(context: BuildContext) -> None:
    for keys, words in (
        ({"sources": []}, "sources"),
        ({"sources": [{"pin": "moleculeace", "scale": "M"}]}, "scale 'M'"),
        ({"sources": [{"pin": "x", "scale": "nM", "target": "t"}]}, "no dataset"),
        ({"distance": -1}, "distance"),
        ({"proposals": 1.5}, "proposals"),
    ):
        with pytest.raises(ConfigError, match=words):
            propose_bioactivity(merged_context(context, **keys))


def test_whatever_the_funnels_lose_is_listed_with_its_reason(made: Proposals) -> None:
    for funnel in made.funnels:
        for before, step in pairwise(funnel.steps):
            assert before.kept - len(step.dropped) == step.kept, step.name
            assert all(one.reason for one in step.dropped)
