"""The table of what drugs are used for, `indications.tsv` (its columns: `data/rground/README.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sitegen.benchmarks.rground.tables import read_table
from sitegen.errors import DatasetError, DatasetErrors

COLUMNS = ("name", "row", "use", "group", "year", "also", "source")
_FILLED = tuple(column for column in COLUMNS if column != "also")
_YEARS = range(1900, 2100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A drug and what it is primarily used for, in plain words.

    `row` is the drug's id in the source of molecules, `group` the therapeutic area of `use`, `year` that
    of the first approval, `source` how the use was established. `also` holds further uses, in the same
    words, for which the drug is no wrong answer.
    """

    name: str
    row: str
    use: str
    group: str
    year: int
    source: str
    also: tuple[str, ...] = ()

    def serves(self, use: str) -> bool:
        """Tell whether `use` is the drug's primary or one of its further uses."""
        return use == self.use or use in self.also


def read_uses(path: Path) -> tuple[Use, ...]:
    """Read `indications.tsv`, in its order.

    Raises `DatasetErrors` with the line of every row that lacks a cell, repeats a drug, has no year,
    puts its use in another group than an earlier row, or names a further use that is nobody's primary one.
    """
    read = [(line, _use(cells), _problems(cells)) for line, cells in read_table(path, COLUMNS)]
    words = {use.use for _, use, _ in read}
    lines: dict[tuple[str, str], int] = {}
    groups: dict[str, str] = {}
    errors = []
    for line, use, problems in read:
        for column, value in (("row", use.row), ("name", use.name)):
            earlier = lines.setdefault((column, value), line)
            if value and earlier != line:
                problems.append((f"{column} {value!r} is on line {earlier} already", "keep one of the two"))
        group = groups.setdefault(use.use, use.group)
        if group != use.group:
            problems.append((f"{use.use!r} is in group {use.group!r} here, in {group!r} above", "name one"))
        for further in use.also:
            if further == use.use or further not in words:
                problems.append((f"{further!r} is no other drug's use", "mend or delete it in column 'also'"))
        errors += [
            DatasetError(problem, path=str(path), line=line, item_id=use.name or None, advice=advice)
            for problem, advice in problems
        ]
    if errors:
        raise DatasetErrors(tuple(errors))
    return tuple(use for _, use, _ in read)


def _problems(cells: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return what is wrong with a row by itself, each with what to do."""
    problems = [(f"no {column}", f"fill column {column!r}") for column in _FILLED if not cells[column]]
    if cells["year"] and _year(cells["year"]) is None:
        problems.append((f"year {cells['year']!r} is none", "write four digits, e.g. 1987"))
    return problems


def _use(cells: Mapping[str, str]) -> Use:
    return Use(
        name=cells["name"],
        row=cells["row"],
        use=cells["use"],
        group=cells["group"],
        year=_year(cells["year"]) or 0,
        source=cells["source"],
        also=tuple(filter(None, (use.strip() for use in cells["also"].split(";")))),
    )


def _year(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and int(text) in _YEARS else None
