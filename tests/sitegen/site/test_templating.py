"""The template environment: escaping, places to wrap, numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.site.templating import (
    break_prose,
    break_smiles,
    format_bytes,
    format_cell,
    format_pairs,
    format_percent,
    format_ticks,
    page_environment,
    scroll_attributes,
)

LONG = "CNC(=O)c1cc(Oc2ccc(NC(=O)Nc3ccc(Cl)c(C(F)(F)F)c3)cc2)ccn1"


def test_data_is_escaped_unless_a_template_says_otherwise() -> None:
    template = page_environment().from_string("{{ text }}|{{ text | smiles }}|{{ text | prose }}")
    assert template.render(text="<a>&") == "&lt;a&gt;&amp;|&lt;a&gt;&amp;|&lt;a&gt;&amp;"


def test_a_long_smiles_wraps_before_branches_only_and_reads_the_same() -> None:
    broken = str(break_smiles(LONG))
    assert broken.replace("<wbr>", "") == LONG
    assert broken.count("<wbr>") >= 2
    assert all(piece.startswith("(") for piece in broken.split("<wbr>")[1:])


def test_the_tags_of_an_esmiles_stay_text() -> None:
    broken = str(break_smiles("*c1ccccc1CCCCCCCCCCCC<sep><a>0:R[1]</a>"))
    assert "<sep>" not in broken
    assert "&lt;sep&gt;" in broken.replace("<wbr>", "")


def test_only_the_long_words_of_a_sentence_are_broken() -> None:
    assert str(break_prose(f"Look at {LONG} (now)")) == f"Look at {break_smiles(LONG)} (now)"


def test_a_benchmarks_template_comes_before_the_shared_one(tmp_path: Path) -> None:
    (tmp_path / "own.html.j2").write_text("   {{ 1 }}\n  <p>", encoding="utf-8")
    assert page_environment(tmp_path).get_template("own.html.j2").render() == "1\n<p>"
    assert page_environment(tmp_path).get_template("site/question.html.j2")


@pytest.mark.parametrize(
    ("size", "text"), [(999, "999 B"), (1500, "1.5 kB"), (1.2e9, "1.2 GB"), (456e6, "456 MB")]
)
def test_sizes_are_in_decimal_units(size: int, text: str) -> None:
    assert format_bytes(size) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "–"), (-1234, "−1,234"), (0.50, "0.5"), (-0.25, "−0.25"), (True, "True"), ("a", "a")],
)
def test_cells_are_written_for_readers(value: object, text: str) -> None:
    assert format_cell(value) == text


def test_a_share_is_a_percentage_with_one_decimal() -> None:
    assert (format_percent(0.25), format_percent(None)) == ("25.0", "–")


def test_only_backticks_make_code_of_a_sentence() -> None:
    assert str(format_ticks("`<sep>` & *x*")) == "<code>&lt;sep&gt;</code> &amp; *x*"


def test_pairs_name_each_value() -> None:
    assert format_pairs({"R[1]": "phenyl", "R[2]": "benzyl"}, "[]") == "R1 = phenyl, R2 = benzyl"


def test_a_frame_that_scrolls_has_a_name_that_is_escaped() -> None:
    assert str(scroll_attributes('"<b>')) == (
        'class="cg-scroll" tabindex="0" role="region" aria-label="&#34;&lt;b&gt;"'
    )
