"""Substitution on real molecules, against methods that share nothing with it.

`FragmentOnBonds` cuts in the graph, `molzip` joins in the graph; the substitution writes text.
"""

from __future__ import annotations

import csv
import random
import re

import pytest
from rdkit import Chem

from sitegen.chem.editing import prepare_markush, substitute_markush
from sitegen.chem.esmiles import parse_esmiles
from sitegen.chem.provenance import traced_product
from sitegen.chem.sites import attachment_sites
from sitegen.chem.substitution import SubstitutionError, lost_stereocentres, prepare, substitute

POOL = [
    "c1ccccc1",
    "c1ccc(S(=O)(=O)C)cc1",
    "C1CC1",
    "Cc1ccc(F)cc1",
    "C(=O)c1ccccc1",
    "S(=O)(=O)c1ccccc1",
    "*/C=C/C",
    "[C@H](C)CC",
    "*[C@@H](N)C(=O)O",
    "*[C@@]1(C)CCC[C@H]1F",
]


@pytest.fixture(scope="module")
def molecules(curated) -> list[str]:
    """Return the drugs of the curated table, rebuilt from their cores."""
    products = {substitute_markush(parse_esmiles(row.esmiles), row.substituents) for row in curated}
    return sorted(smiles for smiles in products if "." not in smiles)


def single_bonds(mol: Chem.Mol) -> list[int]:
    bonds = [bond for bond in mol.GetBonds() if bond.GetBondType() == Chem.BondType.SINGLE]
    return [bond.GetIdx() for bond in bonds if not bond.IsInRing()]


def plain(coded: str) -> tuple[str, dict[int, str]]:
    """Turn numbered dummies into plain ones; return the SMILES and R labels by atom."""
    parameters = Chem.SmilesParserParams()
    parameters.sanitize = False
    parameters.removeHs = False
    atoms = Chem.MolFromSmiles(coded, parameters).GetAtoms()
    labels = {atom.GetIdx(): f"R{atom.GetIsotope()}" for atom in atoms if atom.GetAtomicNum() == 0}
    return re.sub(r"\[[0-9]+\*\]", "*", coded), labels


def cut_and_rejoined(smiles: str, rng: random.Random, cuts: int) -> int:
    """Cut single bonds one at a time and substitute each part into the other; return how many were."""
    mol = Chem.MolFromSmiles(smiles)
    bonds = single_bonds(mol)
    rng.shuffle(bonds)
    for bond in bonds[:cuts]:
        pair = [
            Chem.MolToSmiles(part)
            for part in Chem.GetMolFrags(Chem.FragmentOnBonds(mol, [bond], dummyLabels=[(1, 1)]), asMols=True)
        ]
        for core, substituent in (pair, pair[::-1]):
            product = substitute(prepare(*plain(core)), {"R1": plain(substituent)[0]})
            assert product == Chem.CanonSmiles(smiles), (core, substituent)
    return 2 * min(len(bonds), cuts)


def test_a_molecule_cut_anywhere_is_got_back_by_substitution(molecules):
    rng = random.Random("cut")
    assert sum(cut_and_rejoined(smiles, rng, 4) for smiles in molecules) > 2000


def test_products_with_several_labels_equal_those_joined_in_the_graph(molecules):
    rng = random.Random("zip")
    compared = lost = 0
    for smiles in molecules:
        mol = Chem.MolFromSmiles(smiles)
        bonds = single_bonds(mol)
        if len(bonds) < 3:
            continue
        cut = rng.sample(bonds, 3)
        numbered = [(number, number) for number in (1, 2, 3)]
        for part in Chem.GetMolFrags(Chem.FragmentOnBonds(mol, cut, dummyLabels=numbered), asMols=True):
            coded = Chem.MolToSmiles(part)
            core, labels = plain(coded)
            dummies = [atom for atom in part.GetAtoms() if atom.GetAtomicNum() == 0]
            if len(labels) < 2 or any(atom.GetNeighbors()[0].GetAtomicNum() == 0 for atom in dummies):
                continue
            groups = dict(zip(labels.values(), rng.sample(POOL, len(labels)), strict=True))
            prepared = prepare(core, labels)
            try:
                product = substitute(prepared, groups)
            except SubstitutionError as error:
                assert error.code == "not_sanitising"
                continue
            assert product == Chem.CanonSmiles(zipped(coded, groups)), (coded, groups)
            compared += 1
            apart = {label: marked(group, number) for number, (label, group) in enumerate(groups.items())}
            lost += lost_stereocentres(prepared, apart, substitute(prepared, apart))
    assert compared > 200
    assert lost == 0


