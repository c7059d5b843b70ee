"""The scorer: a page that reads a file of predictions and scores it in the visitor's browser."""

from __future__ import annotations

from sitegen.site.scorer.page import build_scorer

__all__ = ["build_scorer"]
