"""A small table made by hand: two molecules of three are ethers of phenol, names are as nasty as may be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sitegen.benchmarks.fgbench.records import (
    Bond,
    Candidate,
    Cleaned,
    Edit,
    Group,
    Label,
    Molecule,
    Pair,
    Paired,
    Table,
    Task,
)
from sitegen.sources import Member, Pin

NASTY = "<b>log</b> P & {unit} of \"it\" 'all'"
NUMBER = Task(slug="log-p", property=NASTY, kind="regression", column="v", unit="<u>")
OTHER = Task(slug="melting", property="melting point", kind="regression", column="m", unit="K", tolerance=5.0)
CLASS = Task(
    slug="toxic", property=NASTY, kind="classification", column="c", states=("<toxic>", "harm & less")
)

PHENOL, CHLORO, METHYL = "Oc1ccccc1", "Oc1ccccc1Cl", "Cc1ccccc1O"
_MAPPED = "[OH:0][c:1]1[cH:2][cH:3][cH:4][cH:5][cH:6]1"

ADDED = Pair(
    candidate=Candidate(id="aa", dataset="d", target=PHENOL, reference=CHLORO, similarity=0.8),
    target_mapped=_MAPPED,
    reference_mapped="[OH:0][c:1]1[cH:2][cH:3][cH:4][cH:5][c:6]1[Cl:7]",
    edit=Edit(
        added=(Group(name="aryl <chloride> & {target}", atoms=(7,)),),
        fragments=("[Cl:7]",),
        bonds=(Bond(first=6, second=7, order="single"),),
    ),
    scope="single",
)
REMOVED = Pair(
    candidate=Candidate(id="bb", dataset="d", target=CHLORO, reference=PHENOL, similarity=0.8),
    target_mapped="[OH:0][c:1]1[cH:2][cH:3][cH:4][cH:5][c:6]1[Cl:7]",
    reference_mapped=_MAPPED,
    edit=Edit(removed=(Group(name="chloride", atoms=(7,)),)),
    scope="single",
)
REPLACED = Pair(
    candidate=Candidate(id="cc", dataset="d", target=CHLORO, reference=METHYL, similarity=0.8),
    target_mapped="[OH:0][c:1]1[cH:2][cH:3][cH:4][cH:5][c:6]1[Cl:7]",
    reference_mapped="[OH:0][c:1]1[cH:2][cH:3][cH:4][cH:5][c:6]1[CH3:8]",
    edit=Edit(
        removed=(Group(name="chloride", atoms=(7,)),),
        added=(Group(name="C1 alkane", atoms=(8,)),),
        fragments=("[CH3:8]",),
        bonds=(Bond(first=6, second=8, order="single"),),
    ),
    scope="interaction",
)


def table(
    labels: dict[str, dict[str, Label]],
    tasks: Sequence[Task] = (NUMBER, CLASS),
    pairs: Sequence[Pair] = (ADDED, REMOVED, REPLACED),
    slug: str = "d",
) -> Paired:
    """A table of molecules with labels by SMILES and task slug."""
    pin = Pin(
        path=Path("own.toml"),
        kind="file",
        name="own.csv",
        version="",
        members=(Member(path="own.csv", sha256="0" * 64),),
        licence="CC-BY-SA-4.0",
        citation="by hand",
        columns={},
    )
    molecules = tuple(
        Molecule(smiles=smiles, rows=(f"row {row}",), labels=found, heavy=8)
        for row, (smiles, found) in enumerate(sorted(labels.items()), start=1)
    )
    own = Table(slug=slug, title="By hand", smiles="smiles", tasks=tuple(tasks), pins=(pin,))
    cleaned = Cleaned(table=own, molecules=molecules, rows=len(molecules))
    return Paired(cleaned=cleaned, pairs=tuple(pairs), rejected=(), candidates=len(pairs))
