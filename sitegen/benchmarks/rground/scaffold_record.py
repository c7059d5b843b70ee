"""Make a `Scaffold` record from a core's SMILES and labels, whatever input they came from."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from sitegen.benchmarks.rground.records import Member, Scaffold, Site
from sitegen.chem.canonical import canonical_core
from sitegen.chem.esmiles import write_esmiles
from sitegen.chem.similarity import core_with_hydrogens, murcko_scaffold
from sitegen.chem.sites import attachment_sites
from sitegen.errors import DatasetError


def make_scaffold(
    smiles: str,
    labels_by_atom: Mapping[int, str],
    *,
    origin: str,
    source: Mapping[str, Any],
    members: tuple[Member, ...] = (),
    family: str = "",
) -> Scaffold:
    """Return the scaffold of a core; its id is `s-` and 12 hex digits of the canonical E-SMILES's sha256.

    `labels_by_atom` maps the 0-based index of each `*` in `smiles` to its label. Raises `SmilesError`
    for a core that does not sanitise, `DatasetError` for a labelled `*` that is no attachment point.
    """
    markush = canonical_core(smiles, labels_by_atom)
    esmiles = write_esmiles(markush)
    sites = attachment_sites(markush)
    if len(sites) != len(labels_by_atom):
        raise DatasetError(f"{esmiles}: a label is not at a `*` with one single bond to a real atom")
    return Scaffold(
        id=scaffold_id(esmiles),
        esmiles=esmiles,
        smiles=markush.smiles,
        sites=tuple(
            Site(label=site.label, atom=site.atom, neighbour=site.neighbour, aromatic=site.aromatic)
            for site in sites
        ),
        origin=origin,
        murcko=murcko_scaffold(core_with_hydrogens(markush.smiles)),
        members=members,
        family=family,
        source=source,
    )


def scaffold_id(esmiles: str) -> str:
    """Return the id of a scaffold from its canonical E-SMILES."""
    return f"s-{hashlib.sha256(esmiles.encode()).hexdigest()[:12]}"
