from __future__ import annotations

import pytest

from sitegen.chem.smiles_text import MAX_ATOMS, MAX_SMILES_CHARACTERS, SmilesError, atom_tokens, scan_smiles
from sitegen.chem.toolkit import plain_hydrogens, read_drawn, read_written


def test_tokens_join_to_the_text_and_know_their_offsets():
    smiles = "[13CH3]/C=C(\\Cl)c1ccc([N+](=O)[O-])cc1.[Na+]%11CC%11->*"
    tokens = scan_smiles(smiles)
    assert "".join(token.text for token in tokens) == smiles
    assert all(smiles.startswith(token.text, token.offset) for token in tokens)


@pytest.mark.parametrize(
    "smiles", ["[H]C([H])O", "*c1ccccc1", "[2H]C", "C%(12)CC%12", "[1*]C[*:2]", "[nH]1cccc1", "C1CC1.Cl"]
)
def test_every_atom_token_is_the_toolkits_atom_of_the_same_index(smiles):
    tokens = atom_tokens(scan_smiles(smiles))
    mol = read_written(smiles)
    symbols = [atom.GetSymbol().lower() for atom in mol.GetAtoms()]
    assert [token.text.strip("[]").lstrip("0123456789")[0].lower() for token in tokens] == [
        symbol[0] for symbol in symbols
    ]


@pytest.mark.parametrize("text", ["*", "[1*]", "[*:3]", "[2*+]"])
def test_a_dummy_is_known_in_every_spelling(text):
    assert scan_smiles(text)[0].is_dummy


def test_the_limits_hold_before_the_toolkit_is_asked():
    assert len(scan_smiles("C" * MAX_ATOMS)) == MAX_ATOMS
    with pytest.raises(SmilesError, match=f"column {MAX_ATOMS + 1}: more than"):
        scan_smiles("C" * (MAX_ATOMS + 1))
    with pytest.raises(SmilesError, match=f"column {MAX_SMILES_CHARACTERS + 1}: .*characters"):
        scan_smiles("(" * (MAX_SMILES_CHARACTERS + 1))


@pytest.mark.parametrize(
    ("smiles", "column", "reason"),
    [
        ("", 1, "empty"),
        ("C[", 2, "bracket atom is never closed"),
        ("CC)C", 3, "closes no branch"),
        ("C((C)", 2, "branch is never closed"),
        ("C1CC2", 2, "ring bond 1"),
        ("C\u2010C", 2, "U\\+2010"),
        ("C\x07C", 2, "control character"),
        ("CMe", 2, "'M' is no part"),
        ("C>O", 2, "'>' is no part"),
        ("CC(C)(C)(C)C", 2, "valence"),
        ("Cc1cccc1", 2, "kekulize"),
        ("C11", 1, "ring closure"),
        ("CC()C", 4, "syntax error here"),
    ],
)
def test_a_fault_is_named_with_its_column(smiles, column, reason):
    with pytest.raises(SmilesError, match=reason) as caught:
        read_written(smiles)
    assert caught.value.column == column


def test_nothing_is_printed_for_a_text_that_the_toolkit_refuses(capfd):
    for smiles in ("C[Xx]", "CC(C)(C)(C)C", "C11"):
        with pytest.raises(SmilesError):
            read_drawn(smiles)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("smiles", "plain"),
    [("[H]/C=C/N", "C=CN"), ("[H]/N=C(\\C)CC", "[H]/N=C(\\C)CC"), ("CC", "CC"), ("[H]/C=C/[H]", "C=C")],
)
def test_explicit_hydrogens_stay_only_where_they_carry_a_configuration(smiles, plain):
    assert plain_hydrogens(smiles) == plain
