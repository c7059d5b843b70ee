"""Errors of the generator; all belong to the family of `evaluator.errors.ChemGroundError`."""

from __future__ import annotations

from evaluator.errors import ChemGroundError, DatasetError, DatasetErrors

__all__ = ["ChemGroundError", "ConfigError", "DatasetError", "DatasetErrors", "SourceError"]


class ConfigError(ChemGroundError):
    """A configuration file says something that cannot be carried out."""


class SourceError(ChemGroundError):
    """A pinned input cannot be fetched, does not match its pin, or lacks a column."""
