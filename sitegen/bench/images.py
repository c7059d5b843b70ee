"""Drawing speed: ours (compacted, themed, named by content) against bare MolDraw2DSVG."""

from __future__ import annotations

from collections.abc import Sequence

from rdkit import Chem
from rdkit.Chem import rdDepictor
from rdkit.Chem.Draw import rdMolDraw2D

from sitegen.bench.pairing import Comparison, compare
from sitegen.chem.depiction import draw_molecule


def bench_images(smiles: Sequence[str]) -> Comparison:
    """Compare drawing `smiles` as this project does with MolDraw2DSVG as it comes."""

    def ours() -> None:
        for text in smiles:
            draw_molecule(text)

    def bare() -> None:
        for text in smiles:
            mol = Chem.MolFromSmiles(text)
            rdDepictor.Compute2DCoords(mol)
            drawer = rdMolDraw2D.MolDraw2DSVG(300, 225)
            rdMolDraw2D.PrepareAndDrawMolecule(drawer, mol)
            drawer.FinishDrawing()
            drawer.GetDrawingText()

    return compare("drawings", "images", len(smiles), ours, bare, against="bare MolDraw2DSVG", aim=">= 0.9")
