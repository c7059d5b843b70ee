"""A made-up input in MolParser-7M's schema: as many rows as wanted, with the funnel of the published one.

Cores of a built R-GroundBench are varied (a group more on an aromatic ring, other labels) until there
are as many distinct scaffolds among the rows as in the published run; the other rows are what its
filters drop, in the published shares. Every row has a PNG of about 1 kB.
"""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from rdkit import Chem

SHARES = {
    "no atom tag": 91166 - 46727,
    "abbreviations only": 46727 - 19282,
    "non-standard": 19282 - 14476,
    "too many": 14476 - 14394,
    "repeated": 14394 - 12962,
    "scaffold": 12962,
}
"""Rows of each kind among the 91,166 of the published run (paper, Table 5)."""
SHARDS = 3

_GROUPS = ("F", "Cl", "C", "OC", "C#N", "CC", "N(C)C", "C(F)(F)F", "Br", "OCC")
_ABBREVIATIONS = ("Ph", "CO2H", "Boc", "OMe", "Me", "CF3")
_OTHERS = ("<r>0:R[9]</r>", "<a>0:R'</a>", "<a>0:Ra</a>", "<a>0:R[2]?n</a>", "<c>0:A</c>")
_ROW_GROUP = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """A core to vary: SMILES with `*`, the label of each `*` by atom index, and a product of it."""

    smiles: str
    labels: tuple[tuple[int, str], ...]
    product: str


def read_cores(scaffolds: Sequence[dict[str, Any]]) -> list[Core]:
    """Return the cores of the scaffold records of a built data set, those with a product."""
    return [
        Core(
            smiles=record["smiles"],
            labels=tuple((site["atom"], site["label"]) for site in record["sites"]),
            product=record["edits"][0]["product"],
        )
        for record in scaffolds
        if record["edits"]
    ]


def write_corpus(folder: Path, cores: Sequence[Core], rows: int, *, seed: int = 42) -> None:
    """Write `rows` rows as three Parquet files `sft_scale-<n>.parquet` in `folder`."""
    rng = random.Random(f"{seed}:corpus")
    texts = list(corpus_texts(cores, rows, rng))
    rng.shuffle(texts)
    pictures = [_png(rng) for _ in range(64)]
    schema = pa.schema(
        [("image", pa.struct([("bytes", pa.binary()), ("path", pa.string())])), ("SMILES", pa.string())]
    )
    size = -(-rows // SHARDS)
    for shard in range(SHARDS):
        with pq.ParquetWriter(folder / f"sft_scale-{shard}.parquet", schema) as writer:
            part = texts[shard * size : (shard + 1) * size]
            for start in range(0, len(part), _ROW_GROUP):
                chosen = part[start : start + _ROW_GROUP]
                images = [{"bytes": pictures[place % 64], "path": None} for place in range(len(chosen))]
                writer.write_table(pa.table({"image": images, "SMILES": chosen}, schema=schema))


def corpus_texts(cores: Sequence[Core], rows: int, rng: random.Random) -> Iterator[str]:
    """Yield the E-SMILES of all rows, kind after kind."""
    numbers = _numbers(rows)
    wanted = numbers["scaffold"]
    scaffolds = []
    for _, text in zip(range(wanted), _scaffolds(cores), strict=False):
        scaffolds.append(text)
        yield text
    yield from rng.choices(scaffolds, k=numbers["repeated"])
    for _ in range(numbers["too many"]):
        sites = "".join(f"C(*)({group})" for group in rng.choices(_GROUPS[:4], k=11))
        atoms = [atom.GetIdx() for atom in Chem.MolFromSmiles(sites).GetAtoms() if not atom.GetAtomicNum()]
        yield sites + "<sep>" + "".join(f"<a>{atom}:R[{n}]</a>" for n, atom in enumerate(atoms, 1))
    for text in rng.choices(scaffolds, k=numbers["non-standard"]):
        yield text + rng.choice(_OTHERS)
    for core in rng.choices(cores, k=numbers["abbreviations only"]):
        tags = "".join(f"<a>{atom}:{rng.choice(_ABBREVIATIONS)}</a>" for atom, _ in core.labels)
        yield f"{core.smiles}<sep>{tags}"
    for core in rng.choices(cores, k=numbers["no atom tag"]):
        yield f"{core.product}<sep>"


def _numbers(rows: int) -> dict[str, int]:
    total = sum(SHARES.values())
    numbers = {kind: rows * share // total for kind, share in SHARES.items()}
    numbers["no atom tag"] += rows - sum(numbers.values())
    return numbers


def _scaffolds(cores: Sequence[Core]) -> Iterator[str]:
    """Yield the E-SMILES of distinct cores: as they are, then with one more group and other labels."""
    seen: set[str] = set()
    for turn in count():
        for core in cores:
            smiles = core.smiles if turn == 0 else _varied(core.smiles, turn)
            if smiles is None or smiles in seen:
                continue
            seen.add(smiles)
            yield _esmiles(smiles, core, turn)


def _varied(smiles: str, turn: int) -> str | None:
    """Return the core with the group of this turn on one of its aromatic CH, None where it has none."""
    mol = Chem.RWMol(Chem.MolFromSmiles(smiles))
    free = [
        atom.GetIdx()
        for atom in mol.GetAtoms()
        if atom.GetIsAromatic() and atom.GetAtomicNum() == 6 and atom.GetTotalNumHs() == 1
    ]
    place, group = divmod(turn - 1, len(_GROUPS))
    if place >= len(free):
        return None
    first = mol.GetNumAtoms()
    mol.InsertMol(Chem.MolFromSmiles(_GROUPS[group]))
    mol.AddBond(free[place], first, Chem.BondType.SINGLE)
    return Chem.MolToSmiles(mol)


def _esmiles(smiles: str, core: Core, turn: int) -> str:
    """Write a core with the labels of a turn: its own, then X, Y, Z, then other numbers."""
    atoms = [atom.GetIdx() for atom in Chem.MolFromSmiles(smiles).GetAtoms() if not atom.GetAtomicNum()]
    names = dict.fromkeys(label for _, label in core.labels)
    own = list(names) if len(names) == len(atoms) else [f"R[{n}]" for n in range(1, len(atoms) + 1)]
    if turn % 3 == 1:
        own = [*"XYZ", *(f"R[{n}]" for n in range(1, len(atoms)))][: len(atoms)]
    elif turn % 3 == 2:
        own = [f"R[{turn + n}]" for n in range(len(atoms))]
    tags = "".join(f"<a>{atom}:{label}</a>" for atom, label in zip(atoms, own, strict=True))
    return f"{smiles}<sep>{tags}"


def _png(rng: random.Random) -> bytes:
    """Return a grey PNG of 30 by 30 random pixels, about 1 kB."""
    rows = b"".join(b"\0" + rng.randbytes(30) for _ in range(30))
    header = struct.pack(">IIBBBBB", 30, 30, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )
