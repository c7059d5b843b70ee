from __future__ import annotations

import pytest
from rdkit import Chem

from evaluator.chemistry.graph import is_wellformed, parse, without_wildcards, write
from tests.evaluator.building import chemistry
from tests.evaluator.chemistry.structures import SMILES


@pytest.mark.parametrize("smiles", SMILES)
def test_a_written_graph_is_the_molecule_that_was_read(smiles: str) -> None:
    described = chemistry().describe([smiles])[0]
    assert described is not None
    graph = parse(described.flat)
    again = write(graph, range(len(graph.atoms)), {})
    assert chemistry().canonical_flat([again]) == chemistry().canonical_flat([described.flat])


@pytest.mark.parametrize("smiles", SMILES)
def test_a_graph_has_the_atoms_and_bonds_that_the_toolkit_sees(smiles: str) -> None:
    described = chemistry().describe([smiles])[0]
    assert described is not None
    mol = Chem.MolFromSmiles(described.flat, sanitize=False)
    graph = parse(described.flat)
    assert [atom.symbol for atom in graph.atoms] == [atom.GetSymbol() for atom in mol.GetAtoms()]
    assert [atom.charge for atom in graph.atoms] == [atom.GetFormalCharge() for atom in mol.GetAtoms()]
    assert [atom.aromatic for atom in graph.atoms] == [atom.GetIsAromatic() for atom in mol.GetAtoms()]
    bonds = {frozenset((a, b)) for a, found in enumerate(graph.bonds) for b in found}
    assert bonds == {frozenset((b.GetBeginAtomIdx(), b.GetEndAtomIdx())) for b in mol.GetBonds()}


def test_bond_orders_are_those_written() -> None:
    graph = parse("c1ccccc1-c1ccccc1C#N")
    assert graph.bonds[5][6] == "-"
    assert graph.bonds[0][1] == ":"
    assert graph.bonds[0][5] == ":"
    assert "#" in graph.bonds[-1].values()
    assert parse("N->B").bonds == ({1: "->"}, {0: "<-"})
    assert parse("C=1CC=1").bonds[0][2] == "="


@pytest.mark.parametrize(
    "text",
    [
        "C1CC",
        "C(",
        "C)",
        "C(C))",
        "=C",
        "C=",
        "C==C",
        "[C",
        "C1C1",
        "C11",
        "1CC1",
        "(C)C",
        "Q",
        "C[R1]",
        "",
        "C C",
    ],
)
def test_what_breaks_the_grammar_is_not_wellformed(text: str) -> None:
    assert not is_wellformed(text)


def test_impossible_valences_are_wellformed_all_the_same() -> None:
    assert is_wellformed("C(C)(C)(C)(C)C")
    assert is_wellformed("c1ccnc1")


def test_wildcards_are_dropped_as_if_hydrogens_stood_there() -> None:
    bare = without_wildcards(parse("*c1ccc(*)cc1"))
    assert len(bare.atoms) == 6
    assert write(bare, range(6), {}) == write(parse("c1ccccc1"), range(6), {})
