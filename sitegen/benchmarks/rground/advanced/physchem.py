"""Physchem: which of four products of a scaffold has the most of a property that RDKit computes?

The options differ at one label of a stock scaffold; the groups are the pool's and those that drugs
carry in such surroundings. What counts as a donor, an acceptor or a rotatable bond differs between
definitions, so an answer must be right by both of RDKit's.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rdkit import Chem
from rdkit.Chem import rdMolDescriptors

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.advanced.groups import Carried, Surroundings, group_charge
from sitegen.benchmarks.rground.advanced.records import DIFFICULTIES, Offer, Proposal, Proposals
from sitegen.benchmarks.rground.catalogue import PROPERTIES, product_properties
from sitegen.benchmarks.rground.distractors import Stock
from sitegen.benchmarks.rground.edits import prepare_scaffold, product
from sitegen.benchmarks.rground.records import Edit, Scaffold
from sitegen.benchmarks.rground.selection import passes
from sitegen.benchmarks.rground.wording import listed
from sitegen.chem.similarity import bulk_tanimoto, core_with_hydrogens, fingerprint
from sitegen.chem.toolkit import toolkit_version
from sitegen.records import Dropped, Funnel, FunnelStep

SAID = {
    "mw": ("{:.1f} g/mol", "molecular weight"),
    "logp": ("logP {:.2f}", "Wildman-Crippen logP"),
    "tpsa": ("TPSA {:.1f} Å²", "topological polar surface area"),
    "hbd": ("{:.0f} donors", "count of hydrogen-bond donors"),
    "hba": ("{:.0f} acceptors", "count of hydrogen-bond acceptors"),
    "rotatable": ("{:.0f} rotatable bonds", "count of rotatable bonds"),
}
"""How a value is said, and what it is a value of."""

CLEAR = {"mw": 2.0, "logp": 0.1, "tpsa": 1.0, "hbd": 1.0, "hba": 1.0, "rotatable": 1.0}
"""By how much the answer leads at least; anything less counts as a tie."""

AHEAD = {"mw": 12.0, "logp": 0.6, "tpsa": 12.0, "hbd": 1.0, "hba": 2.0, "rotatable": 2.0}
"""By how much it leads in Easy."""

_SIZE_WINDOW = 1
"""Difference in heavy atoms that options have where the molecular weight is asked for."""

_POOL, _REAL = 12, 6
"""Groups of the pool and of drugs that are tried at one label."""

_BATCH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    """A scaffold with an edit whose `label` is varied over `groups` (SMILES to name)."""

    scaffold: Scaffold
    fixed: Mapping[str, str]
    label: str
    groups: Mapping[str, str]
    difficulty: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """A product with its properties, and with its counts by RDKit's other definitions."""

    offer: Offer
    values: Mapping[str, float]
    others: Mapping[str, float]


