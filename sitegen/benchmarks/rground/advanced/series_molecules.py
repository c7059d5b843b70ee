"""From rows of a data set to its distinct molecules: sound ones, repeats of one molecule merged."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rdkit import Chem, rdBase
from rdkit.Chem import Descriptors, rdqueries
from rdkit.DataStructs import ExplicitBitVect

from sitegen.benchmarks.rground.advanced.series_settings import SeriesRules
from sitegen.benchmarks.rground.advanced.series_sources import Activity, ActivitySet
from sitegen.benchmarks.rground.drugs import ELEMENTS
from sitegen.chem.similarity import mol_fingerprint
from sitegen.chem.toolkit import plain_hydrogens
from sitegen.records import Dropped


def _other_than(elements: Iterable[str]) -> Chem.QueryAtom:
    """Return a query for atoms of any other element; walking the atoms in Python takes far longer."""
    table = Chem.GetPeriodicTable()
    first, *others = sorted(table.GetAtomicNumber(element) for element in elements)
    query = rdqueries.AtomNumEqualsQueryAtom(first, negate=True)
    for number in others:
        query.ExpandQuery(rdqueries.AtomNumEqualsQueryAtom(number, negate=True))
    return query


_STRANGE = _other_than(ELEMENTS | {"H"})
_ISOTOPE = rdqueries.IsotopeGreaterQueryAtom(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Molecule:
    """A molecule with its potency (-log10 of mol/L): canonical SMILES, the rows it was measured in."""

    smiles: str
    value: float
    rows: tuple[int, ...]
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Molecules:
    """The distinct molecules of a data set in order of first row, and the rows left out.

    `prints` are the molecules' ECFP4 fingerprints, made here to parse 50,000 structures once only.
    `sound` counts the rows of single organic molecules that are heavy enough.
    """

    molecules: tuple[Molecule, ...]
    prints: tuple[ExplicitBitVect, ...]
    sound: int
    unsound: tuple[Dropped, ...]
    repeats: tuple[Dropped, ...]


def find_molecules(activities: ActivitySet, rules: SeriesRules) -> Molecules:
    """Return the molecules of a data set.

    Repeats within `rules.repeat_window` of each other give their median, others are left out: which of
    them is right cannot be told.
    """
    dataset = activities.target.dataset
    unsound = []
    by_smiles: dict[str, list[Activity]] = {}
    prints: dict[str, ExplicitBitVect] = {}
    with rdBase.BlockLogs():
        for activity in activities.activities:
            mol, reason = _sound(activity.smiles, rules)
            if mol is None:
                unsound.append(_drop(dataset, activity, reason))
                continue
            smiles = plain_hydrogens(Chem.MolToSmiles(mol))
            by_smiles.setdefault(smiles, []).append(activity)
            prints.setdefault(smiles, mol_fingerprint(mol))
    molecules, repeats = [], []
    for smiles, measured in by_smiles.items():
        values = [one.value for one in measured]
        if max(values) - min(values) > rules.repeat_window:
            reason = f"measurements of one molecule differ by more than {rules.repeat_window:g}"
            repeats += [_drop(dataset, one, reason) for one in measured]
            continue
        repeats += [_drop(dataset, one, "merged with an earlier row") for one in measured[1:]]
        molecules.append(
            Molecule(
                smiles=smiles,
                value=statistics.median(values),
                rows=tuple(one.row for one in measured),
                name=measured[0].name,
            )
        )
    return Molecules(
        molecules=tuple(molecules),
        prints=tuple(prints[one.smiles] for one in molecules),
        sound=sum(map(len, by_smiles.values())),
        unsound=tuple(unsound),
        repeats=tuple(repeats),
    )


def _sound(smiles: str, rules: SeriesRules) -> tuple[Chem.Mol | None, str]:
    """Return one sound molecule, or none and why."""
    mol: Chem.Mol | None = Chem.MolFromSmiles(smiles)
    if mol is None or mol.GetNumAtoms() == 0:
        return None, "not readable by RDKit"
    if len(Chem.GetMolFrags(mol)) > 1:
        return None, "more than one component"
    if mol.GetAtomsMatchingQuery(_STRANGE) or mol.GetAtomsMatchingQuery(_ISOTOPE):
        return None, "an isotope, or an element that drugs do not hold"
    weight = Descriptors.MolWt(mol)  # type: ignore[attr-defined]
    if weight < rules.weight_min:
        return None, f"lighter than {rules.weight_min:g} g/mol"
    return mol, ""


def _drop(dataset: str, activity: Activity, reason: str) -> Dropped:
    return Dropped(
        row=f"{dataset}:{activity.row}", reason=reason, value=f"{activity.smiles} {activity.value:.2f}"
    )


def heavy_atoms_and_charge(smiles: Sequence[str]) -> list[tuple[int, int]]:
    """Return the heavy atoms and the net formal charge of each molecule."""
    mols = [Chem.MolFromSmiles(text) for text in smiles]
    return [(mol.GetNumHeavyAtoms(), Chem.GetFormalCharge(mol)) for mol in mols]
