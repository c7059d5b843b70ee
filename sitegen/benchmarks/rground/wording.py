"""The sentences of R-GroundBench as data: reading the tables, and putting words together.

`data/rground/instructions/` holds numbered forms of every sentence. This module reads and checks
them; which form a question uses is decided by whoever asks.
"""

from __future__ import annotations

import csv
import string
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.benchmarks.rground.conditions import Condition
from sitegen.chem.labels import normalise_label
from sitegen.errors import DatasetError, DatasetErrors


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One numbered form of an instruction.

    `frame` has `{pairs}` for a direct instruction; `{label}` and `{conditions}` for a described one,
    whose other labels are named by `fixed` with `{pairs}`. `pair` says `{group}` and `{label}`.
    """

    style: str
    form: int
    frame: str
    pair: str
    fixed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wordings:
    """All tables: frames by style, forms of a condition by kind and value, group names, words."""

    direct: Mapping[str, tuple[Frame, ...]]
    described: Mapping[str, tuple[Frame, ...]]
    conditions: Mapping[str, Mapping[str, tuple[str, ...]]]
    groups: Mapping[str, str]
    words: Mapping[str, Any]


def read_wordings(folder: Path) -> Wordings:
    """Read `direct.tsv`, `described.tsv`, `conditions.tsv`, `groups.tsv` and `words.toml` of a folder.

    Raises `DatasetError` naming file and line for a missing column or placeholder, or forms that are
    not numbered from 1.
    """
    return Wordings(
        direct=_frames(folder / "direct.tsv", {"frame": {"pairs"}, "pair": {"group", "label"}}),
        described=_frames(
            folder / "described.tsv",
            {"frame": {"label", "conditions"}, "fixed": {"pairs"}, "pair": {"group", "label"}},
        ),
        conditions=_conditions(folder / "conditions.tsv"),
        groups={row["smiles"]: row["words"] for _, row in _rows(folder / "groups.tsv", ("smiles", "words"))},
        words=tomllib.loads((folder / "words.toml").read_text(encoding="utf-8")),
    )


def plain_label(label: str) -> str:
    """Return a label as it is said in a sentence: `R1` for `R[1]`."""
    return normalise_label(label).replace("[", "").replace("]", "")


def listed(parts: Sequence[str]) -> str:
    """Join parts as "a", "a and b" or "a, b and c"."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def pairs(substituents: Mapping[str, str], pair: str) -> str:
    """Say which group each label takes, e.g. "phenyl at R1 and benzyl at R2"."""
    return listed([pair.format(group=name, label=plain_label(label)) for label, name in substituents.items()])


def forms_of(condition: Condition, wordings: Wordings) -> tuple[str, ...]:
    """Return every wording of a condition, e.g. "has exactly one halogen atom"; none if it has none.

    A value finds its own row, else that of its sign (`+*`, `-*`), else `*`.
    """
    by_value = wordings.conditions.get(condition.kind, {})
    sign = f"{condition.value[:1]}*" if condition.value[:1] in "+-" else "*"
    templates = by_value.get(condition.value) or by_value.get(sign) or ()
    filled = _fill_ins(condition, wordings) if templates else None
    return tuple(template.format(**filled) for template in templates) if filled is not None else ()


def _fill_ins(condition: Condition, wordings: Wordings) -> dict[str, str] | None:
    """Return what the placeholders stand for, or None where a word for it is missing."""
    filled = {"reference": _reference(condition, wordings)}
    size = condition.value.lstrip("+-")
    if size.isdecimal():
        numbers = wordings.words["numbers"]
        if int(size) >= len(numbers):
            return None
        filled["number"] = numbers[int(size)]
    if condition.kind == "ring_nitrogen":
        filled["position"] = condition.value
    if condition.kind == "decoration" and condition.value != "none":
        group, _, filled["position"] = condition.value.rpartition(":")
        if group not in wordings.groups:
            return None
        filled["group"] = wordings.groups[group]
    if condition.kind == "whole_ring":
        filled["ring"] = _whole_ring(condition.value, wordings)
    if condition.kind == "whole_decoration" and condition.value != "none":
        groups = [part.rpartition(":") for part in condition.value.split(" ")]
        if any(group not in wordings.groups for group, _, _ in groups):
            return None
        words = wordings.words["decoration"]
        filled["groups"] = words["separator"].join(
            words["one"].format(group=wordings.groups[group], position=position)
            for group, _, position in groups
        )
    return filled


def _reference(condition: Condition, wordings: Wordings) -> str:
    words = wordings.words["reference"]
    if condition.label:
        return str(words["label"]).format(label=plain_label(condition.label))
    return str(words["name"]).format(group=condition.name)


def _whole_ring(value: str, wordings: Wordings) -> str:
    kind, size, *nitrogens = value.split(" ")
    words = wordings.words["ring"]
    template = words["nitrogen"] if nitrogens else words["carbon"]
    return str(template).format(
        kind=words[kind],
        number=wordings.words["numbers"][int(size) - len(nitrogens)],
        position="".join(nitrogens),
    )


def _frames(path: Path, required: Mapping[str, set[str]]) -> dict[str, tuple[Frame, ...]]:
    styles: dict[str, list[Frame]] = defaultdict(list)
    errors: list[DatasetError] = []
    for line, row in _rows(path, ("style", "form", *required)):
        frames = styles[row["style"]]
        for column, names in required.items():
            missing = names - {name for _, name, _, _ in string.Formatter().parse(row[column]) if name}
            if missing:
                errors.append(_error(path, line, f"{column} lacks {{{min(missing)}}}"))
        if row["form"] != str(len(frames) + 1):
            errors.append(_error(path, line, f"form {row['form']} of {row['style']} is out of turn"))
        frames.append(Frame(**{**row, "form": len(frames) + 1}))  # type: ignore[arg-type]
    if errors:
        raise DatasetErrors(tuple(errors))
    return {style: tuple(frames) for style, frames in styles.items()}


def _conditions(path: Path) -> dict[str, dict[str, tuple[str, ...]]]:
    kinds: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    for line, row in _rows(path, ("kind", "value", "form", "text")):
        forms = kinds[row["kind"]].get(row["value"], ())
        if row["form"] != str(len(forms) + 1):
            raise _error(path, line, f"form {row['form']} of {row['kind']} {row['value']} is out of turn")
        kinds[row["kind"]][row["value"]] = (*forms, row["text"])
    return dict(kinds)


def _rows(path: Path, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        missing = [name for name in columns if name not in (reader.fieldnames or ())]
        if missing:
            raise _error(path, 1, f"column {missing[0]!r} is missing")
        for row in reader:
            if None in row or None in row.values():
                raise _error(path, reader.line_num, f"not {len(columns)} tab-separated cells")
            yield reader.line_num, {name: row[name] for name in columns}


def _error(path: Path, line: int, problem: str) -> DatasetError:
    return DatasetError(problem, path=str(path), line=line, advice="correct the table")
