"""The substituent pool: every SMILES is what its name says, every cluster what it is said to be, and
the neighbour rules let through stable groups only."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from rdkit import Chem
from rdkit.Chem.rdMolDescriptors import CalcMolFormula

TABLE = Path(__file__).parents[3] / "data" / "rground" / "substituents.tsv"
COLUMNS = ("name", "published_name", "smiles", "group", "allowed", "refused", "reason", "source")
ELEMENTS = {"C", "N", "O", "S", "P", "Si", "B"}

# The formula of the group with one hydrogen on its free bond.
FORMULAS = {
    "phenyl": "C6H6",
    "4-fluorophenyl": "C6H5F",
    "4-chlorophenyl": "C6H5Cl",
    "4-methylphenyl": "C7H8",
    "4-methoxyphenyl": "C7H8O",
    "3-chlorophenyl": "C6H5Cl",
    "3,4-dichlorophenyl": "C6H4Cl2",
    "4-(trifluoromethyl)phenyl": "C7H5F3",
    "2-pyridyl": "C5H5N",
    "3-pyridyl": "C5H5N",
    "4-pyridyl": "C5H5N",
    "cyclohexyl": "C6H12",
    "cyclopentyl": "C5H10",
    "cyclopropyl": "C3H6",
    "benzyl": "C7H8",
    "4-fluorobenzyl": "C7H7F",
    "4-chlorobenzyl": "C7H7Cl",
    "benzoyl": "C7H6O",
    "phenylacetyl": "C8H8O",
    "4-fluorobenzoyl": "C7H5FO",
    "phenylsulfonyl": "C6H6O2S",
    "4-(methylsulfonyl)phenyl": "C7H8O2S",
}
GROUPS = {
    "fluoro": "*F",
    "chloro": "*Cl",
    "methyl": "*C",
    "methoxy": "*OC",
    "(trifluoromethyl)": "*C(F)(F)F",
    "(methylsulfonyl)": "*S(C)(=O)=O",
}
PARENTS = {
    "phenyl": ((), 6, True),
    "benzyl": (("CH2",), 6, True),
    "benzoyl": (("CO",), 6, True),
    "phenylacetyl": (("CO", "CH2"), 6, True),
    "phenylsulfonyl": (("SO2",), 6, True),
    "pyridyl": ((), 6, True),
    "cyclohexyl": ((), 6, False),
    "cyclopentyl": ((), 5, False),
    "cyclopropyl": ((), 3, False),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What a substituent is: the link from its first atom to its ring, the ring, and what stands on
    the ring, by locant (1 is the ring atom that carries the link or the free bond)."""

    link: tuple[str, ...]
    size: int
    aromatic: bool
    nitrogens: frozenset[int] = frozenset()
    decorations: frozenset[tuple[int, str]] = frozenset()


def named_shape(name: str) -> Shape:
    """Read the shape off the name alone."""
    match = re.fullmatch(
        r"(?:(?P<locants>[2-4](?:,[2-4])?)-)?(?P<di>di)?(?P<group>fluoro|chloro|methyl|methoxy|\([a-z]+\))?"
        r"(?P<parent>phenylacetyl|phenylsulfonyl|phenyl|benzyl|benzoyl|pyridyl|cyclo\w+)",
        name,
    )
    assert match is not None, name
    locants = [int(locant) for locant in (match["locants"] or "").split(",") if locant]
    assert len(locants) == (2 if match["di"] else 1 if match["group"] or match["parent"] == "pyridyl" else 0)
    link, size, aromatic = PARENTS[match["parent"]]
    decorations = {(locant, GROUPS[match["group"]]) for locant in locants} if match["group"] else ()
    nitrogens = locants if match["parent"] == "pyridyl" else ()
    return Shape(
        link=link,
        size=size,
        aromatic=aromatic,
        nitrogens=frozenset(nitrogens),
        decorations=frozenset(decorations),
    )


def drawn_shape(smiles: str) -> Shape:
    """Read the shape off the molecular graph, walking from the first atom."""
    mol = Chem.MolFromSmiles(smiles)
    (ring,) = mol.GetRingInfo().AtomRings()
    atom, before, link = mol.GetAtomWithIdx(0), -1, []
    while atom.GetIdx() not in ring:
        link.append(_link_name(atom))
        (after,) = (n for n in atom.GetNeighbors() if n.GetDegree() > 1 and n.GetIdx() != before)
        atom, before = after, atom.GetIdx()
    distances = Chem.GetDistanceMatrix(mol)[atom.GetIdx()]
    nitrogens, decorations = set(), set()
    for index in ring:
        member = mol.GetAtomWithIdx(index)
        locant = int(distances[index]) + 1
        if member.GetSymbol() == "N":
            nitrogens.add(locant)
        for neighbour in member.GetNeighbors():
            if neighbour.GetIdx() not in ring and neighbour.GetIdx() != before:
                decorations.add((locant, _cut_off(mol, index, neighbour.GetIdx())))
    return Shape(
        link=tuple(link),
        size=len(ring),
        aromatic=all(mol.GetAtomWithIdx(index).GetIsAromatic() for index in ring),
        nitrogens=frozenset(nitrogens),
        decorations=frozenset(decorations),
    )


