"""The curated cores: every core is well formed, and every member's groups put on it give the drug.

Substitution is done twice: here on the molecular graph, and by `sitegen.chem.substitution`, which works
on text.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from rdkit import Chem, rdBase
from rdkit.Chem.MolStandardize import rdMolStandardize

from sitegen.chem.canonical import canonical_core
from sitegen.chem.esmiles import parse_esmiles, write_esmiles
from sitegen.chem.substitution import prepare, substitute
from sitegen.sources import fetch, read_pin, read_rows

ROOT = Path(__file__).parents[3]
TABLE = ROOT / "data" / "rground" / "markush.tsv"
PIN = ROOT / "data" / "rground" / "sources" / "approved_drugs.toml"
COLUMNS = ("core_id", "family", "esmiles", "drug", "chembl_id", "substituents")

# What is taken away from a salt or hydrate; the README says the same.
SODIUM = "[Na+]"
TAKEN_AWAY = frozenset({"Cl", SODIUM, "O", "CS(=O)(=O)O", "O=C(O)C(O)C(O)C(=O)O"})

# Stems of the names of drug substances, and the families in which a drug so named may stand.
STEMS = {
    r"CILLIN( V)?$": {"penicillins"},
    r"^CEF(?!OXITIN|OTETAN|METAZOLE)|^CEPH": {"cephalosporins"},
    r"PENEM$": {"carbapenems"},
    r"BACTAM$": {"penam sulfone beta-lactamase inhibitors", "diazabicyclooctane beta-lactamase inhibitors"},
    r"CYCLINE\b": {"tetracyclines"},
    r"OXACIN\b": {"fluoroquinolones"},
    r"^SULFA(?!SALAZINE)": {"sulfonamide antibacterials"},
    r"OXICAM$": {"oxicams"},
    r"PROFEN$": {"profens"},
    r"FENAMIC ACID$": {"fenamates"},
    r"COXIB$": {"coxibs"},
    r"AZEPAM$": {"1,4-benzodiazepin-2-ones"},
    r"(?<!THIO)BARBITAL$": {"barbiturates"},
    r"(?<!PI)PRAZOLE$": {"benzimidazole proton-pump inhibitors"},
    r"PRIL(AT)?$": {"ACE inhibitors"},
    r"SARTAN\b": {"sartans"},
    r"VASTATIN$": {"statins"},
    r"DIPINE$": {"1,4-dihydropyridine calcium-channel blockers"},
    r"AZOSIN$": {"quinazoline alpha-1 blockers"},
    r"OLOL$": {"aryloxypropanolamine beta blockers"},
    r"TRIPTAN$": {"triptans"},
    r"GEPANT$": {"gepants"},
    r"GLIFLOZIN$": {"gliflozins"},
    r"GLITAZONE$": {"glitazones"},
    r"DRONIC ACID$": {"bisphosphonates"},
    r"PROST\b|PROSTONE": {"prostaglandin F analogues"},
    r"CAINE$": {"ester local anaesthetics", "amide local anaesthetics", "lidocaine-type anilides"},
    r"FENTANIL$|^FENTANYL$": {"4-anilidopiperidine opioids"},
    r"RUBICIN\b": {"anthracyclines"},
    r"TAXEL$": {"taxanes"},
    r"CURONIUM$": {"aminosteroid neuromuscular blockers"},
    r"NIDAZOLE$": {"5-nitroimidazoles"},
    r"CONAZOLE$": {"imidazole antifungals", "triazole antifungals", "dioxolane azole antifungals"},
    r"BENDAZOLE$": {"benzimidazole anthelmintics"},
    r"SUXIMIDE$": {"succinimides"},
    r"CAPONE$": {"nitrocatechol COMT inhibitors"},
    r"RACETAM$": {"racetams"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    line: int
    core_id: str
    family: str
    esmiles: str
    drug: str
    chembl_id: str
    substituents: Mapping[str, str]

    def __str__(self) -> str:
        return f"line {self.line}, {self.core_id}, {self.drug}"


@cache
def table() -> tuple[Row, ...]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        assert tuple(reader.fieldnames or ()) == COLUMNS
        return tuple(
            Row(line=line, **{**cells, "substituents": json.loads(cells["substituents"])})
            for line, cells in enumerate(reader, start=2)
        )


@cache
def cores() -> dict[str, tuple[Row, ...]]:
    ids = dict.fromkeys(row.core_id for row in table())
    return {core_id: tuple(row for row in table() if row.core_id == core_id) for core_id in ids}


@pytest.fixture(scope="module")
def source() -> dict[str, tuple[str, str]]:
    """Return name and SMILES of every row of the source table by identifier."""
    pin = read_pin(PIN)
    paths = fetch(pin, Path(os.environ.get("CHEMGROUND_CACHE") or ROOT / ".cache"))
    rows = (row for batch in read_rows(pin, paths, ("id", "name", "smiles")) for row in batch)
    return {str(row["id"]): (str(row["name"]), str(row["smiles"])) for row in rows}


def read_core(esmiles: str) -> tuple[str, dict[int, str]]:
    """Return SMILES and labels by atom index, read without the project's own parser."""
    smiles, extension = esmiles.split("<sep>")
    tags = re.findall(r"<a>([0-9]+):(R\[[1-9]\])</a>", extension)
    assert "".join(f"<a>{atom}:{label}</a>" for atom, label in tags) == extension
    labels = {int(atom): label for atom, label in tags}
    assert len(labels) == len(tags)
    return smiles, labels


