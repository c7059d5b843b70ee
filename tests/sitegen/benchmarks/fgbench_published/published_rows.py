"""Rows in the schema of the published files, made for tests of real molecules in our own words."""

from __future__ import annotations

from typing import Any

from rdkit import Chem

Row = dict[str, Any]

TOLUENE, CHLOROTOLUENE, CRESOL = "Cc1ccccc1", "Cc1ccccc1Cl", "Cc1ccccc1O"


def mapped(smiles: str) -> str:
    """Number the atoms by their indexes, as the published files do: 0 is not printed."""
    mol = Chem.MolFromSmiles(smiles)
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(atom.GetIdx())
    return Chem.MolToSmiles(mol)


def value_row(**changes: Any) -> Row:
    """An edit of a single group, by how much: o-chlorotoluene loses its chlorine."""
    return _row("single_value_regression", **changes)


def rise_row(**changes: Any) -> Row:
    """The same edit: does the value rise?"""
    return _row("single_bool_regression", **changes)


def class_row(**changes: Any) -> Row:
    """The same edit of a classified molecule: does its class change?"""
    own = {"dataset": "bbbp", "property_name": "passing a membrane", "target_label": "1", "ref_label": "0"}
    return _row("single_bool_classification", **(own | changes))


def interaction_row(kind: str = "value_regression", **changes: Any) -> Row:
    """An edit of two groups: chlorine becomes hydroxyl."""
    own = {
        "ref_smiles": CRESOL,
        "ref_diff": "[[['phenol', 1, [[7]]]], []]",
        "connect_dict": "defaultdict(<class 'list'>, {'phenol ([OH:7])': [(7, 6, 'target molecule')]})",
    }
    return _row(f"interaction_{kind}", **(own | changes))


def comparison_row(kind: str = "value_regression", **changes: Any) -> Row:
    """Both molecules given."""
    return _row(f"comparison_{kind}", **changes)


def qm9_row(**changes: Any) -> Row:
    """A property with its unit in its name."""
    own = {"dataset": "qm9", "property_name": "Heat at rest (unit: cal/(mol*K))"}
    return value_row(**(own | changes))


def _row(kind: str, **changes: Any) -> Row:
    row: Row = {
        "target_smiles": CHLOROTOLUENE,
        "ref_smiles": TOLUENE,
        "target_diff": "([('chloride', 1, [(7,)])], [])",
        "ref_diff": "([], [])",
        "disconnect_list": "[('chloride', [(7,)])]",
        "connect_dict": "{}",
        "target_label": "-3.5234",
        "ref_label": "-2.25",
        "property_name": "solubility (log)",
        "type": kind,
        "dataset": "esol",
        "task_num": "0",
        "split": "test",
    } | changes
    for side in ("target", "ref"):
        row.setdefault(f"{side}_mapped_smiles", _mapped_or_text(str(row[f"{side}_smiles"])))
    if "answer" not in row:
        row["answer"] = _answer(row)
    if "question" not in row:
        row["question"] = _question(row)
    return {name: value for name, value in row.items() if value is not None}


def _mapped_or_text(smiles: str) -> str:
    return mapped(smiles) if Chem.MolFromSmiles(smiles) else smiles


def _answer(row: Row) -> str:
    try:
        first, second = float(row["target_label"]), float(row["ref_label"])
    except (TypeError, ValueError):
        return "False"
    change = first - second if row["type"].startswith("comparison") else second - first
    if "value" in row["type"]:
        return str(change)
    return str(change != 0 if row["type"].endswith("classification") else change > 0)


def _question(row: Row) -> str:
    comparison = row["type"].startswith("comparison")
    label = _label(row["ref_label" if comparison else "target_label"], row["type"])
    ask = row["type"].replace("_", " ")
    if comparison:
        given = f"Take {row['target_smiles']} and {row['ref_smiles']}"
        return f"{given}, with {row['property_name']} as {label}. {ask}?"
    edit = f"{row['disconnect_list']} {row['connect_dict']}"
    return f"Of {row['target_mapped_smiles']} the {row['property_name']} is {label}.\n{edit}\n{ask}?"


def _label(text: Any, kind: str) -> str:
    try:
        return str(float(text) == 1) if kind.endswith("classification") else str(round(float(text), 3))
    except (TypeError, ValueError):
        return str(text)
