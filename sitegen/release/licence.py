"""Work out the licence of a built data set from the licences of what it was built from.

Licences that each demand their own terms of derived data cannot be joined. Where every record is made
from one source only, they need not be: the data set is then a collection of records, each under the
licence of its source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.config import REPOSITORY_ROOT, read_toml
from sitegen.errors import ConfigError

TABLE = REPOSITORY_ROOT / "data" / "licences" / "licences.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Licence:
    """One known licence; `rank` grows with what it demands."""

    id: str
    title: str
    url: str
    rank: int
    share_alike: bool
    non_commercial: bool


def known_licences(table: Path = TABLE) -> dict[str, Licence]:
    """Return the licences of the table by SPDX id."""
    rows = read_toml(table)["licence"]
    return {
        row["id"]: Licence(
            id=row["id"],
            title=row["title"],
            url=row["url"],
            rank=rank,
            share_alike=row.get("share_alike", False),
            non_commercial=row.get("non_commercial", False),
        )
        for rank, row in enumerate(rows)
    }


def strictest(expressions: Iterable[str]) -> Licence:
    """Return the most demanding licence of SPDX expressions joined by AND.

    Raises `ConfigError` for an unknown id, and for two share-alike licences of different families
    (their data cannot be published together under either).
    """
    found = _found(expressions)
    families = _share_alike(found)
    if len(families) > 1:
        raise ConfigError(
            f"{' and '.join(families)} both demand that derived data keep their own terms; "
            "build these sources into separate data sets"
        )
    return max(found, key=lambda licence: licence.rank)


def licence_facts(own: str, sources: Sequence[str], *, separate: bool) -> dict[str, Any]:
    """Return a data set's licence as published: `id`, `title` and `url`.

    `own` is the licence of what was written for the benchmark, `sources` are those of its inputs. Where
    terms exclude each other and records are `separate` (made from one source each), `id` is "other" and
    `parts` lists the licences, the least demanding first; `licence_of` tells that of a record.
    """
    if not separate or len(_share_alike(_found([own, *sources]))) < 2:
        return _facts(strictest([own, *sources]))
    parts = sorted({strictest([own, source]) for source in sources}, key=lambda licence: licence.rank)
    return {
        "id": "other",
        "title": f"{' or '.join(part.title for part in parts)}, as each record says",
        "url": "",
        "parts": [_facts(part) for part in parts],
    }


def licence_of(facts: Mapping[str, Any], own: str, source: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the licence of a record with this `source`: the data set's, unless that has parts.

    Raises `ConfigError` where the source names no known licence.
    """
    if not facts.get("parts"):
        return facts
    if not source.get("licence"):
        raise ConfigError(
            f"a record's source {dict(source)} names no licence, and the data set has several; add `licence`"
        )
    return _facts(strictest([own, str(source["licence"])]))


def _facts(licence: Licence) -> dict[str, Any]:
    return {"id": licence.id, "title": licence.title, "url": licence.url}


def _share_alike(found: Iterable[Licence]) -> list[str]:
    return sorted({licence.id.rpartition("-")[0] for licence in found if licence.share_alike})


def _found(expressions: Iterable[str]) -> set[Licence]:
    """Return the licences that SPDX expressions name; raises `ConfigError` for unknown ones, and for none."""
    known = known_licences()
    found = {part.strip() for text in expressions for part in text.split(" AND ") if part.strip()}
    unknown = sorted(found - set(known))
    if unknown:
        raise ConfigError(
            f"licence {unknown[0]!r} is not in {TABLE.relative_to(REPOSITORY_ROOT)}; "
            f"add it there in its place, or use one of {', '.join(known)}"
        )
    if not found:
        raise ConfigError("no licence is named; give each source and benchmark.toml a licence")
    return {known[name] for name in found}
