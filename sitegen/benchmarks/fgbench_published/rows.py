"""The published rows as they stand in their files, each with its split and place in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from sitegen.sources import Pin, read_rows
from sitegen.sources.problems import source_error

Split = Literal["test", "train"]
SPLITS: tuple[Split, ...] = ("test", "train")
COLUMNS = (
    "question",
    "answer",
    "target_smiles",
    "target_mapped_smiles",
    "ref_smiles",
    "ref_mapped_smiles",
    "target_diff",
    "ref_diff",
    "disconnect_list",
    "connect_dict",
    "target_label",
    "ref_label",
    "property_name",
    "type",
    "dataset",
    "task_num",
    "split",
)
"""The seventeen published columns, all texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """One row: `index` counts those of its split from 0; `cells` holds the columns that are not empty."""

    split: Split
    index: int
    cells: Mapping[str, str]

    @property
    def name(self) -> str:
        """Return how lists of rows name it."""
        return f"{self.split}/{self.index}"


def files_by_split(pin: Pin, paths: Sequence[Path]) -> dict[Split, list[Path]]:
    """Return the files of each split; one belongs to the split that its name, or its folder, names.

    Raises `SourceError` for a file that names none, or both.
    """
    found: dict[Split, list[Path]] = {}
    for path in paths:
        named = [split for split in SPLITS if split in path.name]
        named = named or [split for split in SPLITS if split in path.parts]
        if len(named) != 1:
            raise source_error(
                pin,
                "member.path",
                f"{path} does not tell whether it is for testing or training",
                f"put one of {', '.join(SPLITS)} in the name of the file or of its folder",
            )
        found.setdefault(named[0], []).append(path)
    return {split: found[split] for split in SPLITS if split in found}


def read_published(
    pin: Pin, paths: Sequence[Path], split: Split, limit: int | None = None
) -> Iterator[list[PublishedRow]]:
    """Yield the rows of a split in batches, with a `limit` only so many of each data set and type.

    Raises `SourceError` where a file cannot be read or lacks a column.
    """
    part = replace(pin, rows=None)  # the pin counts the rows of both splits together
    counted: Counter[tuple[str | None, str | None]] = Counter()
    for batch in read_rows(part, paths, COLUMNS):
        rows: list[PublishedRow] = []
        for row in batch:
            kind = (row["dataset"], row["type"])
            counted[kind] += 1
            if limit is None or counted[kind] <= limit:
                cells = {name: text for name, text in row.items() if text is not None and name != "row"}
                rows.append(PublishedRow(split=split, index=int(cast(str, row["row"])) - 1, cells=cells))
        yield rows
