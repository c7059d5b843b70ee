"""Build ChemGround's datasets from pinned sources and render them as a static site."""

__version__ = "0.1.0"
