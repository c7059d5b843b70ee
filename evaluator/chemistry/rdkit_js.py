"""RDKit.js as the chemistry toolkit, for Python that runs in a browser or in node (Pyodide).

The page's worker registers the JavaScript module `chemground_toolkit` (`chemistry.mjs` of the site's
scorer) before this adapter is used. Everything crosses as JSON strings, a batch a crossing: Python
objects would be proxied one by one, `null` would arrive as something that is not None, `1.0` as 1.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from typing import Any, Protocol

from evaluator.chemistry.protocol import FINGERPRINT_BITS, TOOLKIT, Molecule, fingerprint_from_bytes
from evaluator.errors import ChemistryError

BRIDGE = "chemground_toolkit"
"""Name under which the JavaScript side is registered in Pyodide."""

_FINGERPRINT_BYTES = FINGERPRINT_BITS // 8
_SHOWN = 100  # characters of a structure in a message


class Bridge(Protocol):
    """The JavaScript side. Both functions take a JSON list of SMILES.

    They return a JSON list with null for each refused structure, or, when the toolkit broke down,
    the object `{"index": i, "problem": "..."}` naming the string it was working on.
    """

    def describe(self, smiles: str) -> str:
        """Return `[canonical, flat, fingerprint as hexadecimal bytes, InChIKey]` for each."""
        ...

    def canonicalFlat(self, smiles: str) -> str:  # noqa: N802  a JavaScript name
        """Return the flat canonical SMILES for each."""
        ...

    def version(self) -> str:
        """Return RDKit's version string."""
        ...


class RDKitJs:
    """`evaluator.chemistry.protocol.Chemistry` by RDKit.js; see there for what each method promises."""

    toolkit = TOOLKIT

    def __init__(self, bridge: Bridge | None = None) -> None:
        """Use a bridge, or the one that the worker registered; `ChemistryError` where there is none."""
        self._bridge = _registered_bridge() if bridge is None else bridge
        self.version = str(self._bridge.version())

    def describe(self, smiles: Sequence[str]) -> list[Molecule | None]:
        """Describe each structure, in order; None where RDKit.js refuses it."""
        rows = _rows(self._bridge.describe(json.dumps(list(smiles))), smiles)
        return [None if row is None else _molecule(row) for row in rows]

    def canonical_flat(self, smiles: Sequence[str]) -> list[str | None]:
        """Return each structure's flat canonical SMILES, in order; None where RDKit.js refuses it."""
        return _rows(self._bridge.canonicalFlat(json.dumps(list(smiles))), smiles)


def _registered_bridge() -> Bridge:
    try:
        module: Any = importlib.import_module(BRIDGE)
    except ImportError as error:
        raise ChemistryError(
            f"RDKit.js is not at hand (no module {BRIDGE}); register it with Pyodide before scoring"
        ) from error
    bridge: Bridge = module
    return bridge


def _rows(answer: str, smiles: Sequence[str]) -> list[Any]:
    rows = json.loads(answer)
    if isinstance(rows, dict):
        broke = smiles[rows["index"]]
        broke = broke if len(broke) <= _SHOWN else broke[:_SHOWN] + "…"
        raise ChemistryError(
            f"RDKit.js broke down on {broke!r} ({rows['problem']}); this says nothing about the structure: "
            "score the file with `python -m evaluator`, which uses native RDKit"
        )
    if len(rows) != len(smiles):
        raise ChemistryError(
            f"RDKit.js answered {len(rows)} structures of {len(smiles)}; load the page again"
        )
    found: list[Any] = rows
    return found


def _molecule(row: Sequence[str]) -> Molecule:
    smiles, flat, fingerprint, inchikey = row
    data = bytes.fromhex(fingerprint)
    if len(data) != _FINGERPRINT_BYTES:
        raise ChemistryError(f"RDKit.js gave a fingerprint of {len(data)} bytes, not {_FINGERPRINT_BYTES}")
    return Molecule(smiles=smiles, flat=flat, fingerprint=fingerprint_from_bytes(data), inchikey=inchikey)
