"""From a checked row to its item, or to its record among those for learning."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from evaluator.records import Item
from sitegen.benchmarks.fgbench.labels import PLACES
from sitegen.benchmarks.fgbench.records import Group
from sitegen.benchmarks.fgbench_published.across import property_key
from sitegen.benchmarks.fgbench_published.checks import Checked
from sitegen.benchmarks.fgbench_published.drawings import drawing_json, row_drawings

SEVERAL = "several groups"
"""Facet `group` of a pair whose differing groups have several names."""

_UNIT = re.compile(r"(.*\S)\s*\(unit: (.+)\)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """What all items share: sentences, name and licence of the source, canary, spreads of labels."""

    words: Mapping[str, str]
    dataset: str
    licence: str
    canary: str
    spreads: Mapping[tuple[str, str], float]


def make_items(texts: Texts, rows: Sequence[Checked]) -> list[Item]:
    """Return the items of a batch of rows, in order."""
    return [_item(row, texts) for row in rows]


def train_record(checked: Checked) -> dict[str, Any]:
    """Return a row for learning as a record: what a solver may look at."""
    prop, unit = split_unit(checked.row.cells["property_name"])
    return {
        "id": item_id(checked),
        "task": checked.row.cells["type"],
        "dataset": checked.row.cells["dataset"],
        "property": prop,
        "unit": unit,
        "question": checked.row.cells["question"],
        "answer": _gold(checked),
        "target_smiles": checked.target,
        "reference_smiles": checked.reference,
        "target_label": _label(checked, 0),
        "reference_label": _label(checked, 1),
    }


def item_id(checked: Checked) -> str:
    """Return data set, number of the property, initials of the type and number of the row (t: training)."""
    row = checked.row
    initials = "".join(word[0] for word in row.cells["type"].split("_"))
    number = f"{'t' if row.split == 'train' else ''}{row.index}"
    return f"{row.cells['dataset']}-{row.cells['task_num']}-{initials}-{number}"


def split_unit(name: str) -> tuple[str, str]:
    """Return a published property's name without its unit, and the unit or ""."""
    found = _UNIT.fullmatch(name)
    return (found[1], found[2]) if found else (name, "")


def pair_id(checked: Checked) -> str:
    """Return a name of the two molecules, the same in every data set."""
    return hashlib.sha256(f"{checked.target}>>{checked.reference}".encode("ascii")).hexdigest()[:12]


def question_id(checked: Checked) -> str:
    """Return the id of the page: those of a pair and property that are asked in one way share it."""
    cells = checked.row.cells
    asked = "comparison" if checked.scope == "comparison" else "edit"
    return f"{cells['dataset']}-{cells['task_num']}-{pair_id(checked)}-{asked}"


def change_of(checked: Checked) -> str:
    """Return what the edit does to the target's groups: added, removed or replaced."""
    if checked.removed and checked.added:
        return "replaced"
    return "removed" if checked.removed else "added"


def _item(checked: Checked, texts: Texts) -> Item:
    row, number = checked.row, checked.kind == "value_regression"
    prop, unit = split_unit(row.cells["property_name"])
    names = {group.name for group in (*checked.removed, *checked.added)}
    return Item(
        id=item_id(checked),
        benchmark="fgbench_published",
        task=row.cells["type"],
        facets={
            "scope": checked.scope,
            "answer": "number" if number else "boolean",
            "dataset": row.cells["dataset"],
            "property": prop,
            "group": min(names) if len(names) == 1 else SEVERAL,
            "change": change_of(checked),
        },
        question=row.cells["question"],
        answer_type="number" if number else "boolean",
        answer=_gold(checked),
        unit=unit or None if number else None,
        cluster=f"pair-{pair_id(checked)}",
        source={
            "dataset": texts.dataset,
            "split": row.split,
            "row": row.index,
            "licence": texts.licence,
        },
        extra=_extra(checked, texts, unit),
    )


def _extra(checked: Checked, texts: Texts, unit: str) -> dict[str, Any]:
    cells, drawn = checked.row.cells, row_drawings(checked)
    extra: dict[str, Any] = {
        "question": question_id(checked),
        "pair": pair_id(checked),
        "target_smiles": checked.target,
        "reference_smiles": checked.reference,
        "target_mapped": cells["target_mapped_smiles"],
        "reference_mapped": cells["ref_mapped_smiles"],
        "edit": {
            "removed": _groups(checked.removed),
            "added": _groups(checked.added),
            "fragments": list(dict.fromkeys(join.group for join in checked.joins)),
            "joins": [
                {"group": join.group, "atom": join.atom, "to": join.to, "place": join.place}
                for join in checked.joins
            ],
        },
        "target_label": _label(checked, 0),
        "reference_label": _label(checked, 1),
        "unit": unit,
        "change": change_of(checked),
        "published_answer": cells["answer"],
        "drawing": drawn.target.path,
        "drawings": {"target": drawn.target.path, "reference": drawn.reference.path},
        "drawn": {"target": drawing_json(drawn.target), "reference": drawing_json(drawn.reference)},
        "explanation": _explanation(checked, texts.words, unit),
        "split": checked.row.split,
        "canary": texts.canary,
    }
    if checked.kind == "value_regression":
        extra["label_spread"] = round(texts.spreads[property_key(checked)], 6)
    return extra


def _gold(checked: Checked) -> bool | float:
    """Return true or false, or the published number to the decimals in which labels are shown."""
    if isinstance(checked.gold, Decimal):
        return round(float(checked.gold), PLACES) + 0.0
    return checked.gold


def _label(checked: Checked, side: int) -> str | float:
    label = checked.labels[side]
    return str(bool(label)) if checked.kind == "bool_classification" else round(float(label), 6)


def _explanation(checked: Checked, words: Mapping[str, str], unit: str) -> str:
    shown = [
        label if isinstance(label, str) else f"{label:.{PLACES}f} {unit}".rstrip()
        for label in (_label(checked, 0), _label(checked, 1))
    ]
    asked = "comparison" if checked.scope == "comparison" else "edit"
    form = words[asked if checked.kind != "bool_classification" else f"{asked}_class"]
    return form.format(target=shown[0], reference=shown[1])


def _groups(groups: Sequence[Group]) -> list[dict[str, Any]]:
    return [{"name": group.name, "atoms": list(group.atoms)} for group in groups]
