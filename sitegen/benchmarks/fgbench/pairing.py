"""From the molecules of a table to proved pairs: candidates, groups, proofs; kept in the cache."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.annotation import annotate
from sitegen.benchmarks.fgbench.candidates import find_candidates
from sitegen.benchmarks.fgbench.proving import prove
from sitegen.benchmarks.fgbench.records import Bond, Candidate, Cleaned, Edit, Group, Pair, Paired, Rejected
from sitegen.benchmarks.fgbench.refusal import NO_GROUPS
from sitegen.benchmarks.fgbench.settings import read_lite, read_pairs
from sitegen.chem.toolkit import toolkit_version
from sitegen.fingerprint import tree_sha256
from sitegen.kept import read_kept, write_kept

_BATCH = 8
"""Pairs sent to a worker at once: a twentieth of a second of work."""

_CODE = ("differences.py", "edits.py", "mapped.py", "mapping.py", "proving.py", "refusal.py", "removal.py")

_KEPT = 4
"""Results of a table that stay in the cache; older ones go."""

type _Task = tuple[Candidate, tuple[Group, ...], tuple[Group, ...]]


def pair_table(cleaned: Cleaned, context: BuildContext) -> Paired:
    """Return every proved pair of a table, and of every other candidate why it is not."""
    slug = cleaned.table.slug
    smiles = [molecule.smiles for molecule in cleaned.molecules]
    candidates, capped = find_candidates(slug, smiles, read_pairs(context.parameters), context.seed)
    path = context.cache / context.slug / "pairs" / slug / f"{_key(candidates, context)}.json.gz"
    results = _read(path, candidates)
    if results is None:
        results = _proved(candidates, context)
        kept = {result.candidate.id: _to_json(result) for result in results}
        write_kept(path, kept, newest=_KEPT, pattern="*.json.gz")
    return Paired(
        cleaned=cleaned,
        pairs=tuple(result for result in results if isinstance(result, Pair)),
        rejected=tuple(result for result in results if isinstance(result, Rejected)),
        candidates=len(candidates) + capped,
        capped=capped,
    )


def prove_batch(tasks: Sequence[_Task]) -> list[Pair | Rejected]:
    """Prove some candidates, each with the groups of its two molecules."""
    return [prove(candidate, ours, theirs) for candidate, ours, theirs in tasks]


def _proved(candidates: Sequence[Candidate], context: BuildContext) -> list[Pair | Rejected]:
    groups = annotate((smiles for one in candidates for smiles in (one.target, one.reference)), context)
    tasks: list[_Task] = []
    faults: list[Pair | Rejected] = []
    for one in candidates:
        ours, theirs = groups[one.target], groups[one.reference]
        fault = ours.fault or theirs.fault
        if fault:
            faults.append(Rejected(candidate=one, reason=NO_GROUPS, detail=fault))
        else:
            tasks.append((one, ours.groups, theirs.groups))
    batches = context.map(prove_batch, tasks, batch=_BATCH, label="pairs")
    found = [result for batch in batches for result in batch]
    return sorted([*faults, *found], key=lambda result: result.candidate.id)


def _key(candidates: Sequence[Candidate], context: BuildContext) -> str:
    facts = [
        [[one.id, one.target, one.reference, one.similarity] for one in candidates],
        tree_sha256(Path(__file__).with_name(name) for name in _CODE),
        version("accfg"),
        toolkit_version(),
        read_lite(context.parameters),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:24]


def _read(path: Path, candidates: Sequence[Candidate]) -> list[Pair | Rejected] | None:
    """Return the kept results; None where there are none, or none that fit."""
    kept = read_kept(path)
    try:
        return None if kept is None else [_from_json(one, kept[one.id]) for one in candidates]
    except (KeyError, TypeError):
        return None


def _to_json(result: Pair | Rejected) -> dict[str, Any]:
    return {name: value for name, value in asdict(result).items() if name != "candidate"}


def _from_json(candidate: Candidate, kept: dict[str, Any]) -> Pair | Rejected:
    if "reason" in kept:
        return Rejected(candidate=candidate, **kept)
    edit = kept["edit"]
    return Pair(
        candidate=candidate,
        target_mapped=kept["target_mapped"],
        reference_mapped=kept["reference_mapped"],
        scope=kept["scope"],
        edit=Edit(
            removed=_groups(edit["removed"]),
            added=_groups(edit["added"]),
            fragments=tuple(edit["fragments"]),
            bonds=tuple(Bond(**bond) for bond in edit["bonds"]),
            cuts=tuple(Bond(**bond) for bond in edit["cuts"]),
        ),
    )


def _groups(kept: list[dict[str, Any]]) -> tuple[Group, ...]:
    return tuple(Group(name=group["name"], atoms=tuple(group["atoms"])) for group in kept)
