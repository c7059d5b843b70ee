"""Check that a published row agrees with itself: a row that does not is reported, never repaired."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sitegen.benchmarks.rground_published.holding import holds_core
from sitegen.benchmarks.rground_published.rows import LETTERS, PublishedRow
from sitegen.chem.canonical import canonical_core
from sitegen.chem.esmiles import parse_esmiles
from sitegen.chem.labels import normalise_label
from sitegen.chem.similarity import core_with_hydrogens
from sitegen.chem.toolkit import canonical_smiles
from sitegen.errors import ChemGroundError

STEPS = (
    "every field is there",
    "the Markush structure is readable",
    "options are molecules, each once",
    "the answer agrees with the row",
    "the answer holds the core",
)
NONE = "none of the above"

_NUMBERED = re.compile(r"\bR\s?\[?(\d{1,3})\]?")
_SPLITS = ("split", "difficulty")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What published words stand for: kinds of "none of the above" and properties, to facet values."""

    nota: Mapping[str, str]
    properties: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A row that agrees with itself.

    `core` is the canonical SMILES of the Markush structure with `*`, `labels` the label of each `*` by
    atom index; `options` the canonical SMILES by letter (without D where that is "none of the above");
    `answer` the letter, empty in generation; `product` the canonical right molecule, empty where none of
    the above is right; `prop` a property facet or "".
    """

    row: PublishedRow
    core: str
    labels: tuple[tuple[int, str], ...]
    options: Mapping[str, str]
    answer: str
    product: str
    nota: str
    prop: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why a row is left out: the index in `STEPS`, one of few reasons, and what is wrong with this row."""

    row: PublishedRow
    step: int
    reason: str
    detail: str = ""


class _Wrong(Exception):
    """A contradiction: step, reason, detail."""

    def __init__(self, step: int, reason: str, detail: str = "") -> None:
        self.step, self.reason, self.detail = step, reason, detail
        super().__init__(reason)


def check_rows(tables: Tables, rows: Sequence[PublishedRow]) -> list[Checked | Fault]:
    """Check a batch of rows."""
    return [check_row(row, tables) for row in rows]


def check_row(row: PublishedRow, tables: Tables) -> Checked | Fault:
    """Return the row with what was read from it, or the first thing that is wrong with it."""
    try:
        _check_fields(row)
        core, labels = _read_core(row.cells["original_esmiles"])
        if row.task == "generation":
            return _generation(row, core, labels)
        return _vqa(row, core, labels, tables)
    except _Wrong as wrong:
        return Fault(row=row, step=wrong.step, reason=wrong.reason, detail=wrong.detail)


def _check_fields(row: PublishedRow) -> None:
    missing = [name for name in row.required if name not in row.cells]
    if missing:
        raise _Wrong(0, "a field is empty", ", ".join(missing))
    if row.level == "basic" and "instruction" not in row.cells:
        raise _Wrong(0, "a field is empty", "instruction")
    for name in _SPLITS:
        said = row.cells.get(name, "")
        if said and not row.config.endswith(said):
            raise _Wrong(0, "it names another split", f"{name} {said}")
    if row.task == "vqa" and row.cells["correct_answer"] not in LETTERS:
        raise _Wrong(0, "the answer is no letter from A to D", row.cells["correct_answer"])


