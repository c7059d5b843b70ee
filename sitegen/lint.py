"""Check built dataset folders against what a release promises."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from evaluator.records import Item
from sitegen.errors import ConfigError
from sitegen.release.checksums import file_sha256, read_checksums
from sitegen.release.folder import DESCRIPTION
from sitegen.release.tables import read_jsonl_gz

_LETTER_SLACK = 1
"""Letters of a split may differ by at most this much from an even share."""

_READ = {"items.jsonl.gz", "prompts.jsonl.gz"}
"""Files that the further checks read: where one is damaged they would say nothing to the point."""


def lint_datasets(root: Path) -> tuple[str, ...]:
    """Return one line per finding over all dataset folders below `root`.

    Raises `ConfigError` when there is none.
    """
    folders = sorted(path.parent for path in root.glob(f"*/{DESCRIPTION}"))
    if not folders:
        raise ConfigError(f"{root}: no built dataset there; run `python -m sitegen datasets` first")
    return tuple(finding for folder in folders for finding in lint_dataset(folder))


def lint_dataset(folder: Path) -> Iterator[str]:
    """Yield the findings for one dataset folder."""
    description = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    damaged = dict(_checksum_findings(folder))
    yield from damaged.values()
    if damaged.keys() & _READ:
        return
    items = [Item.from_json(row) for row in read_jsonl_gz(folder / "items.jsonl.gz")]
    yield from _item_findings(folder, items, description["canary"])
    yield from _prompt_findings(folder, items, description["canary"])
    yield from _letter_findings(folder, items, description["benchmark"].get("splits", ()))


def _checksum_findings(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (path, finding) for every file that is not what the checksums say."""
    recorded = read_checksums(folder)
    for path, digest in recorded.items():
        if not (folder / path).is_file():
            yield path, f"{folder / path}: listed in the checksums but missing; build the dataset again"
        elif file_sha256(folder / path) != digest:
            yield path, f"{folder / path}: differs from its checksum; build the dataset again"


def _item_findings(folder: Path, items: Sequence[Item], canary: str) -> Iterator[str]:
    where = folder / "items.jsonl.gz"
    for lower, number in Counter(item.id.lower() for item in items).items():
        if number > 1:
            yield f"{where}: {lower}: {number} items have this id ignoring case; give each its own"
    for item in items:
        for path in [*item.images, *(option.image for option in item.options if option.image)]:
            if not (folder / path).is_file():
                yield f"{where}: {item.id}: image {path} is missing; draw it"
        if item.extra.get("canary") != canary:
            yield f"{where}: {item.id}: the canary is missing; put it in extra"
        if item.answer_type == "choice" and len({_content(o) for o in item.options}) < len(item.options):
            yield f"{where}: {item.id}: two options are the same; make them distinct"


def _content(option: object) -> tuple[object, ...]:
    return tuple(getattr(option, name) for name in ("text", "smiles", "image"))


def _prompt_findings(folder: Path, items: Iterable[Item], canary: str) -> Iterator[str]:
    where = folder / "prompts.jsonl.gz"
    prompts = {row["id"]: row for row in read_jsonl_gz(where)}
    for item in items:
        row = prompts.get(item.id)
        if row is None:
            yield f"{where}: {item.id}: no prompt; build the dataset again"
            continue
        if row["canary"] != canary:
            yield f"{where}: {item.id}: the canary is missing; build the dataset again"
        if not item.options and isinstance(item.answer, str) and len(item.answer) > 3:
            if item.answer in str(row["prompt"]):
                yield f"{where}: {item.id}: the prompt holds the gold answer; mend the template"


def _letter_findings(folder: Path, items: Iterable[Item], splits: Sequence[str]) -> Iterator[str]:
    letters: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    labels: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for item in items:
        if item.answer_type == "choice" and isinstance(item.answer, str):
            split = (item.task, *(item.facets.get(name, "") for name in splits))
            letters[split][item.answer] += 1
            labels[split] |= {option.label for option in item.options}
    for split, counted in sorted(letters.items()):
        share = counted.total() / len(labels[split])
        for label in sorted(labels[split]):
            if abs(counted[label] - share) > _LETTER_SLACK:
                yield (
                    f"{folder / 'items.jsonl.gz'}: {' '.join(split)}: {label} is the answer {counted[label]} "
                    f"times where {share:.1f} would be even; balance the letters"
                )
