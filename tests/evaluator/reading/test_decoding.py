from __future__ import annotations

import gzip
import hashlib

import pytest

from evaluator import DatasetError, Limits
from evaluator.reading.decoding import LineDecoder
from tests.evaluator.building import in_pieces


def lines(
    data: bytes, name: str = "f.jsonl", size: int = 3, limits: Limits | None = None
) -> list[tuple[int, str]]:
    decoder = LineDecoder(name, limits or Limits())
    found = [line for chunk in in_pieces(data, size) for line in decoder.feed(chunk)]
    return [*found, *decoder.finish()]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_lines_do_not_depend_on_chunks_or_line_ends(size: int, ending: bytes) -> None:
    data = ending.join([b"one", "zw\u2028ei \u00e9".encode(), b"", b"three"])
    assert lines(data, size=size) == [(1, "one"), (2, "zw\u2028ei \u00e9"), (3, ""), (4, "three")]


@pytest.mark.parametrize("size", [1, 5, 1000])
def test_gzip_of_several_members_is_read_to_its_end(size: int) -> None:
    data = gzip.compress(b"a\nb") + gzip.compress(b"c\nd\n") + b"\0" * 9
    assert lines(data, "f.jsonl.gz", size) == [(1, "a"), (2, "bc"), (3, "d")]


def test_hashes_are_of_the_bytes_given_and_of_the_decompressed_ones() -> None:
    data = gzip.compress(b"x\r\ny")
    decoder = LineDecoder("f.csv.gz", Limits())
    assert [*decoder.feed(data), *decoder.finish()] == [(1, "x"), (2, "y")]
    assert decoder.given.hexdigest() == hashlib.sha256(data).hexdigest()
    assert decoder.plain.hexdigest() == hashlib.sha256(b"x\r\ny").hexdigest()


def test_a_byte_order_mark_is_dropped() -> None:
    assert lines(b"\xef\xbb\xbfa\n\xef\xbb\xbfb") == [(1, "a"), (2, "\ufeffb")]


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        ("a\n".encode("utf-16"), "f.jsonl", "UTF-16"),
        ("a\n".encode("utf-16-le") * 9, "f.jsonl", "UTF-16"),
        ("a\n".encode("utf-32"), "f.jsonl", "UTF-32"),
        (b"PK\x03\x04" + b"x" * 20, "f.csv", "Excel"),
        (b"PAR1" + b"x" * 20, "f.jsonl", "Parquet"),
        (gzip.compress(b"a", mtime=0), "f.jsonl", "rename it to f.jsonl.gz"),
        (b"plain text", "f.jsonl.gz", "not gzip"),
        (gzip.compress(b"a" * 1000, mtime=0)[:-3], "f.jsonl.gz", "stop before their end"),
        (gzip.compress(b"a" * 1000, mtime=0)[:-8] + b"\0" * 8, "f.jsonl.gz", "damaged"),
        (gzip.compress(b"a", mtime=0) + b"more", "f.jsonl.gz", "after the gzip data"),
        (b"", "f.jsonl.gz", "stop before their end"),
    ],
)
@pytest.mark.parametrize("size", [1, 1000])
def test_what_is_no_utf8_text_is_named(data: bytes, name: str, words: str, size: int) -> None:
    with pytest.raises(DatasetError, match=words):
        lines(data, name, size)


def test_a_line_that_is_not_utf8_is_an_error_with_its_line_and_the_others_are_read() -> None:
    decoder = LineDecoder("f.jsonl", Limits())
    assert list(decoder.feed(b"good line\nna\xefve\nlast\n")) == [(1, "good line"), (3, "last")]
    assert [(error.line, "0xEF" in str(error)) for error in decoder.errors] == [(2, True)]


@pytest.mark.parametrize("name", ["f.jsonl", "f.jsonl.gz"])
def test_size_limits_hold_for_decompressed_data(name: str) -> None:
    limits = Limits(total=10_000, line=4_000)

    def packed(data: bytes) -> bytes:
        return gzip.compress(data) if name.endswith("gz") else data

    with pytest.raises(DatasetError, match="more than 10,000 bytes"):
        lines(packed(b"short\n" * 5_000), name, 100, limits)
    with pytest.raises(DatasetError, match="a line of more than 4,000 bytes"):
        lines(packed(b"x" * 5_000), name, 100, limits)