def _link_name(atom: Chem.Atom) -> str:
    oxo = sum(bond.GetBondTypeAsDouble() == 2 for bond in atom.GetBonds())
    if oxo:
        return atom.GetSymbol() + "O" + (str(oxo) if oxo > 1 else "")
    # The first atom is read with a hydrogen where the free bond is.
    hydrogens = 4 - atom.GetDegree() - (1 if atom.GetIdx() == 0 else 0)
    return f"{atom.GetSymbol()}H{hydrogens}"


def _cut_off(mol: Chem.Mol, ring_atom: int, first: int) -> str:
    bond = mol.GetBondBetweenAtoms(ring_atom, first).GetIdx()
    pieces = Chem.GetMolFrags(Chem.FragmentOnBonds(mol, [bond], dummyLabels=[(0, 0)]), asMols=True)
    return next(Chem.MolToSmiles(piece) for piece in pieces if not piece.GetRingInfo().NumRings())


def cluster_of(smiles: str) -> str:
    """Work out the similarity cluster from the structure."""
    shape = drawn_shape(smiles)
    groups = {group for _, group in shape.decorations}
    if "SO2" in shape.link or GROUPS["(methylsulfonyl)"] in groups:
        return "G6"
    if "CO" in shape.link:
        return "G5"
    if shape.link:
        return "G4"
    if not shape.aromatic:
        return "G3"
    if shape.nitrogens:
        return "G2"
    meta = any(locant == 3 for locant, _ in shape.decorations)
    return "G1" if meta or GROUPS["(trifluoromethyl)"] in groups else "G0"


def takes(row: Mapping[str, str], core: str) -> bool:
    """Tell whether the one site of `core` takes the substituent of `row`."""
    mol = Chem.MolFromSmiles(core)
    (site,) = (atom for atom in mol.GetAtoms() if atom.GetAtomicNum() == 0)
    (neighbour,) = site.GetNeighbors()
    if neighbour.GetSymbol() not in row["allowed"].split(","):
        return False
    patterns = [Chem.MolFromSmarts(smarts) for smarts in smarts_in(row["refused"])]
    return not any((neighbour.GetIdx(),) in mol.GetSubstructMatches(pattern) for pattern in patterns)


def smarts_in(cell: str) -> list[str]:
    """Split at the commas between SMARTS: those where no bracket is open."""
    return [smarts for smarts in re.split(r",(?=\[(?:\$|#7\+))", cell) if smarts]


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        assert tuple(reader.fieldnames or ()) == COLUMNS
        return list(reader)


@pytest.fixture(scope="module")
def by_name(rows: list[dict[str, str]]) -> dict[str, dict[str, str]]:
    return {row["name"]: row for row in rows}


def test_the_pool_holds_22_different_substituents_in_seven_clusters(rows: list[dict[str, str]]) -> None:
    sizes = {f"G{number}": 0 for number in range(7)}
    for row in rows:
        sizes[row["group"]] += 1
    assert sizes == {"G0": 5, "G1": 3, "G2": 3, "G3": 3, "G4": 3, "G5": 3, "G6": 2}
    assert len({row["name"] for row in rows}) == len({row["published_name"] for row in rows}) == 22
    assert len({Chem.CanonSmiles(f"*{row['smiles']}") for row in rows}) == 22


def test_every_smiles_has_the_atoms_that_its_name_says(rows: list[dict[str, str]]) -> None:
    for row in rows:
        mol = Chem.MolFromSmiles(f"[H]{row['smiles']}")
        assert CalcMolFormula(mol) == FORMULAS[row["name"]], row["name"]


def test_every_smiles_has_link_ring_and_positions_that_its_name_says(rows: list[dict[str, str]]) -> None:
    for row in rows:
        assert drawn_shape(row["smiles"]) == named_shape(row["name"]), row["name"]


def test_every_substituent_is_in_the_cluster_that_its_structure_gives(rows: list[dict[str, str]]) -> None:
    for row in rows:
        assert row["group"] == cluster_of(row["smiles"]), row["name"]


def test_published_names_only_abbreviate(rows: list[dict[str, str]]) -> None:
    short = {"F-": "fluoro", "Cl-": "chloro", "Me-": "methyl", "OMe-": "methoxy"}
    for row in rows:
        written_out = re.sub(r"(?<=-)(F|Cl|OMe|Me)-", lambda match: short[match[0]], row["published_name"])
        assert written_out == row["name"]


def test_only_the_last_cluster_comes_from_the_published_code(rows: list[dict[str, str]]) -> None:
    for row in rows:
        assert row["source"] == ("code" if row["group"] == "G6" else "paper"), row["name"]


