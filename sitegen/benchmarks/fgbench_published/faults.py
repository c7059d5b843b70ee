"""The steps of checking a row, and the exception that leaves them."""

from __future__ import annotations

STEPS = (
    "every field is there",
    "the molecules are readable and numbered",
    "the groups that differ are atoms of them",
    "the labels and the answer agree",
    "no other row says otherwise",
)


class Wrong(Exception):
    """A contradiction: index of the step in `STEPS`, reason (one of few), detail of this row."""

    def __init__(self, step: int, reason: str, detail: str = "") -> None:
        self.step, self.reason, self.detail = step, reason, detail
        super().__init__(reason)
