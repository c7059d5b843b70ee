"""Intervals for shares and means, with and without clusters.

Only addition, multiplication, division and square root are used, which IEEE 754 fixes to the last
bit, and sums are exact (`math.fsum`): the same bytes everywhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import fsum, sqrt

Z95 = 1.959963984540054
"""The 97.5 % point of the standard normal distribution."""


def wilson_interval(successes: float, n: float) -> tuple[float, float]:
    """Return the 95 % score interval of a share (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, 209).

    `successes` of `n` may be fractional (expected or effective numbers). Without data the interval is
    (0, 1).
    """
    if n <= 0:
        return 0.0, 1.0
    share = successes / n
    square = Z95 * Z95
    centre = share + square / (2 * n)
    spread = Z95 * sqrt(share * (1 - share) / n + square / (4 * n * n))
    low, high = (centre - spread) / (1 + square / n), (centre + spread) / (1 + square / n)
    return max(0.0, low), min(1.0, high)


def clustered_variance(values: Sequence[float], clusters: Sequence[Hashable]) -> float | None:
    """Return the variance of the mean when values of one cluster depend on each other.

    The sandwich estimator for a mean (K.-Y. Liang, S. L. Zeger, Biometrika 73, 1986, 13) with the usual
    correction G / (G - 1) for G clusters; None for fewer than two clusters.
    """
    n = len(values)
    sums: dict[Hashable, list[float]] = {}
    mean = fsum(values) / n if n else 0.0
    for value, cluster in zip(values, clusters, strict=True):
        sums.setdefault(cluster, []).append(value - mean)
    groups = len(sums)
    if groups < 2:
        return None
    squares = fsum(fsum(deviations) ** 2 for deviations in sums.values())
    return squares / (n * n) * groups / (groups - 1)


def clustered_interval(values: Sequence[float], clusters: Sequence[Hashable]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of scores between 0 and 1 that respects clusters.

    A Wilson interval for the effective number of items: that number of independent items whose mean
    would vary as much (E. L. Korn, B. I. Graubard, Survey Methodology 24, 1998, 193), at most all items.
    Where nothing varies (all right, all wrong) the number of clusters stands in for it, so that a
    perfect score keeps an interval.
    """
    n = len(values)
    if n == 0:
        return 0.0, 1.0
    mean = min(1.0, max(0.0, fsum(values) / n))
    variance = clustered_variance(values, clusters)
    if variance is None:
        effective = 1.0
    elif variance <= 0 or mean in (0.0, 1.0):
        effective = float(len(set(clusters)))
    else:
        effective = min(float(n), mean * (1 - mean) / variance)
    return wilson_interval(mean * effective, effective)
