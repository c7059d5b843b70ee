"""The published filter steps: which token is standard, which step drops a row, what is counted."""

from __future__ import annotations

import pytest

from sitegen.benchmarks.rground.filters import (
    STEPS,
    InputRow,
    is_standard,
    judge,
    read_tokens,
    run_filters,
)
from tests.sitegen.benchmarks.rground.contexts import serial_map

BENZENE = "*c1ccccc1<sep>"


@pytest.mark.parametrize("label", ["R", "R[1]", "R[12]", "R1", "R12", "X", "Y", "Z", "W", "L"])
def test_published_standard_tokens_are_standard(label: str) -> None:
    assert is_standard(label)


@pytest.mark.parametrize(
    "label",
    [
        "R'",
        "Ra",
        "R[a]",
        "X[1]",
        "X1",
        "R[1]?n",
        "R[1]'",
        "r",
        "RR",
        "R[]",
        "R[1",
        "Q",
        "A",
        "Ph",
        "OMe",
        "<dum>",
        "R ",
        "",
    ],
)
def test_everything_else_is_not(label: str) -> None:
    assert not is_standard(label)


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("c1ccccc1<sep>", "has an <a> tag"),
        ("c1ccccc1", "has an <a> tag"),
        ("c1ccccc1<sep><r>0:R[1]</r>", "has an <a> tag"),
        ("*c1ccccc1<sep><d>0:<dum></d>", "has an <a> tag"),
        (f"{BENZENE}<a>0:Ph</a>", "at least one standard R token"),
        (f"{BENZENE}<a>0:R'</a>", "at least one standard R token"),
        (f"{BENZENE}<a>0:<dum></a>", "at least one standard R token"),
        (f"{BENZENE}<a>0:R[1]?n</a>", "at least one standard R token"),
        (f"{BENZENE}<a>0:R[1]</a><r>0:R[2]</r>", "no non-standard token"),
        (f"{BENZENE}<a>0:R[1]</a><r>0:R[2]?1-3</r>", "no non-standard token"),
        ("*c1ccc(*)cc1<sep><a>0:R[1]</a><c>5:B</c>", "no non-standard token"),
        ("*c1ccc(*)cc1<sep><a>0:R[1]</a><a>5:X[1]</a>", "no non-standard token"),
        ("*c1ccc(*)cc1<sep><a>0:R[1]</a><d>5:<dum></d>", "no non-standard token"),
        ("*CCC<sep><a>0:R[1]</a>|Sg:n|", "no non-standard token"),
        ("*c1cccc1<sep><a>0:R[1]</a>", "backbone parses in RDKit"),
        ("*C(C)(C)(C)C<sep><a>0:R[1]</a>", "backbone parses in RDKit"),
    ],
)
def test_a_row_is_dropped_by_the_first_step_it_fails(text: str, step: str) -> None:
    judged = judge(InputRow(row="1", text=text))
    assert judged.failed is not None
    assert STEPS[judged.failed] == step
    assert judged.reason


def test_more_than_ten_tokens_are_too_many_and_ten_are_not() -> None:
    def chain(sites: int) -> str:
        tags = "".join(f"<a>{2 * number}:R[{number}]</a>" for number in range(sites))
        return "*C" + "(*)C" * (sites - 1) + f"<sep>{tags}"

    assert judge(InputRow(row="1", text=chain(10))).failed is None
    judged = judge(InputRow(row="1", text=chain(11)))
    assert judged.failed is not None and STEPS[judged.failed] == "at most 10 R tokens"


def test_tokens_of_a_malformed_text_are_found_as_the_published_filter_finds_them() -> None:
    # The last tag is never closed: no reader takes it, a pattern still sees the first two.
    tokens = read_tokens("*c1ccc(*)cc1<sep><a>0:R[1]</a><a>5:R'</a><a>3:")
    assert tokens.has_atom_tag
    assert tokens.standard == ("R[1]",)
    assert len(tokens.other) == 1


def test_a_row_in_a_notation_that_could_not_be_read_says_so() -> None:
    judged = judge(InputRow(row="1", text="*C |$R", problem="why"))
    assert (judged.failed, judged.reason, judged.detail) == (1, "not readable as CXSMILES", "why")


ROWS = [
    InputRow(row="a", text="c1ccccc1<sep>"),
    InputRow(row="b", text=f"{BENZENE}<a>0:Ph</a>"),
    InputRow(row="c", text=f"{BENZENE}<a>0:R[1]</a>"),
    InputRow(row="d", text=f"{BENZENE}<a>0:R[1]</a><r>0:R[2]</r>"),
    InputRow(row="e", text=f"{BENZENE}<a>0:X</a>"),
]


def test_steps_count_what_is_left_and_name_what_they_dropped() -> None:
    passed, funnel = run_filters(ROWS, serial_map())
    assert [row.row for row in passed] == ["c", "e"]
    assert [(step.name, step.kept) for step in funnel.steps] == list(
        zip(STEPS, [5, 4, 3, 2, 2, 2], strict=True)
    )
    assert [[dropped.row for dropped in step.dropped] for step in funnel.steps] == [
        [],
        ["a"],
        ["b"],
        ["d"],
        [],
        [],
    ]
    assert [dropped.value for dropped in funnel.steps[1].dropped] == ["c1ccccc1<sep>"]


def test_published_numbers_stand_beside_ours_only_where_they_are_given() -> None:
    _, funnel = run_filters(ROWS, serial_map())
    assert {step.published for step in funnel.steps} == {None}
    _, funnel = run_filters(ROWS, serial_map(), published={"raw": 91166, "no non-standard token": 14476})
    assert [step.published for step in funnel.steps] == [91166, None, None, 14476, None, None]
