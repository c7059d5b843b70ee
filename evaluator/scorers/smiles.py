"""SMILES items: the same molecule, and how close a wrong one is.

Metrics of a reply, all over every item unless said otherwise:
`exact_match` strict identity, stereo included (the score); `exact_match.inchikey` equal standard
InChIKeys or strict identity (salts, charges and tautomers as InChI sees them); `exact_match.no_stereo`
identity without stereo and isotopes; `validity`; `tanimoto.all` ECFP4 similarity, 0 for an invalid
answer; `tanimoto.valid` the same over valid answers only; `murcko` equal Bemis-Murcko scaffolds;
`scaffold.mcs` and `scaffold.strict` (see `evaluator.scorers.scaffolds`) for items with a core.
"""

from __future__ import annotations

import re

from evaluator.chemistry.graph import is_wellformed
from evaluator.chemistry.guard import refusal
from evaluator.chemistry.molecules import Molecules
from evaluator.chemistry.protocol import Molecule
from evaluator.chemistry.similarity import tanimoto
from evaluator.errors import DatasetError
from evaluator.records import Answer, Item, Score
from evaluator.scorers.marking import mark, unanswered_mark
from evaluator.scorers.scaffolds import ScaffoldFit, only_sites_differ, scaffold_fit

MEANS = ("tanimoto.all", "tanimoto.valid")
"""Metrics that are not proportions."""

COMPARED = ("exact_match", "validity", "tanimoto.all", "scaffold.mcs", "scaffold.strict")
"""Metrics that contrasts compare."""

KINDS = (
    *("right", "stereo lost", "wrong substituent", "wrong site", "scaffold changed", "other structure"),
    *("R left in", "invalid valence", "unparsed", "refused", "missing"),
)
"""What an answer can be: the kinds of mistakes that the trace and the report tell apart.

The first that holds counts. `invalid valence` is well-formed SMILES that the toolkit refuses, `R left in`
keeps a wildcard or an R label (whether or not it can be read as a structure), `stereo lost` differs in
stereo or isotopes alone. Where the item has a core: `wrong site` is the core with the right substituents on
the wrong sites (exchanged or moved) or with a site left bare, `wrong substituent` the core with every site
substituted, `scaffold changed` all without the core. Without a core those three are `other structure`.
"""

_R_LABEL = re.compile(r"\[[^\]]*[RXYZ][^\]a-z]*\]|R\d|\*|<sep>|<a>", re.ASCII)
_BARE_LABEL = re.compile(r"[RXYZ](?![a-z])", re.ASCII)  # `c1ccccc1(R)`: SMILES once R is a wildcard


def score_smiles(item: Item, answer: Answer, molecules: Molecules) -> Score:
    """Compare the molecule of an answer with the gold one."""
    gold = gold_molecule(item, molecules)
    core = _core(item, molecules)
    given = None if answer.value is None else molecules.describe(answer.value)
    if given is None:
        return _without_molecule(item, answer, core)
    same = molecules.same(given, gold)
    same_flat = same or given.flat == gold.flat
    fit = scaffold_fit(core, given.flat) if core else None
    similarity = tanimoto(given.fingerprint, gold.fingerprint)
    metrics = {
        "exact_match": float(same),
        "exact_match.inchikey": float(same or (given.inchikey == gold.inchikey != "")),
        "exact_match.no_stereo": float(same_flat),
        "validity": 1.0,
        "tanimoto.all": similarity,
        "tanimoto.valid": similarity,
        "murcko": float(same_flat or molecules.same_scaffold(given, gold)),
    }
    if fit:
        metrics |= {"scaffold.mcs": float(fit.mcs), "scaffold.strict": float(fit.strict)}
    return mark(
        item,
        answer,
        right=same,
        extracted=given.smiles,
        gold=gold.smiles,
        metrics=metrics,
        kind="right" if same else _kind(given, gold, same_flat, core, fit),
    )


def structures(item: Item, answers: tuple[Answer, ...]) -> tuple[str, ...]:
    """Return the SMILES that scoring an item needs described."""
    core = item.extra.get("scaffold")
    given = tuple(answer.value for answer in answers if answer.value is not None)
    return (item.answer, *((core,) if core else ()), *given)


def smiles_problem(item: Item) -> str:
    """Say what is wrong with a SMILES item without asking a toolkit; empty when nothing is."""
    if not isinstance(item.answer, str):
        return "the answer of a smiles item must be text"
    if why := refusal(item.answer):
        return f"answer {item.answer[:80]!r}: {why}"
    core = item.extra.get("scaffold")
    if core is not None and (not isinstance(core, str) or refusal(core)):
        return f"scaffold {core!r} is not SMILES"
    return ""


def gold_molecule(item: Item, molecules: Molecules) -> Molecule:
    """Describe the gold answer; raise `DatasetError` where the toolkit refuses it."""
    gold = molecules.describe(item.answer)
    if gold is None:
        raise DatasetError(f"the toolkit refuses the answer {item.answer!r}", item_id=item.id)
    return gold


def _core(item: Item, molecules: Molecules) -> str:
    scaffold = item.extra.get("scaffold")
    if not scaffold:
        return ""
    core = molecules.describe(scaffold)
    if core is None:
        raise DatasetError(f"the toolkit refuses the scaffold {scaffold!r}", item_id=item.id)
    return core.flat


def _without_molecule(item: Item, answer: Answer, core: str) -> Score:
    metrics: dict[str, float | None] = dict.fromkeys(
        ("exact_match", "exact_match.inchikey", "exact_match.no_stereo", "validity", "tanimoto.all"), 0.0
    )
    metrics |= {"tanimoto.valid": None, "murcko": 0.0}
    if core:
        metrics |= {"scaffold.mcs": 0.0, "scaffold.strict": 0.0}
    if answer.value is None:
        return unanswered_mark(item, answer, metrics=metrics, kind=answer.status)
    why = refusal(answer.value)
    if _R_LABEL.search(answer.value) or _is_labelled(answer.value):
        kind = "R left in"
    else:
        kind = "invalid valence" if not why and is_wellformed(answer.value) else "unparsed"
    shown = answer.value if len(answer.value) <= 200 else f"{answer.value[:200]}..."
    return unanswered_mark(
        item,
        answer,
        status="unparsed",
        why=f"{shown!r} is no valid structure ({why or 'refused by the toolkit'})",
        metrics=metrics,
        kind=kind,
    )


def _is_labelled(text: str) -> bool:
    return bool(_BARE_LABEL.search(text)) and is_wellformed(_BARE_LABEL.sub("*", text))


def _kind(given: Molecule, gold: Molecule, same_flat: bool, core: str, fit: ScaffoldFit | None) -> str:
    if same_flat:
        return "stereo lost"
    if given.flat.count("*") > gold.flat.count("*"):
        return "R left in"
    if fit is None:
        return "other structure"
    if fit.strict and not only_sites_differ(core, given.flat, gold.flat):
        return "wrong substituent"
    return "wrong site" if fit.contained else "scaffold changed"
