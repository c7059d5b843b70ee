"""Tanimoto similarity of fingerprints."""

from __future__ import annotations


def tanimoto(a: int, b: int) -> float:
    """Return shared bits over bits set in either (0 to 1; 1 for two empty fingerprints)."""
    union = (a | b).bit_count()
    return (a & b).bit_count() / union if union else 1.0
