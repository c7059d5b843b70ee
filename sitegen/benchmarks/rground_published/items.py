"""From a checked row to its items: one a mode, as R-GroundBench asks them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rdkit import Chem

from evaluator.records import Item, Option
from sitegen.benchmarks.contract import ParallelMap
from sitegen.benchmarks.rground.drawings import Drawing, labelled_drawing, molecule_drawing
from sitegen.benchmarks.rground.gaps import GAP_FACET, gap_bin, similarity_gap
from sitegen.benchmarks.rground.items import MODES
from sitegen.benchmarks.rground_published.checks import NONE, Checked
from sitegen.benchmarks.rground_published.rows import LETTERS
from sitegen.chem.similarity import bulk_tanimoto, core_with_hydrogens, fingerprints, murcko_scaffold


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """What items are worded with: the table `words.toml`, the name and licence of the source, the canary."""

    words: Mapping[str, Mapping[str, str]]
    dataset: str
    licence: str
    canary: str


def make_items(rows: Sequence[Checked], texts: Texts, mapper: ParallelMap) -> Iterator[Item]:
    """Yield the items of all rows, in order."""
    for batch in mapper(partial(_batch, texts), rows, batch=64, label="published questions"):
        yield from batch


def core_drawing(checked: Checked) -> Drawing:
    """Return the drawing of a row's Markush structure."""
    return labelled_drawing(checked.core, sites(checked))


def sites(checked: Checked) -> list[tuple[int, str]]:
    """Return (atom index, label) of every `*` of a row's core; one without a label is R."""
    labels = dict(checked.labels)
    atoms = Chem.MolFromSmiles(checked.core).GetAtoms()
    return [(atom.GetIdx(), labels.get(atom.GetIdx(), "R")) for atom in atoms if not atom.GetAtomicNum()]


def _batch(texts: Texts, rows: Sequence[Checked]) -> list[Item]:
    return [item for row in rows for item in _items(row, texts)]


def _items(checked: Checked, texts: Texts) -> Iterator[Item]:
    row = checked.row
    extra = _extra(checked, texts)
    facets = {"level": row.level, "difficulty": row.difficulty}
    if checked.answer:
        facets["nota"] = checked.nota
    if checked.prop:
        facets["property"] = checked.prop
    if "delta_sim" in extra:
        facets[GAP_FACET] = gap_bin(extra["delta_sim"])
    for mode in MODES[row.task]:
        given, wanted = mode.split("2")
        yield Item(
            id=f"{row.question_id}.{mode}",
            benchmark="rground_published",
            task=row.task,
            facets={"mode": mode, **facets},
            question=_question(checked, given, texts),
            images=(extra["drawing"],) if given == "i" else (),
            options=_options(checked, pictured=wanted == "i"),
            answer_type="choice" if checked.answer else "smiles",
            answer=checked.answer or checked.product,
            cluster=murcko_scaffold(checked.core) or checked.core,
            source={
                "dataset": texts.dataset,
                "config": row.config,
                "row": row.index,
                "licence": texts.licence,
            },
            extra=extra,
        )


def _question(checked: Checked, given: str, texts: Texts) -> str:
    words, cells = texts.words, checked.row.cells
    intro = words["intro"]["smiles" if given == "s" else "image"]
    lines = [intro.format(esmiles=cells["original_esmiles"]), cells.get("instruction", "")]
    lines.append(cells["question"] if checked.answer else words["ask"]["generation"])
    lines.append("" if checked.nota == "no" else words["ask"]["nota"])
    return "\n".join(line.strip() for line in lines if line.strip())


def _options(checked: Checked, *, pictured: bool) -> tuple[Option, ...]:
    """Return the options with the published SMILES; D is a text where it is "none of the above"."""
    if not checked.answer:
        return ()
    cells = checked.row.cells
    return tuple(
        Option(
            label=letter,
            smiles=cells[f"option_{letter}_smiles"].strip(),
            image=molecule_drawing(checked.options[letter]).path if pictured else None,
        )
        if letter in checked.options
        else Option(label=letter, text=NONE.capitalize())
        for letter in LETTERS
    )


def _extra(checked: Checked, texts: Texts) -> dict[str, Any]:
    cells = checked.row.cells
    extra: dict[str, Any] = {
        "question": checked.row.question_id,
        "scaffold": checked.core,
        "esmiles": cells["original_esmiles"],
        "sites": [{"atom": atom, "label": label} for atom, label in sites(checked)],
        "labels": sorted({label for _, label in checked.labels}),
        "instruction": cells.get("instruction", ""),
        "published_question": cells.get("question", ""),
        "explanation": _explanation(checked, texts.words["explanation"]),
        "drawing": core_drawing(checked).path,
        "canary": texts.canary,
    }
    if checked.product:
        extra["product"] = checked.product
        extra["product_drawing"] = molecule_drawing(checked.product).path
    if "property" in cells:
        extra["published_property"] = cells["property"]
    if checked.options:
        extra["option_drawings"] = {
            letter: molecule_drawing(smiles).path for letter, smiles in checked.options.items()
        }
        # Options of indication questions may be groups instead of molecules: nothing to compare with a core.
        if checked.prop != "indication":
            extra |= _similarities(checked)
    return extra


def _similarities(checked: Checked) -> dict[str, Any]:
    first, *others = fingerprints([core_with_hydrogens(checked.core), *checked.options.values()])
    near = dict(zip(checked.options, bulk_tanimoto(first, others), strict=True))
    found: dict[str, Any] = {"option_similarity": {letter: round(value, 6) for letter, value in near.items()}}
    if checked.answer in near:
        right = near.pop(checked.answer)
        found["delta_sim"], found["delta_sim_max"] = similarity_gap(right, list(near.values()))
    return found


def _explanation(checked: Checked, words: Mapping[str, str]) -> str:
    answer = checked.answer or checked.product
    parts = [words["answer"].format(answer=answer), words[checked.nota] if checked.answer else ""]
    values = json.loads(checked.row.cells.get("prop_values", "{}"))
    if values:
        listed = ", ".join(f"{letter} {value}" for letter, value in sorted(values.items()))
        parts.append(words["values"].format(values=listed))
    return " ".join(part for part in parts if part)
