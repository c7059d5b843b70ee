"""What the drawings of a pair show: numbers, grounds, one orientation, nothing of a label."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

from rdkit import Chem

from sitegen.benchmarks.fgbench.drawings import (
    Drawing,
    PairDrawings,
    draw,
    drawings_of,
    item_drawings,
    pair_drawings,
)
from sitegen.benchmarks.fgbench.records import Bond, Edit, Group
from sitegen.benchmarks.fgbench.render import render_drawings
from sitegen.chem.palette import GROUPS
from tests.sitegen.benchmarks.fgbench.shown import ADDED, ITEMS, PAIRS, REMOVED, REPLACED
from tests.sitegen.benchmarks.fgbench.test_figures import context

SVG = "{http://www.w3.org/2000/svg}"


def printed(drawing: Drawing) -> list[int]:
    """Return the numbers that a drawing prints, read from its SVG: glyphs next to each other are one."""
    found = []
    for text in ET.fromstring(draw(drawing)).iter(f"{SVG}text"):
        if not re.fullmatch("[0-9]+", text.text or "") or text.get("font-size") != "12":
            continue
        places = list(zip(text.get("x", "").split(), text.get("y", "").split(), text.text or "", strict=True))
        for place, (x, y, glyph) in enumerate(places):
            before = places[place - 1] if place else ("-99", "-99", "")
            if y == before[1] and 0 < float(x) - float(before[0]) < 10:
                found[-1] += glyph
            else:
                found.append(glyph)
    return sorted(map(int, found))


def lines(svg: str) -> list[tuple[float, ...]]:
    """Return the ends of all lines in the colour of carbon."""
    path = re.search(r'<path class="k" d="([^"]*)"', svg)
    assert path is not None
    return [tuple(map(float, ends)) for ends in re.findall(r"M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)", path[1])]


def test_the_numbers_are_those_of_changed_atoms_and_of_what_they_hang_on() -> None:
    drawings = pair_drawings(REPLACED)
    assert printed(drawings.target) == [0, 1]
    assert printed(drawings.reference) == [1, 7]
    removed = pair_drawings(REMOVED)
    assert printed(removed.target) == [0, 1, 2, 3]
    assert printed(removed.reference) == [3]
    added = pair_drawings(ADDED)
    assert printed(added.target) == [0]
    assert printed(added.reference) == [0, 6]


def test_numbers_stand_at_the_atoms_that_the_mapped_smiles_gives_them() -> None:
    for pair in PAIRS:
        drawings = pair_drawings(pair)
        for drawing, mapped in (
            (drawings.target, pair.target_mapped),
            (drawings.reference, pair.reference_mapped),
        ):
            symbols = {a.GetAtomMapNum(): a.GetSymbol() for a in Chem.MolFromSmiles(mapped).GetAtoms()}
            mol = Chem.MolFromSmiles(drawing.smiles)
            for atom, number in drawing.numbers:
                assert mol.GetAtomWithIdx(atom).GetSymbol() == symbols[number]
            assert Chem.MolToSmiles(mol) == drawing.smiles


def test_removed_groups_are_outlined_and_added_ones_filled_each_in_its_colour() -> None:
    drawings = pair_drawings(REPLACED)
    target, reference = draw(drawings.target), draw(drawings.reference)
    assert 'class="g1 y" mask="url(#m0)"' in target
    assert " z" not in re.findall(r'class="([^"]*)"', target)
    assert 'class="g2 z"' in reference
    assert "mask" not in reference
    assert f".g1{{color:{GROUPS[0].light}}}" in target
    assert f".g2{{color:{GROUPS[1].light}}}" in reference


def test_a_group_of_one_name_has_one_colour_in_both_drawings() -> None:
    edit = Edit(
        removed=(Group(name="phenol", atoms=(0,)),),
        added=(Group(name="fluoride", atoms=(7,)), Group(name="phenol", atoms=(8,))),
        bonds=(Bond(first=1, second=7, order="single"), Bond(first=3, second=8, order="single")),
    )
    ring = "[c:1]1[cH:2][c:3]{}[cH:4][cH:5][cH:6]1"
    drawings = drawings_of(
        "[OH:0]" + ring.format("").replace("[c:3]", "[cH:3]"), "[F:7]" + ring.format("([OH:8])"), edit
    )
    assert [mark.colour for mark in drawings.target.marks] == [0]
    assert [mark.colour for mark in drawings.reference.marks] == [1, 0]


def test_grounds_lie_behind_everything() -> None:
    for pair in PAIRS:
        for drawing in (pair_drawings(pair).target, pair_drawings(pair).reference):
            classes = [child.get("class", "") for child in ET.fromstring(draw(drawing))][1:]
            grounds = [place for place, css in enumerate(classes) if css.startswith("g") or not css]
            assert grounds == list(range(len(grounds)))


def test_dark_mode_exchanges_letters_and_the_grounds_that_would_sink() -> None:
    edit = Edit(removed=tuple(Group(name=f"g{n}", atoms=(n,)) for n in range(3)))
    smiles = "[OH:0][CH2:1][CH2:2][CH3:3]"
    svg = draw(drawings_of(smiles, "[CH4:3]", edit).target)
    dark = svg.split("prefers-color-scheme:dark)")[1].split("</style>")[0]
    assert f".g3{{color:{GROUPS[2].dark}}}" in dark
    assert ".k{" in dark


def test_the_shared_part_is_drawn_alike() -> None:
    drawings = pair_drawings(REPLACED)
    target, reference = lines(draw(drawings.target)), lines(draw(drawings.reference))
    # Both are centred by their own extent: the same lines but for one shift.
    moved = {
        (round(a[0] - b[0]), round(a[1] - b[1]), round(a[2] - b[2]), round(a[3] - b[3]))
        for a, b in zip(target[1:], reference[1:], strict=False)
    }
    assert len(moved) <= 2
    assert all(abs(dx - dz) <= 1 and abs(dy - dw) <= 1 for dx, dy, dz, dw in moved)


def test_an_opened_ring_is_drawn_without_torn_bonds() -> None:
    drawings = drawings_of(
        "[CH2:0]1[CH2:1][CH2:2][CH2:3][CH2:4][CH2:5]1",
        "[CH3:0][CH2:1][CH2:2][CH2:3][CH2:4][CH3:5]",
        Edit(),
    )
    lengths = [((x - a) ** 2 + (y - b) ** 2) ** 0.5 for x, y, a, b in lines(draw(drawings.reference))]
    assert max(lengths) <= 1.25 * min(length for length in lengths if length > 5)


def test_drawings_and_their_names_are_the_same_every_time_and_know_no_label() -> None:
    first, second = pair_drawings(REPLACED), pair_drawings(replace(REPLACED))
    assert first == second
    assert draw(first.target) == draw(second.target)
    assert draw(first.reference) == draw(second.reference)
    for item in ITEMS[:4]:
        other = replace(item, answer=not item.answer, extra={**item.extra, "target_label": 99, "change": 99})
        assert item_drawings(other.extra) == item_drawings(item.extra) == first


def test_a_drawing_of_another_edit_has_another_name() -> None:
    def paths(drawings: PairDrawings) -> set[str]:
        return {drawings.target.path, drawings.reference.path}

    all_paths = [path for pair in PAIRS for path in paths(pair_drawings(pair))]
    assert len(set(all_paths)) == len(all_paths) == 6
    assert all(re.fullmatch(r"images/[0-9a-f]{2}/[0-9a-f]{24}\.svg", path) for path in all_paths)


def test_every_drawing_that_items_show_is_rendered_once() -> None:
    rendered = list(render_drawings(ITEMS, context()))
    paths = [path for path, _ in rendered]
    assert len(set(paths)) == len(paths)
    assert set(paths) == {path for item in ITEMS for path in item.extra["drawings"].values()}
    assert all(ET.fromstring(svg).get("height") == "225" for _, svg in rendered)
    assert Path(paths[0]).suffix == ".svg"
