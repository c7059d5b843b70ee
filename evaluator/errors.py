"""The one error family of ChemGround: everything a person can mend derives from `ChemGroundError`."""

from __future__ import annotations


class ChemGroundError(Exception):
    """Base of all errors whose message is meant for a person; only command lines print them."""


class DatasetError(ChemGroundError):
    """Bad data in a file: where it is, what is wrong, what to do.

    `path` is shown as given, `line` is 1-based, `item_id` names the record; each may be absent.
    """

    def __init__(
        self,
        problem: str,
        *,
        path: str = "",
        line: int | None = None,
        item_id: str | None = None,
        advice: str = "",
    ) -> None:
        self.problem = problem
        self.path = path
        self.line = line
        self.item_id = item_id
        self.advice = advice
        super().__init__(str(self))

    def __str__(self) -> str:
        where = self.path
        if self.line is not None:
            where = f"{where}:{self.line}"
        parts = [part for part in (where, self.item_id) if part]
        text = ": ".join([*parts, self.problem])
        return f"{text}; {self.advice}" if self.advice else text


class DatasetErrors(ChemGroundError):
    """Several `DatasetError`s at once: a reader sees all that is wrong, not the first only."""

    def __init__(self, errors: tuple[DatasetError, ...]) -> None:
        self.errors = errors
        super().__init__("\n".join(str(error) for error in errors))


class ChemistryError(ChemGroundError):
    """No chemistry toolkit at hand, or the toolkit itself failed (never: a structure is invalid)."""
