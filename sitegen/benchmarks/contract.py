"""What a benchmark folder holds, and what its code is given.

A folder `<slug>/` (inside this package, or anywhere when a configuration names its path) holds:

- `benchmark.toml`: `slug` (the name of the folder), `title`, `summary`, `canary` (one fixed GUID),
  `licence` (SPDX id of what people wrote here), `separate_licences = true` where every item and record
  is made from one source, whose licence its `source.licence` names (sources whose terms exclude each
  other may then stand side by side), `splits` (the facets whose values make up a split),
  `limits` (sentences for the card), `[tasks]` (names by task), `[facets.<name>]` (`title`, `order`,
  `names`), `[explorer]` (`sort`, `structures`, `text`, `thumbnail`: dotted paths into an item, and the
  same per collection in `[explorer.<collection>]`), `[prompt]` (`extra`: the keys of an item's `extra`
  that prompt templates may show), `[citation]` (`bibtex`), `uses` (packaged benchmarks whose code and
  tables it builds on: a change of theirs calls for a new build), `[lint] letters = false` where answer
  letters are given and need not be even;
  what blind solvers are and how far they may get: `baselines_text` (a sentence on all of them),
  `baselines_beside` (those that stand beside results and in plots; else chance and the strongest),
  `[baselines.<name>]` (`title`, `text`: one sentence on what it does) and `[audit]` (`limit`: by how
  much, as a share, an accuracy may exceed chance in a split; `where`: the splits that are judged, by
  task and facets of `splits`, each with one value or a list; `least`: splits of fewer questions are not
  judged); `[[shares]]` (`facet`, `value`, `share`, `where` as above, `tolerance`: 0.005 unless said): how
  often a facet has a value in a split.
  `python -m sitegen lint` holds a build to both;
- `parameters.toml`: sizes, seeds and thresholds, each with a comment on its source;
- `prompts/*.md`: prompt templates; `pages/*.html.j2`: page templates; both optional;
- `__init__.py` with the four functions of `Benchmark`, run in this order, and, if it likes, with
  `audit(items, data, map)`, which returns what blind solvers earn on published items as metrics
  `<solver>.accuracy` (`data`: the benchmark's data folder): lint measures with it again, and without
  it takes `Description.baselines`; and with `outside_files(parameters, data)`, which returns the files
  that it reads because its parameters name them: their contents count for the input hash.

Small tables live in `data/<slug>/`, pinned inputs in `data/<slug>/sources/*.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from sitegen.records import Build, Description


class ParallelMap(Protocol):
    """Map a picklable pure function over batches, in order, through the pipeline's executor."""

    def __call__[T, R](
        self, function: Callable[[Sequence[T]], R], rows: Sequence[T], *, batch: int, label: str
    ) -> Iterator[R]:
        """Yield `function(rows[i:i+batch])` for each batch in order; `label` names the progress bar."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildContext:
    """What a benchmark's functions are given besides their input.

    `folder` is the benchmark's own folder, `data` its `data/<slug>` folder, `parameters` the merged
    parameter tables, `sources` the pin files by name, `cache` a folder for fetched inputs and
    drawings, `seed` the only source of randomness, `limit` the largest number of questions per
    split (None: the published sizes), `canary` the benchmark's GUID.
    """

    slug: str
    folder: Path
    data: Path
    parameters: Mapping[str, Any]
    sources: Mapping[str, Path]
    cache: Path
    seed: int
    limit: int | None
    canary: str
    map: ParallelMap


class Benchmark(Protocol):
    """The four functions a benchmark module defines."""

    def load(self, context: BuildContext) -> Any:
        """Read the pinned inputs; return whatever `build` needs."""
        ...

    def build(self, loaded: Any, context: BuildContext) -> Build:
        """Make items and collections."""
        ...

    def render(self, build: Build, context: BuildContext) -> Iterable[tuple[str, bytes]]:
        """Yield every image as (path relative to the dataset folder, bytes), each path once."""
        ...

    def describe(self, build: Build, context: BuildContext) -> Description:
        """Compute figures, baselines and the facts that the card shows."""
        ...
