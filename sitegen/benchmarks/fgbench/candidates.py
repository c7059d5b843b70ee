"""Pairs of similar molecules, by bulk Tanimoto similarity of Morgan fingerprints."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence

from rdkit import Chem, DataStructs
from rdkit.Chem import rdFingerprintGenerator

from sitegen.benchmarks.fgbench.records import Candidate
from sitegen.benchmarks.fgbench.settings import PairSettings

_DIGITS = 10
"""Hexadecimal digits of a pair's id: 40 bits, so that two of a million pairs hardly meet."""


def find_candidates(
    dataset: str, smiles: Sequence[str], settings: PairSettings, seed: int
) -> tuple[tuple[Candidate, ...], int]:
    """Return the candidate pairs of a table, sorted by id, and how many the cap left out.

    `smiles` are canonical and distinct. Which molecule is the target is drawn by the pair and the seed.
    """
    found = sorted(_similar(smiles, settings))
    capped = max(0, len(found) - settings.most_pairs)
    if capped:
        found = random.Random(f"{seed} pairs of {dataset}").sample(found, settings.most_pairs)
    drawn = [_candidate(dataset, one, other, similarity, seed) for one, other, similarity in found]
    return tuple(sorted(drawn, key=lambda candidate: candidate.id)), capped


def _similar(smiles: Sequence[str], settings: PairSettings) -> Iterator[tuple[str, str, float]]:
    generator = rdFingerprintGenerator.GetMorganGenerator(radius=settings.radius, fpSize=settings.bits)
    prints = [generator.GetFingerprint(Chem.MolFromSmiles(one)) for one in smiles]
    for place, own in enumerate(prints):
        rest = DataStructs.BulkTanimotoSimilarity(own, prints[place + 1 :])
        for offset, similarity in enumerate(rest, start=place + 1):
            if similarity > settings.similarity:
                first, second = sorted((smiles[place], smiles[offset]))
                yield first, second, similarity


def pair_hash(first: str, second: str) -> str:
    """Return the id of a pair of molecules, whatever their order or dataset."""
    text = "\n".join(sorted((first, second)))
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _candidate(dataset: str, first: str, second: str, similarity: float, seed: int) -> Candidate:
    name = pair_hash(first, second)
    turned = hashlib.sha256(f"{seed} {name}".encode()).digest()[0] & 1
    target, reference = (second, first) if turned else (first, second)
    return Candidate(id=name, dataset=dataset, target=target, reference=reference, similarity=similarity)
