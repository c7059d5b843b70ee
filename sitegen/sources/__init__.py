"""Pinned inputs: fetched once into a cache, verified by hash, read as rows of text.

pin = read_pin(Path("data/rground/sources/approved_drugs.toml"))
paths = fetch(pin, cache)
for batch in read_rows(pin, paths, ("id", "smiles")):
    ...
"""

from __future__ import annotations

from sitegen.sources.fetching import fetch
from sitegen.sources.pins import Member, Pin, file_pin, read_pin
from sitegen.sources.tables import read_rows

__all__ = ["Member", "Pin", "fetch", "file_pin", "read_pin", "read_rows"]