def test_allowed_neighbours_are_known_elements_and_always_hold_carbon_and_nitrogen(
    rows: list[dict[str, str]],
) -> None:
    for row in rows:
        allowed = row["allowed"].split(",")
        assert len(set(allowed)) == len(allowed) and set(allowed) <= ELEMENTS, row["name"]
        assert {"C", "N"} <= set(allowed), row["name"]


def test_every_row_gives_a_reason_of_one_sentence(rows: list[dict[str, str]]) -> None:
    for row in rows:
        assert row["reason"].endswith(".") and ". " not in row["reason"], row["name"]


def test_every_refused_pattern_is_a_smarts_of_one_atom(rows: list[dict[str, str]]) -> None:
    for row in rows:
        for smarts in smarts_in(row["refused"]):
            pattern = Chem.MolFromSmarts(smarts)
            assert pattern is not None and pattern.GetNumAtoms() == 1, smarts


def test_substituents_of_one_kind_have_one_rule(rows: list[dict[str, str]]) -> None:
    # Neither a halogen nor a methyl on the ring changes what the group is stable on.
    for group in ("G3", "G4", "G5"):
        assert len({(r["allowed"], r["refused"], r["reason"]) for r in rows if r["group"] == group}) == 1
    assert len({(r["allowed"], r["refused"]) for r in rows if r["group"] in ("G0", "G1")}) == 1


@pytest.mark.parametrize(
    ("name", "core"),
    [
        ("benzoyl", "*Oc1ccccc1"),
        ("benzoyl", "*N1CCCCC1"),
        ("benzoyl", "*c1ccncc1"),
        ("benzoyl", "*n1ccc2ccccc21"),
        ("phenylsulfonyl", "*N1CCCCC1"),
        ("phenylsulfonyl", "*c1ccncc1"),
        ("phenylsulfonyl", "*NC(=O)c1ccccc1"),
        ("phenyl", "*OC(=O)c1ccccc1"),
        ("phenyl", "*B(O)O"),
        ("phenyl", "*n1cccn1"),
        ("2-pyridyl", "*Oc1ccccc1"),
        ("cyclopropyl", "*n1ccc(=O)c2ccccc21"),
        ("benzyl", "*OC(=O)c1ccccc1"),
        ("benzyl", "*Sc1ccccc1"),
        ("4-(methylsulfonyl)phenyl", "*N1CCCCC1"),
    ],
)
def test_stable_groups_are_let_through(name: str, core: str, by_name: dict[str, dict[str, str]]) -> None:
    assert takes(by_name[name], core)


@pytest.mark.parametrize(
    ("name", "core", "what"),
    [
        ("benzoyl", "*OC(=O)c1ccccc1", "an anhydride"),
        ("benzoyl", "*OP(=O)(O)O", "an acyl phosphate"),
        ("benzoyl", "*ON=C1CCCCC1", "an oxime ester"),
        ("benzoyl", "*Sc1ccccc1", "a thioester"),
        ("benzoyl", "*n1ccnc1", "an acyl azole"),
        ("phenylacetyl", "*n1cccn1", "an acyl azole"),
        ("4-fluorobenzoyl", "*n1ccccc1=O", "an acyl pyridone"),
        ("benzoyl", "*n1c(=O)cc[nH]c1=O", "an acyl uracil"),
        ("benzoyl", "*N1C(=O)CCC1=O", "an acyl imide"),
        ("benzoyl", "*N=C1CCCCC1", "an acyl imine"),
        ("benzoyl", "*[N+]1(C)CCCCC1", "an acyl ammonium"),
        ("benzoyl", "*[Si](C)(C)C", "an acyl silane"),
        ("phenylsulfonyl", "*Oc1ccccc1", "a sulfonate ester"),
        ("phenylsulfonyl", "*Sc1ccccc1", "a thiosulfonate"),
        ("phenylsulfonyl", "*C(=O)c1ccccc1", "an acyl sulfone"),
        ("phenylsulfonyl", "*NS(=O)(=O)c1ccccc1", "a disulfonimide"),
        ("phenylsulfonyl", "*n1ccnc1", "a sulfonyl azole"),
        ("2-pyridyl", "*[Si](C)(C)C", "a 2-silylpyridine"),
        ("2-pyridyl", "*B(O)O", "a 2-pyridylboronic acid"),
        ("3-pyridyl", "*OC(=O)c1ccccc1", "an active ester"),
        ("4-(methylsulfonyl)phenyl", "*OC(=O)c1ccccc1", "an active ester"),
        ("phenyl", "*SC(=O)c1ccccc1", "an aryl thioester"),
        ("benzyl", "*OS(=O)(=O)c1ccccc1", "an alkylating sulfonate"),
        ("cyclohexyl", "*B(O)O", "an alkylboronic acid"),
    ],
)
def test_reactive_groups_are_refused(
    name: str, core: str, what: str, by_name: dict[str, dict[str, str]]
) -> None:
    assert not takes(by_name[name], core), what
