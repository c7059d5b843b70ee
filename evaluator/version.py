"""The version of the evaluator, part of every report."""

__version__ = "0.1.0"
