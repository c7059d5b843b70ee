"""Merge salts, hydrates and other forms of one drug into the parent structure.

The parent of a row is what is left when counter-ions, solvents (`counterions.tsv`) and inorganic
parts are taken away, neutralised where that only moves protons (RDKit's Uncharger). Rows with the
same parent are one drug, named after the row that *is* the parent, or else after the shortest name
without the counter-ion's own words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rdkit import Chem, rdBase
from rdkit.Chem.MolStandardize import rdMolStandardize

from sitegen.benchmarks.rground.tables import read_table
from sitegen.records import Dropped

ELEMENTS = frozenset("C H N O F Si P S Cl Br I B Se".split())
"""Elements of ordinary organic drugs; a parent with any other is left out (metals above all)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterion:
    """A part that is taken away: `smiles` is neutral and stereo-free, `words` name it in drug names."""

    name: str
    smiles: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One row of the source table: a drug in one of its forms."""

    row: str
    name: str
    smiles: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Parent:
    """The parent structure of one row; `removed` names what was taken away, in order of name."""

    form: Form
    smiles: str
    is_form: bool
    removed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drug:
    """A parent structure with every form of it; `row` is the form that gave the name."""

    name: str
    smiles: str
    row: str
    forms: tuple[Form, ...]


def read_counterions(path: Path) -> tuple[Counterion, ...]:
    """Read `counterions.tsv`."""
    return tuple(
        Counterion(name=row["name"], smiles=row["smiles"], words=tuple(filter(None, row["words"].split(","))))
        for _, row in read_table(path, ("name", "smiles", "words"))
    )


def find_parents(forms: Sequence[Form], counterions: Mapping[str, str]) -> list[Parent | Dropped]:
    """Return the parent of each form, or why it has none; `counterions` maps SMILES to names."""
    with rdBase.BlockLogs():
        return [_parent(form, counterions) for form in forms]


def merge_forms(parents: Iterable[Parent], counterions: Sequence[Counterion]) -> tuple[Drug, ...]:
    """Return one drug a parent structure, sorted by structure."""
    words = {counterion.name: counterion.words for counterion in counterions}
    by_smiles: dict[str, list[Parent]] = {}
    for parent in parents:
        by_smiles.setdefault(parent.smiles, []).append(parent)
    return tuple(_merge(smiles, by_smiles[smiles], words) for smiles in sorted(by_smiles))


def plain_name(name: str, removed: Iterable[str]) -> str:
    """Return a drug's name without the trailing words in `removed`; never empty."""
    suffixes = sorted(removed, key=len, reverse=True)
    while True:
        for suffix in suffixes:
            shorter = name.removesuffix(f" {suffix}").rstrip(" ,")
            if shorter and shorter != name:
                name = shorter
                break
        else:
            return name


def _merge(smiles: str, parents: list[Parent], words: Mapping[str, Sequence[str]]) -> Drug:
    def plain(parent: Parent) -> str:
        if parent.is_form:
            return parent.form.name
        return plain_name(parent.form.name, (word for name in parent.removed for word in words.get(name, ())))

    named = min(parents, key=lambda p: (not p.is_form, len(plain(p)), plain(p), p.form.row))
    forms = sorted((parent.form for parent in parents), key=lambda form: (form.name, form.row))
    return Drug(name=plain(named), smiles=smiles, row=named.form.row, forms=tuple(forms))


def _parent(form: Form, counterions: Mapping[str, str]) -> Parent | Dropped:
    mol = Chem.MolFromSmiles(form.smiles)
    if mol is None or mol.GetNumAtoms() == 0:
        return _drop(form, "not readable by RDKit")
    parts = [_neutral(part) for part in Chem.GetMolFrags(mol, asMols=True)]
    written = {Chem.MolToSmiles(part): part for part in parts}
    organic = {smiles: part for smiles, part in written.items() if _has_carbon(part)}
    flat = {smiles: _flat_smiles(part) for smiles, part in written.items()}
    drugs = [smiles for smiles in organic if flat[smiles] not in counterions] or list(organic)
    if not drugs:
        return _drop(form, "inorganic")
    if len(drugs) > 1:
        return _drop(form, "mixture of several organic components")
    problem = _problem(written[drugs[0]])
    if problem:
        return _drop(form, problem)
    removed = {
        counterions[flat[smiles]] for smiles in written if smiles != drugs[0] and flat[smiles] in counterions
    }
    return Parent(
        form=form,
        smiles=drugs[0],
        is_form=Chem.MolToSmiles(mol) == drugs[0],
        removed=tuple(sorted(removed)),
    )


def _problem(mol: Chem.Mol) -> str:
    atoms = list(mol.GetAtoms())
    strange = sorted({atom.GetSymbol() for atom in atoms} - ELEMENTS)
    if strange:
        return f"holds {', '.join(strange)}"
    if any(atom.GetIsotope() for atom in atoms):
        return "isotope-labelled"
    if any(atom.GetNumRadicalElectrons() for atom in atoms):
        return "holds unpaired electrons"
    return ""


def _neutral(mol: Chem.Mol) -> Chem.Mol:
    neutral = _uncharger().uncharge(mol)
    Chem.AssignStereochemistry(neutral, cleanIt=True, force=True)
    # Written and read once, so that equal parents are written equally whatever form they came from.
    return Chem.MolFromSmiles(Chem.MolToSmiles(neutral)) or neutral


def _flat_smiles(mol: Chem.Mol) -> str:
    return Chem.MolToSmiles(mol, isomericSmiles=False)


def _has_carbon(mol: Chem.Mol) -> bool:
    return any(atom.GetAtomicNum() == 6 for atom in mol.GetAtoms())


@lru_cache(maxsize=1)
def _uncharger() -> rdMolStandardize.Uncharger:
    return rdMolStandardize.Uncharger(canonicalOrder=True)


def _drop(form: Form, reason: str) -> Dropped:
    return Dropped(row=form.row, reason=reason, value=f"{form.name} {form.smiles}")
