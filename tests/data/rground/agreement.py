"""How far `indications.tsv` agrees with PharmacotherapyDB, which is read where it lies and never copied.

`python -m tests.data.rground.agreement <folder of PharmacotherapyDB>` prints the numbers and every open
disagreement.

The two are joined by molecule: an id of any form of a drug is that drug. A use is compared with the
diseases that `use_diseases.tsv` gives for it; a use without any (PharmacotherapyDB has 97 diseases) is not
compared. DM (disease modifying) and SYM (symptomatic) say that a drug is given for a disease, NOT that
it is not.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sitegen.benchmarks.rground.advanced.uses import Use, read_uses
from sitegen.benchmarks.rground.drugs import Drug
from tests.data.rground.source import DATA, read_source_drugs

TABLE = "indications_with_smiles_derived.tsv"
MAPPING = Path(__file__).with_name("use_diseases.tsv")
GIVEN = frozenset({"DM", "SYM"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """What came out: names of drugs, and (name, use or further use, diseases) where something is open.

    `known` drugs are in PharmacotherapyDB, `compared` have a use it could have, `agree` have it.
    `disagree` have only other diseases there, or ours under NOT; `unsaid` lacks, among a drug's uses, one
    for a disease that it modifies; `symptomatic` the same for a disease whose symptoms it treats.
    """

    known: list[str] = field(default_factory=list)
    compared: list[str] = field(default_factory=list)
    agree: list[str] = field(default_factory=list)
    disagree: list[tuple[str, str, str]] = field(default_factory=list)
    unsaid: list[tuple[str, str, str]] = field(default_factory=list)
    symptomatic: list[tuple[str, str, str]] = field(default_factory=list)


def read_tsv(path: Path) -> list[dict[str, str]]:
    """Return the rows of a tab-separated file without quoting."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def read_mapping() -> dict[str, set[str]]:
    """Return the diseases of PharmacotherapyDB that each of our uses stands for."""
    mapping: dict[str, set[str]] = {}
    for row in read_tsv(MAPPING):
        mapping.setdefault(row["use"], set()).add(row["disease"])
    return mapping


def measure(
    uses: Sequence[Use],
    drugs: Iterable[Drug],
    pairs: Iterable[Mapping[str, str]],
    mapping: Mapping[str, set[str]],
) -> Agreement:
    """Compare `uses` with drug-disease `pairs` (`molecule_chembl_id`, `disease`, `category`)."""
    parent = {form.row: drug.row for drug in drugs for form in drug.forms}
    found: dict[str, dict[str, set[str]]] = {}
    for pair in pairs:
        row = parent.get(pair["molecule_chembl_id"])
        if row is not None:
            categories = found.setdefault(row, {})
            categories.setdefault(pair["disease"], set()).add(pair["category"])
    agreement = Agreement()
    for use in uses:
        if use.row in found:
            _compare(use, found[use.row], mapping, agreement)
    return agreement


def _compare(
    use: Use, found: Mapping[str, set[str]], mapping: Mapping[str, set[str]], agreement: Agreement
) -> None:
    agreement.known.append(use.name)
    given = {disease for disease, categories in found.items() if categories & GIVEN}
    ours = mapping.get(use.use, set())
    denied = ours & found.keys() - given
    if ours and (given or denied):
        agreement.compared.append(use.name)
        if ours & given:
            agreement.agree.append(use.name)
        else:
            said = sorted(given) + [f"not {disease}" for disease in sorted(denied)]
            agreement.disagree.append((use.name, use.use, ", ".join(said)))
    for disease in sorted(given):
        meant = sorted(one for one, diseases in mapping.items() if disease in diseases)
        if meant and not any(use.serves(one) for one in meant):
            kept = agreement.unsaid if "DM" in found[disease] else agreement.symptomatic
            kept.append((use.name, " or ".join(meant), disease))


def main(folder: Path) -> None:
    """Print the agreement of the real tables."""
    uses = read_uses(DATA / "indications.tsv")
    agreement = measure(uses, read_source_drugs(), read_tsv(folder / TABLE), read_mapping())
    print(f"{len(uses)} drugs, {len(agreement.known)} of them in PharmacotherapyDB")
    print(f"{len(agreement.compared)} can be compared, {len(agreement.agree)} agree")
    for title in ("disagree", "unsaid", "symptomatic"):
        for name, use, diseases in getattr(agreement, title):
            print(f"{title}: {name}: {use} / {diseases}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
