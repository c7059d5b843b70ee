from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET

import pytest
from rdkit import Chem
from rdkit.Chem import rdDepictor

from sitegen.chem import depiction
from sitegen.chem.depiction import (
    draw_markush,
    draw_markush_highlight,
    draw_molecule,
    drawing_name,
    png_markush,
    png_molecule,
)
from sitegen.chem.layout import crowding, lay_out
from sitegen.chem.palette import HIGHLIGHT, ROLES, rgb
from sitegen.chem.smiles_text import SmilesError
from sitegen.chem.svg_compaction import UnknownDrawingError, compact_svg

SVG = "{http://www.w3.org/2000/svg}"
CROWDED = "CC/C(=C1\\c2ccccc2OCc2cccc(OC)c21)c1cccc(NS(C)(=O)=O)c1"
NITRO = "C[C@H](*)N[C@H](C)c1ccc([N+](=O)[O-])cc1Cl"


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def texts(svg: str) -> list[tuple[str, float]]:
    return [(text.text or "", float(text.get("font-size", "0"))) for text in tree(svg).iter(f"{SVG}text")]


def bond_length(svg: str) -> float:
    """Return the longest line of a drawing (no bond of the molecules here ends in a label)."""
    lines = re.findall(r"M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)", svg)
    points = [tuple(map(float, line)) for line in lines]
    return max(((x - a) ** 2 + (y - b) ** 2) ** 0.5 for x, y, a, b in points)


def test_a_drawing_has_one_size_and_a_transparent_background():
    for smiles in ("CC", "c1ccccc1", NITRO, "C" * 60, "[Na+].[Cl-]", "C"):
        root = tree(draw_molecule(smiles))
        assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("300", "225", "0 0 300 225")
        assert list(root.iter(f"{SVG}rect")) == []


def test_bonds_have_one_length_and_only_shrink_where_a_molecule_does_not_fit():
    lengths = [bond_length(draw_molecule(smiles)) for smiles in ("CCCC", "c1ccccc1", "C1CCC1CCC")]
    assert lengths == pytest.approx([depiction.BOND_LENGTH] * 3, abs=0.2)
    assert bond_length(draw_molecule("C" * 40)) < depiction.BOND_LENGTH / 2


def test_an_r_label_is_drawn_with_its_index_raised_and_smaller():
    svg = draw_markush("*c1ccccc1", {0: "R[12]"})
    (letter, large), (index, small) = texts(svg)
    assert (letter, index) == ("R", "12")
    assert small < large
    base, raised = (float(text.get("y").split()[0]) for text in tree(svg).iter(f"{SVG}text"))
    assert raised < base


def test_all_spellings_of_a_label_are_drawn_alike():
    drawings = {draw_markush("*c1ccccc1", {0: label}) for label in ("R1", "R[1]", "R^{1}", "R_1")}
    assert len(drawings) == 1


def test_labels_cannot_bring_markup_into_a_drawing():
    svg = draw_markush("*C", {0: '<script>&"'})
    assert tree(svg) is not None
    assert "<script" not in svg


def test_a_drawing_is_the_same_bytes_every_time():
    assert len({draw_markush(NITRO, {2: "R1"}, highlight=[5, 3, 4]) for _ in range(5)}) == 1


def test_every_colour_has_a_counterpart_for_dark_mode():
    svg = draw_markush(NITRO, {2: "R1"})
    light, dark = re.fullmatch(
        r".*?<style>(.*)@media\(prefers-color-scheme:dark\)\{(.*)\}</style>.*", svg, re.S
    ).groups()
    used = set(re.findall(r'class="(\w)"', svg))
    assert set(re.findall(r"\.(\w)\{color", light)) == used
    assert set(re.findall(r"\.(\w)\{color", dark)) == used
    assert used == {"k", "r", "n", "o", "c"}


@pytest.mark.parametrize("role", ROLES, ids=lambda role: role.css)
def test_every_colour_is_readable_on_its_background(role):
    def luminance(colour: str) -> float:
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    assert 1.05 / (luminance(role.light) + 0.05) >= 4.5
    for background in ("#121212", "#1e2129"):
        assert (luminance(role.dark) + 0.05) / (luminance(background) + 0.05) >= 4.5


