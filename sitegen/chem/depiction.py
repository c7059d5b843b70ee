"""Drawings of molecules and Markush cores: small themed SVG, and PNG on request.

Drawings are made from SMILES text, and the caller passes the canonical one: another atom order gives
another drawing, and the canonical SMILES is what makes one file per distinct drawing. Bonds have one
length in all drawings of a size and only shrink where a molecule does not fit.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rdkit import Chem
from rdkit.Chem.Draw import rdMolDraw2D

from sitegen.chem.alignment import lay_out_like
from sitegen.chem.labels import label_markup
from sitegen.chem.layout import lay_out
from sitegen.chem.marking import Mark, ground
from sitegen.chem.palette import HIGHLIGHT, INK, ROLES, rgb
from sitegen.chem.smiles_text import SmilesError
from sitegen.chem.svg_compaction import LINE_WIDTH, compact_svg
from sitegen.chem.toolkit import read_drawn

WIDTH = 300
HEIGHT = 225
PNG_SIDE = 300

BOND_LENGTH = 30.0
"""Pixels of a bond where the molecule fits."""

_COORDINATE_BOND = 1.5
"""Length of a bond in RDKit's 2D coordinates; its `fixedBondLength` is pixels per unit of these."""

_EXTENTS = int(rdMolDraw2D.DrawElement.ALL) & ~int(rdMolDraw2D.DrawElement.HIGHLIGHTS)
"""What the drawing is fitted to: a highlight must not move the molecule."""

_NUMBER_SIZE = 0.8
"""Size of an atom number in sizes of an element's symbol; RDKit's own half is not readable when small."""

_PALETTE = {element: rgb(role.light) for role in ROLES for element in role.elements}


def draw_molecule(
    smiles: str, *, width: int = WIDTH, height: int = HEIGHT, highlight: Iterable[int] = ()
) -> str:
    """Draw a molecule as SVG; `highlight` are 0-based atom indexes of `smiles` with a soft background.

    The SVG is for `<img>` or a file of its own (its style would reach out of an inline one).
    Raises `SmilesError` if the SMILES cannot be read.
    """
    return draw_markush(smiles, {}, width=width, height=height, highlight=highlight)


def draw_markush(
    smiles: str,
    labels_by_atom: Mapping[int, str],
    *,
    width: int = WIDTH,
    height: int = HEIGHT,
    highlight: Iterable[int] = (),
) -> str:
    """Draw a Markush core as SVG, `R[1]` at its dummy as an R with a superscript 1.

    `labels_by_atom` maps 0-based atom indexes of `smiles` to labels. Raises `SmilesError` if the SMILES
    cannot be read, or a label is not at a `*`.
    """
    drawer: Any = rdMolDraw2D.MolDraw2DSVG(width, height, -1, -1, True)
    drawer.drawOptions().clearBackground = False
    return compact_svg(_draw(drawer, smiles, labels_by_atom, highlight))


@dataclass(frozen=True, slots=True, kw_only=True)
class Like:
    """Draw like another molecule: its SMILES, and (its atom, the drawn molecule's atom) that correspond."""

    smiles: str
    shared: tuple[tuple[int, int], ...]


