"""Indication: which R-group completes the drug that is used for the stated purpose?

The core is a stock scaffold that the drug holds. The right option is the drug; the wrong ones have, in
place of the drug's group at one label, groups that drugs of other uses carry in such surroundings.
No wrong option is a drug that is used for the same, or one of which no use is known.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from rdkit import Chem

from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.advanced.groups import (
    BARE,
    Carried,
    Surroundings,
    group_charge,
    group_print,
    group_size,
)
from sitegen.benchmarks.rground.advanced.records import DIFFICULTIES, Offer, Proposal, Proposals
from sitegen.benchmarks.rground.advanced.uses import Use, read_uses
from sitegen.benchmarks.rground.edits import prepare_scaffold, product
from sitegen.benchmarks.rground.records import Member, Scaffold
from sitegen.chem.similarity import bulk_tanimoto, core_with_hydrogens, fingerprint, tanimoto
from sitegen.records import Dropped, Funnel, FunnelStep

SIZE_WINDOW = 3
"""Difference in heavy atoms between a wrong group and the right one, at most."""

_SITES = 5
"""Pairs of a core and a label that one drug is asked about at, at most."""

_NEAR, _ANY = 9, 9
"""Groups tried at a site: the most similar to the right one, and others at random."""

_DRAWS = 4
"""Sets of wrong options drawn for each site and difficulty."""

_WRONG = 3
_BATCH = 10
_NO_CORE = "holds no scaffold of the build with a group at a single site, or its use names it"
_NO_GROUPS = "fewer than three groups of other drugs fit a site"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a drug is asked about: a core it holds, the label that varies, the groups to try there."""

    use: Use
    scaffold: Scaffold
    member: Member
    label: str
    groups: tuple[Carried, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """The drugs of the build: uses by row, and rows by the stereo-free SMILES of the drugs."""

    uses: Mapping[str, Use]
    rows: Mapping[str, frozenset[str]]

    def may_be_wrong(self, flat: str, use: str) -> bool:
        """Tell whether a molecule is no drug, or one whose known uses do not hold `use`."""
        return all(row in self.uses and not self.uses[row].serves(use) for row in self.rows.get(flat, ()))


def propose_indication(
    scaffolds: Sequence[Scaffold],
    around: Mapping[str, Mapping[str, Surroundings]],
    carried: Mapping[Surroundings, Sequence[Carried]],
    drugs: Mapping[str, str],
    context: BuildContext,
) -> Proposals:
    """Propose questions for each difficulty about every drug of the table that holds a scaffold.

    `drugs` are the molecules by row that `scaffolds` were made of. Raises `DatasetErrors` for a faulty
    table.
    """
    uses = read_uses(context.data / "indications.tsv")
    known = _known(drugs, uses)
    rng = random.Random(f"{context.seed}:advanced:indication")
    places = {use.row: _places(use, scaffolds, around, carried, known, rng) for use in uses}
    jobs = [place for found in places.values() for place in found]
    propose = partial(_propose_batch, known=known, seed=context.seed)
    proposals = tuple(
        proposal
        for batch in context.map(propose, jobs, batch=_BATCH, label="indication questions")
        for proposal in batch
    )
    return Proposals(proposals=proposals, funnels=(_funnel(uses, places, proposals),))


def _known(drugs: Mapping[str, str], uses: Sequence[Use]) -> _Known:
    rows: dict[str, set[str]] = defaultdict(set)
    for row, smiles in drugs.items():
        rows[_flat(smiles)].add(row)
    return _Known(
        uses={use.row: use for use in uses},
        rows={flat: frozenset(found) for flat, found in rows.items()},
    )


def _flat(smiles: str) -> str:
    return str(Chem.MolToSmiles(Chem.MolFromSmiles(smiles), isomericSmiles=False))


def _places(
    use: Use,
    scaffolds: Sequence[Scaffold],
    around: Mapping[str, Mapping[str, Surroundings]],
    carried: Mapping[Surroundings, Sequence[Carried]],
    known: _Known,
    rng: random.Random,
) -> list[_Place]:
    """Return up to `_SITES` places of a drug, on as many cores as possible.

    There are none for a drug whose use names it, as testosterone deficiency does.
    """
    if use.name.lower() in use.use.lower():
        return []
    found = [
        (scaffold, member, label)
        for scaffold in scaffolds
        for member in scaffold.members
        if member.row == use.row
        for label in around[scaffold.id]
        if member.substituents[label] != BARE
    ]
    rng.shuffle(found)
    places = []
    for scaffold, member, label in found:
        right = member.substituents[label]
        groups = _tried(right, use, carried[around[scaffold.id][label]], known, rng)
        if len(groups) >= _WRONG:
            places.append(
                _Place(use=use, scaffold=scaffold, member=member, label=label, groups=tuple(groups))
            )
    places.sort(key=lambda place: sum(other.scaffold.id == place.scaffold.id for other in places))
    return places[:_SITES]


def _tried(
    right: str, use: Use, carried: Sequence[Carried], known: _Known, rng: random.Random
) -> list[Carried]:
    """Return the groups to try instead of `right`: the nearest and others, each of a drug of another use."""
    fitting = [
        one
        for one in carried
        if one.smiles != right
        and abs(group_size(one.smiles) - group_size(right)) <= SIZE_WINDOW
        and group_charge(one.smiles) == group_charge(right)
        and _bearer(one, use, known)
    ]
    rng.shuffle(fitting)
    fitting.sort(key=lambda one: tanimoto(group_print(one.smiles), group_print(right)), reverse=True)
    near, others = fitting[:_NEAR], fitting[_NEAR:]
    return near + rng.sample(others, min(_ANY, len(others)))


def _bearer(group: Carried, use: Use, known: _Known) -> Use | None:
    """Return the first drug by name that carries the group and has other uses, if any."""
    for _, row in group.drugs:
        other = known.uses.get(row)
        if other and not other.serves(use.use) and not use.serves(other.use):
            return other
    return None


def _propose_batch(places: Sequence[_Place], known: _Known, seed: int) -> list[Proposal]:
    return [proposal for place in places for proposal in _propose(place, known, seed)]


def _propose(place: _Place, known: _Known, seed: int) -> Iterator[Proposal]:
    right, wrong = _offers(place, known)
    if right is None or len(wrong) < _WRONG:
        return
    rng = random.Random(f"{seed}:indication:{place.use.row}:{place.scaffold.id}:{place.label}")
    prints = [fingerprint(offer.product) for offer in wrong]
    own = fingerprint(right.product)
    order = sorted(
        range(len(wrong)),
        key=lambda one: (tanimoto(own, prints[one]), -_apart(right, wrong[one])),
        reverse=True,
    )
    for difficulty in DIFFICULTIES:
        drawn = {tuple(sorted(_draw(difficulty, order, prints, rng))) for _ in range(_DRAWS)}
        for chosen in sorted(drawn):
            yield _proposal(place, difficulty, (right, *(wrong[one] for one in chosen)))


def _apart(one: Offer, other: Offer) -> int:
    return abs(one.heavy_atoms - other.heavy_atoms)


def _draw(difficulty: str, order: Sequence[int], prints: Sequence[object], rng: random.Random) -> list[int]:
    """Return three wrong options; `order` has the most similar to the right one first.

    Of three that are nearest to one answer that answer is the middle, and a solver might look for it.
    So Hard, as often as not, takes what is near to one of the wrong options as well.
    """
    if difficulty == "medium":
        return rng.sample(order, _WRONG)
    if difficulty == "easy":
        return rng.sample(order[-max(_WRONG, len(order) // 2) :], _WRONG)
    near = order[: max(_WRONG, min(7, len(order)))]
    if rng.random() < 0.5:
        return rng.sample(near, _WRONG)
    pivot = rng.choice(near)
    others = [one for one in near if one != pivot]
    others.sort(key=lambda one: tanimoto(prints[pivot], prints[one]), reverse=True)  # type: ignore[arg-type]
    return [pivot, *others[: _WRONG - 1]]


def _offers(place: _Place, known: _Known) -> tuple[Offer | None, list[Offer]]:
    """Return the drug and the sound, distinct molecules with other groups at the label."""
    core = prepare_scaffold(place.scaffold)
    bare = fingerprint(core_with_hydrogens(place.scaffold.smiles))
    made: dict[str, Offer] = {}
    flats: set[str] = set()
    own = place.member.substituents[place.label]
    for group in (own, *(one.smiles for one in place.groups)):
        substituents = {
            one: group if one == place.label else place.member.substituents[one]
            for one in place.scaffold.labels
        }
        smiles = product(core, substituents)
        if smiles is None:
            if group == own:
                return None, []
            continue
        flat = _flat(smiles)
        if flat in flats or (group != own and not known.may_be_wrong(flat, place.use.use)):
            continue
        flats.add(flat)
        mol = Chem.MolFromSmiles(smiles)
        made[group] = Offer(
            product=smiles,
            substituents=substituents,
            similarity=round(bulk_tanimoto(bare, [fingerprint(smiles)])[0], 6),
            heavy_atoms=mol.GetNumHeavyAtoms(),
            charge=Chem.GetFormalCharge(mol),
            value=None,
            **_said(place, group, flat, known),
        )
    right, *wrong = made.values()
    return right, [offer for offer in wrong if offer.charge == right.charge]


def _said(place: _Place, group: str, flat: str, known: _Known) -> dict[str, str]:
    """Return `said`, `name` and `row` of the offer with a group at the label that varies."""
    if group == place.member.substituents[place.label]:
        use = place.use
        return {"said": f"{use.name}, used for {use.use}", "name": use.name, "row": use.row}
    for row in sorted(known.rows.get(flat, ())):
        use = known.uses[row]
        return {"said": f"{use.name}, used for {use.use}", "name": use.name, "row": row}
    carried = next(one for one in place.groups if one.smiles == group)
    bearer = _bearer(carried, place.use, known)
    said = f"no drug; its group is that of {bearer.name}, used for {bearer.use}" if bearer else "no drug"
    return {"said": said, "name": "", "row": ""}


def _proposal(place: _Place, difficulty: str, offers: tuple[Offer, ...]) -> Proposal:
    use, label = place.use, place.label.replace("[", "").replace("]", "")
    return Proposal(
        property="indication",
        asks="use",
        difficulty=difficulty,
        group=use.row,
        core=place.scaffold,
        offers=offers,
        filled={"use": use.use},
        explanation=(
            f"The right option is {use.name}, first approved in {use.year} and used for {use.use}. "
            f"The others have at {label} a group that drugs of other uses carry."
        ),
        page=f"scaffolds/{place.scaffold.id}",
        source={**place.scaffold.source, "row": use.row, "use": use.source},
        extra={"drug": use.name, "area": use.group, "year": use.year},
    )


def _funnel(
    uses: Sequence[Use], places: Mapping[str, Sequence[_Place]], proposals: Sequence[Proposal]
) -> Funnel:
    asked = {proposal.group for proposal in proposals}
    without = [use for use in uses if not places[use.row]]
    poor = [use for use in uses if places[use.row] and use.row not in asked]
    return Funnel(
        slug="indication",
        title="Advanced, indication: from drugs with a use to drugs asked about",
        steps=(
            FunnelStep(name="drugs with a use", kept=len(uses)),
            FunnelStep(
                name="on a scaffold of the build, with groups to choose from",
                kept=len(uses) - len(without),
                dropped=tuple(Dropped(row=use.row, reason=_NO_CORE, value=use.name) for use in without),
            ),
            FunnelStep(
                name="three sound wrong options",
                kept=len(asked),
                dropped=tuple(Dropped(row=use.row, reason=_NO_GROUPS, value=use.name) for use in poor),
            ),
        ),
    )
