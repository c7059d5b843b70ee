"""From the rows of a table to distinct molecules with their labels; every row is accounted for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rdkit import Chem, rdBase

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.fgbench.labels import BadLabel, read_label, same_label, shown
from sitegen.benchmarks.fgbench.records import Cleaned, Label, Molecule, Table
from sitegen.benchmarks.fgbench.settings import read_pairs
from sitegen.chem.smiles_text import MAX_SMILES_CHARACTERS
from sitegen.records import Dropped, RowFate
from sitegen.sources import fetch, read_rows

_BATCH = 256

UNREADABLE = "not a readable SMILES"
MIXTURE = "several components"
PLACEHOLDER = "a place for any atom (*)"
EMPTY = "no SMILES"
UNLABELLED = "no label"
BAD_LABEL = "a label that cannot be read"
REPEATED = "repeats an earlier row"
CONTRADICTED = "contradicts another row of the same molecule"

_READ, _DISTINCT = "rows with one readable molecule and a label", "distinct molecules"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """A row: `name` for lists, its text, its labels by task, and what was found wrong ("" and "")."""

    name: str
    smiles: str
    labels: Mapping[str, Label]
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parsed:
    """What became of a SMILES: canonical, with its heavy atoms, or a reason."""

    smiles: str = ""
    heavy: int = 0
    reason: str = ""


def clean_table(table: Table, context: BuildContext) -> Cleaned:
    """Return the molecules of a table.

    Rows of one canonical SMILES are one molecule. Where two of them have labels that differ in the
    decimals shown, nobody can know which is right: that label is dropped for all of them, and with it a
    molecule that has no other. Raises `SourceError` for an input that cannot be had or read.
    """
    rows = list(_rows(table, context))
    most = read_pairs(context.parameters).most_heavy
    parse = partial(parse_batch, most)
    texts = [row.smiles for row in rows]
    label = f"molecules of {table.slug}"
    parsed = [one for batch in context.map(parse, texts, batch=_BATCH, label=label) for one in batch]
    groups: dict[str, list[int]] = {}
    faults: dict[int, tuple[str, str, str]] = {}
    for place, (row, found) in enumerate(zip(rows, parsed, strict=True)):
        if row.reason or found.reason:
            faults[place] = (_READ, row.reason or found.reason, row.detail)
        else:
            groups.setdefault(found.smiles, []).append(place)
    molecules = []
    for smiles, places in groups.items():
        labels, fought = _merged([rows[place] for place in places])
        detail = "; ".join(fought)
        if not labels:
            faults |= {place: (_DISTINCT, CONTRADICTED, detail) for place in places}
            continue
        faults |= {place: (_DISTINCT, REPEATED, detail) for place in places[1:]}
        names = tuple(rows[place].name for place in places)
        molecules.append(Molecule(smiles=smiles, rows=names, labels=labels, heavy=parsed[places[0]].heavy))
    return Cleaned(
        table=table,
        molecules=tuple(sorted(molecules, key=lambda molecule: molecule.smiles)),
        rows=len(rows),
        unreadable=_dropped(rows, faults, _READ),
        repeated=_dropped(rows, faults, _DISTINCT),
        fates=tuple(_fate(row, faults.get(place)) for place, row in enumerate(rows)),
    )


def parse_batch(most_heavy: int, texts: Sequence[str]) -> list[_Parsed]:
    """Parse some SMILES; `most_heavy` are the heavy atoms of the largest molecule wanted."""
    return [_parse(text, most_heavy) for text in texts]


def _parse(text: str, most_heavy: int) -> _Parsed:
    if not text:
        return _Parsed(reason=EMPTY)
    if len(text) > MAX_SMILES_CHARACTERS:
        return _Parsed(reason=UNREADABLE)
    with rdBase.BlockLogs():
        mol = Chem.MolFromSmiles(text)
    if mol is None or not mol.GetNumAtoms():
        return _Parsed(reason=UNREADABLE)
    smiles = Chem.MolToSmiles(mol)
    if "." in smiles:
        return _Parsed(reason=MIXTURE)
    if any(atom.GetAtomicNum() == 0 for atom in mol.GetAtoms()):
        return _Parsed(reason=PLACEHOLDER)
    heavy = mol.GetNumHeavyAtoms()
    if heavy > most_heavy:
        return _Parsed(reason=f"more than {most_heavy} heavy atoms")
    with rdBase.BlockLogs():  # what RDKit writes, it must read again as the same
        again = Chem.MolFromSmiles(smiles)
        if again is None or again.GetNumAtoms() != mol.GetNumAtoms():
            return _Parsed(reason=UNREADABLE)
        return _Parsed(smiles=Chem.MolToSmiles(again), heavy=heavy)


def _rows(table: Table, context: BuildContext) -> Iterator[_Row]:
    columns = [table.smiles, *dict.fromkeys(task.column for task in table.tasks)]
    if table.row_name:
        columns.append(table.row_name)
    for pin in table.pins:
        where = f"{pin.members[0].path.rpartition('/')[2]} " if len(table.pins) > 1 else ""
        for batch in read_rows(pin, fetch(pin, context.cache), list(dict.fromkeys(columns))):
            for row in batch:
                name = f"{where}{row['row']}"
                if table.row_name and row[table.row_name]:
                    name += f" ({row[table.row_name]})"
                yield _labelled(table, name, (row[table.smiles] or "").strip(), row)


def _labelled(table: Table, name: str, smiles: str, row: Mapping[str, str | None]) -> _Row:
    labels: dict[str, Label] = {}
    for task in table.tasks:
        try:
            label = read_label(row[task.column], task)
        except BadLabel as bad:
            return _Row(name=name, smiles=smiles, labels={}, reason=BAD_LABEL, detail=f"{task.column}: {bad}")
        if label is not None:
            labels[task.slug] = label
    return _Row(name=name, smiles=smiles, labels=labels, reason="" if labels else UNLABELLED)


def _merged(rows: Sequence[_Row]) -> tuple[dict[str, Label], list[str]]:
    """Return the labels that the rows of a molecule agree on, and in words what they do not."""
    labels: dict[str, Label] = {}
    fought: dict[str, str] = {}
    by: dict[str, str] = {}
    for row in rows:
        for task, label in row.labels.items():
            if task not in labels:
                labels[task], by[task] = label, row.name
            elif not same_label(labels[task], label) and task not in fought:
                fought[task] = (
                    f"{task}: {shown(labels[task])} in row {by[task]}, {shown(label)} in row {row.name}"
                )
    return {task: label for task, label in labels.items() if task not in fought}, list(fought.values())


def _dropped(
    rows: Sequence[_Row], faults: Mapping[int, tuple[str, str, str]], wanted: str
) -> tuple[Dropped, ...]:
    found = []
    for place, (step, reason, detail) in sorted(faults.items()):
        if step == wanted:
            value = f"{rows[place].smiles} ({detail})" if detail else rows[place].smiles
            found.append(Dropped(row=rows[place].name, reason=reason, value=value))
    return tuple(found)


def _fate(row: _Row, fault: tuple[str, str, str] | None) -> RowFate:
    if fault is None:
        return RowFate(row=row.name, outcome="kept", value=row.smiles)
    step, reason, detail = fault
    return RowFate(row=row.name, outcome="dropped", value=row.smiles, step=step, reason=reason, detail=detail)
