"""Turn questions or records into the columns and shards that the explorer reads.

The index (ids, facets, sort keys) is loaded at once; texts, thumbnails and structures come in shards
when they are needed. All values stay plain JSON; the page never treats them as markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import batched
from typing import Any

from sitegen.site.names import page_name

SHARD = 250
"""Entries per shard: some 40 kB gzipped, so that one screen needs few and a search loads all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing to browse: its page's id, facet values, sort keys, thumbnail, text and structures."""

    id: str
    facets: Mapping[str, tuple[str, ...]]
    sorts: tuple[float | None, ...]
    thumbnail: str
    text: str
    structures: tuple[str, ...]


def values_at(record: Any, path: str) -> Iterator[Any]:
    """Yield the values at a dotted path such as `options.smiles`, going through lists; None never."""
    name, _, rest = path.partition(".")
    found = record.get(name) if isinstance(record, Mapping) else None
    for value in found if isinstance(found, list) else [found]:
        if value is None:
            continue
        if rest:
            yield from values_at(value, rest)
        else:
            yield value


def question_entries(items: Sequence[Mapping[str, Any]], about: Mapping[str, Any]) -> list[Entry]:
    """Return one entry per question from item objects.

    `about` is the benchmark's `benchmark.toml`; its `[explorer]` has the keys of `record_entries`, except
    that the facets are those of the items. The text is the question where it names no other.
    """
    shape = about.get("explorer", {})
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for item in items:
        groups.setdefault(str(item["extra"].get("question", item["id"])), []).append(item)
    names = list(about.get("facets", {}))
    entries = []
    for question, asked in groups.items():
        facets = {"task": _distinct(item["task"] for item in asked)}
        for name in names:
            values = _distinct(item["facets"][name] for item in asked if item["facets"].get(name))
            facets[name] = values
        words = [
            str(value) for path in shape.get("text", ["question"]) for value in values_at(asked[0], path)
        ]
        entries.append(_entry(question, asked, facets, shape, " ".join(words)))
    return entries


def record_entries(records: Sequence[Mapping[str, Any]], shape: Mapping[str, Any]) -> list[Entry]:
    """Return one entry per record of a collection; `shape` is `[explorer.<collection>]`.

    Its keys: `facets`, `text`, `structures` (lists of dotted paths), `sort` (title to dotted path),
    `thumbnail` (dotted path).
    """
    entries = []
    for record in records:
        facets = {
            name: _distinct(str(value) for value in values_at(record, name) if value != "")
            for name in shape.get("facets", ())
        }
        words = [str(value) for path in shape.get("text", ()) for value in values_at(record, path)]
        entries.append(_entry(record["id"], [record], facets, shape, ", ".join(dict.fromkeys(words))))
    return entries


def index_of(
    entries: Sequence[Entry], titles: Mapping[str, Mapping[str, Any]], sorts: Sequence[str]
) -> dict[str, Any]:
    """Return the index: columns over all entries.

    `titles` holds `title`, `order` and `names` per facet; `pages` names the page folders that differ
    from the id.
    """
    names = list(dict.fromkeys(name for entry in entries for name in entry.facets))
    pages = {entry.id: page_name(entry.id) for entry in entries}
    return {
        "ids": [entry.id for entry in entries],
        "pages": {entry_id: page for entry_id, page in pages.items() if page != entry_id},
        "facets": [_facet(name, entries, titles.get(name, {})) for name in names],
        "sorts": [
            {"title": title, "column": [entry.sorts[place] for entry in entries]}
            for place, title in enumerate(sorts)
        ],
        "shard": SHARD,
    }


def shards_of(entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    """Yield the texts, thumbnails and structures of `SHARD` entries at a time."""
    for batch in batched(entries, SHARD):
        yield {
            "texts": [entry.text for entry in batch],
            "thumbnails": [entry.thumbnail for entry in batch],
            "structures": [list(entry.structures) for entry in batch],
        }


def _entry(
    entry_id: str,
    records: Sequence[Mapping[str, Any]],
    facets: Mapping[str, tuple[str, ...]],
    shape: Mapping[str, Any],
    text: str,
) -> Entry:
    thumbnail_path, structure_paths = shape.get("thumbnail", "images"), shape.get("structures", ())
    return Entry(
        id=entry_id,
        facets=facets,
        sorts=tuple(_number(records[0], path) for path in shape.get("sort", {}).values()),
        thumbnail=next((str(v) for r in records for v in values_at(r, thumbnail_path)), ""),
        text=text,
        structures=_distinct(str(v) for path in structure_paths for r in records for v in values_at(r, path)),
    )


def _number(record: Mapping[str, Any], path: str) -> float | None:
    value = next(values_at(record, path), None)
    if isinstance(value, (list, dict, str)):
        return float(len(value))
    return None if value is None else round(float(value), 4)


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _facet(name: str, entries: Sequence[Entry], about: Mapping[str, Any]) -> dict[str, Any]:
    """Encode a facet that may hold several values an entry: the sets that occur, and one number each."""
    found = {value for entry in entries for value in entry.facets.get(name, ())}
    order = [value for value in about.get("order", ()) if value in found]
    values = [*order, *sorted(found - set(order))]
    place = {value: number for number, value in enumerate(values)}
    sets: dict[tuple[int, ...], int] = {}
    column = []
    for entry in entries:
        members = tuple(sorted(place[value] for value in entry.facets.get(name, ())))
        column.append(sets.setdefault(members, len(sets)))
    return {
        "name": name,
        "title": about.get("title", name.capitalize()),
        "values": values,
        "names": [about.get("names", {}).get(value, value) for value in values],
        "sets": [list(members) for members in sets],
        "column": column,
    }
