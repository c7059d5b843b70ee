"""The funnel of a table: five units one after the other, and every loss with its reason."""

from __future__ import annotations

from dataclasses import replace

from evaluator.records import Item
from sitegen.benchmarks.fgbench.funnels import table_funnels
from sitegen.benchmarks.fgbench.records import (
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
from sitegen.records import Dropped

TASK = Task(slug="boiling", property="boiling point", kind="regression", column="bp", unit="K")
TABLE = Table(slug="liquids", title="Liquids", smiles="smiles", tasks=(TASK,), pins=())
SMILES = ("CCO", "CCCO", "CCCCO", "CCCl")


def candidate(name: str, target: str, reference: str) -> Candidate:
    return Candidate(id=name, dataset="liquids", target=target, reference=reference, similarity=0.8)


def pair(name: str, target: str, reference: str, scope: str) -> Pair:
    return Pair(
        candidate=candidate(name, target, reference),
        target_mapped="",
        reference_mapped="",
        edit=Edit(removed=(Group(name="C1 alkane", atoms=(0,)),)),
        scope=scope,  # type: ignore[arg-type]
    )


PAIRED = Paired(
    cleaned=Cleaned(
        table=TABLE,
        molecules=tuple(Molecule(smiles=s, rows=(s,), labels={"boiling": 350.0}, heavy=3) for s in SMILES),
        rows=7,
        unreadable=(Dropped(row="5", reason="unparsable SMILES", value="C1CC"),),
        repeated=(
            Dropped(row="6", reason="repeats an earlier row", value="OCC"),
            Dropped(row="7", reason="contradicts another row", value="OCC"),
        ),
    ),
    pairs=(pair("aa", "CCO", "CCCO", "single"), pair("bb", "CCCO", "CCCCO", "interaction")),
    rejected=(Rejected(candidate=candidate("cc", "CCO", "CCCl"), reason="no group differs", detail="why"),),
    candidates=5,
    capped=2,
)


def question(number: int) -> Item:
    facets = {"dataset": "liquids"}
    return Item(
        id=f"q{number}",
        benchmark="fgbench",
        task="t",
        facets=facets,
        question="?",
        answer_type="boolean",
        answer=True,
    )


def test_a_funnel_goes_from_rows_over_molecules_and_pairs_to_questions() -> None:
    (funnel,) = table_funnels(
        (PAIRED,), Split(kind="official", test={}), [question(1)], [question(2), question(3)]
    )
    assert [(step.name, step.kept, step.unit) for step in funnel.steps] == [
        ("rows", 7, "rows"),
        ("rows with one readable molecule and a label", 6, "rows"),
        ("distinct molecules", 4, "molecules"),
        ("pairs of similar molecules", 5, "pairs"),
        ("pairs drawn (2 pairs beyond the cap, not drawn)", 3, "pairs"),
        ("proved pairs (1 single, 1 interaction)", 2, "pairs"),
        ("questions (1 for testing, 2 for learning)", 3, "questions"),
    ]
    reasons = {step.name: [row.reason for row in step.dropped] for step in funnel.steps if step.dropped}
    assert list(reasons.values()) == [
        ["unparsable SMILES"],
        ["repeats an earlier row", "contradicts another row"],
        ["no group differs"],
    ]
    assert funnel.steps[5].dropped[0].value == "CCO CCCl (why)"


def test_pairs_that_straddle_a_split_are_listed() -> None:
    split = Split(kind="scaffold", test={}, dropped={"liquids": frozenset({"bb"})})
    (funnel,) = table_funnels((replace(PAIRED, capped=0),), split, [], [])
    step = funnel.steps[-2]
    assert (step.name, step.kept) == ("pairs on one side of the split", 1)
    assert [(row.row, row.value) for row in step.dropped] == [("bb", "CCCO CCCCO")]
