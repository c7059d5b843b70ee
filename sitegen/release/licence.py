"""Work out the licence of a built data set from the licences of what it was built from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

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
    share_alike = {known[name].id.rpartition("-")[0] for name in found if known[name].share_alike}
    if len(share_alike) > 1:
        raise ConfigError(
            f"{' and '.join(sorted(share_alike))} both demand that derived data keep their own terms; "
            "build these sources into separate data sets"
        )
    return max((known[name] for name in found), key=lambda licence: licence.rank)
