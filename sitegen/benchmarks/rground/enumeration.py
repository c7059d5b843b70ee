"""Products with what a question needs to know of them, enumerated in batches through the pipeline."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rdkit import Chem

from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.edits import products
from sitegen.benchmarks.rground.facts import substituent_facts
from sitegen.benchmarks.rground.questions import Choice
from sitegen.benchmarks.rground.records import Scaffold, Substituent
from sitegen.chem.similarity import bulk_tanimoto, core_with_hydrogens, fingerprints

_BATCH = 25

type Assignment = Mapping[str, Substituent]
"""A pool substituent for every label of a scaffold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Molecules to make for a question about `scaffold`, each a scaffold with its substituents.

    `label` is the label that varies among them (Hard), or "".
    """

    scaffold: Scaffold
    wanted: tuple[tuple[Scaffold, Assignment], ...]
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enumerated:
    """The choices that a request gave, without refused products and molecules met before.

    `similarities` are the pairwise ECFP4 Tanimoto similarities of the choices; `complete` tells
    whether the first molecule wanted is there, as the first choice.
    """

    request: Request
    choices: tuple[Choice, ...]
    similarities: tuple[tuple[float, ...], ...]
    complete: bool


def enumerate_products(requests: Sequence[Request], map: ParallelMap, label: str) -> Iterator[Enumerated]:
    """Yield the products of each request, in order; `label` names the progress bar."""
    for batch in map(_enumerate_batch, requests, batch=_BATCH, label=label):
        yield from batch


@lru_cache(maxsize=65536)
def core_heavy_atoms(scaffold_smiles: str) -> int:
    """Return how many atoms of a scaffold are neither hydrogen nor `*`."""
    mol = Chem.MolFromSmiles(scaffold_smiles)
    return sum(atom.GetAtomicNum() > 1 for atom in mol.GetAtoms())


def heavy_atoms(scaffold: Scaffold, assignment: Assignment) -> int:
    """Return the number of heavy atoms of a scaffold's product."""
    sites = Counter(site.label for site in scaffold.sites)
    return core_heavy_atoms(scaffold.smiles) + sum(
        count * substituent_facts(assignment[label].smiles).heavy_atoms for label, count in sites.items()
    )


def _enumerate_batch(requests: Sequence[Request]) -> list[Enumerated]:
    return [_enumerate(request) for request in requests]


def _enumerate(request: Request) -> Enumerated:
    made: dict[str, int] = {}
    for place, product in enumerate(_products(request)):
        if product is not None:
            made.setdefault(product, place)
    prints = fingerprints([_bare_scaffold(request.scaffold.smiles), *made])
    near = bulk_tanimoto(prints[0], prints[1:])
    return Enumerated(
        request=request,
        choices=tuple(
            _choice(*request.wanted[place], product, similarity)
            for (product, place), similarity in zip(made.items(), near, strict=True)
        ),
        similarities=tuple(tuple(bulk_tanimoto(one, prints[1:])) for one in prints[1:]),
        complete=0 in made.values(),
    )


def _bare_scaffold(smiles: str) -> str:
    """Return the scaffold with `*` as hydrogen; no hydrogen stays an atom, as on an imine, in the SMILES."""
    mol = Chem.MolFromSmiles(core_with_hydrogens(smiles))
    return str(Chem.MolToSmiles(Chem.RemoveAllHs(mol)))


def _products(request: Request) -> list[str | None]:
    """Return the product of every entry wanted; each scaffold is parsed once."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, (scaffold, _) in enumerate(request.wanted):
        places[scaffold.id].append(place)
    found: list[str | None] = [None] * len(request.wanted)
    for same in places.values():
        scaffold = request.wanted[same[0]][0]
        made = products(scaffold, [request.wanted[place][1] for place in same])
        for place, product in zip(same, made, strict=True):
            found[place] = product
    return found


def _choice(scaffold: Scaffold, assignment: Assignment, product: str, similarity: float) -> Choice:
    return Choice(
        scaffold=scaffold.id,
        substituents={label: assignment[label].name for label in scaffold.labels},
        product=product,
        similarity=similarity,
        heavy_atoms=heavy_atoms(scaffold, assignment),
    )
