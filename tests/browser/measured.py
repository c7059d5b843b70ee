"""A dataset of true/false questions and measured numbers, and three runs of a model that is sampled."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evaluator import Item, Metric
from sitegen.records import Build, Description
from sitegen.release.folder import Origin, write_dataset
from tests.browser.scoring import CANARY
from tests.sitegen.site.dataset import SOURCE

MEASURED = "measured"
PROPERTIES = {"solubility": ("log units", 2.0), "hydration free energy": ("kcal/mol", 4.0)}
GROUPS = ("chloride", "C1 alkane", "<b>nitro</b>", "rare group")
PAIRS = 60


def measured_folder(folder: Path) -> Path:
    """Write the dataset: two questions about each of 120 changes, named like those of FGBench."""
    about = {
        "slug": folder.name,
        "title": "Measured changes",
        "summary": "What does the change do?",
        "canary": CANARY,
        "licence": "CC0-1.0",
        "splits": ["property"],
        "baselines_beside": ["zero_change"],
        "baselines": {"zero_change": {"title": "No change"}},
        "facets": {"answer": {"title": "Answer", "order": ["boolean", "number"]}},
    }
    origin = Origin(about=about, sources=[SOURCE], prompts=folder / "none", seed=1, input_sha256="ab" * 32)
    baseline = Metric(name="zero_change.nrmse", value=0.5, low=None, high=None, n=120)
    folder.mkdir(parents=True)
    write_dataset(
        folder, Build(items=tuple(_items(folder.name))), Description(baselines=(baseline,)), (), origin
    )
    return folder


def _items(slug: str) -> Iterator[Item]:
    rng = random.Random("measured")
    for name, (unit, spread) in PROPERTIES.items():
        for number in range(PAIRS):
            gold = round(rng.gauss(0, spread / 3), 3)
            group = GROUPS[3] if number == 0 else GROUPS[number % 3]
            facets = {"property": name, "group": group}
            pair = f"{name.split()[0]}-{number:03}"
            common: dict[str, Any] = {
                "benchmark": slug,
                "cluster": f"c{number // 2}",
                "source": {"row": pair},
            }
            extra = {"question": pair, "explanation": "", "canary": CANARY}
            yield Item(
                id=f"{pair}.b",
                task="bool",
                facets={**facets, "answer": "boolean"},
                question="Does it rise?",
                answer_type="boolean",
                answer=gold > 0,
                extra=extra,
                **common,
            )
            yield Item(
                id=f"{pair}.v",
                task="value",
                facets={**facets, "answer": "number"},
                question="By how much?",
                answer_type="number",
                answer=gold,
                unit=unit,
                tolerance=0.3,
                extra={**extra, "label_spread": spread},
                **common,
            )


def run_replies(items: list[Item], run: int) -> list[tuple[str, Any]]:
    """Return (id, reply) for every item: near the truth, off it, wrapped, refused and senseless."""
    rng = random.Random(f"run {run}")
    return [(item.id, _reply(item, rng)) for item in items]


def _reply(item: Item, rng: random.Random) -> Any:
    chance = rng.random()
    if chance < 0.06:
        return rng.choice(["I cannot tell.", "hm", "", "between 1 and 2", "True and False"])
    if item.answer_type == "boolean":
        said = item.answer if chance < 0.7 else not item.answer
        forms = ("<answer>{}</answer>", "The answer is **{}**.", "<think>no</think>{}", "\\boxed{{{}}}")
        return rng.choice(forms).format(said)
    value = 0.7 * item.answer + rng.gauss(0, 0.3)
    forms = (
        "<answer>{:.3f}</answer>",
        "\\boxed{{{:.2f}\\ \\text{{log}}}}",
        "{:+.2f}",
        "about {:.1f} kcal/mol",
    )
    return rng.choice(forms).format(value)
