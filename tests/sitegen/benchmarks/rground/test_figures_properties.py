"""Histograms of properties and their log-normal fits."""

from __future__ import annotations

import math
import random
import re
from statistics import NormalDist

import pytest

from sitegen.benchmarks.rground.catalogue import PROPERTIES
from sitegen.benchmarks.rground.figures_properties import property_fits, property_histograms
from sitegen.benchmarks.rground.lognormal import chi_square_per_freedom, fit, kolmogorov_smirnov
from sitegen.records import Build, Figure

COUNTS = ("hbd", "hba", "rotatable")


@pytest.fixture(scope="module")
def edits(built: Build) -> list[dict[str, float]]:
    (collection,) = [one for one in built.collections if one.name == "edits"]
    return [dict(record) for record in collection.records]


@pytest.fixture(scope="module")
def histograms(edits: list[dict[str, float]]) -> dict[str, Figure]:
    return {figure.slug.removeprefix("property-"): figure for figure in property_histograms(edits)}


def _sample(n: int, mu: float, sigma: float) -> list[float]:
    """Return the values at evenly spaced shares of a log-normal distribution."""
    normal = NormalDist(mu, sigma)
    return [math.exp(normal.inv_cdf((place + 0.5) / n)) for place in range(n)]


def test_a_fit_finds_the_parameters_it_was_made_with() -> None:
    fitted = fit(_sample(4000, 2.5, 0.4))
    assert fitted is not None
    assert (fitted.mu, fitted.sigma) == (pytest.approx(2.5, abs=1e-6), pytest.approx(0.4, rel=2e-3))
    assert fitted.median == pytest.approx(math.exp(2.5))


def test_values_at_or_below_0_are_left_out_and_counted() -> None:
    fitted = fit([*_sample(100, 1, 0.5), 0, 0, -3.5])
    assert fitted is not None
    assert (fitted.n, fitted.left_out) == (100, 3)


@pytest.mark.parametrize("values", [[], [0, -1], [5.0], [5.0, 5.0, 0.0]])
def test_values_that_do_not_differ_have_no_fit(values: list[float]) -> None:
    assert fit(values) is None


def test_the_share_below_is_that_of_the_normal_distribution_of_logarithms() -> None:
    fitted = fit(_sample(50, 3, 0.7))
    assert fitted is not None
    for x in (0.5, 5.0, 20.0, 90.0):
        assert fitted.below(x) == pytest.approx(NormalDist(fitted.mu, fitted.sigma).cdf(math.log(x)))
        slope = (fitted.below(x + 1e-5) - fitted.below(x - 1e-5)) / 2e-5
        assert fitted.density(x) == pytest.approx(slope, rel=1e-5)
    assert fitted.below(0) == fitted.below(-2) == fitted.density(-2) == 0


def test_d_is_the_largest_distance_of_the_cumulative_shares() -> None:
    values = [1.0, 2.0, 2.0, 8.0]
    fitted = fit(values)
    assert fitted is not None
    shares = {1.0: (0.0, 0.25), 2.0: (0.25, 0.75), 8.0: (0.75, 1.0)}
    wanted = max(abs(share - fitted.below(x)) for x, pair in shares.items() for share in pair)
    assert kolmogorov_smirnov(values, fitted) == pytest.approx(wanted)


def test_d_is_small_for_what_is_log_normal_and_large_for_what_is_not() -> None:
    good, bad = _sample(2000, 5, 0.3), [float(x) for x in [*range(1, 50)] * 20 + [10_000] * 900]
    assert kolmogorov_smirnov(good, fit(good)) < 0.001  # type: ignore[arg-type]
    assert kolmogorov_smirnov(bad, fit(bad)) > 0.2  # type: ignore[arg-type]


def test_chi_square_is_near_1_for_rounded_log_normal_values_and_large_for_others() -> None:
    rng = random.Random("whole numbers")
    good = [float(max(1, round(rng.lognormvariate(2.2, 0.4)))) for _ in range(3000)]
    fitted = fit(good)
    assert fitted is not None
    assert 0.2 < (chi_square_per_freedom(good, fitted) or 0) < 3
    flat = [float(1 + place % 12) for place in range(3000)]
    assert (chi_square_per_freedom(flat, fit(flat)) or 0) > 30  # type: ignore[arg-type]
    assert chi_square_per_freedom([1.0, 2.0, 2.0], fit([1.0, 2.0, 2.0])) is None  # type: ignore[arg-type]


def test_histograms_hold_every_edit(histograms: dict[str, Figure], edits: list[dict[str, float]]) -> None:
    assert list(histograms) == list(PROPERTIES)
    for name, figure in histograms.items():
        assert sum(row[-2] for row in figure.rows) == len(edits)
        values = [edit[name] for edit in edits]
        assert f"Mean {sum(values) / len(values):.2f}," in figure.summary
        for row in figure.rows:
            inside = (
                [value == row[0] for value in values]
                if name in COUNTS
                else [row[0] <= value < row[1] for value in values]
            )
            assert sum(inside) == row[-2]


def test_expected_counts_add_up_to_the_products_above_0(
    histograms: dict[str, Figure], edits: list[dict[str, float]]
) -> None:
    for name, figure in histograms.items():
        positive = sum(edit[name] > 0 for edit in edits)
        expected = math.fsum(row[-1] or 0 for row in figure.rows)
        # The fit's tails reach beyond the bins.
        assert 0.9 * positive < expected <= positive + 1


def test_bins_at_or_below_0_expect_nothing(histograms: dict[str, Figure]) -> None:
    (zero,) = [row for row in histograms["hbd"].rows if row[0] == 0]
    assert zero[-1] is None
    for low, high, _, expected in histograms["logp"].rows:
        assert (expected is None) == (high <= 0), low


def test_the_share_left_out_is_said(histograms: dict[str, Figure], edits: list[dict[str, float]]) -> None:
    share = 100 * sum(edit["hbd"] == 0 for edit in edits) / len(edits)
    assert f"{share:.1f} % of the products are at 0 or below" in histograms["hbd"].summary
    assert "left out" not in histograms["mw"].summary


def test_the_table_of_fits_agrees_with_the_histograms(
    histograms: dict[str, Figure], edits: list[dict[str, float]]
) -> None:
    figure = property_fits(edits)
    assert len(figure.rows) == len(PROPERTIES)
    for name, row in zip(PROPERTIES, figure.rows, strict=True):
        named = dict(zip(figure.columns, row, strict=True))
        found = re.search(r"μ = ([-0-9.]+) and σ = ([0-9.]+)", histograms[name].summary)
        assert found is not None
        assert [float(text) for text in found.groups()] == [named["μ of ln x"], named["σ of ln x"]]
        assert f"D = {named['D']:.3f}" in histograms[name].summary
        assert (named["χ²/df"] is not None) == ("χ²/df" in histograms[name].summary)
        assert named["left out (≤ 0)"] == sum(edit[name] <= 0 for edit in edits)


def test_the_curve_is_drawn_over_the_bars(histograms: dict[str, Figure]) -> None:
    for figure in histograms.values():
        assert figure.plot is not None
        bars, curve = figure.plot["data"]
        assert (bars["type"], curve["type"], curve["mode"]) == ("bar", "scatter", "lines")
        # The curve's peak is about as high as the highest bar: both count products.
        assert 0.4 < max(curve["y"]) / max(bars["y"]) < 2