def parent(smiles: str) -> str:
    """Return the drug's structure without what `TAKEN_AWAY` lists, by the rule of the README."""
    parts = [Chem.CanonSmiles(part) for part in smiles.split(".")]
    left = [part for part in parts if len(parts) == 1 or part not in TAKEN_AWAY]
    if len(left) != 1:
        raise ValueError(f"{len(left)} parts are left of {smiles}")
    sodium = parts.count(SODIUM) if len(parts) > 1 else 0
    if not sodium:
        return left[0]
    if left[0].count("[O-]") != sodium:
        raise ValueError(f"{sodium} sodium ions do not balance {left[0]}")
    return Chem.MolToSmiles(rdMolStandardize.Uncharger().uncharge(Chem.MolFromSmiles(left[0])))


def put_on(smiles: str, labels: Mapping[int, str], groups: Mapping[str, str]) -> str:
    """Return the product's canonical SMILES, made on the molecular graph.

    The dummy atom itself is turned into the first atom of the group, so no neighbour list of the
    core changes its order; the group's other atoms and bonds follow in the order they were written.
    """
    mol = Chem.RWMol(_unsanitised(smiles))
    for atom, label in labels.items():
        if groups[label] == "[H]":
            mol.ReplaceAtom(atom, Chem.Atom(1))
        else:
            _grow(mol, atom, groups[label])
    Chem.SanitizeMol(mol)
    Chem.AssignStereochemistry(mol, cleanIt=True, force=True)
    return Chem.CanonSmiles(Chem.MolToSmiles(Chem.RemoveHs(mol)))


def _grow(mol: Chem.RWMol, dummy: int, group: str) -> None:
    fragment = _unsanitised(group if group.startswith("*") else f"*{group}")
    assert [atom.GetIdx() for atom in fragment.GetAtoms() if atom.GetAtomicNum() == 0] == [0]
    (joint,) = mol.GetAtomWithIdx(dummy).GetBonds()
    mol.ReplaceAtom(dummy, fragment.GetAtomWithIdx(1))
    place = {1: dummy}
    for atom in list(fragment.GetAtoms())[2:]:
        place[atom.GetIdx()] = mol.AddAtom(atom)
    for bond in fragment.GetBonds():
        begin, end = bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()
        direction = bond.GetBondDir()
        if 0 not in (begin, end):
            mol.AddBond(place[begin], place[end], bond.GetBondType())
            mol.GetBondBetweenAtoms(place[begin], place[end]).SetBondDir(direction)
        elif direction != Chem.BondDir.NONE:
            # `/` and `\` are read from the bond's begin to its end: here from the core outwards.
            assert begin == 0 and joint.GetBondDir() == Chem.BondDir.NONE
            outwards = joint.GetEndAtomIdx() == dummy
            joint.SetBondDir(direction if outwards else _turned(direction))


