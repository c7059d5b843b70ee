"""Mapping over batches keeps the order, in one process and in several."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sitegen.parallel import ordered_map


def double(rows: Sequence[int]) -> list[int]:
    return [2 * row for row in rows]


def fail(rows: Sequence[int]) -> list[int]:
    raise ValueError(f"row {rows[0]}")


@pytest.mark.parametrize("jobs", [1, 2])
def test_batches_come_back_in_order(jobs: int) -> None:
    with ordered_map(jobs, []) as mapper:
        results = [value for batch in mapper(double, range(101), batch=7, label="") for value in batch]
    assert results == [2 * row for row in range(101)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_a_worker_reaches_the_caller(jobs: int) -> None:
    with pytest.raises(ValueError, match="row 0"), ordered_map(jobs, []) as mapper:
        list(mapper(fail, range(30), batch=5, label=""))


def test_no_rows_give_no_batches() -> None:
    with ordered_map(1, []) as mapper:
        assert list(mapper(double, [], batch=5, label="")) == []