def draw_marked(
    smiles: str,
    *,
    marks: Sequence[Mark] = (),
    numbers: Mapping[int, int] | None = None,
    like: Like | None = None,
    width: int = WIDTH,
    height: int = HEIGHT,
) -> str:
    """Draw a molecule as SVG with marked groups and numbered atoms, oriented as another where asked.

    Atoms are 0-based indexes of `smiles`; `numbers` are printed beside theirs. Raises `SmilesError` if a
    SMILES cannot be read, `IndexError` for an atom that is not there.
    """
    mol = Chem.Mol(_laid_out(smiles)) if like is None else _laid_out_like(smiles, like)
    drawer: Any = rdMolDraw2D.MolDraw2DSVG(width, height, -1, -1, True)
    drawer.drawOptions().clearBackground = False
    _set_options(drawer.drawOptions())
    drawer.drawOptions().annotationFontScale = _NUMBER_SIZE
    drawer.drawOptions().setAtomNoteColour(rgb(INK.light))
    atoms = {*(numbers or {}), *(atom for mark in marks for atom in mark.atoms)}
    if wrong := sorted(atom for atom in atoms if not 0 <= atom < mol.GetNumAtoms()):
        raise IndexError(f"{smiles} has no atom {wrong[0]}")
    for atom, number in (numbers or {}).items():
        mol.GetAtomWithIdx(atom).SetProp("atomNote", str(number))
    drawer.DrawMolecule(mol)
    drawer.FinishDrawing()
    points = {atom: (at.x, at.y) for atom in range(mol.GetNumAtoms()) for at in [drawer.GetDrawCoords(atom)]}
    bonds = [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in mol.GetBonds()]
    lengths = sorted(math.dist(points[first], points[second]) for first, second in bonds)
    bond_length = lengths[len(lengths) // 2] if lengths else BOND_LENGTH
    behind = ground(marks, points, bonds, bond_length=bond_length, size=(width, height))
    return compact_svg(drawer.GetDrawingText(), behind)


@lru_cache(maxsize=256)
def _laid_out(smiles: str) -> Chem.Mol:
    """Return a molecule with 2D coordinates; callers change copies only."""
    return lay_out(read_drawn(smiles))


def _laid_out_like(smiles: str, like: Like) -> Chem.Mol:
    return lay_out_like(read_drawn(smiles), _laid_out(like.smiles), like.shared)


def draw_markush_highlight(
    product: str, changed: Iterable[int], *, width: int = WIDTH, height: int = HEIGHT
) -> str:
    """Draw a product with the atoms that came in by the edit on a soft background."""
    return draw_molecule(product, width=width, height=height, highlight=changed)


def png_molecule(smiles: str, *, side: int = PNG_SIDE) -> bytes:
    """Draw a molecule as a square PNG on white, for models that read no SVG."""
    return png_markush(smiles, {}, side=side)


def png_markush(smiles: str, labels_by_atom: Mapping[int, str], *, side: int = PNG_SIDE) -> bytes:
    """Draw a Markush core as a square PNG on white."""
    drawer = rdMolDraw2D.MolDraw2DCairo(side, side)
    result: bytes = _draw(drawer, smiles, labels_by_atom, ())
    return result


def drawing_name(kind: str, smiles: str, labels_by_atom: Mapping[int, str] | None = None) -> str:
    """Return the path of a drawing's file, `images/ab/<hash>.svg`, from what is drawn.

    `kind` tells drawings of one structure apart ("molecule", "markush", "highlight-1-2"); `smiles` is the
    canonical SMILES. Equal drawings get equal names, and a name tells nothing about an answer.
    """
    labels = sorted((atom, label_markup(label)) for atom, label in (labels_by_atom or {}).items())
    key = json.dumps([kind, smiles, labels], ensure_ascii=True, separators=(",", ":"))
    digest = hashlib.sha256(key.encode("ascii")).hexdigest()
    return f"images/{digest[:2]}/{digest[2:26]}.svg"


def _draw(drawer: Any, smiles: str, labels_by_atom: Mapping[int, str], highlight: Iterable[int]) -> Any:
    mol = lay_out(read_drawn(smiles))
    options = drawer.drawOptions()
    _set_options(options)
    for atom, label in labels_by_atom.items():
        if not 0 <= atom < mol.GetNumAtoms() or mol.GetAtomWithIdx(atom).GetAtomicNum() != 0:
            raise SmilesError(1, f"label {label} is at atom {atom}, which is no `*` of {smiles}")
        options.atomLabels[atom] = label_markup(label)
    atoms = sorted(set(highlight))
    drawer.DrawMolecule(mol, highlightAtoms=atoms, highlightBonds=_bonds_within(mol, set(atoms)))
    drawer.FinishDrawing()
    return drawer.GetDrawingText()


def _set_options(options: Any) -> None:
    options.fixedBondLength = BOND_LENGTH / _COORDINATE_BOND
    options.bondLineWidth = LINE_WIDTH
    options.singleColourBonds = True
    options.singleColourWedgeBonds = True
    options.padding = 0.04
    options.flagCloseContactsDist = -1
    options.baseFontSize = 0.75
    options.minFontSize = 11
    options.standardColoursForHighlightedAtoms = True
    options.setAtomPalette(_PALETTE)
    options.setSymbolColour(rgb(INK.light))
    options.drawingExtentsInclude = _EXTENTS
    options.setHighlightColour(rgb(HIGHLIGHT.light))


def _bonds_within(mol: Chem.Mol, atoms: set[int]) -> list[int]:
    if not atoms:
        return []
    return [
        bond.GetIdx()
        for bond in mol.GetBonds()
        if bond.GetBeginAtomIdx() in atoms and bond.GetEndAtomIdx() in atoms
    ]
