"""Marked, numbered and aligned drawings: grounds that letters stay readable on, layouts that stay whole."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from rdkit import Chem

from sitegen.chem.alignment import lay_out_like
from sitegen.chem.depiction import Like, draw_marked, draw_molecule
from sitegen.chem.layout import lay_out
from sitegen.chem.marking import Mark
from sitegen.chem.palette import GROUND_OPACITY, GROUPS, ROLES, rgb
from sitegen.chem.smiles_text import SmilesError

SVG = "{http://www.w3.org/2000/svg}"
ETHER = "CCOc1ccccc1"


def luminance(colour: tuple[float, ...]) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("group", GROUPS, ids=lambda role: role.css)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_bonds_numbers_and_letters_are_readable_on_every_ground(group, scheme):
    page = rgb("#ffffff" if scheme == "light" else "#121212")
    share = float(GROUND_OPACITY)
    ground = tuple(
        share * over + (1 - share) * under
        for over, under in zip(rgb(getattr(group, scheme)), page, strict=True)
    )
    ratios = {role.css: contrast(rgb(getattr(role, scheme)), ground) for role in ROLES}
    assert ratios["k"] >= 4.5
    assert min(ratios.values()) >= 3


@pytest.mark.parametrize("group", GROUPS, ids=lambda role: role.css)
def test_an_outline_stands_out_from_the_page(group):
    assert contrast(rgb(group.light), rgb("#ffffff")) >= 2
    assert contrast(rgb(group.dark), rgb("#121212")) >= 3


def test_grounds_have_colours_of_their_own_and_begin_again_after_the_last():
    assert len({group.light for group in GROUPS}) == len({group.css for group in GROUPS}) == len(GROUPS)
    svg = draw_marked("CCO", marks=[Mark(atoms=(0,), colour=len(GROUPS))])
    assert f'class="{GROUPS[0].css} z"' in svg


def test_a_ground_moves_no_line_and_numbers_none_but_their_atoms():
    plain = draw_molecule(ETHER).split("</style>")[1]
    marked = draw_marked(ETHER, marks=[Mark(atoms=(0, 1), colour=0)]).split("</style>")[1]
    assert marked.endswith(plain)
    numbered = draw_marked(ETHER, numbers={2: 31})
    assert re.findall(r"<text[^>]*>([^<]*)</text>", numbered) == ["O", "31"]


def test_a_group_is_one_line_along_its_bonds_and_a_dot_at_a_lone_atom():
    svg = draw_marked(ETHER, marks=[Mark(atoms=(0, 1, 5), colour=0)])
    (ground,) = re.findall(r'class="g1 z"[^>]* d="([^"]*)"', svg)
    assert ground.count("L") == 1
    assert ground.count("h0") == 1


def test_outlines_have_masks_of_their_own():
    svg = draw_marked(ETHER, marks=[Mark(atoms=(n,), colour=n, filled=False) for n in (0, 2)])
    assert [mask.get("id") for mask in ET.fromstring(svg).iter(f"{SVG}mask")] == ["m0", "m1"]
    assert re.findall(r"url\(#(m\d)\)", svg) == ["m0", "m1"]


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(IndexError, match="no atom 9"):
        draw_marked(ETHER, marks=[Mark(atoms=(9,), colour=0)])
    with pytest.raises(IndexError, match="no atom -1"):
        draw_marked(ETHER, numbers={-1: 0})
    with pytest.raises(SmilesError):
        draw_marked("CC(", numbers={})
    with pytest.raises(SmilesError):
        draw_marked("CC", like=Like(smiles="C1C", shared=((0, 0), (1, 1))))


@pytest.mark.parametrize(
    ("template", "smiles", "shared"),
    [
        ("NC(=O)c1ccccc1", "Fc1ccccc1", [(n + 2, n) for n in range(1, 7)]),
        ("CCCCCCO", "CCCCCCN", [(n, n) for n in range(6)]),
        ("C/C=C/Cl", "C/C=C/Br", [(n, n) for n in range(3)]),
    ],
)
def test_shared_atoms_keep_their_places(template, smiles, shared):
    first = lay_out(Chem.MolFromSmiles(template))
    second = lay_out_like(Chem.MolFromSmiles(smiles), first, shared)
    one, other = first.GetConformer(), second.GetConformer()
    for there, here in shared:
        assert (one.GetAtomPosition(there) - other.GetAtomPosition(here)).Length() < 1e-3


def test_a_part_that_cannot_keep_its_places_is_laid_out_anew_and_turned_the_same_way():
    ring = lay_out(Chem.MolFromSmiles("C1CCCCC1"))
    chain = lay_out_like(Chem.MolFromSmiles("CCCCCC"), ring, [(n, n) for n in range(6)])
    conformer = chain.GetConformer()
    for bond in chain.GetBonds():
        begin, end = (conformer.GetAtomPosition(n) for n in (bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()))
        assert (begin - end).Length() == pytest.approx(1.5, abs=0.05)
    middle = sum(conformer.GetAtomPosition(n).x for n in range(6)) / 6
    assert middle == pytest.approx(
        sum(ring.GetConformer().GetAtomPosition(n).x for n in range(6)) / 6, abs=1e-3
    )


def test_double_bonds_keep_their_sides_where_the_shared_atoms_would_turn_them():
    first = lay_out(Chem.MolFromSmiles("C/C=C/C"))
    second = lay_out_like(Chem.MolFromSmiles("C/C=C\\C"), first, [(n, n) for n in range(4)])
    Chem.DetectBondStereoChemistry(second, second.GetConformer())
    Chem.AssignStereochemistry(second, cleanIt=True, force=True)
    assert Chem.MolToSmiles(second) == "C/C=C\\C"


def test_molecules_that_share_nothing_are_drawn_each_on_its_own():
    alone = draw_marked("CCO")
    assert draw_marked("CCO", like=Like(smiles=ETHER, shared=())) == alone


def test_a_cage_keeps_its_places_though_its_bonds_are_drawn_short():
    first = lay_out(Chem.MolFromSmiles("CN1[C@H]2CC[C@@H]1CC(O)C2"))
    second = lay_out_like(
        Chem.MolFromSmiles("CN1[C@H]2CC[C@@H]1CC(Cl)C2"), first, [(n, n) for n in range(10) if n != 8]
    )
    one, other = first.GetConformer(), second.GetConformer()
    assert all((one.GetAtomPosition(n) - other.GetAtomPosition(n)).Length() < 1e-3 for n in range(8))
