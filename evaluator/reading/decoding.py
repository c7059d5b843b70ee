"""Bytes of a file, in chunks of any size, to numbered lines of text.

Knows gzip (several members too), refuses everything that is not UTF-8, and stops decompression
bombs: limits are on the decompressed size and on the length of a line.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from evaluator.errors import DatasetError

_GZIP = b"\x1f\x8b"
_PIECE = 1 << 20  # bytes decompressed at a time
_KNOWN_STARTS = (
    (b"\xff\xfe\x00\x00", "UTF-32 text"),
    (b"\x00\x00\xfe\xff", "UTF-32 text"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
    (b"PK\x03\x04", "a ZIP archive or Excel workbook"),
    (b"PAR1", "a Parquet file"),
    (b"\xfd7zXZ", "an xz file"),
    (b"BZh", "a bzip2 file"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Largest decompressed file and longest line, in bytes."""

    total: int = 1 << 30
    line: int = 1 << 26


class LineDecoder:
    """Turns fed chunks into (line number, text) pairs, line ends removed.

    Whole-file problems raise `DatasetError`; a line that is not UTF-8 is put in `errors` and left
    out. `given` and `plain` are running SHA-256 hashes of the bytes as given and decompressed.
    """

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.errors: list[DatasetError] = []
        self.given = hashlib.sha256()
        self.plain = hashlib.sha256()
        self._limits = limits
        self._compressed = name.lower().endswith(".gz")
        self._gunzip = zlib.decompressobj(wbits=31) if self._compressed else None
        self._head: bytes | None = b""
        self._size = 0
        self._line = 0
        self._rest: list[bytes] = []
        self._carriage = b""
        self._rest_size = 0

    def feed(self, chunk: bytes) -> Iterator[tuple[int, str]]:
        """Take the next bytes; yield the lines that they complete."""
        self.given.update(chunk)
        if self._head is not None:
            self._head += chunk
            if len(self._head) < 8:
                return
            chunk, self._head = self._head, None
            self._check_start(chunk)
        for plain in self._decompressed(chunk):
            yield from self._lines(plain)

    def finish(self) -> Iterator[tuple[int, str]]:
        """Yield the last lines; raise where the file ends too early."""
        if self._head:
            chunk, self._head = self._head, None
            self._check_start(chunk)
            for plain in self._decompressed(chunk):
                yield from self._lines(plain)
        if self._gunzip and not self._gunzip.eof:
            raise self._problem("the gzip data stop before their end", "compress or copy the file again")
        rest = b"".join(self._rest)
        if rest:
            yield from self._line_of(rest)

    def _check_start(self, start: bytes) -> None:
        if self._compressed:
            if not start.startswith(_GZIP):
                raise self._problem("named .gz but not gzip data", "remove .gz from the name, or compress it")
            return
        if start.startswith(_GZIP):
            raise self._problem("gzip data without .gz in the name", f"rename it to {self.name}.gz")
        for magic, what in _KNOWN_STARTS:
            if start.startswith(magic):
                raise self._problem(f"{what}, not UTF-8 text", "save it as UTF-8 text (encoding UTF-8)")
        if b"\x00" in start:
            raise self._problem(
                "holds zero bytes: UTF-16 text or a binary file, not UTF-8", "save it as UTF-8 text"
            )

    def _decompressed(self, chunk: bytes) -> Iterator[bytes]:
        if self._gunzip is None:
            yield self._counted(chunk)
            return
        while chunk:
            if self._gunzip.eof:
                if not chunk.strip(b"\x00"):
                    return  # padding, as tape and some copy tools leave it
                if not chunk.startswith(_GZIP[: len(chunk)]):
                    raise self._problem("other data after the gzip data", "compress the file again")
                self._gunzip = zlib.decompressobj(wbits=31)
            try:
                plain = self._gunzip.decompress(chunk, _PIECE)
            except zlib.error as error:
                raise self._problem(f"damaged gzip data ({error})", "compress or copy it again") from None
            chunk = self._gunzip.unused_data or self._gunzip.unconsumed_tail
            if plain:
                yield self._counted(plain)

    def _counted(self, plain: bytes) -> bytes:
        self.plain.update(plain)
        self._size += len(plain)
        if self._size > self._limits.total:
            raise self._problem(f"more than {self._limits.total:,} bytes when decompressed", "split the file")
        return plain

    def _lines(self, plain: bytes) -> Iterator[tuple[int, str]]:
        """Split at line feeds, carriage returns or both, never at Unicode's further line ends."""
        plain = self._carriage + plain
        self._carriage = b"\r" if plain.endswith(b"\r") else b""
        plain = plain.removesuffix(b"\r").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        first, *more = plain.split(b"\n")
        self._rest.append(first)
        self._rest_size += len(first)
        for part in more:
            line = b"".join(self._rest)
            self._rest, self._rest_size = [part], len(part)
            yield from self._line_of(line)
        if self._rest_size > self._limits.line:
            raise self._problem(
                f"a line of more than {self._limits.line:,} bytes", "shorten it", line=self._line + 1
            )

    def _line_of(self, data: bytes) -> Iterator[tuple[int, str]]:
        self._line += 1
        if len(data) > self._limits.line:
            raise self._problem(
                f"a line of more than {self._limits.line:,} bytes", "shorten it", line=self._line
            )
        if self._line == 1:
            data = data.removeprefix(b"\xef\xbb\xbf")
        try:
            yield self._line, data.decode("utf-8")
        except UnicodeDecodeError as error:
            self.errors.append(
                self._problem(
                    f"not UTF-8: byte 0x{data[error.start]:02X} at position {error.start + 1}",
                    "save the file with encoding UTF-8",
                    line=self._line,
                )
            )

    def _problem(self, problem: str, advice: str, line: int | None = None) -> DatasetError:
        return DatasetError(problem, path=self.name, line=line, advice=advice)
