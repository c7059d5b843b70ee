"""Cutting cores out of molecules: where it cuts, what it keeps, and that the pieces are the molecule."""

from __future__ import annotations

import random
import re

import pytest
from rdkit import Chem

from sitegen.benchmarks.rground.cores import CutCore, CutLimits, cut_cores, find_cuts

LIMITS = CutLimits(core_min=8, core_max=40, substituent_max=15, share=0.5)
ANY = CutLimits(core_min=1, core_max=99, substituent_max=99, share=0)

# Structures with stereocentres beside the cuts, double bonds, charges, bridged and fused rings.
DRUGS = {
    "benzylpenicillin": "CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O",
    "hydrocortisone": "OCC(=O)[C@@]1(O)CC[C@H]2[C@@H]3CCC4=CC(=O)CC[C@]4(C)[C@H]3[C@@H](O)C[C@@]21C",
    "sulfadiazine": "Nc1ccc(S(=O)(=O)Nc2ncccn2)cc1",
    "sumatriptan": "CNS(=O)(=O)Cc1ccc2[nH]cc(CCN(C)C)c2c1",
    "nifedipine": "COC(=O)C1=C(C)NC(C)=C(C(=O)OC)C1c1ccccc1[N+](=O)[O-]",
    "propoxyphene": "CCC(=O)O[C@](Cc1ccccc1)(c1ccccc1)[C@H](C)CN(C)C",
    "tranylcypromine": "N[C@@H]1C[C@H]1c1ccccc1",
    "ponesimod": "CCC/N=C1\\S/C(=C\\c2ccc(OC[C@H](O)CO)c(Cl)c2)C(=O)N1c1ccccc1C",
    "glycopyrronium": "C[N+]1(C)CCC(OC(=O)C(O)(c2ccccc2)C2CCCC2)C1",
    "esomeprazole": "COc1ccc2[nH]c([S@@+]([O-])Cc3ncc(C)c(OC)c3C)nc2c1",
}


def cut(smiles: str, limits: CutLimits = LIMITS) -> set[CutCore]:
    return set(cut_cores(Chem.MolFromSmiles(smiles), limits))


def cut_bonds(smiles: str) -> set[str]:
    """Return what single cuts take off `smiles`, with a `*`, as a set of canonical SMILES."""
    return {
        Chem.CanonSmiles(_with_star(core.substituents[0]))
        for core in cut(smiles, ANY)
        if len(core.substituents) == 1
    }


def joined(core: CutCore) -> str:
    """Put a core and its substituents together again with RDKit's molzip."""
    text = re.sub(r"\[(\d+)\*\]", lambda found: f"[{found[1]}*:{found[1]}]", core.core)
    parts = [_with_star(one).replace("*", f"[{n}*:{n}]", 1) for n, one in enumerate(core.substituents, 1)]
    parameters = Chem.MolzipParams()
    parameters.label = Chem.MolzipLabel.AtomMapNumber
    return Chem.CanonSmiles(
        Chem.MolToSmiles(Chem.molzip(Chem.MolFromSmiles(".".join([text, *parts])), parameters))
    )


def _with_star(substituent: str) -> str:
    return substituent if substituent.startswith("*") else f"*{substituent}"


@pytest.mark.parametrize("smiles", DRUGS.values(), ids=DRUGS)
def test_every_core_and_its_substituents_are_the_molecule_again(smiles: str) -> None:
    cores = cut(smiles, CutLimits(core_min=5, core_max=40, substituent_max=25, share=0))
    assert cores
    assert {joined(core) for core in cores} == {Chem.CanonSmiles(smiles)}


@pytest.mark.parametrize("smiles", DRUGS.values(), ids=DRUGS)
def test_cores_do_not_depend_on_the_order_of_atoms(smiles: str) -> None:
    rng = random.Random(smiles)
    mol = Chem.MolFromSmiles(smiles)
    order = list(range(mol.GetNumAtoms()))
    expected = {core.core for core in cut(smiles)}
    for _ in range(3):
        rng.shuffle(order)
        found = set(cut_cores(Chem.RenumberAtoms(mol, order), LIMITS))
        assert {core.core for core in found} == expected


def test_ring_atoms_are_cut_from_what_hangs_on_them() -> None:
    assert cut_bonds("Clc1ccc(CCO)cc1") == {"*Cl", "*CCO"}


def test_links_on_a_ring_are_cut_on_their_far_side_too() -> None:
    assert "*OCC" in cut_bonds("CCOC(=O)c1ccccc1")  # carbonyl
    assert "*NCC" in cut_bonds("CCNS(=O)(=O)c1ccccc1")  # sulfonyl
    assert "*CC" in cut_bonds("CCNc1ccccc1")  # amine


