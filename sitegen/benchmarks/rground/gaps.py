"""Δsim, the similarity gap between the right option and the wrong ones, and its published bins."""

from __future__ import annotations

from collections.abc import Sequence

from evaluator.statistics import mean

GAP_EDGES = (-0.05, 0.0, 0.05, 0.10, 0.20, 0.50)
"""Lower edges of the bins (paper, Table 11), the first bin being all below the first edge."""

GAP_FACET = "gap"
"""Name of the facet that holds the bin."""


def similarity_gap(right: float, wrong: Sequence[float]) -> tuple[float, float]:
    """Return Δsim and its strictest variant, rounded to 6 places.

    Both subtract from the similarity of the right product to the scaffold (with `*` as hydrogen) that
    of the wrong ones: their mean, and their largest.
    """
    return round(right - mean(wrong), 6), round(right - max(wrong), 6)


def gap_bin(gap: float) -> str:
    """Return the bin of a Δsim as a facet value: "below -0.05", "-0.05 to 0.00", ..., "0.50 or more"."""
    if gap < GAP_EDGES[0]:
        return f"below {GAP_EDGES[0]:.2f}"
    for low, high in zip(GAP_EDGES[:-1], GAP_EDGES[1:], strict=True):
        if gap < high:
            return f"{low:.2f} to {high:.2f}"
    return f"{GAP_EDGES[-1]:.2f} or more"


GAP_BINS = (
    f"below {GAP_EDGES[0]:.2f}",
    *(gap_bin(low) for low in GAP_EDGES),
)
"""All bins in order."""
