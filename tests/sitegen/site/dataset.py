"""Small dataset folders for tests of the site: one of R-GroundBench, one full of hostile text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluator.records import Item, Metric, Option
from sitegen.config import REPOSITORY_ROOT, read_toml
from sitegen.records import Build, Collection, Description, Dropped, Figure, Funnel, FunnelStep
from sitegen.release.folder import Origin, write_dataset
from sitegen.site.names import page_name

RGROUND = REPOSITORY_ROOT / "sitegen" / "benchmarks" / "rground"
HOSTILE_CANARY = "0f0e0d0c-0b0a-4009-8807-060504030201"
SOURCE = {
    "name": "sample",
    "title": "Sample molecules",
    "kind": "file",
    "version": "1",
    "member": "sample.tsv",
    "sha256": "0" * 64,
    "licence": "CC0-1.0",
    "licence_note": "",
    "citation": "Nobody (2025).",
    "rows": 3,
}
_GROUPS = {
    "phenyl": "c1ccccc1",
    "benzyl": "Cc1ccccc1",
    "cyclopropyl": "C1CC1",
    "benzoyl": "C(=O)c1ccccc1",
    "2-pyridyl": "c1ccccn1",
}
_CORES = ("*c1nc2ccccc2n1C", "CC(C)NC[C@@H](O)COc1ccc(*)cc1", "CN1C(=O)CN=C(*)c2cc(Cl)ccc21")
_MODES = {"vqa": ("i2i", "i2s", "s2i", "s2s"), "generation": ("i2s", "s2s")}


def rground_folder(folder: Path, questions: int = 3) -> Path:
    """Write a dataset folder shaped like R-GroundBench, with `questions` questions a split."""
    about = read_toml(RGROUND / "benchmark.toml")
    made = [
        (task, difficulty, number)
        for task, levels in (("vqa", ("easy", "medium", "hard")), ("generation", ("easy", "hard")))
        for difficulty in levels
        for number in range(questions)
    ]
    items = [item for row in made for item in _rground_items(*row, about["canary"])]
    scaffolds = tuple(_scaffold(core) for core in _CORES)
    drawings = {path for item in items for path in _drawings(item)}
    drawings |= {edit["drawing"] for record in scaffolds for edit in record["edits"]}
    steps = (
        FunnelStep(name="rows of the source", kept=5),
        FunnelStep(name="has a core", kept=3, published=4, dropped=_dropped(2, "no ring")),
    )
    build = Build(
        items=tuple(items),
        collections=(
            Collection(name="scaffolds", title="Scaffolds", records=scaffolds, template="scaffold.html.j2"),
        ),
        funnels=(Funnel(slug="molecules", title="From rows to cores", steps=steps),),
        shortfalls=("VQA Hard holds 3 questions, 940 were asked for.",),
    )
    description = Description(figures=(_sizes(items),), baselines=tuple(_baselines()))
    return _write(folder, about, build, description, drawings)


def hostile_folder(folder: Path, texts: Mapping[str, str], *, image: str = "") -> Path:
    """Write a dataset folder of the shared template whose questions (by any id) hold any text.

    Each text is at once question, option, explanation and fact of its item; `image` is the path of
    an image that the items name, written as it is.
    """
    about = {
        "slug": "hostile",
        "title": "Toy <Benchmark> & friends",
        "summary": "Texts that <b>try</b> to be more than text.",
        "canary": HOSTILE_CANARY,
        "licence": "CC0-1.0",
        "splits": [],
    }
    items = [_hostile_item(question, text, image) for question, text in texts.items()]
    figure = Figure(
        slug="cells",
        question="What do <script>alert(1)</script> cells hold?",
        reading="Text & numbers.",
        columns=("=1+1", "value"),
        rows=tuple((text, -5) for text in texts.values()),
    )
    build = Build(items=tuple(items))
    return _write(folder, about, build, Description(figures=(figure,)), {"images/aa/plain.svg"})


def svg(path: str) -> bytes:
    """Return a drawing of 300 by 225 pixels that follows the colour scheme."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="225" viewBox="0 0 300 225">'
        "<style>rect{fill:#191919}@media(prefers-color-scheme:dark){rect{fill:#ececec}}</style>"
        f'<title>{path}</title><rect x="50" y="50" width="200" height="125"/></svg>'
    ).encode()


def _write(
    folder: Path,
    about: Mapping[str, Any],
    build: Build,
    description: Description,
    drawings: Iterable[str],
) -> Path:
    origin = Origin(
        about=about,
        sources=[SOURCE],
        prompts=RGROUND / "prompts" if about["slug"] == "rground" else folder / "none",
        seed=42,
        input_sha256="ab" * 32,
    )
    folder.mkdir(parents=True)
    write_dataset(folder, build, description, ((path, svg(path)) for path in sorted(drawings)), origin)
    return folder


def _hostile_item(question: str, text: str, image: str) -> Item:
    name = page_name(question)
    return Item(
        id=name,
        benchmark="hostile",
        task="text",
        facets={},
        question=text,
        images=(image,) if image else (),
        options=tuple(Option(label=label, text=f"{label} {text}") for label in "ABCD"),
        answer_type="choice",
        answer="B",
        cluster=text,
        source={"dataset": "hostile", "row": text},
        extra={"question": name, "explanation": text, "fact": text, "canary": HOSTILE_CANARY},
    )


