"""Pictures that come with an input: which kind they are and how large, from their bytes alone.

A name or a declared type is not trusted. The whole structure is walked (PNG chunks with their check sums,
JPEG segments), so that what is kept is a picture and nothing else.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

_PNG = b"\x89PNG\r\n\x1a\n"
_CHUNK = struct.Struct(">I4s")
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})


class BadPicture(Exception):
    """Why bytes are not kept as a picture, in few words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """Kind of a picture (`png` or `jpg`) and its size in pixels."""

    kind: str
    width: int
    height: int


def inspect_picture(content: bytes, *, bytes_max: int, pixels_max: int) -> Picture:
    """Return what a picture is.

    Raises `BadPicture` for anything but a whole PNG or JPEG file, and for one of more than `bytes_max` bytes
    or `pixels_max` pixels.
    """
    if len(content) > bytes_max:
        raise BadPicture(f"more than {bytes_max} bytes")
    if content.startswith(_PNG):
        kind, (width, height) = "png", _png_size(content)
    elif content.startswith(b"\xff\xd8\xff"):
        if not content.endswith(b"\xff\xd9"):
            raise BadPicture("JPEG cut short, or with something after its end")
        kind, (width, height) = "jpg", jpeg_size(content)
    else:
        raise BadPicture("neither PNG nor JPEG")
    if not width or not height:
        raise BadPicture("no pixels")
    if width * height > pixels_max:
        raise BadPicture(f"more than {pixels_max} pixels")
    return Picture(kind=kind, width=width, height=height)


def _png_size(content: bytes) -> tuple[int, int]:
    place, kinds = len(_PNG), []
    while place < len(content):
        try:
            length, kind = _CHUNK.unpack_from(content, place)
            (check,) = struct.unpack_from(">I", content, place + 8 + length)
        except struct.error as error:
            raise BadPicture("PNG cut short") from error
        if zlib.crc32(content[place + 4 : place + 8 + length]) != check:
            raise BadPicture("PNG damaged")
        kinds.append(kind)
        place += 12 + length
        if kind == b"IEND":
            break
    if place != len(content) or kinds[:1] != [b"IHDR"] or kinds[-1:] != [b"IEND"] or b"IDAT" not in kinds:
        raise BadPicture("PNG without its parts, or with something after its end")
    width, height = struct.unpack_from(">II", content, len(_PNG) + 8)
    return width, height


def jpeg_size(content: bytes) -> tuple[int, int]:
    """Return (width, height) of a JPEG file of which at least the head is given; raises `BadPicture`."""
    place = 2
    while place + 4 <= len(content) and content[place] == 0xFF:
        marker = content[place + 1]
        if marker == 0xFF or marker in _JPEG_ALONE:
            place += 1 if marker == 0xFF else 2
            continue
        (length,) = struct.unpack_from(">H", content, place + 2)
        if marker in _JPEG_FRAMES and length >= 8 and place + 9 <= len(content):
            height, width = struct.unpack_from(">HH", content, place + 5)
            return width, height
        if marker == 0xDA:
            break
        place += 2 + length
    raise BadPicture("JPEG without a frame")
