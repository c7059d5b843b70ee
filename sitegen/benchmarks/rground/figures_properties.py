"""Histograms of the products' properties, with the log-normal distributions fitted to them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitegen.benchmarks.rground.captions import captions, make_figure
from sitegen.benchmarks.rground.catalogue import PROPERTIES
from sitegen.benchmarks.rground.lognormal import LogNormal, chi_square_per_freedom, fit, kolmogorov_smirnov
from sitegen.charts import histogram, rows
from sitegen.records import Figure

type Records = Sequence[Mapping[str, Any]]

_POINTS = 80
"""Points of a drawn curve."""


def property_histograms(edits: Records) -> Iterator[Figure]:
    """Yield one histogram with its fit for each property of the edits' products."""
    for name in PROPERTIES:
        values = [float(edit[name]) for edit in edits]
        yield _histogram(f"property-{name}", values)


def property_fits(edits: Records) -> Figure:
    """Show the parameters of all fits, and how far each is from the products."""
    found = []
    for name in PROPERTIES:
        values = [float(edit[name]) for edit in edits]
        fitted = fit(values)
        if fitted is not None:
            found.append((captions()[f"property-{name}"], values, fitted))
    table = [_fit_row(texts, values, fitted) for texts, values, fitted in found]
    return make_figure(
        "property-fits",
        (
            "property",
            "products",
            "mean",
            "standard deviation",
            "left out (≤ 0)",
            "left out (%)",
            "μ of ln x",
            "σ of ln x",
            "median of the fit",
            "D",
            "χ²/df",
        ),
        table,
        rows([row[0] for row in table], {"D": [row[9] for row in table]}, x="D (Kolmogorov–Smirnov)"),
    )


def _fit_row(texts: Mapping[str, Any], values: Sequence[float], fitted: LogNormal) -> tuple[Any, ...]:
    mean, spread = _moments(values)
    chi2 = None if "width" in texts else chi_square_per_freedom(values, fitted)
    return (
        texts["axis"],
        len(values),
        round(mean, 2),
        round(spread, 2),
        fitted.left_out,
        round(100 * fitted.left_out / len(values), 1),
        round(fitted.mu, 3),
        round(fitted.sigma, 3),
        round(fitted.median, 2),
        round(kolmogorov_smirnov(values, fitted, whole="width" not in texts), 3),
        None if chi2 is None else round(chi2, 1),
    )


def _histogram(slug: str, values: Sequence[float]) -> Figure:
    texts = captions()[slug]
    fitted = fit(values)
    whole = "width" not in texts
    width = texts.get("width", 1)
    start = -0.5 if whole else 0.0
    places = Counter(math.floor((value - start) / width) for value in values)
    bins = range(min(places, default=0), max(places, default=0) + 1)
    edges = [start + width * place for place in [*bins, bins.stop]]
    counts = [places[place] for place in bins]
    expected = [_expected(fitted, low, high) for low, high in zip(edges[:-1], edges[1:], strict=True)]
    named = [(place,) for place in bins] if whole else list(zip(edges[:-1], edges[1:], strict=True))
    mean, spread = _moments(values)
    return make_figure(
        slug,
        ((texts["axis"].lower(),) if whole else ("from", "to (excluded)")) + ("products", "fitted"),
        [(*name, count, most) for name, count, most in zip(named, counts, expected, strict=True)],
        histogram(
            edges, counts, _curve(fitted, width, edges[-1]), names=("products", "log-normal"), x=texts["axis"]
        ),
        shared="property",
        mean=mean,
        spread=spread,
        fit=_fit_words(values, fitted, whole=whole),
    )


def _fit_words(values: Sequence[float], fitted: LogNormal | None, *, whole: bool) -> str:
    """Return in words what was fitted, how well it fits, and what was left out."""
    words = captions()["property"]
    if fitted is None:
        return str(words["none"])
    chi2 = chi_square_per_freedom(values, fitted) if whole else None
    return "".join(
        [
            words["fit"].format(
                mu=fitted.mu, sigma=fitted.sigma, d=kolmogorov_smirnov(values, fitted, whole=whole)
            ),
            words["chi2"].format(chi2=chi2) if chi2 is not None else "",
            words["left"].format(share=100 * fitted.left_out / len(values)) if fitted.left_out else "",
            words["end"],
        ]
    )


def _expected(fitted: LogNormal | None, low: float, high: float) -> float | None:
    """Return the count that the fit expects in a bin, None where the bin lies at or below 0."""
    if fitted is None or high <= 0.5 * (high - low):
        return None
    # What rounds to 1 goes down to 0: a whole number above 0 has no other class below it.
    return round(fitted.expected(0.0 if low == 0.5 else low, high), 1)


def _curve(fitted: LogNormal | None, width: float, end: float) -> tuple[list[float], list[float]]:
    """Return points of the fit, scaled to counts in bins of this width, evenly spaced up to the last bin."""
    if fitted is None:
        return [], []
    xs = [end * step / _POINTS for step in range(1, _POINTS + 1)]
    return [round(x, 3) for x in xs], [round(fitted.n * width * fitted.density(x), 2) for x in xs]


def _moments(values: Sequence[float]) -> tuple[float, float]:
    n = len(values) or 1
    mean = math.fsum(values) / n
    return mean, math.sqrt(math.fsum((value - mean) ** 2 for value in values) / n)
