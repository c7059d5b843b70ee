"""The published rows as they stand in their files, each with its configuration and place in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sitegen.sources import Pin, read_rows
from sitegen.sources.problems import source_error

LETTERS = ("A", "B", "C", "D")
LEVELS, DIFFICULTIES = ("basic", "advanced"), ("easy", "medium", "hard")
CONFIGS = (
    *(f"vqa_{difficulty}_{level}" for level in LEVELS for difficulty in DIFFICULTIES),
    "generation_easy",
    "generation_hard",
)
PICTURES = frozenset({".png", ".jpg", ".jpeg"})

_OPTION_SMILES = tuple(f"option_{letter}_smiles" for letter in LETTERS)
_REQUIRED = {
    "vqa": ("original_esmiles", "question", *_OPTION_SMILES, "correct_answer"),
    "generation": ("original_esmiles", "instruction"),
}
_OPTIONAL = {
    "vqa": (
        "split",
        "instruction",
        "original_image_path",
        *(f"option_{letter}_image" for letter in LETTERS),
        "correct_smiles",
        "is_none_of_above",
        "nova_answer_is_d",
        "nova_type",
        "property",
        "prop_values",
        "target_name",
    ),
    "generation": ("split", "difficulty", "original_image_path", "correct_smiles", "output_smiles"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """One row: `index` counts those of its configuration from 0, as the published evaluator does.

    `cells` holds the texts of the columns that are there and not empty.
    """

    config: str
    index: int
    cells: Mapping[str, str]

    @property
    def task(self) -> str:
        """Return the task, `vqa` or `generation`."""
        return self.config.partition("_")[0]

    @property
    def difficulty(self) -> str:
        """Return the difficulty: easy, medium or hard."""
        return self.config.split("_")[1]

    @property
    def level(self) -> str:
        """Return the level; generation is basic."""
        return "advanced" if self.config.endswith("_advanced") else "basic"

    @property
    def name(self) -> str:
        """Return how lists of rows name it."""
        return f"{self.config}/{self.index}"

    @property
    def question_id(self) -> str:
        """Return the id of the question that is made of it."""
        return f"{self.config.replace('_', '-')}-{self.index:04d}"

    @property
    def required(self) -> tuple[str, ...]:
        """Return the columns that must not be empty."""
        return _REQUIRED[self.task]


def files_by_config(pin: Pin, paths: Sequence[Path]) -> dict[str, list[Path]]:
    """Return the tables of each configuration; one belongs to the configuration that its path names.

    Raises `SourceError` for a table that names none.
    """
    found: dict[str, list[Path]] = {}
    for path in paths:
        if path.suffix.lower() in PICTURES:
            continue
        named = [config for config in CONFIGS if config in path.name]
        named = named or [config for config in CONFIGS if config in path.parts]
        if not named:
            raise source_error(
                pin,
                "member.path",
                f"{path} names no configuration",
                f"put one of {', '.join(CONFIGS)} in the name of the file or of its folder",
            )
        found.setdefault(named[0], []).append(path)
    return {config: found[config] for config in CONFIGS if config in found}


def read_published(pin: Pin, paths: Sequence[Path], config: str) -> Iterator[PublishedRow]:
    """Yield the rows of a configuration.

    Raises `SourceError` where a file cannot be read or lacks a column that must be there.
    """
    task = config.partition("_")[0]
    required, optional = _REQUIRED[task], _OPTIONAL[task]
    index = 0
    part = replace(pin, rows=None)  # the pin counts the rows of all configurations together
    for batch in read_rows(part, paths, (*required, *optional), optional=optional):
        for row in batch:
            cells = {name: text for name, text in row.items() if text is not None and name != "row"}
            yield PublishedRow(config=config, index=index, cells=cells)
            index += 1
