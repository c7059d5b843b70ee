"""Answers compared with the gold answer: one module for each answer type."""
