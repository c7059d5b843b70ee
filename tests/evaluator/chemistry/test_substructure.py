from __future__ import annotations

import math
import random

import pytest
from rdkit import Chem
from rdkit.Chem import rdFMCS

from evaluator.chemistry.graph import parse
from evaluator.chemistry.substructure import contains, same_atom, same_element, shares
from tests.evaluator.building import chemistry
from tests.evaluator.chemistry.structures import SMILES


def flat(smiles: str) -> str:
    found = chemistry().canonical_flat([smiles])[0]
    assert found is not None
    return found


ORGANIC = [flat(smiles) for smiles in SMILES if not set(smiles) & set("*.<")]


@pytest.mark.parametrize("query", ORGANIC)
def test_a_substructure_is_found_where_rdkit_finds_it(query: str) -> None:
    pattern = Chem.MolFromSmarts(Chem.MolToSmarts(Chem.MolFromSmiles(query)).replace("@", ""))
    for target in ORGANIC:
        found = contains(parse(target), parse(query), same_atom)
        # the toolkit's pattern also demands charges, but not that an uncharged atom stays uncharged
        if found:
            assert Chem.MolFromSmiles(target).HasSubstructMatch(pattern), (query, target)
    assert contains(parse(query), parse(query), same_atom)


@pytest.mark.parametrize(
    ("core", "product", "expected"),
    [
        ("*c1ccc(C)cc1", "Cc1ccc(F)cc1", True),
        ("*c1ccc(C)cc1", "Cc1cccc(F)c1", False),
        ("*c1ccc(C)cc1", "Cc1ccccc1", False),
        ("*c1ccc(*)cc1", "Fc1ccc(Cl)cc1", True),
        ("*c1ccc(*)cc1", "Fc1cccc(Cl)c1", False),
        ("*c1ccc(C)cc1", "*c1ccc(C)cc1", False),
        ("*C1CCCCC1", "FC1=CCCCC1", False),
        ("*[n+]1ccccc1", "C[n+]1ccccc1", True),
        ("*C(C)=O", "NC(C)=O", True),
        ("*C(C)=O", "NC(C)=S", False),
    ],
)
def test_a_core_is_strictly_in_a_product_only_with_its_sites_substituted(
    core: str, product: str, expected: bool
) -> None:
    assert contains(parse(flat(product)), parse(flat(core)), same_atom) is expected


def test_a_common_substructure_agrees_with_rdkits_search() -> None:
    """Two searches over hundreds of pairs; the differences allowed are searches that ran out of steps."""
    generator = random.Random("common substructure")
    agreed = different = 0
    for _ in range(300):
        a, b = generator.choice(ORGANIC), generator.choice(ORGANIC)
        if generator.random() < 0.5:
            mol = Chem.RWMol(Chem.MolFromSmiles(a))
            mol.GetAtomWithIdx(generator.randrange(mol.GetNumAtoms())).SetAtomicNum(
                generator.choice((6, 7, 8))
            )
            if Chem.SanitizeMol(mol, catchErrors=True):
                continue
            b = Chem.MolToSmiles(mol, isomericSmiles=False)
        query, target = parse(a), parse(b)
        needed = math.ceil(0.8 * len(query.atoms))
        found = rdFMCS.FindMCS(
            [Chem.MolFromSmiles(a), Chem.MolFromSmiles(b)],
            timeout=10,
            bondCompare=rdFMCS.BondCompare.CompareOrderExact,
        )
        same = shares(target, query, needed) == (found.numAtoms >= needed)
        agreed, different = agreed + same, different + (not same)
    assert agreed > 200
    assert different == 0


def test_a_search_that_uses_up_its_steps_answers_no() -> None:
    cage = parse("C12C3C4C1C5C2C3C45")
    # a large symmetric target with one wrong atom: many placements, none complete
    target = parse("C12C3C4C1C5C2C3N45")
    assert not contains(target, cage, same_element, steps=3)
    assert not shares(target, cage, 8, steps=3)


def test_the_same_two_structures_always_give_the_same_answer() -> None:
    query, target = (
        parse("O=C1CCC2(O)C3Cc4ccc(O)c5c4C2(CCN3C)C1O5"),
        parse("O=C1CCC2(O)C3Cc4cnc(O)c5c4C2(CCN3C)C1O5"),
    )
    assert [shares(target, query, 18) for _ in range(3)] == [True, True, True]
