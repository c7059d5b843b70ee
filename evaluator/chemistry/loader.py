"""Pick the toolkit of the place we run in."""

from __future__ import annotations

import sys

from evaluator.chemistry.protocol import Chemistry


def load_chemistry() -> Chemistry:
    """Return RDKit.js in a browser (or any Pyodide), RDKit's Python package elsewhere.

    Raises `ChemistryError`, which says what to install, where there is neither.
    """
    if sys.platform == "emscripten":
        from evaluator.chemistry.rdkit_js import RDKitJs

        return RDKitJs()
    from evaluator.chemistry.rdkit_native import NativeChemistry

    return NativeChemistry()