def _turned(direction: Chem.BondDir) -> Chem.BondDir:
    up, down = Chem.BondDir.ENDUPRIGHT, Chem.BondDir.ENDDOWNRIGHT
    return down if direction == up else up


def _unsanitised(smiles: str) -> Chem.Mol:
    parameters = Chem.SmilesParserParams()
    parameters.sanitize = False
    parameters.removeHs = False
    return Chem.MolFromSmiles(smiles, parameters)


def labels_of(row: Row) -> set[str]:
    return set(read_core(row.esmiles)[1].values())


def test_there_are_sixty_cores_of_sixty_families_at_least() -> None:
    assert len(cores()) >= 60
    assert len({row.family for row in table()}) >= 60


def test_every_core_has_two_members_and_rows_that_agree() -> None:
    for core_id, rows in cores().items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", core_id)
        assert len({row.chembl_id for row in rows}) == len({row.drug for row in rows}) == len(rows) >= 2
        assert len({(row.family, row.esmiles) for row in rows}) == 1, core_id


def test_rows_are_sorted_by_core_and_drug() -> None:
    keys = [(row.core_id, row.drug) for row in table()]
    assert keys == sorted(set(keys))


def test_no_core_is_there_twice() -> None:
    assert [e for e, n in Counter(rows[0].esmiles for rows in cores().values()).items() if n > 1] == []


def test_every_core_is_small_and_its_sites_are_single_bonds_to_core_atoms() -> None:
    for core_id, rows in cores().items():
        smiles, labels = read_core(rows[0].esmiles)
        mol = _unsanitised(smiles)
        Chem.SanitizeMol(mol)
        dummies = {atom.GetIdx() for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0}
        assert dummies == set(labels), core_id
        assert 8 <= mol.GetNumAtoms() - len(dummies) <= 40, core_id
        assert len(Chem.GetMolFrags(mol)) == 1, core_id
        for dummy in dummies:
            (bond,) = mol.GetAtomWithIdx(dummy).GetBonds()
            assert bond.GetBondType() == Chem.BondType.SINGLE, core_id
            assert bond.GetOtherAtomIdx(dummy) not in dummies, core_id


def test_labels_count_up_from_one_to_four_at_most() -> None:
    for core_id, rows in cores().items():
        labels = sorted(labels_of(rows[0]))
        assert labels == [f"R[{number}]" for number in range(1, len(labels) + 1)], core_id
        assert 1 <= len(labels) <= 4, core_id


def test_every_core_reads_and_writes_back_and_is_canonical() -> None:
    for core_id, rows in cores().items():
        esmiles = rows[0].esmiles
        smiles, labels = read_core(esmiles)
        assert write_esmiles(parse_esmiles(esmiles)) == esmiles, core_id
        assert write_esmiles(canonical_core(smiles, labels)) == esmiles, core_id


def test_every_member_gives_each_label_a_group_in_order() -> None:
    for row in table():
        assert list(row.substituents) == sorted(labels_of(row)), row


def test_every_label_differs_between_members() -> None:
    for core_id, rows in cores().items():
        for label in labels_of(rows[0]):
            assert len({row.substituents[label] for row in rows}) > 1, (core_id, label)


def test_no_two_members_of_a_core_have_the_same_groups() -> None:
    for core_id, rows in cores().items():
        assert len({tuple(row.substituents.items()) for row in rows}) == len(rows), core_id


def test_every_group_attaches_at_its_first_atom_or_at_a_leading_star() -> None:
    for row in table():
        for group in row.substituents.values():
            written = group if group.startswith("*") or group == "[H]" else f"*{group}"
            assert written.count("*") == (group != "[H]"), row
            with rdBase.BlockLogs():
                mol = Chem.MolFromSmiles(written)
            assert mol is not None and len(Chem.GetMolFrags(mol)) == 1, row


def test_a_leading_star_stands_only_where_it_is_needed() -> None:
    for row in table():
        for group in row.substituents.values():
            if group.startswith("*"):
                stereo = re.match(r"\*([/\\]|\[[A-Za-z]+@)", group)
                with rdBase.BlockLogs():
                    assert stereo or Chem.MolFromSmiles(group[1:]) is None, (str(row), group)


