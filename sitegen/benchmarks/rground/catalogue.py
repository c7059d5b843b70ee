"""The collections that are published beside the items: scaffolds with their edits, edits, the pool."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rdkit import Chem
from rdkit.Chem import Descriptors, rdMolDescriptors

from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.drawings import molecule_drawing, scaffold_drawing, substituent_drawing
from sitegen.benchmarks.rground.facts import substituent_facts
from sitegen.benchmarks.rground.records import Edit, Scaffold, Substituent
from sitegen.chem.similarity import bulk_tanimoto, fingerprints
from sitegen.records import Collection

PROPERTIES = ("mw", "logp", "tpsa", "hbd", "hba", "rotatable")
"""Properties of products: molecular weight (g/mol), Crippen logP, topological polar surface area (Å²),
Lipinski hydrogen-bond donors and acceptors, rotatable bonds; all by RDKit."""


def make_collections(
    scaffolds: Sequence[Scaffold],
    edits: Sequence[Edit],
    pool: Sequence[Substituent],
    canary: str,
    map: ParallelMap,
) -> tuple[Collection, ...]:
    """Return the scaffolds (each with its edits, for its page), the edits as a table, and the pool."""
    by_scaffold: dict[str, list[Edit]] = defaultdict(list)
    for edit in edits:
        by_scaffold[edit.scaffold].append(edit)
    properties = [
        row
        for rows in map(_properties, [edit.product for edit in edits], batch=250, label="properties")
        for row in rows
    ]
    return (
        Collection(
            name="scaffolds",
            title="Scaffolds",
            template="scaffold.html.j2",
            records=tuple(
                {**_scaffold(scaffold, by_scaffold[scaffold.id]), "canary": canary} for scaffold in scaffolds
            ),
        ),
        Collection(
            name="edits",
            title="Edits",
            records=tuple(
                {**_edit(edit), "scaffold": edit.scaffold, **found, "canary": canary}
                for edit, found in zip(edits, properties, strict=True)
            ),
        ),
        Collection(
            name="substituents",
            title="Substituents",
            records=tuple({**record, "canary": canary} for record in _substituents(pool)),
        ),
    )


def _scaffold(scaffold: Scaffold, edits: Sequence[Edit]) -> dict[str, Any]:
    return {
        "id": scaffold.id,
        "esmiles": scaffold.esmiles,
        "smiles": scaffold.smiles,
        "murcko": scaffold.murcko,
        "labels": list(scaffold.labels),
        "sites": [
            {
                "label": site.label,
                "atom": site.atom,
                "neighbour": site.neighbour,
                "aromatic": site.aromatic,
            }
            for site in scaffold.sites
        ],
        "origin": scaffold.origin,
        "family": scaffold.family,
        "members": [
            {
                "name": member.name,
                "smiles": member.smiles,
                "substituents": dict(member.substituents),
                "row": member.row,
            }
            for member in scaffold.members
        ],
        "edits": [_edit(edit) for edit in edits],
        "drawing": scaffold_drawing(scaffold).path,
        "source": dict(scaffold.source),
    }


def _edit(edit: Edit) -> dict[str, Any]:
    return {
        "id": edit.id,
        "substituents": dict(edit.substituents),
        "product": edit.product,
        "similarity": edit.similarity,
        "drawing": molecule_drawing(edit.product).path,
    }


def _properties(products: Sequence[str]) -> list[dict[str, float]]:
    return [product_properties(product) for product in products]


def product_properties(smiles: str) -> dict[str, float]:
    """Return the `PROPERTIES` of a molecule, floats rounded to 2 places."""
    mol = Chem.MolFromSmiles(smiles)
    return {
        "mw": round(Descriptors.MolWt(mol), 2),  # type: ignore[attr-defined]
        "logp": round(rdMolDescriptors.CalcCrippenDescriptors(mol)[0], 2),
        "tpsa": round(rdMolDescriptors.CalcTPSA(mol), 2),
        "hbd": rdMolDescriptors.CalcNumHBD(mol),
        "hba": rdMolDescriptors.CalcNumHBA(mol),
        "rotatable": rdMolDescriptors.CalcNumRotatableBonds(mol),
    }


def _substituents(pool: Sequence[Substituent]) -> Iterator[Mapping[str, Any]]:
    # With `*` where it attaches: 4-methylphenyl and benzyl are both toluene without.
    prints = fingerprints([f"*{one.smiles}" for one in pool])
    for one, print_ in zip(pool, prints, strict=True):
        facts = substituent_facts(one.smiles)
        yield {
            "id": _slug(one.name),
            "name": one.name,
            "smiles": one.smiles,
            "group": one.group,
            "allowed": sorted(one.allowed),
            "heavy_atoms": facts.heavy_atoms,
            "halogens": facts.halogens,
            "link": facts.link,
            "drawing": substituent_drawing(one.smiles).path,
            "similarity": [round(value, 4) for value in bulk_tanimoto(print_, prints)],
        }


def _slug(name: str) -> str:
    """Return a name as a record id: `4-(trifluoromethyl)phenyl` becomes `4-trifluoromethyl-phenyl`."""
    words = "".join(character if character.isalnum() else "-" for character in name.lower())
    return "-".join(filter(None, words.split("-")))
