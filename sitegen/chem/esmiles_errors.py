"""The error of malformed E-SMILES and CXSMILES."""

from __future__ import annotations

from evaluator.errors import ChemGroundError


class EsmilesError(ChemGroundError):
    """A text is not well-formed: the 1-based `column` of the offending place, and the `reason`."""

    def __init__(self, column: int, reason: str) -> None:
        self.column = column
        self.reason = reason
        super().__init__(f"column {column}: {reason}")

    def __reduce__(self) -> tuple[type[EsmilesError], tuple[int, str]]:
        """Pickle by column and reason, so that the error crosses process borders."""
        return EsmilesError, (self.column, self.reason)
