"""Pictures are known by their bytes, and refused when there is anything wrong with them."""

from __future__ import annotations

import pytest

from sitegen.sources.pictures import BadPicture, Picture, inspect_picture
from tests.sitegen.sources.pictures import jpeg, png


def inspect(content: bytes, *, bytes_max: int = 10_000, pixels_max: int = 1_000) -> Picture:
    return inspect_picture(content, bytes_max=bytes_max, pixels_max=pixels_max)


def test_png_and_jpeg_are_told_apart_with_their_sizes() -> None:
    assert inspect(png(7, 5)) == Picture(kind="png", width=7, height=5)
    assert inspect(jpeg(7, 5)) == Picture(kind="jpg", width=7, height=5)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "neither PNG nor JPEG"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>", "neither PNG nor JPEG"),
        (b"GIF89a" + bytes(20), "neither PNG nor JPEG"),
        (png()[:-3], "PNG cut short"),
        (png()[:-12], "without its parts"),
        (png() + b"<script>", "something after its end"),
        (png().replace(b"IDAT", b"IDAX"), "PNG damaged"),
        (png(0, 5), "no pixels"),
        (png(40, 40), "more than 1000 pixels"),
        (png() + bytes(10_000), "more than 10000 bytes"),
        (jpeg() + b"<script>", "something after its end"),
        (jpeg().replace(b"\xff\xc0", b"\xff\xfe"), "JPEG without a frame"),
        (b"\xff\xd8\xff\xd9", "JPEG without a frame"),
        (b"\xff\xd8\xff\xc0\x00\xff\xd9", "JPEG without a frame"),
    ],
)
def test_what_is_no_sound_picture_is_refused_with_the_reason(content: bytes, reason: str) -> None:
    with pytest.raises(BadPicture, match=reason):
        inspect(content)


def test_no_cut_or_changed_byte_of_a_picture_ends_in_another_error() -> None:
    for sound in (png(), jpeg()):
        for place in range(len(sound)):
            for content in (sound[:place], sound[:place] + b"\xff" + sound[place + 1 :]):
                try:
                    inspect(content)
                except BadPicture:
                    pass
