"""Edits: a pool substituent at every label of a scaffold, and the product."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from sitegen.benchmarks.rground.records import Edit, Scaffold, Substituent
from sitegen.chem.similarity import core_with_hydrogens, fingerprint, tanimoto
from sitegen.chem.substitution import PreparedCore, SubstitutionError, lost_stereocentres, prepare, substitute

_DRAWS = 25
"""Draws per edit wanted before a scaffold is said to give no more."""


def prepare_scaffold(scaffold: Scaffold) -> PreparedCore:
    """Parse a scaffold once for many products. Raises `SubstitutionError` if it cannot be edited."""
    return prepare(scaffold.smiles, {site.atom: site.label for site in scaffold.sites})


def products(scaffold: Scaffold, assignments: Sequence[Mapping[str, Substituent]]) -> list[str | None]:
    """Return the canonical product SMILES of each assignment (label → substituent), None where refused.

    A product is refused that does not sanitise, keeps a `*`, or has fewer stereocentres than scaffold
    and substituents bring.
    """
    core = prepare_scaffold(scaffold)
    return [product(core, {label: s.smiles for label, s in assignment.items()}) for assignment in assignments]


def product(core: PreparedCore, substituents: Mapping[str, str]) -> str | None:
    """Return the product for substituents given as SMILES, or None where it is refused (see `products`)."""
    try:
        smiles = substitute(core, substituents)
        lost = lost_stereocentres(core, substituents, smiles)
    except SubstitutionError:
        return None
    return None if "*" in smiles or lost else smiles


def sample_edits(
    scaffold: Scaffold,
    core: PreparedCore,
    taken: Mapping[str, Sequence[Substituent]],
    *,
    most: int,
    seed: int,
) -> tuple[Edit, ...]:
    """Return up to `most` edits with distinct products, drawn by a generator of the scaffold's own.

    `core` is the prepared scaffold, `taken` what each of its labels takes (`pool.choices`). The draw
    depends on `seed` and the scaffold's id only, so a scaffold keeps its edits when others come or go.
    No product is the bare scaffold.
    """
    if not all(taken.values()):
        return ()
    bare = core_with_hydrogens(scaffold.smiles)
    reference = fingerprint(bare)
    drawn = _draw(scaffold.id, core, taken, bare, most, seed)
    return tuple(
        Edit(
            id=f"{scaffold.id}.e{number}",
            scaffold=scaffold.id,
            substituents=names,
            product=smiles,
            similarity=round(tanimoto(reference, fingerprint(smiles)), 6),
        )
        for number, (smiles, names) in enumerate(drawn.items(), start=1)
    )


def _draw(
    scaffold_id: str,
    core: PreparedCore,
    taken: Mapping[str, Sequence[Substituent]],
    bare: str,
    most: int,
    seed: int,
) -> dict[str, dict[str, str]]:
    """Return up to `most` products with their substituents' names by label, in order of drawing."""
    generator = random.Random(f"{seed}:edits:{scaffold_id}")
    made: dict[str, dict[str, str]] = {}
    tried: set[tuple[str, ...]] = set()
    for _ in range(_DRAWS * most):
        chosen = {label: generator.choice(substituents) for label, substituents in taken.items()}
        names = {label: substituent.name for label, substituent in chosen.items()}
        if tuple(names.values()) in tried:
            continue
        tried.add(tuple(names.values()))
        smiles = product(core, {label: substituent.smiles for label, substituent in chosen.items()})
        if smiles is not None and smiles != bare:
            made.setdefault(smiles, names)
        if len(made) == most:
            break
    return made