def _rground_items(task: str, difficulty: str, number: int, canary: str) -> Iterable[Item]:
    core = _CORES[number % len(_CORES)]
    names = [*_GROUPS][number % 2 :][:4]
    products = [core.replace("*", f"[{place + 1}*]") for place in range(4)]
    answer = "ABCD"[number % 4] if task == "vqa" else ""
    question = f"{task}-{difficulty}-{hashlib.sha256(f'{core}{number}'.encode()).hexdigest()[:10]}"
    extra = _extra(core, dict(zip("ABCD", names, strict=True)), products, answer, difficulty)
    extra |= {"question": question, "canary": canary}
    for mode in _MODES[task]:
        given = "The image shows a scaffold." if mode[0] == "i" else f"Scaffold: {extra['esmiles']}"
        options = tuple(
            Option(label=label, smiles=smiles, image=_path(smiles) if mode.endswith("i") else None)
            for label, smiles in zip("ABCD", products, strict=True)
        )
        yield Item(
            id=f"{question}.{mode}",
            benchmark="rground",
            task=task,
            facets={
                "mode": mode,
                "level": "basic",
                "difficulty": difficulty,
                "nota": "no",
                "style": "direct",
            },
            question=f"{given}\nPut {names[0]} at R1.\nWhich molecule results?",
            images=(_path(core),) if mode[0] == "i" else (),
            options=options if task == "vqa" else (),
            answer_type="choice" if answer else "smiles",
            answer=answer or products[0],
            cluster=core.replace("*", "[H]"),
            source={"dataset": "sample", "row": f"row {number}", "licence": "CC0-1.0"},
            extra=extra,
        )


def _extra(
    core: str, names: Mapping[str, str], products: Sequence[str], answer: str, difficulty: str
) -> dict[str, Any]:
    right = "ABCD".index(answer) if answer else 0
    name = [*names.values()][right]
    extra: dict[str, Any] = {
        "scaffold_id": _scaffold_id(core),
        "scaffold": core,
        "esmiles": _esmiles(core),
        "labels": ["R[1]"],
        "instruction": f"Put {name} at R1.",
        "style": "direct",
        "form": 1,
        "substituents": {"R[1]": name},
        "correct": {"R[1]": _GROUPS[name]},
        "product": products[right],
        "explanation": f"With {name} at R1 the scaffold becomes {products[right]}.",
        "drawing": _path(core),
    }
    if not answer:
        return extra
    if difficulty == "hard":
        extra["conditions"] = [{"kind": "rings", "value": "1", "text": "has one ring"}]
        extra["option_meets"] = {label: [label == answer] for label in names}
    return extra | {
        "delta_sim": -0.0125,
        "delta_sim_max": 0.25,
        "option_substituents": {label: {"R[1]": found} for label, found in names.items()},
        "option_scaffolds": {label: _scaffold_id(core) for label in names},
        "option_similarity": {label: 0.5 for label in names},
        "option_drawings": {label: _path(smiles) for label, smiles in zip("ABCD", products, strict=True)},
    }


def _scaffold(core: str) -> dict[str, Any]:
    return {
        "id": _scaffold_id(core),
        "esmiles": _esmiles(core),
        "smiles": core,
        "murcko": core.replace("*", "[H]"),
        "labels": ["R[1]"],
        "sites": [{"label": "R[1]", "atom": core.index("*"), "neighbour": "C", "aromatic": True}],
        "origin": "curated",
        "family": "sample family",
        "members": [
            {"name": "SAMPLE", "smiles": core, "substituents": {"R[1]": "[H]"}, "row": "row 1"},
        ],
        "edits": [
            {
                "id": f"{_scaffold_id(core)}.e{place}",
                "substituents": {"R[1]": name},
                "product": core.replace("*", f"[{place}*]"),
                "similarity": 0.5,
                "drawing": _path(core.replace("*", f"[{place}*]")),
            }
            for place, name in enumerate(_GROUPS, 1)
        ],
        "drawing": _path(core),
        "source": {"dataset": "sample", "row": "row 1"},
    }


def _drawings(item: Item) -> Iterable[str]:
    yield item.extra["drawing"]
    yield from item.extra.get("option_drawings", {}).values()
    yield from (option.image for option in item.options if option.image)


def _path(smiles: str) -> str:
    digest = hashlib.sha256(smiles.encode()).hexdigest()
    return f"images/{digest[:2]}/{digest[2:14]}.svg"


def _scaffold_id(core: str) -> str:
    return f"s-{hashlib.sha256(core.encode()).hexdigest()[:12]}"


def _esmiles(core: str) -> str:
    return f"{core}<sep><a>{core[: core.index('*')].count('C')}:R[1]</a>"


def _dropped(number: int, reason: str) -> tuple[Dropped, ...]:
    return tuple(Dropped(row=f"row {place}", reason=reason, value="CC") for place in range(number))


def _sizes(items: Sequence[Item]) -> Figure:
    levels = ("easy", "medium", "hard")
    rows = tuple((level, sum(item.facets["difficulty"] == level for item in items)) for level in levels)
    return Figure(
        slug="sizes",
        question="How many items does each difficulty hold?",
        reading="A bar is the number of items.",
        columns=("difficulty", "items"),
        rows=rows,
        plot={
            "data": [{"type": "bar", "x": [row[0] for row in rows], "y": [row[1] for row in rows]}],
            "layout": {"yaxis": {"title": {"text": "items"}}},
        },
    )


def _baselines() -> Iterable[Metric]:
    for level in ("easy", "medium", "hard"):
        facets = {"task": "vqa", "level": "basic", "difficulty": level}
        for name, value in (("random", 0.25), ("longest_smiles", 0.3)):
            yield Metric(
                name=f"{name}.accuracy", value=value, low=value - 0.1, high=value + 0.1, n=12, facets=facets
            )
