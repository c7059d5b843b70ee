"""Skeletons: pages cut at marks and filled in."""

from __future__ import annotations

import pytest

from sitegen.site.skeleton import Skeleton, compact

PAGE = (
    "<title>cgxtitlex</title>\n  <meta content='cgxdescriptionx'>\n  <!--cg:head-->\n"
    "<body>\n  <!--cg:body-->\n</body>"
)


def test_title_and_description_are_escaped_and_parts_are_not() -> None:
    page = Skeleton.cut(PAGE).fill(title="<a> & 'b'", description='"x"', parts={"body": "<p>here</p>"})
    assert "<title>&lt;a&gt; &amp; &#x27;b&#x27;</title>" in page
    assert "content='&quot;x&quot;'" in page
    assert "<body>\n<p>here</p>\n</body>" in page


def test_marks_in_the_data_are_not_filled_again() -> None:
    page = Skeleton.cut(PAGE).fill(title="t", parts={"body": "cgxtitlex <!--cg:head-->"})
    assert "cgxtitlex <!--cg:head-->" in page


def test_a_part_without_a_mark_is_an_error_not_lost_text() -> None:
    with pytest.raises(KeyError, match="cg:other"):
        Skeleton.cut(PAGE).fill(title="t", parts={"body": "", "other": "text"})


def test_a_page_needs_all_its_parts() -> None:
    with pytest.raises(KeyError):
        Skeleton.cut(PAGE).fill(title="t", parts={})


def test_compacting_keeps_what_is_between_words_and_inside_pre() -> None:
    html = "<p>\n    one\n    <b>two</b>\n\n  </p>\n<pre>\n  kept\n\n  as is\n</pre>\n<p>  x</p>"
    assert compact(html) == "<p>\none\n<b>two</b>\n</p>\n<pre>\n  kept\n\n  as is\n</pre>\n<p>  x</p>\n"
