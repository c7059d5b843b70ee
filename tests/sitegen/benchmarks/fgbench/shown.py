"""A small table with three proved pairs, written by hand, and items of them for pages and figures."""

from __future__ import annotations

from typing import Any

from evaluator.records import Item
from sitegen.benchmarks.fgbench.drawings import pair_drawings
from sitegen.benchmarks.fgbench.records import (
    Bond,
    Candidate,
    Cleaned,
    Edit,
    Group,
    Molecule,
    Pair,
    Paired,
    Rejected,
    Split,
    Table,
    Task,
)

TASK = Task(
    slug="hydration",
    property="hydration free energy",
    kind="regression",
    column="y",
    unit="kcal/mol",
    tolerance=0.5,
    tolerance_source="stated error",
)
ACTIVE = Task(
    slug="active",
    property="binding to X",
    kind="classification",
    column="a",
    states=("active", "inactive"),
)
TABLE = Table(slug="small", title="Small", smiles="smiles", tasks=(TASK, ACTIVE), pins=())

LABELS = {
    "Cc1ccccc1": (-1.0, True),
    "Oc1ccccc1": (-6.0, False),
    "Fc1ccccc1": (-1.5, True),
    "NC(=O)c1ccccc1": (-10.0, False),
}
RING = "[c:1]1[cH:2][cH:3][cH:4][cH:5][cH:6]1"


def pair(
    number: int,
    smiles: tuple[str, str],
    mapped: tuple[str, str],
    edit: Edit,
    *,
    single: bool = False,
) -> Pair:
    """Return a pair of two molecules with its edit."""
    return Pair(
        candidate=Candidate(
            id=f"p{number}",
            dataset="small",
            target=smiles[0],
            reference=smiles[1],
            similarity=0.7 + number / 20,
        ),
        target_mapped=mapped[0],
        reference_mapped=mapped[1],
        edit=edit,
        scope="single" if single else "interaction",
    )


REPLACED = pair(
    1,
    ("Oc1ccccc1", "Fc1ccccc1"),
    (f"[OH:0]{RING}", f"[F:7]{RING}"),
    Edit(
        removed=(Group(name="phenol", atoms=(0,)),),
        added=(Group(name="fluoride", atoms=(7,)),),
        fragments=("[FH:7]",),
        bonds=(Bond(first=1, second=7, order="single"),),
    ),
)
REMOVED = pair(
    2,
    ("NC(=O)c1ccccc1", "c1ccccc1"),
    (
        "[NH2:0][C:1](=[O:2])[c:3]1[cH:4][cH:5][cH:6][cH:7][cH:8]1",
        "[cH:3]1[cH:4][cH:5][cH:6][cH:7][cH:8]1",
    ),
    Edit(removed=(Group(name="primary amide", atoms=(0, 1, 2)),)),
    single=True,
)
ADDED = pair(
    3,
    ("c1ccccc1", "Oc1ccccc1"),
    ("[cH:0]1[cH:1][cH:2][cH:3][cH:4][cH:5]1", "[OH:6][c:0]1[cH:1][cH:2][cH:3][cH:4][cH:5]1"),
    Edit(
        added=(Group(name="phenol", atoms=(6,)),),
        fragments=("[OH2:6]",),
        bonds=(Bond(first=0, second=6, order="single"),),
    ),
    single=True,
)
PAIRS = (REPLACED, REMOVED, ADDED)

CLEANED = Cleaned(
    table=TABLE,
    molecules=tuple(
        Molecule(smiles=smiles, rows=(f"r{n}",), labels={"hydration": value, "active": active}, heavy=7)
        for n, (smiles, (value, active)) in enumerate({**LABELS, "c1ccccc1": (-0.5, True)}.items(), 1)
    ),
    rows=6,
)
PAIRED = Paired(
    cleaned=CLEANED,
    pairs=PAIRS,
    rejected=(
        Rejected(candidate=REPLACED.candidate, reason="no common rest"),
        Rejected(candidate=REMOVED.candidate, reason="no common rest"),
        Rejected(candidate=ADDED.candidate, reason="several mappings"),
    ),
    candidates=6,
)
SPLIT = Split(kind="official", test={"small": frozenset({"p1", "p2"})})


def item(of: Pair, task: str, answer: Any, *, extra: dict[str, Any] | None = None) -> Item:
    """Return an item of a pair; `task` is e.g. "single_bool_regression"."""
    kind, _, rest = task.partition("_")
    labels = {m.smiles: m.labels for m in CLEANED.molecules}
    target, reference = (labels[s]["hydration"] for s in (of.candidate.target, of.candidate.reference))
    boolean = "bool" in rest
    drawings = pair_drawings(of)
    shown = "comparison" if kind == "comparison" else "edit"
    return Item(
        id=f"hydration-{of.id}.{kind[0]}{'b' if boolean else 'v'}",
        benchmark="fgbench",
        task=task,
        facets={
            "scope": kind,
            "answer": "boolean" if boolean else "number",
            "dataset": "small",
            "property": TASK.property,
            "group": of.groups[0] if len(of.groups) == 1 else "several groups",
            "change": of.change,
        },
        question="What happens?",
        answer_type="boolean" if boolean else "number",
        answer=answer,
        tolerance=None if boolean else 0.5,
        unit=None if boolean else "kcal/mol",
        cluster="c" + of.id,
        source={"table": "Small", "rows": "r1, r2", "licence": "CC0-1.0"},
        extra={
            "question": f"hydration-{of.id}-{shown}",
            "pair": of.id,
            "target_smiles": of.candidate.target,
            "reference_smiles": of.candidate.reference,
            "target_mapped": of.target_mapped,
            "reference_mapped": of.reference_mapped,
            "edit": {
                "removed": [{"name": g.name, "atoms": list(g.atoms)} for g in of.edit.removed],
                "added": [{"name": g.name, "atoms": list(g.atoms)} for g in of.edit.added],
                "fragments": list(of.edit.fragments),
                "bonds": [{"first": b.first, "second": b.second, "order": b.order} for b in of.edit.bonds],
            },
            "similarity": of.candidate.similarity,
            "target_label": target,
            "reference_label": reference,
            "change": of.change,
            **({} if boolean else {"tolerance_source": "the stated error"}),
            "form": 1,
            "drawing": drawings.target.path,
            "drawings": {"target": drawings.target.path, "reference": drawings.reference.path},
            "explanation": "Because it was measured.",
            "split": "test",
            "canary": "c",
            **(extra or {}),
        },
    )


ITEMS = (
    item(REPLACED, "interaction_bool_regression", True),
    item(REPLACED, "interaction_value_regression", 4.5),
    item(REPLACED, "comparison_bool_regression", False),
    item(REPLACED, "comparison_value_regression", -4.5),
    item(REMOVED, "single_bool_regression", True),
    item(REMOVED, "single_value_regression", 9.5),
)
