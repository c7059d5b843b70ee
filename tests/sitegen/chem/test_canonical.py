from __future__ import annotations

import json
import random

import pytest
from rdkit import Chem

from sitegen.chem.canonical import canonical_core, canonical_markush, same_structure
from sitegen.chem.esmiles import EsmilesError, parse_esmiles, write_esmiles
from sitegen.chem.toolkit import read_written


def rewritten(smiles: str, labels: dict[int, str], rng: random.Random) -> tuple[str, dict[int, str]]:
    """Write a core with its atoms in another order; the labels go along."""
    names = sorted(set(labels.values()))
    mol = read_written(smiles, isotopes={atom: names.index(label) + 1 for atom, label in labels.items()})
    order = list(range(mol.GetNumAtoms()))
    rng.shuffle(order)
    shuffled = Chem.RenumberAtoms(mol, order)
    text = Chem.MolToSmiles(shuffled, canonical=False)
    written = [order[index] for index in json.loads(shuffled.GetProp("_smilesAtomOutputOrder"))]
    for number in range(1, len(names) + 1):
        text = text.replace(f"[{number}*]", "*")
    return text, {new: labels[old] for new, old in enumerate(written) if old in labels}


@pytest.mark.parametrize(
    ("smiles", "labels"),
    [
        ("*c1ccc(*)cc1", {0: "R2", 5: "R1"}),
        ("C[C@H](*)N", {2: "R1"}),
        ("C[C@](*)(*)N", {2: "R1", 3: "R2"}),
        ("C[C@](*)(*)N", {2: "R2", 3: "R1"}),
        ("*[C@H]1CC[C@@H](*)CC1", {0: "R1", 5: "R2"}),
        ("*/C=C/*", {0: "R1", 3: "R2"}),
        ("*/C(*)=C(/*)*", {0: "R1", 2: "R2", 4: "R3", 5: "R4"}),
        ("*C1CCC(*)C(*)C1", {0: "R1", 5: "R[3]", 7: "R^2"}),
        ("*c1cc(*)cc(*)c1", {0: "X", 4: "X", 7: "R1"}),
        ("*N1CCN(*)CC1", {0: "R10", 5: "R2"}),
    ],
)
def test_one_core_with_one_labelling_is_always_written_the_same(smiles, labels):
    rng = random.Random(smiles)
    texts = {write_esmiles(canonical_core(*rewritten(smiles, labels, rng))) for _ in range(25)}
    assert len(texts) == 1
    assert sorted(tag.label for tag in parse_esmiles(texts.pop()).atom_labels) == sorted(
        {"R10": "R[10]", "R^2": "R[2]"}.get(label, f"R[{label[1:]}]" if label[1:].isdigit() else label)
        for label in labels.values()
    )


def test_real_cores_are_always_written_the_same(curated_cores):
    rng = random.Random("cores")
    for smiles, labels in curated_cores:
        first = canonical_core(smiles, labels)
        for _ in range(3):
            assert canonical_core(*rewritten(smiles, labels, rng)) == first


def test_the_mirror_image_that_only_labels_tell_apart_is_another_structure():
    first = parse_esmiles("C[C@](*)(*)N<sep><a>2:R[1]</a><a>3:R[2]</a>")
    second = parse_esmiles("C[C@](*)(*)N<sep><a>2:R[2]</a><a>3:R[1]</a>")
    assert not same_structure(first, second)


def test_labels_are_never_renumbered():
    record = canonical_core("*c1ccc(*)cc1", {0: "R7", 5: "R3"})
    assert write_esmiles(record) == "*c1ccc(*)cc1<sep><a>0:R[3]</a><a>5:R[7]</a>"


def test_every_index_is_carried_along():
    record = parse_esmiles(
        "c1ccc2c(c1)CCN(*)C2COCC<sep><r>1:R[2]</r><a>9:R[1]</a><g>[12:11]:[13:14]:|Sg:n|</g>|Sg:m|"
    )
    text = write_esmiles(canonical_markush(record))
    again = parse_esmiles(text)
    atom = again.atom_labels[0].atom
    mol = read_written(again.smiles)
    assert mol.GetAtomWithIdx(atom).GetAtomicNum() == 0
    (ring,) = [tag.ring for tag in again.tags if hasattr(tag, "ring")]
    assert not mol.GetAtomWithIdx(mol.GetRingInfo().AtomRings()[ring][0]).GetIsAromatic() or any(
        not mol.GetAtomWithIdx(index).GetIsAromatic() for index in mol.GetRingInfo().AtomRings()[ring]
    )
    (ports,) = [tag.ports for tag in again.tags if hasattr(tag, "ports")]
    symbols = {
        (mol.GetAtomWithIdx(inner).GetSymbol(), mol.GetAtomWithIdx(outer).GetSymbol())
        for inner, outer in ports
    }
    assert symbols == {("O", "C"), ("C", "C")}
    assert text.endswith("|Sg:m|")


def test_a_ring_index_follows_its_ring():
    record = parse_esmiles("n1cccc2ccccc12<sep><r>1:R[1]</r>")
    other = parse_esmiles("c1ccc2ncccc2c1<sep><r>0:R[1]</r>")
    wrong = parse_esmiles("c1ccc2ncccc2c1<sep><r>1:R[1]</r>")
    assert same_structure(record, other)
    assert not same_structure(record, wrong)


def test_explicit_hydrogens_become_implicit_and_the_indexes_follow():
    record = canonical_markush(parse_esmiles("[H]C([H])(*)O<sep><a>3:R[1]</a>"))
    assert write_esmiles(record) == "*CO<sep><a>0:R[1]</a>"


def test_a_structure_that_the_toolkit_does_not_carry_faithfully_is_refused():
    record = parse_esmiles("*C1=*C(N=C(*)N)=N*=*1<sep><a>0:R[4]</a><a>2:X</a><a>6:Y</a><a>9:Z</a><a>10:L</a>")
    with pytest.raises(EsmilesError, match="no canonical SMILES"):
        canonical_markush(record)


def test_nested_fragments_are_made_canonical_too():
    first = parse_esmiles("C<sep><s>NC*<sep><a>2:R[1]</a></s>")
    second = parse_esmiles("C<sep><s>*CN<sep><a>0:R1</a></s>")
    assert same_structure(first, second)