def test_every_member_is_in_the_source_table_under_its_name(source: dict[str, tuple[str, str]]) -> None:
    wrong = [str(row) for row in table() if source.get(row.chembl_id, ("",))[0] != row.drug]
    assert wrong == []


def test_groups_put_on_the_core_give_every_drug_of_the_table(source: dict[str, tuple[str, str]]) -> None:
    wrong = []
    for row in table():
        product = put_on(*read_core(row.esmiles), row.substituents)
        drug = parent(source[row.chembl_id][1])
        if product != drug:
            wrong.append(f"{row}: {product} is not {drug}")
    assert wrong == []


def test_the_generator_substitutes_to_the_same_drugs(source: dict[str, tuple[str, str]]) -> None:
    wrong = []
    for rows in cores().values():
        core = prepare(*read_core(rows[0].esmiles))
        for row in rows:
            product = substitute(core, row.substituents)
            if product != parent(source[row.chembl_id][1]):
                wrong.append(f"{row}: {product}")
    assert wrong == []


def test_drugs_with_a_common_name_stem_are_in_the_family_of_that_stem() -> None:
    used = Counter()
    for row in table():
        for stem, families in STEMS.items():
            if re.search(stem, row.drug):
                used[stem] += 1
                assert row.family in families, row
    assert set(used) == set(STEMS)


def test_a_wrong_group_a_wrong_site_and_a_wrong_configuration_are_noticed() -> None:
    core, labels = "C[C@H](*)N*", {2: "R[1]", 4: "R[2]"}
    right = put_on(core, labels, {"R[1]": "c1ccccc1", "R[2]": "CC"})
    assert right == Chem.CanonSmiles("C[C@H](c1ccccc1)NCC")
    assert put_on(core, labels, {"R[1]": "c1ccccc1", "R[2]": "CCC"}) != right
    assert put_on(core, labels, {"R[1]": "CC", "R[2]": "c1ccccc1"}) != right
    assert put_on("C[C@@H](*)N*", labels, {"R[1]": "c1ccccc1", "R[2]": "CC"}) != right


@pytest.mark.parametrize(
    ("core", "group", "product"),
    [
        ("C[C@](*)(F)Cl", "[H]", "C[C@]([H])(F)Cl"),
        ("*[C@@H](C)N", "CC", "CC[C@@H](C)N"),
        ("*OC", "*[C@H](C)N", "O(C)[C@H](C)N"),
        ("CO*", "*/C=C/C", "CO/C=C/C"),
        ("*OC", "*/C=C\\C", "CO/C=C\\C"),
        ("*/C=C/C", "CC", "CC/C=C/C"),
        ("*n1cccc1", "[H]", "c1cc[nH]c1"),
    ],
)
def test_parity_and_double_bond_geometry_survive_the_joint(core: str, group: str, product: str) -> None:
    labels = {Chem.MolFromSmarts(core).GetSubstructMatch(Chem.MolFromSmarts("[#0]"))[0]: "R[1]"}
    assert put_on(core, labels, {"R[1]": group}) == Chem.CanonSmiles(product)


@pytest.mark.parametrize(
    ("salt", "drug"),
    [
        ("CCN.Cl.O", "CCN"),
        ("CC(=O)[O-].[Na+]", "CC(=O)O"),
        ("CC[N+](C)(C)C", "CC[N+](C)(C)C"),
        ("C[N+](C)(C)CC(=O)[O-]", "C[N+](C)(C)CC(=O)[O-]"),
        ("O", "O"),
    ],
)
def test_only_listed_counter_ions_are_taken_away(salt: str, drug: str) -> None:
    assert parent(salt) == Chem.CanonSmiles(drug)


@pytest.mark.parametrize("mixture", ["CCN.CCCN", "CCN.Br", "CC(=O)[O-].[K+]", "CC[O-].[Na+].[Na+]"])
def test_mixtures_and_unlisted_counter_ions_are_refused(mixture: str) -> None:
    with pytest.raises(ValueError, match=r"parts are left|do not balance"):
        parent(mixture)
