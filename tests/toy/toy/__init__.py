"""A small benchmark for tests: choice and SMILES questions about a few alcohols."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator

from evaluator.records import Item, Metric, Option
from sitegen.benchmarks.contract import BuildContext
from sitegen.records import Build, Collection, Description, Dropped, Figure, Funnel, FunnelStep

_SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="225"><title>{}</title></svg>'


def load(context: BuildContext) -> list[dict[str, str]]:
    """Read the table."""
    with (context.data / "alcohols.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def build(loaded: list[dict[str, str]], context: BuildContext) -> Build:
    """Ask two questions a molecule."""
    rows = loaded[: context.limit] if context.limit else loaded
    items = [item for number, row in enumerate(rows) for item in _items(number, row, context)]
    steps = (
        FunnelStep(name="read", kept=len(loaded) + 1),
        FunnelStep(
            name="an alcohol", kept=len(loaded), dropped=(Dropped(row="7", reason="no oxygen", value="CC"),)
        ),
    )
    records = tuple({"id": f"a-{n}", "name": row["name"]} for n, row in enumerate(rows))
    return Build(
        items=tuple(items),
        collections=(Collection(name="alcohols", title="Alcohols", records=records),),
        funnels=(Funnel(slug="alcohols", title="Alcohols", steps=steps),),
    )


def render(build: Build, context: BuildContext) -> Iterator[tuple[str, bytes]]:
    """Draw an empty picture per image."""
    names = sorted({image for item in build.items for image in item.images})
    for drawn in context.map(_draw, names, batch=2, label="toy images"):
        yield from drawn


def describe(build: Build, context: BuildContext) -> Description:
    """One figure, one baseline."""
    rows = tuple((level, sum(i.facets["level"] == level for i in build.items)) for level in ("low", "high"))
    plot = {
        "data": [{"type": "bar", "x": [row[0] for row in rows], "y": [row[1] for row in rows]}],
        "layout": {"xaxis": {"title": {"text": "level"}}},
    }
    figure = Figure(
        slug="sizes",
        question="How many questions are there?",
        reading="A bar is the number of items of a level.",
        columns=("level", "items"),
        rows=rows,
        plot=plot,
    )
    baseline = Metric(
        name="random.accuracy", value=0.25, low=0.1, high=0.4, n=rows[0][1], facets={"level": "low"}
    )
    return Description(figures=(figure,), baselines=(baseline,))


def _draw(names: list[str]) -> list[tuple[str, bytes]]:
    return [(name, _SQUARE.format(name).encode()) for name in names]


def _items(number: int, row: dict[str, str], context: BuildContext) -> Iterator[Item]:
    source = {"dataset": "alcohols.tsv", "row": str(number + 2), "licence": "CC0-1.0"}
    common = {"benchmark": "toy", "cluster": row["smiles"], "source": source}
    texts = ["hydrogen", "helium", "lithium"]
    random.Random(f"{context.seed}:{number}").shuffle(texts)
    texts.insert(number % 4, "carbon")
    yield Item(
        id=f"element-{number}.text",
        task="element",
        facets={"level": "low"},
        question=f"Which of these elements does {row['name']} hold besides oxygen and hydrogen?",
        options=tuple(Option(label=label, text=text) for label, text in zip("ABCD", texts, strict=True)),
        answer_type="choice",
        answer="ABCD"[texts.index("carbon")],
        images=(f"images/aa/{number:02d}.svg",),
        extra={
            "question": f"element-{number}",
            "carbons": row["smiles"].count("C"),
            "canary": context.canary,
        },
        **common,
    )
    yield Item(
        id=f"structure-{number}",
        task="structure",
        facets={"level": "high"},
        question=f"Write the SMILES of {row['name']}.",
        answer_type="smiles",
        answer=row["smiles"],
        extra={"carbons": row["smiles"].count("C"), "canary": context.canary},
        **common,
    )
