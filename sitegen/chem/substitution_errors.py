"""The error of a substitution that cannot be carried out."""

from __future__ import annotations

from evaluator.errors import ChemGroundError


class SubstitutionError(ChemGroundError):
    """A product is refused: `code` names the reason for counting, `message` says it in words."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)

    def __reduce__(self) -> tuple[type[SubstitutionError], tuple[str, str]]:
        """Pickle by code and message, so that the error crosses process borders."""
        return SubstitutionError, (self.code, self.message)
