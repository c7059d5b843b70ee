"""Rows of a predictions file to one `Prediction` per id: repeats in order, duplicates settled."""

from __future__ import annotations

from evaluator.errors import DatasetError
from evaluator.reading.rows import RepeatKey, Row
from evaluator.reading.strict_json import same
from evaluator.records import Prediction


class Gatherer:
    """Collects rows; `errors` and `warnings` fill as they come.

    The same record twice is counted once with a warning, a different one for the same id (and
    repeat) is an error: which of the two was meant cannot be known.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.errors: list[DatasetError] = []
        self.warnings: list[DatasetError] = []
        self._rows: dict[str, dict[RepeatKey, Row]] = {}

    def add(self, row: Row) -> None:
        """Take one row."""
        repeats = self._rows.setdefault(row.id, {})
        earlier = repeats.setdefault(row.repeat, row)
        if earlier is row:
            return
        seen = "earlier" if earlier.line is None else f"on line {earlier.line}"
        if same(earlier.value, row.value):
            self.warnings.append(self._about(row, f"the same prediction as {seen}", "it is counted once"))
        else:
            self.errors.append(
                self._about(
                    row,
                    f"another prediction for this id stands {seen}",
                    "keep one, or number repeats with a field 'repeat'",
                )
            )

    def predictions(self) -> tuple[Prediction, ...]:
        """Return one prediction per id, in the order of their first rows."""
        return tuple(self._prediction(item_id, repeats) for item_id, repeats in self._rows.items())

    def _prediction(self, item_id: str, repeats: dict[RepeatKey, Row]) -> Prediction:
        rows = list(repeats.values())
        first = rows[0]
        if len(rows) == 1 and isinstance(first.value, list):
            replies = tuple(first.value) or (None,)
            return Prediction(id=item_id, replies=replies, listed=True, line=first.line)
        if None in repeats and len(rows) > 1:
            self.errors.append(
                self._about(repeats[None], "has lines with and without 'repeat'", "number all of them")
            )
        # by number, not by place: the order of the lines does not matter
        rows.sort(key=lambda row: (isinstance(row.repeat, str), row.repeat or 0, str(row.repeat)))
        return Prediction(id=item_id, replies=tuple(row.value for row in rows), line=first.line)

    def _about(self, row: Row, problem: str, advice: str) -> DatasetError:
        return DatasetError(problem, path=self.name, line=row.line, item_id=row.id, advice=advice)
