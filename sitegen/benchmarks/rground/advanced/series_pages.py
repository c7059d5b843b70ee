"""What is published of the series: their records, their drawings, and the funnels they came through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.benchmarks.rground.advanced.records import Proposal
from sitegen.benchmarks.rground.advanced.series import Series, SetSeries
from sitegen.benchmarks.rground.drawings import Drawing, labelled_drawing, molecule_drawing, scaffold_drawing
from sitegen.records import Collection, Dropped, Funnel, FunnelStep

NAME = "series"


def series_collection(
    series: Sequence[Series], endpoints: Mapping[str, Mapping[str, str]], canary: str
) -> Collection:
    """Return the series, one record each; `endpoints` is the table of `potency.toml`."""
    return Collection(
        name=NAME,
        title="SAR series",
        template="series.html.j2",
        records=tuple(
            {**_record(one, endpoints[one.target.endpoint]["symbol"]), "canary": canary}
            for one in sorted(series, key=lambda one: one.id)
        ),
    )


def _record(series: Series, symbol: str) -> dict[str, Any]:
    target, core = series.target, series.core
    return {
        "id": series.id,
        "esmiles": core.esmiles,
        "smiles": core.smiles,
        "murcko": core.murcko,
        "labels": list(core.labels),
        "sites": [
            {
                "label": site.label,
                "atom": site.atom,
                "neighbour": site.neighbour,
                "aromatic": site.aromatic,
            }
            for site in core.sites
        ],
        "target": target.name,
        "target_id": target.chembl_id,
        "organism": target.organism,
        "class": target.kind,
        "dataset": target.dataset,
        "endpoint": target.endpoint,
        "symbol": symbol,
        "spread": round(series.spread, 2),
        "analogues": [
            {
                "smiles": one.smiles,
                "substituent": one.substituent,
                "value": round(one.value, 4),
                "rows": list(one.rows),
                "name": one.name,
                "similarity": one.similarity,
                "drawing": molecule_drawing(one.smiles).path,
            }
            for one in series.analogues
        ],
        "drawing": scaffold_drawing(core).path,
        "source": dict(series.source),
    }


def series_drawings(records: Sequence[Mapping[str, Any]]) -> Iterator[Drawing]:
    """Yield the drawings that the records of series show."""
    for record in records:
        yield labelled_drawing(record["smiles"], [(s["atom"], s["label"]) for s in record["sites"]])
        yield from (molecule_drawing(one["smiles"]) for one in record["analogues"])


def series_funnels(found: Sequence[SetSeries], proposals: Sequence[Proposal]) -> tuple[Funnel, ...]:
    """Return how rows became molecules in series, and cores series with questions."""
    series = [one for result in found for one in result.series]
    molecules = Funnel(
        slug="activities",
        title="From measured potencies to molecules in SAR series",
        steps=(
            FunnelStep(name="rows of the sources", kept=sum(one.rows for one in found)),
            FunnelStep(
                name="a usable value",
                kept=sum(one.valued for one in found),
                dropped=_all(found, "unvalued"),
            ),
            FunnelStep(
                name="one sound organic molecule, heavy enough",
                kept=sum(one.sound for one in found),
                dropped=_all(found, "unsound"),
            ),
            FunnelStep(
                name="distinct molecules",
                kept=sum(one.distinct for one in found),
                dropped=_all(found, "repeats"),
            ),
            FunnelStep(
                name="in a Butina cluster that is large enough",
                kept=sum(one.clustered for one in found),
                dropped=_all(found, "alone"),
            ),
            FunnelStep(
                name="in a cluster looked at until there were enough",
                kept=sum(one.looked for one in found),
                dropped=_all(found, "unread"),
            ),
            FunnelStep(
                name="in a series",
                kept=sum(len(one.analogues) for one in series),
                dropped=_all(found, "outside"),
            ),
        ),
    )
    asked = {one.group for one in proposals}
    silent = tuple(
        Dropped(row=one.id, reason="no analogue leads three others", value=one.core.esmiles)
        for one in series
        if one.id not in asked
    )
    cores = Funnel(
        slug=NAME,
        title="From common cores to SAR series",
        steps=(
            FunnelStep(
                name="cores that enough molecules of a cluster hold",
                kept=sum(one.candidates for one in found),
            ),
            FunnelStep(name="SAR series", kept=len(series), dropped=_all(found, "refused")),
            FunnelStep(name="with a question to ask", kept=len(series) - len(silent), dropped=silent),
        ),
    )
    return molecules, cores


def _all(found: Sequence[SetSeries], name: str) -> tuple[Dropped, ...]:
    return tuple(dropped for one in found for dropped in getattr(one, name))
