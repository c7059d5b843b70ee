"""Keep derived cores in the cache: deriving is most of the time from sources to edits.

A kept derivation is found by a hash of everything it depends on: the molecules, the limits, the code
that cuts and RDKit's version. So it is never out of date, and profiles share it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.cores import CutLimits
from sitegen.benchmarks.rground.derived import CoreFacts, Derivation, derive_cores
from sitegen.chem.toolkit import toolkit_version
from sitegen.fingerprint import tree_sha256
from sitegen.kept import read_kept, write_kept

_CODE = ("cores.py", "derived.py", "numbering.py")
_KEPT = 4
"""Derivations that stay in the cache; older ones go."""


def derive_once(smiles: Sequence[str], limits: CutLimits, context: BuildContext) -> Derivation:
    """Return `derive_cores(smiles, limits, ...)`, from the cache where it is there.

    A kept file that cannot be read is made again.
    """
    path = context.cache / context.slug / f"cores-{_key(smiles, limits)}.json.gz"
    kept = read_kept(path)
    try:
        if kept is not None:
            return _from_json(kept)
    except (KeyError, TypeError, ValueError):
        pass  # written by another hand: made again
    derivation = derive_cores(smiles, limits, context.map)
    write_kept(path, _to_json(derivation), newest=_KEPT, pattern="cores-*.json.gz")
    return derivation


def _key(smiles: Sequence[str], limits: CutLimits) -> str:
    code = tree_sha256(Path(__file__).with_name(name) for name in _CODE)
    facts = [list(smiles), asdict(limits), code, toolkit_version()]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]


def _to_json(derivation: Derivation) -> dict[str, Any]:
    return {
        "cores": [
            [fact.core, fact.smiles, fact.labels, fact.bare, fact.murcko, list(held.items())]
            for fact, held in zip(derivation.facts, derivation.held, strict=True)
        ],
        "without": list(derivation.without.items()),
    }


def _from_json(value: dict[str, Any]) -> Derivation:
    facts, all_held = [], []
    for core, smiles, labels, bare, murcko, held in value["cores"]:
        sites = tuple((atom, label) for atom, label in labels)
        facts.append(CoreFacts(core=core, smiles=smiles, labels=sites, bare=bare, murcko=murcko))
        all_held.append({index: tuple(substituents) for index, substituents in held})
    without = {index: reason for index, reason in value["without"]}
    return Derivation(facts=tuple(facts), held=tuple(all_held), without=without)