def test_solid_wedges_hashed_wedges_and_bonds_keep_their_own_strokes():
    root = tree(draw_molecule("C[C@H](N)[C@@H](F)Cl"))
    widths = {path.get("stroke-width") for path in root.findall(f"{SVG}path")}
    assert widths == {None, "0.8"}  # bonds by the style, hashes at half their width
    wedges = [group for group in root.findall(f"{SVG}g") if group.get("stroke-width") == "0.4"]
    assert sum(len(group.findall(f"{SVG}path")) for group in wedges) >= 1
    assert "stroke-width" not in draw_molecule("CC").split("</style>")[1]


def test_the_highlight_is_one_soft_layer_behind_everything():
    smiles = Chem.CanonSmiles("CCOc1ccccc1")
    root = tree(draw_markush_highlight(smiles, [0, 1, 2]))
    first = root.findall("*")[1]
    assert (first.get("class"), first.tag) == (HIGHLIGHT.css, f"{SVG}g")
    assert float(first.get("opacity")) < 0.6
    assert len(first) == 5  # three atoms, two bonds
    assert HIGHLIGHT.css not in re.findall(r'class="(\w)"', draw_molecule(smiles))


def test_highlighting_moves_no_line():
    smiles = Chem.CanonSmiles("CCOc1ccccc1")
    plain = draw_molecule(smiles).split("</style>")[1]
    assert draw_molecule(smiles, highlight=[0, 1]).endswith(plain)


def test_drawings_are_small(curated_cores):
    drawings = [draw_markush(smiles, labels) for smiles, labels in curated_cores]
    assert sum(map(len, drawings)) / len(drawings) < 2000


def test_unusual_structures_are_drawn_too():
    for smiles in (
        "C[CH2]",
        "CC->[Fe]",
        "C~C",
        "[13CH4]",
        "[2H]C",
        "CC=CC",
        "*",
        "[Pt](Cl)(Cl)(N)N",
        "c1*cccc1",
        "C#N",
    ):
        assert tree(draw_molecule(smiles)).tag == f"{SVG}svg"


def test_what_the_compaction_does_not_know_is_an_error_and_not_lost():
    with pytest.raises(UnknownDrawingError, match="element"):
        compact_svg("<svg width='3px' height='3px'>\n<rect/>\n<!-- x -->\n<polygon/>\n</svg>")
    drawing = (
        "<?xml?>\n<svg\nwidth='3px' height='3px' >\n<!-- -->\n"
        "<path d='M 1,1 L 2,2' style='fill:none;stroke:#123456;stroke-width:2.0px' />\n</svg>\n"
    )
    with pytest.raises(UnknownDrawingError, match="#123456"):
        compact_svg(drawing)


@pytest.mark.parametrize("atom", [1, 2, -1])
def test_a_label_off_its_dummy_is_refused_and_not_drawn_over_an_atom(atom):
    with pytest.raises(SmilesError, match="no `\\*`"):
        draw_markush("*C", {atom: "R1"})


def test_a_bad_smiles_is_refused():
    with pytest.raises(SmilesError):
        draw_molecule("c1cccc1")


def test_names_are_equal_for_equal_drawings_only():
    name = drawing_name("markush", "*C", {0: "R[1]"})
    assert re.fullmatch(r"images/[0-9a-f]{2}/[0-9a-f]{24}\.svg", name)
    assert name == drawing_name("markush", "*C", {0: "R^{1}"})
    others = {
        drawing_name("markush", "*C", {0: "R[2]"}),
        drawing_name("markush", "*CC", {0: "R[1]"}),
        drawing_name("molecule", "*C"),
        drawing_name("highlight-0", "*C"),
    }
    assert len(others | {name}) == 5


def test_png_is_a_square_of_the_size_asked_for_and_the_same_every_time():
    png = png_markush("*c1ccccc1", {0: "R1"})
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (300, 300)
    assert struct.unpack(">II", png_molecule("CC", side=128)[16:24]) == (128, 128)
    assert png == png_markush("*c1ccccc1", {0: "R[1]"})
    assert png != png_markush("*c1ccccc1", {0: "R[2]"})


def test_a_molecule_that_lies_over_itself_is_laid_out_anew():
    mol = Chem.MolFromSmiles(CROWDED)
    rdDepictor.Compute2DCoords(mol, useRingTemplates=True)
    assert crowding(mol) > 0
    assert crowding(lay_out(Chem.MolFromSmiles(CROWDED))) == 0


def test_the_layout_is_the_same_every_time():
    assert draw_molecule(CROWDED) == draw_molecule(CROWDED)
