"""CSV and TSV rows (RFC 4180), fed line by line, every cell kept as text.

Written here because the standard library's reader pulls its lines, which a browser cannot offer,
and has one global limit on the length of a cell.
"""

from __future__ import annotations

from collections.abc import Sequence

_OPEN = -1  # the line ended within quotes
_DONE = -2  # the line ended with the row


class TableError(ValueError):
    """A row that breaks RFC 4180; `line` is the 1-based line where the broken cell starts."""

    def __init__(self, problem: str, line: int) -> None:
        self.problem = problem
        self.line = line
        super().__init__(problem)


class RowParser:
    """Turns lines without their ends into rows; a quoted cell may run over several lines."""

    def __init__(self, delimiter: str) -> None:
        self._delimiter = delimiter
        self._cells: list[str] = []
        self._open: list[str] | None = None
        self._start = 0
        self._quote_line = 0

    def feed(self, number: int, line: str) -> tuple[int, Sequence[str]] | None:
        """Take one line; return (line where the row starts, cells) when a row is complete.

        Raises `TableError` for text after a closing quote; the parser is then at the next line.
        """
        position = 0
        if self._open is None:
            self._start = number
        else:
            self._open.append("\n")
            position = self._quoted(line, 0)
        while position >= 0:
            if line.startswith('"', position):
                self._open, self._quote_line = [], number
                position = self._quoted(line, position + 1)
            else:
                end = line.find(self._delimiter, position)
                self._cells.append(line[position:] if end < 0 else line[position:end])
                position = end + 1 if end >= 0 else _DONE
        if position == _OPEN:
            return None
        cells, self._cells = self._cells, []
        return self._start, cells

    def finish(self) -> None:
        """Raise `TableError` where a quoted cell was never closed."""
        if self._open is not None:
            raise TableError("a quote that is never closed", self._quote_line)

    def _quoted(self, line: str, position: int) -> int:
        """Read on in a quoted cell; return where the next cell starts, `_DONE` or `_OPEN`."""
        assert self._open is not None
        while True:
            quote = line.find('"', position)
            if quote < 0:
                self._open.append(line[position:])
                return _OPEN
            self._open.append(line[position:quote])
            if not line.startswith('"', quote + 1):
                break
            self._open.append('"')
            position = quote + 2
        self._cells.append("".join(self._open))
        self._open = None
        after = quote + 1
        if after == len(line):
            return _DONE
        if not line.startswith(self._delimiter, after):
            self._cells = []
            raise TableError("text after a closing quote", self._quote_line)
        return after + 1
