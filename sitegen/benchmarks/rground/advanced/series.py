"""SAR series: analogues of one core that differ at one site, with their measured potencies."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rdkit import Chem, rdBase

from sitegen.benchmarks.rground.advanced.series_clusters import cluster_prints
from sitegen.benchmarks.rground.advanced.series_cores import CoreFinder, HeldCore
from sitegen.benchmarks.rground.advanced.series_molecules import (
    Molecule,
    find_molecules,
    heavy_atoms_and_charge,
)
from sitegen.benchmarks.rground.advanced.series_settings import SeriesRules, Target
from sitegen.benchmarks.rground.advanced.series_sources import ActivitySet
from sitegen.benchmarks.rground.cores import CutLimits
from sitegen.benchmarks.rground.edits import prepare_scaffold, product
from sitegen.benchmarks.rground.numbering import labelled_sites
from sitegen.benchmarks.rground.records import Scaffold
from sitegen.benchmarks.rground.scaffold_record import make_scaffold
from sitegen.chem.similarity import bulk_tanimoto, core_with_hydrogens, fingerprint, fingerprints
from sitegen.chem.smiles_text import SmilesError
from sitegen.chem.substitution import SubstitutionError
from sitegen.errors import DatasetError
from sitegen.records import Dropped

ORIGIN = "series"
"""Origin of the cores of series."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analogue:
    """A member of a series: `substituent` at its site gives `smiles` (canonical); `value` is -log10 of
    mol/L, `rows` the rows of the file it is from, `similarity` the ECFP4 Tanimoto to the core with
    hydrogen at its site."""

    smiles: str
    substituent: str
    value: float
    rows: tuple[int, ...]
    name: str
    heavy_atoms: int
    charge: int
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Analogues, most potent first, of a core with one site; `source` as in `ActivitySet`."""

    id: str
    target: Target
    core: Scaffold
    analogues: tuple[Analogue, ...]
    source: Mapping[str, str]

    @property
    def spread(self) -> float:
        """Return the difference of the best and the worst potency in log units."""
        return self.analogues[0].value - self.analogues[-1].value


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSeries:
    """The series of a data set, how many molecules were left at each step, what was left out and why.

    `rows`, `sound`, `distinct`, `clustered`, `looked` and `used` count rows or molecules in the order of
    the steps, `candidates` the cores that enough molecules hold.
    """

    series: tuple[Series, ...]
    rows: int
    valued: int
    sound: int
    distinct: int
    clustered: int
    looked: int
    candidates: int
    unvalued: tuple[Dropped, ...]
    unsound: tuple[Dropped, ...]
    repeats: tuple[Dropped, ...]
    alone: tuple[Dropped, ...]
    unread: tuple[Dropped, ...]
    outside: tuple[Dropped, ...]
    refused: tuple[Dropped, ...]


def find_series(activities: ActivitySet, rules: SeriesRules) -> SetSeries:
    """Return the series of a data set.

    Clusters are taken largest first until there are `rules.series_per_set` series (0: all). In a cluster,
    cores come in order of the molecules that hold them; a molecule is in one series only.
    """
    found = find_molecules(activities, rules)
    molecules = found.molecules
    prints = fingerprints([one.smiles for one in molecules])
    clusters = [[molecules[place] for place in cluster] for cluster in cluster_prints(prints, rules.distance)]
    large = [cluster for cluster in clusters if len(cluster) >= rules.analogues_min]
    large.sort(key=len, reverse=True)
    dataset = activities.target.dataset
    series: dict[str, Series] = {}
    stereo: list[Dropped] = []
    refused: list[Dropped] = []
    looked: list[Molecule] = []
    unread: list[Molecule] = []
    for cluster in large:
        if rules.series_per_set and len(series) >= rules.series_per_set:
            unread += cluster
            continue
        looked += cluster
        for result in _of_cluster(cluster, activities, rules, stereo):
            if isinstance(result, Dropped):
                refused.append(result)
            elif result.id in series:
                refused.append(_refuse(dataset, result.core.esmiles, "core of an earlier cluster"))
            else:
                series[result.id] = result
    kept = list(series.values())
    if rules.series_per_set:
        kept, over = kept[: rules.series_per_set], kept[rules.series_per_set :]
        refused += [_refuse(dataset, one.core.esmiles, "more than are taken from a data set") for one in over]
    return SetSeries(
        series=tuple(kept),
        rows=len(activities.activities) + len(activities.dropped),
        valued=len(activities.activities),
        sound=found.sound,
        distinct=len(molecules),
        clustered=sum(map(len, large)),
        looked=len(looked),
        candidates=len(kept) + len(refused),
        unvalued=activities.dropped,
        unsound=found.unsound,
        repeats=found.repeats,
        alone=_leave(
            dataset,
            [one for cluster in clusters if len(cluster) < rules.analogues_min for one in cluster],
            f"in a cluster of fewer than {rules.analogues_min}",
        ),
        unread=_leave(dataset, unread, f"not needed: its data set has {rules.series_per_set} series"),
        outside=(*stereo, *_outside(dataset, looked, kept, stereo)),
        refused=tuple(refused),
    )


def _leave(dataset: str, molecules: Sequence[Molecule], reason: str) -> tuple[Dropped, ...]:
    return tuple(
        Dropped(row=f"{dataset}:{one.rows[0]}", reason=reason, value=one.smiles) for one in molecules
    )


def _outside(
    dataset: str, looked: Sequence[Molecule], kept: Sequence[Series], stereo: Sequence[Dropped]
) -> tuple[Dropped, ...]:
    """Return the molecules of clusters looked at that neither a series nor `stereo` holds."""
    held = {analogue.smiles for one in kept for analogue in one.analogues} | {one.value for one in stereo}
    return _leave(
        dataset, [one for one in looked if one.smiles not in held], "on no core that makes a series"
    )


def _of_cluster(
    cluster: Sequence[Molecule], activities: ActivitySet, rules: SeriesRules, stereo: list[Dropped]
) -> Iterator[Series | Dropped]:
    """Yield the series of a cluster and the cores that give none; adds to `stereo` what is told apart
    from another analogue by its configuration only."""
    limits = CutLimits(
        core_min=rules.core_min,
        core_max=rules.core_max,
        substituent_max=rules.substituent_max,
        share=rules.core_share,
    )
    by_smiles = {one.smiles: one for one in cluster}
    taken: set[str] = set()
    with rdBase.BlockLogs():
        finder = CoreFinder(sorted(by_smiles), limits)
        for held in finder.cores(rules.analogues_min, taken):
            distinct, same = _distinct(held, by_smiles)
            reason = _reason([by_smiles[text].value for text in distinct], rules)
            result = reason or _make(held, distinct, by_smiles, activities, rules)
            if isinstance(result, str):
                yield _refuse(activities.target.dataset, held.core, result)
                continue
            taken.update(distinct, same)
            stereo += [
                Dropped(
                    row=f"{activities.target.dataset}:{by_smiles[text].rows[0]}",
                    reason="differs from a more potent analogue by configuration only",
                    value=text,
                )
                for text in same
            ]
            yield result


def _distinct(held: HeldCore, by_smiles: Mapping[str, Molecule]) -> tuple[list[str], list[str]]:
    """Return the molecules that hold a core, most potent first, and apart from them those that differ
    from a more potent one by configuration only: R-groups must tell the options apart."""
    ordered = sorted(held.substituents, key=lambda text: (-by_smiles[text].value, text))
    flat: dict[str, str] = {}
    for text in ordered:
        flat.setdefault(Chem.MolToSmiles(Chem.MolFromSmiles(text), isomericSmiles=False), text)
    kept = set(flat.values())
    return [text for text in ordered if text in kept], [text for text in ordered if text not in kept]


def _reason(values: Sequence[float], rules: SeriesRules) -> str:
    """Return why analogues with these potencies make no series, or nothing."""
    if len(values) < rules.analogues_min:
        return f"fewer than {rules.analogues_min} analogues differ by more than configuration"
    spread = max(values) - min(values)
    # Rounded: 8.1 - 7.3 is a little less than 0.8 to a computer.
    if round(spread, 6) < rules.spread_min:
        return f"potencies spread over less than {rules.spread_min:g} log units"
    if round(spread, 6) > rules.spread_max:
        return f"potencies spread over more than {rules.spread_max:g} log units"
    return ""


def _make(
    held: HeldCore,
    molecules: Sequence[str],
    by_smiles: Mapping[str, Molecule],
    activities: ActivitySet,
    rules: SeriesRules,
) -> Series | str:
    """Return the series of a core, or why it makes none. Every analogue is put together again."""
    smiles, labels = labelled_sites(held.core, Chem.MolFromSmiles(held.core))
    try:
        core = make_scaffold(smiles, dict(labels), origin=ORIGIN, source=activities.source)
        prepared = prepare_scaffold(core)
        bare = fingerprint(core_with_hydrogens(core.smiles))
    except (SmilesError, SubstitutionError, DatasetError):
        return "core that cannot be edited"
    (label,) = core.labels
    proven = [text for text in molecules if product(prepared, {label: held.substituents[text]}) == text]
    if reason := _reason([by_smiles[text].value for text in proven], rules):
        return reason if len(proven) == len(molecules) else "core that does not give its molecules back"
    similar = bulk_tanimoto(bare, fingerprints(proven))
    analogues = tuple(
        Analogue(
            smiles=text,
            substituent=held.substituents[text],
            value=by_smiles[text].value,
            rows=by_smiles[text].rows,
            name=by_smiles[text].name,
            heavy_atoms=heavy,
            charge=charge,
            similarity=round(similarity, 6),
        )
        for text, similarity, (heavy, charge) in zip(
            proven, similar, heavy_atoms_and_charge(proven), strict=True
        )
    )
    dataset = "-".join(activities.target.dataset.lower().split("_"))
    return Series(
        id=f"{dataset}-{core.id}",
        target=activities.target,
        core=core,
        analogues=analogues,
        source=activities.source,
    )


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float]:
    """Return mean and (population) standard deviation, 0 of nothing."""
    return (statistics.fmean(values), statistics.pstdev(values)) if values else (0.0, 0.0)


def _refuse(dataset: str, core: str, reason: str) -> Dropped:
    return Dropped(row=dataset, reason=reason, value=core)