def propose_physchem(
    stock: Stock,
    around: Mapping[str, Mapping[str, Surroundings]],
    carried: Mapping[Surroundings, Sequence[Carried]],
    wanted: int,
    context: BuildContext,
) -> Proposals:
    """Propose questions for each difficulty about half as many scaffolds again as `wanted` questions."""
    rng = random.Random(f"{context.seed}:advanced:physchem")
    drawn = passes(stock.editable, stock.edits, 1, rng)
    tried = {difficulty: drawn[place::3][: wanted * 3 // 2] for place, difficulty in enumerate(DIFFICULTIES)}
    jobs = [
        _job(scaffold, edit, stock, around, carried, difficulty, rng)
        for difficulty, pairs in tried.items()
        for scaffold, edit in pairs
    ]
    propose = partial(_propose_batch, seed=context.seed)
    found = [
        made
        for batch in context.map(propose, jobs, batch=_BATCH, label="physchem questions")
        for made in batch
    ]
    return Proposals(
        proposals=tuple(proposal for made in found for proposal in made),
        funnels=tuple(
            _funnel(difficulty, [(job, made) for job, made in zip(jobs, found, strict=True)])
            for difficulty in DIFFICULTIES
        ),
    )


def _job(
    scaffold: Scaffold,
    edit: Edit,
    stock: Stock,
    around: Mapping[str, Mapping[str, Surroundings]],
    carried: Mapping[Surroundings, Sequence[Carried]],
    difficulty: str,
    rng: random.Random,
) -> _Job:
    label = rng.choice(scaffold.labels)
    real = [one.smiles for one in carried.get(around[scaffold.id].get(label, ()), ())]
    pool = stock.taken[scaffold.id][label]
    groups = {stock.pool[name].smiles: name for name in rng.sample(pool, min(_POOL, len(pool)))}
    for smiles in rng.sample(real, min(_REAL, len(real))):
        if not group_charge(smiles):
            groups.setdefault(smiles, smiles)
    fixed = {one: stock.pool[name].smiles for one, name in edit.substituents.items() if one != label}
    return _Job(scaffold=scaffold, fixed=fixed, label=label, groups=groups, difficulty=difficulty)


def _propose_batch(jobs: Sequence[_Job], seed: int) -> list[tuple[Proposal, ...]]:
    return [tuple(_propose(job, seed)) for job in jobs]


def _propose(job: _Job, seed: int) -> Iterator[Proposal]:
    made = _products(job)
    rng = random.Random(f"{seed}:physchem:{job.difficulty}:{job.scaffold.id}:{job.label}")
    for asks in PROPERTIES:
        for right in made:
            wrong = _wrong(asks, right, made, job.difficulty, rng)
            if wrong:
                yield _proposal(job, asks, (right, *wrong))


def _products(job: _Job) -> list[_Made]:
    """Return the distinct products of a job in the order of its groups."""
    core = prepare_scaffold(job.scaffold)
    bare = fingerprint(core_with_hydrogens(job.scaffold.smiles))
    made: dict[str, _Made] = {}
    for group, name in job.groups.items():
        substituents = {one: {**job.fixed, job.label: group}[one] for one in job.scaffold.labels}
        smiles = product(core, substituents)
        if smiles is None or smiles in made:
            continue
        mol = Chem.MolFromSmiles(smiles)
        offer = Offer(
            product=smiles,
            substituents=substituents,
            similarity=round(bulk_tanimoto(bare, [fingerprint(smiles)])[0], 6),
            heavy_atoms=mol.GetNumHeavyAtoms(),
            charge=Chem.GetFormalCharge(mol),
            value=None,
            said="",
            name=name,
        )
        made[smiles] = _Made(offer=offer, values=product_properties(smiles), others=_other_counts(mol))
    return list(made.values())


def _other_counts(mol: Chem.Mol) -> dict[str, float]:
    """Return counts by Lipinski's definitions, and of rotatable bonds with amide bonds among them."""
    loose = rdMolDescriptors.NumRotatableBondsOptions.NonStrict
    return {
        "hbd": rdMolDescriptors.CalcNumLipinskiHBD(mol),
        "hba": rdMolDescriptors.CalcNumLipinskiHBA(mol),
        "rotatable": rdMolDescriptors.CalcNumRotatableBonds(mol, loose),
    }


def _leads(asks: str, right: _Made, other: _Made, by: float) -> bool:
    """Tell whether `right` has clearly more than `other`, by every definition."""
    # Values have two places; the slack keeps a difference of exactly `by` from being lost to binary.
    ahead = right.values[asks] - other.values[asks] >= by - 1e-6
    return ahead and right.others.get(asks, 1) > other.others.get(asks, 0)


def _wrong(
    asks: str, right: _Made, made: Sequence[_Made], difficulty: str, rng: random.Random
) -> list[_Made]:
    """Return three wrong options, none where there are fewer."""
    by = (AHEAD if difficulty == "easy" else CLEAR)[asks]
    lower = [one for one in made if one is not right and _leads(asks, right, one, by)]
    lower = [one for one in lower if one.offer.charge == right.offer.charge]
    if asks == "mw":
        size = right.offer.heavy_atoms
        lower = [one for one in lower if abs(one.offer.heavy_atoms - size) <= _SIZE_WINDOW]
    rng.shuffle(lower)
    if difficulty == "hard":
        lower.sort(key=lambda one: one.values[asks], reverse=True)
    return lower[:3] if len(lower) >= 3 else []


def _proposal(job: _Job, asks: str, offered: Sequence[_Made]) -> Proposal:
    offers = tuple(_with_value(one, asks) for one in offered)
    words = SAID[asks][1]
    said = listed([offer.said for offer in offers[1:]])
    return Proposal(
        property="physchem",
        asks=asks,
        difficulty=job.difficulty,
        group=job.scaffold.id,
        core=job.scaffold,
        offers=offers,
        filled={},
        explanation=f"By its {words} the right option leads: {offers[0].said}; the others have {said}.",
        page=f"scaffolds/{job.scaffold.id}",
        source={**job.scaffold.source, "values": toolkit_version()},
    )


def _with_value(made: _Made, asks: str) -> Offer:
    offer = made.offer
    return Offer(
        product=offer.product,
        substituents=offer.substituents,
        similarity=offer.similarity,
        heavy_atoms=offer.heavy_atoms,
        charge=offer.charge,
        value=made.values[asks],
        said=_said(asks, made.values[asks]),
        name=offer.name,
    )


def _said(asks: str, value: float) -> str:
    """Return a value in words: "TPSA 84.2 Å²", "1 donor"."""
    said = SAID[asks][0].format(value)
    return said.removesuffix("s") if said.startswith("1 ") else said


def _funnel(difficulty: str, found: Sequence[tuple[_Job, tuple[Proposal, ...]]]) -> Funnel:
    own = [(job, made) for job, made in found if job.difficulty == difficulty]
    dropped = tuple(
        Dropped(
            row=job.scaffold.id,
            reason="no option leads three others clearly enough",
            value=job.scaffold.esmiles,
        )
        for job, made in own
        if not made
    )
    return Funnel(
        slug=f"physchem-{difficulty}",
        title=f"Advanced {difficulty.title()}, physchem: scaffolds",
        steps=(
            FunnelStep(name="scaffold with an edit drawn", kept=len(own)),
            FunnelStep(name="a product leads three others", kept=len(own) - len(dropped), dropped=dropped),
        ),
    )
