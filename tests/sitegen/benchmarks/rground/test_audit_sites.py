"""Groups told from a core and a molecule."""

from __future__ import annotations

import pytest
from rdkit import Chem

from sitegen.benchmarks.rground.audit_looks import look_at
from sitegen.benchmarks.rground.audit_sites import groups_on
from sitegen.benchmarks.rground.pool import read_pool
from sitegen.parallel import OrderedMap
from sitegen.records import Build
from tests.sitegen.benchmarks.rground.contexts import DATA


@pytest.mark.parametrize(
    ("core", "molecule", "groups"),
    [
        ("*c1ccc(*)nc1", "c1ccccc1-c1ccc(C2CC2)nc1", ("*c1ccccc1", "*C1CC1")),
        ("*c1ccc(*)cc1", "c1ccccc1-c1ccc(C2CC2)cc1", ("*C1CC1", "*c1ccccc1")),
        ("*c1ccc(*)cc1", "c1ccc(C2CC2)cc1", ("*C1CC1", "*[H]")),
        ("*C1(C)CCCCC1", "c1ccccc1C1(C)CCCCC1", ("*c1ccccc1",)),
        ("*N1CCOCC1", "C1CC2COCCN2C1", ()),
        ("*c1ccncc1", "Cc1ccccc1", ()),
        ("", "CC", ()),
    ],
)
def test_what_stands_on_the_sites_of_a_core(core: str, molecule: str, groups: tuple[str, ...]) -> None:
    assert groups_on(core, [Chem.MolFromSmiles(molecule)]) == (groups,)


def test_the_groups_found_are_those_that_were_put_on(built: Build) -> None:
    pool = {one.name: Chem.CanonSmiles(f"*{one.smiles}") for one in read_pool(DATA / "substituents.tsv")}
    basic = [item for item in built.items if item.task == "vqa" and item.facets["level"] == "basic"]
    items = [item for item in basic if item.facets["difficulty"] != "easy"]
    assert items
    sights = look_at(items, {}, OrderedMap(executor=None, workers=1))
    wrong = total = 0
    for item, sight in zip(items, sights, strict=True):
        offered = [option.label for option in item.options if option.smiles]
        for label, groups in zip(offered, sight.groups, strict=True):
            put = {pool[name] for name in item.extra["option_substituents"][label].values()}
            wrong += set(groups) != put
            total += 1
    assert wrong <= total / 100  # a core may lie on a molecule in more ways than one
