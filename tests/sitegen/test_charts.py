"""Charts that benchmarks share: a heat map of signed values, rows as high as their labels."""

from __future__ import annotations

from sitegen.charts import DIVERGING, cells, rows
from sitegen.plotting import DRAWN


def test_a_heat_map_has_one_square_a_value_on_a_scale_that_is_pale_at_nothing():
    plot = cells(
        ["up", "down"],
        ["a", "b"],
        {(0, 1): -0.5, (1, 0): 1.5},
        {(0, 1): "first <note>", (1, 0): "second"},
        title="t",
        most=1.0,
    )
    (trace,) = plot["data"]
    assert trace["type"] in DRAWN
    assert (trace["x"], trace["y"]) == (["down", "up"], ["a", "b"])
    assert trace["text"] == ["first &lt;note&gt;", "second"]
    assert trace["marker"]["color"] == [-0.5, 1.5]
    assert (trace["marker"]["cmin"], trace["marker"]["cmax"]) == (-1.0, 1.0)
    assert DIVERGING[len(DIVERGING) // 2] == (0.5, "#F7F7F7")
    assert plot["layout"]["yaxis"]["categoryarray"] == ["a", "b"]


def test_the_order_of_columns_is_kept_whatever_comes_first():
    plot = cells(["x", "y"], ["a"], {(0, 0): 1, (0, 1): 2}, {(0, 0): "", (0, 1): ""}, title="", most=2)
    assert plot["layout"]["xaxis"]["categoryarray"] == ["x", "y"]


def test_rows_are_as_high_as_their_labels():
    short = rows(["a", "b"], {"n": [1, 2]}, x="n")["layout"]["height"]
    long = rows(["a " * 40, "b"], {"n": [1, 2]}, x="n")["layout"]["height"]
    assert long > short
