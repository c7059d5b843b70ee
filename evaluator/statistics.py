"""Confidence intervals (95 %) of means of values from 0 to 1, and of differences of two such means.

Wilson, J. Am. Stat. Assoc. 1927, 22, 209, for independent items; a cluster-robust ("sandwich")
interval for items that share a scaffold, a molecule pair or a diagram. Sums are `math.fsum`, so that
they depend neither on the order of the items nor on the Python version.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

Z_95 = 1.959963984540054
"""97.5 % quantile of the standard normal distribution."""

_EXACT_T = 60  # degrees of freedom up to which the t distribution is inverted exactly


def mean(values: Sequence[float]) -> float:
    """Return the mean of at least one value, the same for every order of them."""
    return math.fsum(values) / len(values)


def wilson_interval(successes: float, n: float) -> tuple[float, float]:
    """Return the Wilson score interval of `successes` out of `n` > 0; either may be fractional."""
    p = successes / n
    z2 = Z_95 * Z_95
    centre = p + z2 / (2 * n)
    spread = Z_95 * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    scale = 1 + z2 / n
    # at p = 0 and 1 the bound is exactly p; rounding errors must not leave [0, 1]
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the interval of the mean of independent values: `clustered_interval`, one cluster each."""
    average = mean(values)
    return _robust_interval(average, [value - average for value in values], len(values))


def clustered_interval(values: Sequence[float], clusters: Sequence[str]) -> tuple[float, float]:
    """Return the interval of the mean of `values` when those of one cluster depend on each other.

    The mean is a ratio estimator (total over number of items); with residual totals e_g of the G
    clusters its variance is G/(G-1) * sum(e_g^2) / n^2, and the interval is mean +/- t * sqrt(variance)
    with G-1 degrees of freedom, cut to [0, 1]: Cameron and Miller, J. Human Resources 2015, 50, 317
    (for evaluations of language models: Miller, arXiv:2411.00640). Where all residual totals are nil
    (everything right, or wrong) the variance says nothing: then Wilson's interval with the clusters
    as the sample. A single cluster says nothing either: 0 to 1.
    """
    n = len(values)
    average = mean(values)
    members: dict[str, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        members.setdefault(cluster, []).append(value)
    totals = [math.fsum(member) - len(member) * average for member in members.values()]
    return _robust_interval(average, totals, n)


def _robust_interval(average: float, totals: Sequence[float], n: int) -> tuple[float, float]:
    """Return the interval of the mean of `n` values from the residual totals of their clusters."""
    groups = len(totals)
    if groups < 2:
        return 0.0, 1.0
    variance = groups / (groups - 1) * math.fsum(total * total for total in totals) / (n * n)
    if variance < 1e-18:
        return wilson_interval(average * groups, groups)
    half = t_95(groups - 1) * math.sqrt(variance)
    return max(0.0, average - half), min(1.0, average + half)


def difference_interval(
    first: Sequence[float],
    first_clusters: Sequence[str],
    second: Sequence[float],
    second_clusters: Sequence[str],
) -> tuple[float, float]:
    """Return the interval of the mean of `first` less that of `second`, both of values from 0 to 1.

    A cluster may have members on both sides, which makes the two means depend on each other. With a
    cluster's residual total on each side divided by the number of values there, e_g = e_g1/n1 - e_g2/n2,
    the variance of the difference is G/(G-1) * sum(e_g^2) over the G clusters of both sides, and the
    interval the difference +/- t * sqrt(variance) with G-1 degrees of freedom, cut to [-1, 1]. Where all
    e_g are nil: Newcombe's interval from the Wilson intervals of the two sides (Stat. Med. 1998, 17, 873,
    method 10) with each side's clusters as its sample. A single cluster says nothing: -1 to 1.
    """
    one, two = mean(first), mean(second)
    members: dict[str, list[float]] = {}
    for values, clusters, average, sign in (
        (first, first_clusters, one, 1.0),
        (second, second_clusters, two, -1.0),
    ):
        for value, cluster in zip(values, clusters, strict=True):
            members.setdefault(cluster, []).append(sign * (value - average) / len(values))
    groups = len(members)
    if groups < 2:
        return -1.0, 1.0
    variance = groups / (groups - 1) * math.fsum(math.fsum(member) ** 2 for member in members.values())
    if variance < 1e-18:
        return _newcombe(one, len(set(first_clusters)), two, len(set(second_clusters)))
    half = t_95(groups - 1) * math.sqrt(variance)
    return max(-1.0, one - two - half), min(1.0, one - two + half)


def _newcombe(one: float, n_one: int, two: float, n_two: int) -> tuple[float, float]:
    """Return the hybrid score interval of the difference of two independent proportions."""
    low_one, high_one = wilson_interval(one * n_one, n_one)
    low_two, high_two = wilson_interval(two * n_two, n_two)
    below = math.sqrt((one - low_one) ** 2 + (high_two - two) ** 2)
    above = math.sqrt((high_one - one) ** 2 + (two - low_two) ** 2)
    return max(-1.0, one - two - below), min(1.0, one - two + above)


@lru_cache(maxsize=1024)
def t_95(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t for a whole number of degrees of freedom.

    By bisection on the finite series of the distribution (Abramowitz and Stegun 26.7.3 and 26.7.4),
    beyond 60 degrees by its asymptotic expansion (26.7.5).
    """
    if freedom > _EXACT_T:
        return _t_expanded(freedom)
    low, high = 0.0, 64.0
    for _ in range(80):
        middle = (low + high) / 2
        if _central_probability(middle, freedom) < 0.95:
            low = middle
        else:
            high = middle
    return high


def _central_probability(t: float, freedom: int) -> float:
    """Return the probability that a t variable lies between -t and t."""
    cos2 = freedom / (freedom + t * t)
    sine = t / math.sqrt(freedom + t * t)
    odd = freedom % 2
    term = math.sqrt(cos2) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(2 + odd, freedom - 1, 2):
        term *= cos2 * (k - 1) / k
        total += term
    if odd:
        return 2 / math.pi * (math.atan2(t, math.sqrt(freedom)) + sine * total)
    return sine * total


def _t_expanded(freedom: int) -> float:
    z, z3 = Z_95, Z_95**3
    z5, z7 = z3 * z * z, z3 * z3 * z
    terms = (
        (z3 + z) / 4,
        (5 * z5 + 16 * z3 + 3 * z) / 96,
        (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384,
        (79 * z7 * z * z + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / freedom ** (power + 1) for power, term in enumerate(terms))