def _read_core(text: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Return the canonical core with the label of each `*`; one without a label counts as R."""
    try:
        markush = parse_esmiles(text)
        labels = {tag.atom: tag.label for tag in markush.atom_labels}
        core = canonical_core(markush.smiles, labels)
        core_with_hydrogens(core.smiles)
    except ChemGroundError as error:
        raise _Wrong(1, "not readable as E-SMILES", str(error)) from error
    if "*" not in core.smiles:
        raise _Wrong(1, "no open site")
    return core.smiles, tuple((tag.atom, normalise_label(tag.label)) for tag in core.atom_labels)


def _generation(row: PublishedRow, core: str, labels: tuple[tuple[int, str], ...]) -> Checked:
    given = {name: row.cells[name] for name in ("correct_smiles", "output_smiles") if name in row.cells}
    if not given:
        raise _Wrong(0, "a field is empty", "correct_smiles")
    products = {_molecule(text, 3, "the answer is no molecule") for text in given.values()}
    if len(products) > 1:
        raise _Wrong(3, "two answers that differ", " ".join(given.values()))
    product = products.pop()
    _check_labels(row, labels, exist=True)
    _check_product(product, core)
    return Checked(
        row=row, core=core, labels=labels, options={}, answer="", product=product, nota="no", prop=""
    )


def _vqa(row: PublishedRow, core: str, labels: tuple[tuple[int, str], ...], tables: Tables) -> Checked:
    texts = {letter: row.cells[f"option_{letter}_smiles"] for letter in LETTERS}
    offered = texts["D"].strip().lower() == NONE
    options = {
        letter: _molecule(text, 2, "an option is no molecule")
        for letter, text in texts.items()
        if not (offered and letter == "D")
    }
    if len(set(options.values())) < len(options):
        raise _Wrong(2, "two options are the same molecule", " ".join(options.values()))
    answer = row.cells["correct_answer"]
    nota = _nota(row, offered, labels, tables)
    product = options.get(answer, "")
    _check_gold(row, product)
    _check_values(row, answer)
    prop = _property(row, tables)
    if row.level == "basic":
        _check_labels(row, labels, exist=nota != "nonexistent-r")
        if product:
            _check_product(product, core)
    return Checked(
        row=row,
        core=core,
        labels=labels,
        options=options,
        answer=answer,
        product=product,
        nota=nota,
        prop=prop,
    )


def _molecule(text: str, step: int, reason: str) -> str:
    smiles = canonical_smiles(text.strip())
    if not smiles:
        raise _Wrong(step, reason, text)
    return smiles


def _flag(row: PublishedRow, name: str) -> bool | None:
    text = row.cells.get(name)
    return None if text is None else text.lower() in ("true", "1")


def _nota(row: PublishedRow, offered: bool, labels: tuple[tuple[int, str], ...], tables: Tables) -> str:
    """Return the kind of "none of the above" that the row says, or that its answer shows if it says none."""
    cells, is_d = row.cells, row.cells["correct_answer"] == "D"
    if _flag(row, "is_none_of_above") not in (None, offered):
        raise _Wrong(3, "option D and is_none_of_above disagree", cells["option_D_smiles"])
    if not offered:
        return "no"
    if _flag(row, "nova_answer_is_d") not in (None, is_d):
        raise _Wrong(3, "answer and nova_answer_is_d disagree", cells["correct_answer"])
    kind = cells.get("nova_type", "")
    if kind and kind not in tables.nota:
        raise _Wrong(3, "an unknown kind of none of the above", kind)
    if not kind:
        absent = _named(row) - {label for _, label in labels}
        return ("nonexistent-r" if absent else "structure-error") if is_d else "distractor"
    if (tables.nota[kind] == "distractor") == is_d:
        raise _Wrong(3, "answer and nova_type disagree", f"{kind} {cells['correct_answer']}")
    return tables.nota[kind]


def _check_gold(row: PublishedRow, product: str) -> None:
    gold = row.cells.get("correct_smiles")
    if gold is None:
        return
    if gold.strip().lower() == NONE:
        if product:
            raise _Wrong(3, "correct_smiles is not the option of the answer", gold)
    elif (canonical_smiles(gold) or gold) != product:
        raise _Wrong(3, "correct_smiles is not the option of the answer", gold)


def _check_values(row: PublishedRow, answer: str) -> None:
    """Check that the answer's published value is the largest, where the row has values of the options."""
    try:
        values = json.loads(row.cells.get("prop_values", "{}"))
        numbers = {letter: float(value) for letter, value in values.items() if value is not None}
    except (ValueError, TypeError, AttributeError) as error:
        raise _Wrong(3, "prop_values is no JSON object of numbers", row.cells["prop_values"]) from error
    if not numbers:
        return
    best = max(numbers.values())
    if numbers.get(answer) != best:
        raise _Wrong(3, "another option has a larger value", row.cells["prop_values"])
    if list(numbers.values()).count(best) > 1:
        raise _Wrong(3, "another option has the same value", row.cells["prop_values"])


def _property(row: PublishedRow, tables: Tables) -> str:
    named = row.cells.get("property", "")
    if row.level == "basic":
        return ""
    if named not in tables.properties:
        raise _Wrong(3, "an unknown property", named)
    return tables.properties[named]


def _named(row: PublishedRow) -> set[str]:
    """Return the numbered labels that the instruction names."""
    return {f"R[{number}]" for number in _NUMBERED.findall(row.cells.get("instruction", ""))}


def _check_labels(row: PublishedRow, labels: tuple[tuple[int, str], ...], *, exist: bool) -> None:
    absent = sorted(_named(row) - {label for _, label in labels})
    if exist and absent:
        raise _Wrong(3, "the instruction names a label that the structure lacks", ", ".join(absent))
    if not exist and _named(row) and not absent:
        raise _Wrong(3, "the label said not to exist is there", row.cells["instruction"])


def _check_product(product: str, core: str) -> None:
    if "*" in product:
        raise _Wrong(4, "the answer keeps an open site", product)
    if not holds_core(product, core):
        raise _Wrong(4, "the core is not in the answer", product)
