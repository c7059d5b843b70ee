"""The Python side of the scorer's worker: files of predictions, read in pieces and scored in steps.

Runs in Pyodide, beside the evaluator that the engine brings. What goes back to JavaScript is a JSON
string with a `state`: `working` (with `done` and `total`), `refused` (the file: with all `problems`),
`broken` (the toolkit: with a `message`) or `done` (with `warnings`).
"""

from __future__ import annotations

import json
import platform
from collections.abc import Generator, Sequence
from typing import Protocol

from evaluator import (
    ChemistryError,
    DatasetError,
    DatasetErrors,
    ItemFile,
    ItemReader,
    PredictionFile,
    PredictionReader,
    Progress,
    Report,
    __version__,
    evaluate_steps,
    join,
    load_chemistry,
    merge_repeats,
    missing_in_files,
    needs_chemistry,
    per_item_bytes,
    report_bytes,
)

CHUNK = 20
"""Items scored in a step: some 20 ms of work, so that a cancel is heard soon."""


class Bytes(Protocol):
    """A JavaScript `Uint8Array` as Pyodide hands it over."""

    def to_bytes(self) -> bytes:
        """Copy it into Python."""
        ...


def versions() -> str:
    """Return the versions of what scores."""
    chemistry = load_chemistry()
    toolkit = f"{chemistry.toolkit} {chemistry.version}"
    return json.dumps({"evaluator": __version__, "python": platform.python_version(), "toolkit": toolkit})


class Items:
    """Reads an items file in pieces; the site's own, so a fault in it is an error like any other."""

    def __init__(self, name: str) -> None:
        self._reader = ItemReader(name)

    def feed(self, piece: Bytes) -> None:
        """Take the next bytes."""
        self._reader.feed(piece.to_bytes())

    def finish(self) -> ItemFile:
        """Return the items."""
        return self._reader.finish()


class Session:
    """Scores files against the items: `open` each and `feed` its bytes, `finish`, then `step` until `done`.

    Several files are repeats, in their order.
    """

    def __init__(self, items: ItemFile, allow_partial: bool) -> None:
        self._items = items
        self._allow_partial = allow_partial
        self._name = ""
        self._files: list[PredictionFile] = []
        self._reader: PredictionReader | None = None
        self._warnings: tuple[DatasetError, ...] = ()
        self._steps: Generator[Progress, None, Report] | None = None
        self._report: Report | None = None

    def open(self, name: str) -> str:
        """Begin a file; the one before it is checked."""
        try:
            self._close()
        except DatasetErrors as errors:
            return _refused(errors.errors)
        self._name = name
        return _working(0, len(self._items.items))

    def _close(self) -> None:
        """Check the file that is open, as the command line does."""
        if self._name:
            reader = self._reader or PredictionReader(self._name)
            self._reader, self._name = None, ""
            self._files.append(reader.finish())

    def feed(self, piece: Bytes) -> str:
        """Take the next bytes of the open file."""
        try:
            if self._reader is None:
                self._reader = PredictionReader(self._name)
            self._reader.feed(piece.to_bytes())
        except DatasetErrors as errors:
            return _refused(errors.errors)
        return _working(0, len(self._items.items))

    def finish(self) -> str:
        """Check all files together."""
        try:
            self._close()
            return self._join(merge_repeats(self._files))
        except DatasetErrors as errors:
            return _refused(errors.errors)

    def _join(self, file: PredictionFile) -> str:
        items = self._items.items
        joined = join(items, file.predictions, file.name)
        missing = missing_in_files([item.id for item in items], self._files) or joined.missing_messages
        if missing and not self._allow_partial:
            return _refused((*joined.unknown_messages, *missing), missing=len(missing))
        self._warnings = (*file.warnings, *joined.unknown_messages)
        self._steps = evaluate_steps(
            items,
            file.predictions,
            load_chemistry() if needs_chemistry(items) else None,
            chunk=CHUNK,
            items_sha256=self._items.sha256,
            predictions_sha256=file.sha256,
        )
        return _working(0, len(items))

    def step(self) -> str:
        """Score the next items."""
        assert self._steps is not None, "finish() comes first"
        try:
            progress = next(self._steps)
        except StopIteration as end:
            self._report = end.value
            return json.dumps({"state": "done", "warnings": [str(warning) for warning in self._warnings]})
        except ChemistryError as error:
            return json.dumps({"state": "broken", "message": str(error)})
        return _working(progress.done, progress.total)

    def report(self) -> str:
        """Return the report file, the same bytes as the command line's."""
        assert self._report is not None, "not done yet"
        return report_bytes(self._report).decode()

    def per_item(self) -> str:
        """Return the per-item file, the same bytes as the command line's."""
        assert self._report is not None, "not done yet"
        return b"".join(per_item_bytes(self._report.scores)).decode()


def _working(done: int, total: int) -> str:
    return json.dumps({"state": "working", "done": done, "total": total})


def _refused(problems: Sequence[DatasetError], missing: int = 0) -> str:
    """Say what is wrong; `missing` of the problems are items without a prediction."""
    rows = [
        {
            "path": problem.path,
            "line": problem.line,
            "item_id": problem.item_id,
            "problem": problem.problem,
            "advice": problem.advice,
        }
        for problem in problems
    ]
    return json.dumps({"state": "refused", "problems": rows, "missing": missing})
