"""The functional groups of molecules by accfg: each molecule once, in processes, kept in the cache."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rdkit import Chem, rdBase

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.records import Group
from sitegen.benchmarks.fgbench.settings import read_lite
from sitegen.chem.toolkit import toolkit_version
from sitegen.kept import read_kept, write_kept

_BATCH = 16
"""Molecules sent to a worker at once: a tenth of a second of work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """A molecule's groups, by accfg's names; `fault` says why there are none where accfg fails."""

    groups: tuple[Group, ...] = ()
    fault: str = ""


def annotate(smiles: Iterable[str], context: BuildContext) -> dict[str, Annotation]:
    """Return the groups of every molecule (canonical SMILES), from the cache where they are there.

    Atom numbers are the indexes in the SMILES as it is written. The cache is found by the versions of
    accfg and RDKit and by the list of groups; a file that cannot be read is made again.
    """
    wanted = sorted(set(smiles))
    path = _cache_file(context)
    kept = read_kept(path)
    known: dict[str, Any] = kept if isinstance(kept, dict) else {}
    missing = [one for one in wanted if one not in known]
    if missing:
        work = partial(annotate_batch, read_lite(context.parameters))
        found = context.map(work, missing, batch=_BATCH, label="functional groups")
        for batch in found:
            known.update(batch)
        write_kept(path, dict(sorted(known.items())))
    return {one: _from_json(known[one]) for one in wanted}


def annotate_batch(lite: bool, smiles: Sequence[str]) -> dict[str, Any]:
    """Return what the cache keeps of some molecules: lists of [name, atoms], or a text on what failed."""
    return {one: _annotated(one, lite) for one in smiles}


def _annotated(smiles: str, lite: bool) -> list[Any] | str:
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(smiles)
    try:
        found = _accfg(lite).run_mol(mol)
    except (ValueError, RuntimeError, KeyError, IndexError, AttributeError, TypeError) as error:
        return f"{type(error).__name__}: {error}".splitlines()[0]
    groups = {(name, tuple(sorted(atoms))) for name, places in found.items() for atoms in places}
    return [[name, list(atoms)] for name, atoms in sorted(groups)]


@lru_cache(maxsize=2)
def _accfg(lite: bool) -> Any:
    from accfg import AccFG  # brings matplotlib, so only where molecules are annotated

    return AccFG(lite=lite)


def _from_json(value: list[Any] | str) -> Annotation:
    if isinstance(value, str):
        return Annotation(fault=value)
    return Annotation(groups=tuple(Group(name=name, atoms=tuple(atoms)) for name, atoms in value))


def _cache_file(context: BuildContext) -> Path:
    toolkit = toolkit_version().replace(" ", "-").lower()
    kind = "lite" if read_lite(context.parameters) else "full"
    return context.cache / context.slug / f"groups-accfg-{version('accfg')}-{toolkit}-{kind}.json.gz"