def zipped(coded: str, groups: dict[str, str]) -> str:
    """Join core and groups by RDKit's `molzip`, over atom maps."""
    mol = Chem.MolFromSmiles(re.sub(r"\[([0-9]+)\*\]", r"[*:\1]", coded))
    for label, group in groups.items():
        site = f"[*:{label[1:]}]"
        joined = group.replace("*", site) if "*" in group else site + group
        mol = Chem.CombineMols(mol, Chem.MolFromSmiles(joined))
    return Chem.MolToSmiles(Chem.molzip(mol))


def test_cutting_the_substituents_off_a_product_gives_the_core_again(curated):
    for row in curated:
        record = parse_esmiles(row.esmiles)
        prepared = prepare_markush(record)
        groups = {label: POOL[(number + len(row.drug)) % 6] for number, label in enumerate(prepared.labels)}
        try:
            product, came_in = traced_product(prepared, groups)
        except SubstitutionError as error:
            assert error.code == "not_sanitising"
            continue
        mol = Chem.MolFromSmiles(product)
        border = [
            bond.GetIdx()
            for bond in mol.GetBonds()
            if (bond.GetBeginAtomIdx() in came_in) != (bond.GetEndAtomIdx() in came_in)
        ]
        assert len(border) == len(attachment_sites(record))
        pieces: list[tuple[int, ...]] = []
        parts = Chem.GetMolFrags(
            Chem.FragmentOnBonds(mol, border, dummyLabels=[(0, 0)] * len(border)),
            asMols=True,
            fragsMolAtomMapping=pieces,
        )
        rest = [
            Chem.MolToSmiles(part)
            for part, atoms in zip(parts, pieces, strict=True)
            if not set(atoms) & set(came_in)
        ]
        assert ".".join(sorted(rest)) == ".".join(sorted(Chem.CanonSmiles(record.smiles).split("."))), row


def test_every_curated_product_has_no_dummy_and_loses_no_stereocentre(curated):
    for row in curated:
        prepared = prepare_markush(parse_esmiles(row.esmiles))
        product = substitute(prepared, row.substituents)
        assert "*" not in product
        if "[H]" not in row.substituents.values():
            groups = {label: marked(group, n) for n, (label, group) in enumerate(row.substituents.items())}
            assert lost_stereocentres(prepared, groups, substitute(prepared, groups)) == 0, row


def marked(group: str, number: int) -> str:
    """Give every atom of a group an isotope of its own kind; the atoms keep their order.

    Two fluorines at one carbon leave no centre, and rightly: told apart, they must.
    """
    mol = Chem.MolFromSmiles(group)
    for atom in mol.GetAtoms():
        if atom.GetAtomicNum():
            atom.SetIsotope(100 + number)
    return Chem.MolToSmiles(mol, canonical=False)


def test_shared_drugs_cut_anywhere_are_got_back_by_substitution(shared_drugs):
    rng = random.Random("shared")
    assert sum(cut_and_rejoined(smiles, rng, 5) for smiles in shared_drugs) > 3000


def test_every_shared_esmiles_is_edited_or_refused_with_a_reason(shared):
    with (shared / "docling-markush-cxsmiles/esmiles_derived.tsv").open(encoding="utf-8") as file:
        texts = [row["esmiles"] for row in csv.DictReader(file, delimiter="\t")]
    edited, codes = 0, set()
    for text in texts:
        record = parse_esmiles(text)
        groups = {tag.label: "C" for tag in record.atom_labels}
        try:
            product = substitute_markush(record, groups)
        except SubstitutionError as error:
            assert error.message
            codes.add(error.code)
        else:
            edited += 1
            assert "*" not in product and Chem.MolFromSmiles(product) is not None
    assert len(texts) == 310
    assert edited > 60
    assert codes <= {
        "uneditable_record",
        "site_degree",
        "site_pair",
        "site_bond",
        "label_twice",
        "not_sanitising",
    }
