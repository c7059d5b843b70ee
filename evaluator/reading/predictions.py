"""Predictions files, each optionally gzipped.

JSONL: `{"id": ..., "prediction": ...}` a line, optionally `repeat`. JSON: one object of predictions by id, or
a list of such objects as JSONL holds. CSV and TSV: columns `id` and `prediction`, optionally `repeat`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.errors import DatasetError, DatasetErrors
from evaluator.reading.decoding import Limits, LineDecoder
from evaluator.reading.files import chunks_of
from evaluator.reading.gathering import Gatherer
from evaluator.reading.rows import Row, RowError, columns_of, row_from_cells, row_from_object
from evaluator.reading.strict_json import JsonError, parse, parse_mapping
from evaluator.reading.tables import RowParser, TableError
from evaluator.records import Prediction

FORMATS = (".jsonl", ".json", ".csv", ".tsv")
"""Endings of the names of predictions files, each also with `.gz` after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionFile:
    """What a predictions file holds: one prediction per id, the SHA-256 of its bytes, warnings."""

    name: str
    predictions: tuple[Prediction, ...]
    sha256: str
    warnings: tuple[DatasetError, ...]


class PredictionReader:
    """Reads a predictions file that comes in pieces.

    `feed` raises `DatasetErrors` as soon as nothing sensible can follow, `finish` raises it with all
    that is wrong, or returns the file. The name decides the format.
    """

    def __init__(self, name: str, limits: Limits | None = None) -> None:
        self.name = name
        self._decoder = LineDecoder(name, limits or Limits())
        self._gatherer = Gatherer(name)
        self._errors: list[DatasetError] = []
        self._header: Sequence[str] = ()
        self._columns: dict[str, int] = {}
        self._lines: list[str] = []
        self._table: RowParser | None = None
        self._delimiter = ","
        self._take = self._reader_for(name)
        self._empty = True

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes."""
        self._read(self._decoder.feed(chunk))

    def finish(self) -> PredictionFile:
        """Return the file, or raise `DatasetErrors` with everything that is wrong with it."""
        self._read(self._decoder.finish())
        if self._take == self._document_line:
            self._read_document()
        if self._table:
            try:
                self._table.finish()
            except TableError as error:
                self._note(error.problem, "close it, or double the quotes within a cell", line=error.line)
        predictions = self._gatherer.predictions()
        errors = self._all_errors()
        if not errors and not predictions:
            errors = (DatasetError("holds no predictions", path=self.name),)
        if errors:
            raise DatasetErrors(errors)
        return PredictionFile(
            name=self.name,
            predictions=predictions,
            sha256=self._decoder.given.hexdigest(),
            warnings=tuple(self._gatherer.warnings),
        )

    def _reader_for(self, name: str) -> Callable[[int, str], None]:
        stem = name.lower().removesuffix(".gz")
        if stem.endswith((".csv", ".tsv")):
            self._delimiter = "\t" if stem.endswith(".tsv") else ","
            self._table = RowParser(self._delimiter)
            return self._table_line
        if stem.endswith(".jsonl"):
            return self._jsonl_line
        if stem.endswith(".json"):
            return self._document_line
        raise DatasetErrors(
            (
                DatasetError(
                    "the format of this file is not read",
                    path=name,
                    advice=f"give it a name that ends in {', '.join(FORMATS)} (or one of these with .gz)",
                ),
            )
        )

    def _read(self, lines: Iterable[tuple[int, str]]) -> None:
        try:
            for number, line in lines:
                self._take(number, line)
        except DatasetError as error:
            raise DatasetErrors((*self._all_errors(), error)) from None

    def _all_errors(self) -> tuple[DatasetError, ...]:
        found = (*self._decoder.errors, *self._errors, *self._gatherer.errors)
        return tuple(sorted(found, key=lambda error: error.line or 0))

    def _jsonl_line(self, number: int, line: str) -> None:
        if not line.strip():
            return
        start = line.lstrip()
        if self._empty and (start[0] == "[" or start.rstrip() == "{"):
            raise DatasetError(
                "an array or an object over several lines; .jsonl holds one object a line",
                path=self.name,
                line=number,
                advice="name the file .json, or write one object for each item, each on its own line",
            )
        self._empty = False
        try:
            self._gatherer.add(row_from_object(parse(line), number))
        except JsonError as error:
            advice = "write it with a JSON library"
            if start.startswith(("{'", "{ '")):
                advice = "this is Python's notation; write it with json.dumps"
            self._note(str(error), advice, line=number)
        except RowError as error:
            self._note(error.problem, error.advice, line=number, item_id=error.item_id)

    def _document_line(self, number: int, line: str) -> None:
        self._lines.append(line)

    def _read_document(self) -> None:
        text = "\n".join(self._lines)
        try:
            rows = self._listed(parse(text)) if text.lstrip().startswith("[") else self._mapped(text)
            for row in rows:
                self._gatherer.add(row)
        except JsonError as error:
            advice = "a .json file is one object {id: prediction} or a list of predictions"
            self._note(str(error), advice, line=error.line)

    def _mapped(self, text: str) -> Iterator[Row]:
        for item_id, value in parse_mapping(text):
            if item_id:
                yield Row(id=item_id, value=value, repeat=None, line=None)
            else:
                self._note("an id is empty", "give every prediction the id of its item", line=1)

    def _listed(self, values: Sequence[Any]) -> Iterator[Row]:
        for place, value in enumerate(values, start=1):
            try:
                yield row_from_object(value, None)
            except RowError as error:
                self._note(f"record {place}: {error.problem}", error.advice, line=1, item_id=error.item_id)

    def _table_line(self, number: int, line: str) -> None:
        assert self._table is not None
        try:
            row = self._table.feed(number, line)
        except TableError as error:
            self._note(error.problem, "double the quotes within a cell", line=error.line)
            return
        if row is None or row[1] == [""]:
            return
        start, cells = row
        try:
            if not self._columns:
                self._columns = columns_of(cells, self._delimiter)
                self._header = cells
            else:
                self._gatherer.add(row_from_cells(cells, self._columns, len(self._header), start))
        except RowError as error:
            if not self._columns:
                raise DatasetError(error.problem, path=self.name, line=start, advice=error.advice) from None
            self._note(error.problem, error.advice, line=start, item_id=error.item_id)

    def _note(self, problem: str, advice: str, *, line: int, item_id: str | None = None) -> None:
        self._errors.append(DatasetError(problem, path=self.name, line=line, item_id=item_id, advice=advice))


def read_predictions(name: str, chunks: Iterable[bytes], limits: Limits | None = None) -> PredictionFile:
    """Read a predictions file from chunks of its bytes; raise `DatasetErrors` with all that is wrong."""
    reader = PredictionReader(name, limits)
    for chunk in chunks:
        reader.feed(chunk)
    return reader.finish()


def load_predictions(path: Path | str) -> PredictionFile:
    """Read a predictions file from disk; raise `DatasetErrors` with all that is wrong."""
    return read_predictions(str(path), chunks_of(path))
