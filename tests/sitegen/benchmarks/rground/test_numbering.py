"""Numbers of sites: the same whatever the order of atoms, and no stereocentre lost for lack of them."""

from __future__ import annotations

import random

import pytest
from rdkit import Chem

from sitegen.benchmarks.rground.numbering import (
    count_stereo,
    labelled_sites,
    make_bare,
    number_sites,
    take_numbers,
)

CORES = [
    "[1*]c1ccc2c(c1)N([2*])c1ccccc1S2",
    "[1*]c1ccc(S([2*])(=O)=O)cc1",
    "[1*]N[C@@H]1C(=O)N2[C@@H]1SC([2*])(C)[C@@H]2C([3*])=O",
    "[1*][C@@]1([2*])CC[C@H]2[C@@H]3CCC4=CC(=O)CC[C@]4(C)[C@H]3[C@@H](O)C[C@@]21C",
    "[1*]C(=C/c1ccccc1)/[2*]",
    "[1*][C@H]1CC[C@@H]([2*])CC1",
    "[1*]C1([2*])CCNCC1",
]


def renumbered(core: str, rng: random.Random) -> str:
    """Read a numbered core with its atoms and the numbers of its sites in another order; number it anew."""
    mol = Chem.MolFromSmiles(core)
    order = list(range(mol.GetNumAtoms()))
    rng.shuffle(order)
    mol = Chem.RenumberAtoms(mol, order)
    sites = [atom for _, atom in take_numbers(mol)]
    rng.shuffle(sites)
    return number_sites(mol, sites).smiles


@pytest.mark.parametrize("core", CORES)
def test_numbers_do_not_depend_on_the_order_of_atoms(core: str) -> None:
    rng = random.Random(core)
    written = {renumbered(core, rng) for _ in range(25)}
    assert len(written) == 1
    (smiles,) = written
    assert count_stereo(Chem.MolFromSmiles(smiles)) == count_stereo(Chem.MolFromSmiles(core))
    assert renumbered(smiles, rng) == smiles


def test_the_order_tells_which_site_has_which_number() -> None:
    mol = Chem.MolFromSmiles("OCCN(CC*)C1CCC(*)CC1")
    sites = [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0]
    numbered = number_sites(mol, sites)
    for number, place in enumerate(numbered.order, start=1):
        again = Chem.Mol(mol)
        again.GetAtomWithIdx(sites[place]).SetIsotope(99)
        marked = Chem.MolFromSmiles(numbered.smiles)
        for atom in marked.GetAtoms():
            if atom.GetAtomicNum() == 0:
                atom.SetIsotope(99 if atom.GetIsotope() == number else 0)
        assert Chem.MolToSmiles(again) == Chem.MolToSmiles(marked)


def test_mirror_images_that_differ_only_at_two_sites_are_one_core() -> None:
    # Swapping the two numbers turns one into the other, so they are the same core.
    assert renumbered("[1*][C@]1([2*])CCOC1", random.Random(1)) == renumbered(
        "[1*][C@@]1([2*])CCOC1", random.Random(2)
    )


def test_diastereomers_are_two_cores() -> None:
    cis, trans = "[1*][C@H]1CC[C@@H]([2*])CC1", "[1*][C@H]1CC[C@H]([2*])CC1"
    assert renumbered(cis, random.Random(1)) != renumbered(trans, random.Random(1))


def test_a_flat_core_is_numbered_alike_whether_or_not_it_is_said_to_be_flat() -> None:
    mol = Chem.MolFromSmiles("c1c(*)cc2c(c1)N(*)c1ccccc1S2")
    sites = [atom.GetIdx() for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0]
    assert number_sites(mol, sites, flat=True) == number_sites(mol, sites)


def test_labels_stand_at_the_atoms_of_the_smiles_without_numbers() -> None:
    core = "[2*]c1ccc(S([1*])(=O)=O)cc1"
    smiles, labels = labelled_sites(core, Chem.MolFromSmiles(core))
    assert smiles == "*c1ccc(S(*)(=O)=O)cc1"
    assert labels == ((0, "R[2]"), (6, "R[1]"))


def test_a_site_made_bare_is_hydrogen() -> None:
    bare = make_bare(Chem.MolFromSmiles("[1*]c1cccn1[2*]"), [2])
    assert Chem.MolToSmiles(bare) == Chem.CanonSmiles("[1*]c1ccc[nH]1")
    assert Chem.MolToSmiles(make_bare(bare, [1])) == "c1cc[nH]c1"
