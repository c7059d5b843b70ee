"""Log-normal fits of molecular properties, and how well they fit (plain mathematics, no toolkit)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

_LEAST_EXPECTED = 5
"""Classes of a χ² test are merged until each is expected to hold this many (Cochran's rule)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogNormal:
    """A log-normal distribution: `mu` and `sigma` are mean and standard deviation of ln x.

    It was fitted to the `n` values above 0; `left_out` values are 0 or below and have no logarithm.
    """

    mu: float
    sigma: float
    n: int
    left_out: int

    def below(self, x: float) -> float:
        """Return the share of the distribution at or below x."""
        if x <= 0:
            return 0.0
        return 0.5 * (1 + math.erf((math.log(x) - self.mu) / (self.sigma * math.sqrt(2))))

    def expected(self, low: float, high: float) -> float:
        """Return how many of the `n` values are expected above `low` and up to `high`."""
        return self.n * (self.below(high) - self.below(low))

    def density(self, x: float) -> float:
        """Return the density at x, 0 where x is not above 0."""
        if x <= 0:
            return 0.0
        z = (math.log(x) - self.mu) / self.sigma
        return math.exp(-z * z / 2) / (x * self.sigma * math.sqrt(2 * math.pi))

    @property
    def median(self) -> float:
        """Return exp(mu)."""
        return math.exp(self.mu)


def fit(values: Sequence[float]) -> LogNormal | None:
    """Return the maximum-likelihood fit to the values above 0; None where fewer than two differ."""
    logs = [math.log(value) for value in values if value > 0]
    if len(set(logs)) < 2:
        return None
    mu = math.fsum(logs) / len(logs)
    sigma = math.sqrt(math.fsum((value - mu) ** 2 for value in logs) / len(logs))
    return LogNormal(mu=mu, sigma=sigma, n=len(logs), left_out=len(values) - len(logs))


def kolmogorov_smirnov(values: Sequence[float], fitted: LogNormal, *, whole: bool = False) -> float:
    """Return D, the largest distance between the cumulative shares of the values above 0 and of the fit.

    Whole numbers stand for all that rounds to them: the share up to k is compared at k + 1/2.
    """
    counted = Counter(value for value in values if value > 0)
    distance, seen = 0.0, 0
    for value in sorted(counted):
        before, seen = seen, seen + counted[value]
        at = fitted.below(value + 0.5 if whole else value)
        distance = max(distance, abs(seen / fitted.n - at))
        if not whole:
            distance = max(distance, abs(before / fitted.n - at))
    return distance


def chi_square_per_freedom(values: Sequence[float], fitted: LogNormal) -> float | None:
    """Return χ² over its degrees of freedom for whole numbers from 1; None where too few classes remain.

    Class k is what rounds to k; classes are merged from both ends inwards until each is expected to
    hold 5. Two parameters were fitted, so k classes have k - 3 degrees of freedom.
    """
    counted = Counter(int(value) for value in values if value > 0)
    top = max(counted)
    classes: list[tuple[float, float]] = []
    held, wanted = 0.0, 0.0
    for number in range(1, top + 1):
        low = 0.0 if number == 1 else number - 0.5
        high = math.inf if number == top else number + 0.5
        held += counted[number]
        wanted += fitted.expected(low, high) if high < math.inf else fitted.n * (1 - fitted.below(low))
        if wanted >= _LEAST_EXPECTED:
            classes.append((held, wanted))
            held, wanted = 0.0, 0.0
    if wanted and classes:
        last = classes.pop()
        classes.append((last[0] + held, last[1] + wanted))
    freedom = len(classes) - 3
    if freedom < 1:
        return None
    return math.fsum((held - wanted) ** 2 / wanted for held, wanted in classes) / freedom
