"""Build ChemGround's datasets from pinned sources and render them as a static site."""

# Before anything imports RDKit: with the two loaded the other way round, a process that wrote Parquet
# after drawing was seen to abort in malloc.
import pyarrow  # noqa: F401

__version__ = "0.1.0"
