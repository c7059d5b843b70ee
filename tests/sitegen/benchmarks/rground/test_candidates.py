"""From a candidate core to a scaffold with edits, or to the reason why there is none."""

from __future__ import annotations

import hashlib

import pytest

from sitegen.benchmarks.rground.candidates import Candidate, EditRules, Finished, finish_candidates
from sitegen.benchmarks.rground.pool import read_pool
from sitegen.benchmarks.rground.records import Member
from sitegen.benchmarks.rground.scaffold_record import make_scaffold
from sitegen.errors import DatasetError
from sitegen.records import Dropped
from tests.sitegen.benchmarks.rground.contexts import DATA, serial_map

POOL = read_pool(DATA / "substituents.tsv")
RULES = EditRules(most=4, choices_min=6, seed=42)
QUINOLINE = "*c1ccc2ncccc2c1"


def finish(
    smiles: str, labels: dict[int, str], *members: Member, rules: EditRules = RULES
) -> Finished | Dropped:
    candidate = Candidate(
        smiles=smiles,
        labels=tuple(labels.items()),
        origin="derived",
        source={"row": "1"},
        name="mine",
        family="quinolines",
        members=members,
    )
    (result,) = finish_candidates([candidate], POOL, rules, serial_map())
    return result


def member(name: str, smiles: str, group: str) -> Member:
    return Member(name=name, smiles=smiles, substituents={"R[1]": group}, row=name)


def reason(result: Finished | Dropped) -> str:
    assert isinstance(result, Dropped)
    assert result.row == "mine"
    return result.reason


def test_a_sound_core_becomes_a_scaffold_with_edits() -> None:
    result = finish(QUINOLINE, {0: "R1"}, member("METHYL", "Cc1ccc2ncccc2c1", "C"))
    assert isinstance(result, Finished)
    scaffold = result.scaffold
    assert scaffold.esmiles == f"{QUINOLINE}<sep><a>0:R[1]</a>"
    assert (scaffold.origin, scaffold.family, scaffold.murcko) == ("derived", "quinolines", "c1ccc2ncccc2c1")
    assert [(site.label, site.neighbour, site.aromatic) for site in scaffold.sites] == [("R[1]", "C", True)]
    assert [edit.id for edit in result.edits] == [f"{scaffold.id}.e{number}" for number in (1, 2, 3, 4)]


def test_a_member_that_does_not_come_out_is_left_off() -> None:
    good, bad = member("GOOD", "Cc1ccc2ncccc2c1", "C"), member("BAD", "CCc1ccc2ncccc2c1", "C")
    result = finish(QUINOLINE, {0: "R[1]"}, good, bad)
    assert isinstance(result, Finished)
    assert result.scaffold.members == (good,)
    assert reason(finish(QUINOLINE, {0: "R[1]"}, bad)) == "does not give its molecules back"


def test_a_core_that_cannot_be_edited_says_why() -> None:
    for smiles, labels in (("*=C1CCCCC1", {0: "R[1]"}), ("*c1cccc1", {0: "R[1]"}), (QUINOLINE, {3: "R[1]"})):
        result = finish(smiles, labels)
        assert reason(result) == "cannot be edited"
        assert isinstance(result, Dropped)
        assert result.value.startswith(f"{smiles} (")


def test_a_site_with_too_few_substituents_is_refused() -> None:
    boron = finish("*B1OCc2ccccc12", {0: "R[1]"}, rules=EditRules(most=4, choices_min=23, seed=1))
    assert reason(boron) == "a site takes fewer than 23 substituents of the pool"


def test_the_id_is_of_the_core_not_of_the_way_it_is_written() -> None:
    one = make_scaffold(QUINOLINE, {0: "R[1]"}, origin="input", source={})
    other = make_scaffold("c1c(*)ccc2ncccc12", {2: "R1"}, origin="derived", source={"row": "9"})
    renamed = make_scaffold(QUINOLINE, {0: "R[2]"}, origin="input", source={})
    assert one.id == other.id == "s-" + hashlib.sha256(one.esmiles.encode()).hexdigest()[:12]
    assert renamed.id != one.id


def test_a_label_that_is_at_no_attachment_point_is_bad_data() -> None:
    with pytest.raises(DatasetError, match="not at a `\\*` with one single bond"):
        make_scaffold("*1CCCCCCC1", {0: "R[1]"}, origin="input", source={})
