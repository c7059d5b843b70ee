"""What is drawn: scaffolds with their labels, products, and products with the edit highlighted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rdkit import Chem

from sitegen.benchmarks.rground.records import Scaffold
from sitegen.chem.depiction import drawing_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One drawing: its path in the dataset folder, and the structure to draw.

    `labels` are (atom index, label) pairs, `highlight` atom indexes, both of `smiles`.
    """

    path: str
    smiles: str
    labels: tuple[tuple[int, str], ...] = ()
    highlight: tuple[int, ...] = ()


def scaffold_drawing(scaffold: Scaffold) -> Drawing:
    """Return the drawing of a Markush scaffold."""
    return labelled_drawing(scaffold.smiles, [(site.atom, site.label) for site in scaffold.sites])


def labelled_drawing(smiles: str, labels: Sequence[tuple[int, str]]) -> Drawing:
    """Return the drawing of a core whose dummies (by atom index) carry labels."""
    return Drawing(
        path=drawing_name("markush", smiles, dict(labels)), smiles=smiles, labels=tuple(sorted(labels))
    )


def substituent_drawing(smiles: str) -> Drawing:
    """Return the drawing of a substituent, which attaches at its first atom to the `*` drawn with it."""
    return molecule_drawing(Chem.MolToSmiles(Chem.MolFromSmiles(f"*{smiles}")))


def molecule_drawing(smiles: str) -> Drawing:
    """Return the drawing of a molecule, given as canonical SMILES."""
    return Drawing(path=drawing_name("molecule", smiles), smiles=smiles)


def highlighted_drawing(smiles: str, atoms: Sequence[int]) -> Drawing:
    """Return the drawing of a molecule with some atoms (0-based, of the canonical SMILES) highlighted.

    Without atoms it is the plain drawing.
    """
    if not atoms:
        return molecule_drawing(smiles)
    kind = "-".join(["highlight", *map(str, sorted(atoms))])
    return Drawing(path=drawing_name(kind, smiles), smiles=smiles, highlight=tuple(sorted(atoms)))
