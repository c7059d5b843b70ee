"""Score model outputs against ChemGround benchmarks with the standard library alone."""

__version__ = "0.1.0"
