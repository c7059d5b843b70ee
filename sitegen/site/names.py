"""Folder names for pages whose ids and names come from data."""

from __future__ import annotations

import hashlib
import re
import unicodedata

_CLEAN = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,94}[a-z0-9_-])?\Z", re.ASCII)
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?\Z", re.ASCII)
_STEM_LENGTH = 40


def page_name(name: str) -> str:
    """Return a folder name for `name` that every file system and web server takes as it is.

    A clean id (lower-case ASCII, at most 96 characters, no name that Windows reserves) is its own
    folder name. Anything else becomes a short slug and a hash of the exact text: unique, also
    ignoring case, at most 143 bytes (answer policy P35). Raises `ValueError` for an empty name.
    """
    if not name:
        raise ValueError("a name is empty; every page needs one")
    if _CLEAN.match(name) and not _RESERVED.match(name):
        return name
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain, flags=re.ASCII).strip("-")[:_STEM_LENGTH].rstrip("-")
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"{stem}-{digest}" if stem else f"x-{digest}"
