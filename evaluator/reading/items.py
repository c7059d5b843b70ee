"""Items files and built dataset folders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from evaluator.answer_types import problem_of
from evaluator.errors import DatasetError, DatasetErrors
from evaluator.reading.decoding import Limits, LineDecoder
from evaluator.reading.files import chunks_of
from evaluator.reading.strict_json import JsonError, parse
from evaluator.records import Item

ITEM_FILES = ("items.jsonl.gz", "items.jsonl")
"""Items files looked for in a dataset folder, in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFile:
    """The items of a file, in its order, and the SHA-256 of its decompressed bytes."""

    name: str
    items: tuple[Item, ...]
    sha256: str


class ItemReader:
    """Reads an items file (`.jsonl` or `.jsonl.gz`) that comes in pieces.

    `feed` raises `DatasetErrors` as soon as nothing sensible can follow, `finish` raises it with all
    that is wrong, or returns the items.
    """

    def __init__(self, name: str, limits: Limits | None = None) -> None:
        self.name = name
        self._decoder = LineDecoder(name, limits or Limits())
        self._items: list[Item] = []
        self._errors: list[DatasetError] = []
        self._lines: dict[str, int] = {}
        if not name.lower().removesuffix(".gz").endswith(".jsonl"):
            problem = DatasetError("not an items file", path=name, advice="items are .jsonl or .jsonl.gz")
            raise DatasetErrors((problem,))

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes."""
        self._read(self._decoder.feed(chunk))

    def finish(self) -> ItemFile:
        """Return the items, or raise `DatasetErrors` with everything that is wrong with the file."""
        self._read(self._decoder.finish())
        errors = self._all_errors()
        if not errors and not self._items:
            errors = (DatasetError("holds no items", path=self.name),)
        if errors:
            raise DatasetErrors(errors)
        return ItemFile(name=self.name, items=tuple(self._items), sha256=self._decoder.plain.hexdigest())

    def _read(self, lines: Iterable[tuple[int, str]]) -> None:
        try:
            for number, line in lines:
                if line.strip():
                    self._take(number, line)
        except DatasetError as error:
            raise DatasetErrors((*self._all_errors(), error)) from None

    def _all_errors(self) -> tuple[DatasetError, ...]:
        return tuple(sorted((*self._decoder.errors, *self._errors), key=lambda error: error.line or 0))

    def _take(self, number: int, line: str) -> None:
        try:
            value = parse(line)
        except JsonError as error:
            self._note(str(error), number, None)
            return
        item_id = value.get("id") if isinstance(value, dict) else None
        item_id = item_id if isinstance(item_id, str) else None
        if not isinstance(value, dict):
            self._note("not a JSON object", number, None)
            return
        try:
            item = Item.from_json(value)
        except ValueError as error:
            self._note(str(error), number, item_id)
            return
        earlier = self._lines.setdefault(item.id.lower(), number)
        if earlier != number:
            self._note(f"an item with this id stands on line {earlier}", number, item.id)
        elif problem := problem_of(item):
            self._note(problem, number, item.id)
        else:
            self._items.append(item)

    def _note(self, problem: str, line: int, item_id: str | None) -> None:
        self._errors.append(DatasetError(problem, path=self.name, line=line, item_id=item_id))


def read_items(name: str, chunks: Iterable[bytes], limits: Limits | None = None) -> ItemFile:
    """Read an items file from chunks of its bytes; raise `DatasetErrors` with all that is wrong."""
    reader = ItemReader(name, limits)
    for chunk in chunks:
        reader.feed(chunk)
    return reader.finish()


def load_items(path: Path | str) -> ItemFile:
    """Read an items file or a built dataset folder; raise `DatasetErrors` with all that is wrong."""
    place = Path(path)
    if place.is_dir():
        found = next((place / name for name in ITEM_FILES if (place / name).is_file()), None)
        if found is None:
            advice = f"a dataset folder holds {' or '.join(ITEM_FILES)}"
            raise DatasetErrors((DatasetError("no items in this folder", path=str(path), advice=advice),))
        place = found
    return read_items(str(place), chunks_of(place))
