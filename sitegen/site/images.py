"""Sizes of the dataset's images, so that no page moves when they arrive."""

from __future__ import annotations

import os
import re
import struct

from sitegen.sources.pictures import BadPicture, jpeg_size

_HEADER = 256
_JPEG_HEADER = 65536
"""What comes before the size of a JPEG can be long: colour profiles, thumbnails."""
_USUAL = re.compile(rb"""<svg [^>]*?width="([0-9]+)" height="([0-9]+)\"""", re.ASCII)
_SVG_SIZE = re.compile(rb"<svg\b[^>]*>", re.ASCII)
_LENGTH = rb"""\b%s\s*=\s*["']([0-9.]+)(?:px)?["']"""
_WIDTH = re.compile(_LENGTH % b"width", re.ASCII)
_HEIGHT = re.compile(_LENGTH % b"height", re.ASCII)
_VIEW_BOX = re.compile(rb"""\bviewBox\s*=\s*["']\S+[\s,]+\S+[\s,]+([0-9.]+)[\s,]+([0-9.]+)["']""", re.ASCII)


def image_size(path: str) -> tuple[int, int] | None:
    """Return (width, height) of an SVG, PNG or JPEG file in CSS pixels; None where the file does not say."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        head = os.read(descriptor, _HEADER)
        if head.startswith(b"\xff\xd8"):
            return _jpeg_size(head + os.read(descriptor, _JPEG_HEADER))
    finally:
        os.close(descriptor)
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        width, height = struct.unpack(">II", head[16:24])
        return width, height
    return _svg_size(head)


def _jpeg_size(head: bytes) -> tuple[int, int] | None:
    try:
        return jpeg_size(head)
    except BadPicture:
        return None


def _svg_size(head: bytes) -> tuple[int, int] | None:
    usual = _USUAL.search(head)
    if usual:
        return int(usual.group(1)), int(usual.group(2))
    root = _SVG_SIZE.search(head)
    if root is None:
        return None
    width, height = _WIDTH.search(root.group()), _HEIGHT.search(root.group())
    if width and height:
        return round(float(width.group(1))), round(float(height.group(1)))
    box = _VIEW_BOX.search(root.group())
    return (round(float(box.group(1))), round(float(box.group(2)))) if box else None