def test_other_chains_are_cut_at_the_ring_only() -> None:
    assert cut_bonds("CCCCc1ccccc1") == {"*CCCC"}
    assert cut_bonds("CCOc1ccccc1") == {"*OCC"}
    assert cut_bonds("CCS(=O)c1ccccc1") == {"*S(=O)CC"}


def test_a_bond_between_two_rings_is_cut_from_both_sides() -> None:
    assert cut_bonds("c1ccncc1-c1ccccc1") == {"*c1ccccc1", "*c1cccnc1"}


def test_bonds_in_rings_double_bonds_and_charged_atoms_stay_whole() -> None:
    assert cut_bonds("O=C1CCCCC1") == set()
    assert cut_bonds("C[n+]1ccccc1") == set()
    assert cut_bonds("[2H]c1ccccc1") == set()


def test_sizes_of_cores_and_substituents_are_heavy_atoms_within_the_limits() -> None:
    quinolinol = "CCc1ccc2ccc(O)cc2n1"
    cores = cut(quinolinol, CutLimits(core_min=10, core_max=11, substituent_max=2, share=0))
    assert {_heavy(core.core) for core in cores} == {10, 11}
    assert {one for core in cores for one in core.substituents} == {"CC", "O"}
    ones = cut(quinolinol, CutLimits(core_min=10, core_max=12, substituent_max=1, share=0))
    assert {core.substituents for core in ones} == {("O",)}
    assert cut("Cc1ccc2c(c1)Nc1ccccc1S2", CutLimits(core_min=14, core_max=14, substituent_max=1, share=0))
    assert not cut("Cc1ccc2c(c1)Nc1ccccc1S2", CutLimits(core_min=15, core_max=40, substituent_max=1, share=0))
    assert not cut("Cc1ccc2c(c1)Nc1ccccc1S2", CutLimits(core_min=1, core_max=13, substituent_max=1, share=0))


def test_a_core_keeps_its_share_of_the_molecule() -> None:
    biphenylyl = "c1ccc(-c2ccc3ncccc3c2)cc1"  # 6 and 10 heavy atoms
    kept = {
        core.core
        for core in cut(biphenylyl, CutLimits(core_min=1, core_max=99, substituent_max=99, share=0.6))
    }
    assert kept == {"[1*]c1ccc2ncccc2c1"}


def test_one_to_three_substituents_that_do_not_overlap_are_cut_off_at_once() -> None:
    cores = cut("Cc1cc(F)cc2c(Cl)c(Br)cnc12")
    assert {len(core.substituents) for core in cores} == {1, 2, 3}
    assert sum(len(core.substituents) == 3 for core in cores) == 4
    nested = cut("CCC(=O)c1ccc2ccccc2c1", ANY)
    # The chain goes whole or from the carbonyl on, never both.
    assert all(len(core.substituents) == 1 for core in nested if "C(CC)=O" in core.substituents)


def test_a_core_with_two_sites_at_one_stereocentre_keeps_it() -> None:
    cores = cut(DRUGS["hydrocortisone"])
    wanted = "[1*][C@@]1([2*])CC[C@H]2[C@@H]3CCC4=CC(=O)CC[C@]4(C)[C@H]3[C@@H](O)C[C@@]21C"
    assert wanted in {core.core for core in cores}
    assert all(core.core.count("@") >= 9 for core in cores if len(core.substituents) == 1)


def test_a_substituent_that_could_not_be_read_alone_starts_with_its_star() -> None:
    found = {one for core in cut(DRUGS["nifedipine"]) for one in core.substituents}
    assert "*[N+](=O)[O-]" in found
    assert "C(=O)OC" in found or "C(OC)=O" in found
    proline = cut("OC(=O)[C@@H]1CCCN1c1ccc2ccccc2c1", ANY)
    assert any(one.startswith("*[C@") or "@" in one for core in proline for one in core.substituents)
    pyrrole = {one for core in cut("c1ccn(-c2ccc3ccccc3c2)c1") for one in core.substituents}
    assert pyrrole == {"*n1cccc1"}


def test_no_cut_is_found_in_a_molecule_without_rings() -> None:
    assert find_cuts(Chem.MolFromSmiles("CCOC(=O)CCNCC"), ANY) == ()


def _heavy(smiles: str) -> int:
    return sum(atom.GetAtomicNum() > 1 for atom in Chem.MolFromSmiles(smiles).GetAtoms())
