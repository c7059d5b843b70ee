"""Sizes read from the heads of image files."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from sitegen.site.images import image_size
from tests.sitegen.sources.pictures import jpeg


@pytest.mark.parametrize(
    ("content", "size"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="225" viewBox="0 0 1 1">', (300, 225)),
        (b"<?xml version='1.0'?>\n<svg height='20px' width='10.4px'>", (10, 20)),
        (b'<svg viewBox="0 0 640 480">', (640, 480)),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", 30, 40) + b"\x08", (30, 40)),
        (b'<svg width="100%">', None),
        (b"GIF89a", None),
        (b"", None),
    ],
)
def test_the_size_is_read_where_the_file_says_it(
    tmp_path: Path, content: bytes, size: tuple[int, int] | None
) -> None:
    path = tmp_path / "image"
    path.write_bytes(content)
    assert image_size(str(path)) == size


def test_a_missing_image_has_no_size(tmp_path: Path) -> None:
    assert image_size(str(tmp_path / "none.svg")) is None


def test_the_size_of_a_jpeg_is_found_behind_what_stands_before_it(tmp_path: Path) -> None:
    path = tmp_path / "x.jpg"
    long = b"\xff\xe2" + (40_000).to_bytes(2, "big") + bytes(39_998)
    path.write_bytes(jpeg(70, 50)[:2] + long + jpeg(70, 50)[2:])
    assert image_size(str(path)) == (70, 50)
    path.write_bytes(b"\xff\xd8\xff\xd9")
    assert image_size(str(path)) is None
