"""Drawing speed: ours (compacted, themed, named by content) against bare MolDraw2DSVG."""

from __future__ import annotations

from collections.abc import Sequence

from rdkit import Chem
from rdkit.Chem import rdDepictor
from rdkit.Chem.Draw import rdMolDraw2D

from sitegen.bench.pairing import Comparison, compare
from sitegen.chem.depiction import Like, draw_marked, draw_molecule
from sitegen.chem.marking import Mark


def bench_images(smiles: Sequence[str]) -> Comparison:
    """Compare drawing `smiles` as this project does with MolDraw2DSVG as it comes."""

    def ours() -> None:
        for text in smiles:
            draw_molecule(text)

    def bare() -> None:
        _draw_bare(smiles)

    return compare("drawings", "images", len(smiles), ours, bare, against="bare MolDraw2DSVG", aim=">= 0.9")


def bench_pair_images(smiles: Sequence[str]) -> Comparison:
    """Compare drawing pairs, marked, numbered and aligned as FGBench does, with bare MolDraw2DSVG.

    A pair is here a molecule and the same without its last atom's place kept.
    """
    counts = [Chem.MolFromSmiles(text).GetNumAtoms() for text in smiles]
    likes = [
        Like(smiles=text, shared=tuple((atom, atom) for atom in range(count - 1)))
        for text, count in zip(smiles, counts, strict=True)
    ]
    mark, numbers = Mark(atoms=(0, 1), colour=0), {0: 0, 1: 1, 2: 2}

    def ours() -> None:
        for text, like in zip(smiles, likes, strict=True):
            draw_marked(text, marks=[mark], numbers=numbers)
            draw_marked(text, marks=[mark], numbers=numbers, like=like)

    def bare() -> None:
        _draw_bare(smiles)

    return compare(
        "drawings of pairs",
        "images",
        2 * len(smiles),
        ours,
        bare,
        against="bare MolDraw2DSVG",
        aim=">= 0.5",
        bare_units=len(smiles),
    )


def _draw_bare(smiles: Sequence[str]) -> None:
    for text in smiles:
        mol = Chem.MolFromSmiles(text)
        rdDepictor.Compute2DCoords(mol)
        drawer = rdMolDraw2D.MolDraw2DSVG(300, 225)
        rdMolDraw2D.PrepareAndDrawMolecule(drawer, mol)
        drawer.FinishDrawing()
        drawer.GetDrawingText()
