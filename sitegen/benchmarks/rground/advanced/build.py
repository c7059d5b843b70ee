"""The Advanced level: proposals of every property, chosen, worded, lettered and made into items."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.advanced.bioactivity import propose_bioactivity
from sitegen.benchmarks.rground.advanced.choosing import choose, letters, split_shares
from sitegen.benchmarks.rground.advanced.groups import Carried, Surroundings, carried_groups
from sitegen.benchmarks.rground.advanced.indication import propose_indication
from sitegen.benchmarks.rground.advanced.items import Posed, posed_items
from sitegen.benchmarks.rground.advanced.physchem import propose_physchem
from sitegen.benchmarks.rground.advanced.records import DIFFICULTIES, PROPERTIES, Proposal, Proposals
from sitegen.benchmarks.rground.advanced.wording import Sentence, read_sentences
from sitegen.benchmarks.rground.distractors import Stock
from sitegen.benchmarks.rground.edits import prepare_scaffold
from sitegen.benchmarks.rground.load import Loaded, load_drugs
from sitegen.benchmarks.rground.questions import LETTERS
from sitegen.benchmarks.rground.selection import blocks
from sitegen.benchmarks.rground.settings import read_input
from sitegen.benchmarks.rground.wording import Wordings
from sitegen.chem.provenance import traced_product
from sitegen.errors import DatasetError
from sitegen.records import Collection, Dropped, Funnel, FunnelStep

_BATCH = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced:
    """The items of the level, how they came about, in words why there are fewer than asked for, the
    collections published beside them, and the pins that were read."""

    items: tuple[Item, ...]
    funnels: tuple[Funnel, ...]
    shortfalls: tuple[str, ...]
    collections: tuple[Collection, ...]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """The proposals taken of one property and difficulty, how many were wanted, and the cores by what
    could be asked about (`Proposal.group`)."""

    property: str
    difficulty: str
    wanted: int
    offered: Mapping[str, str]
    taken: tuple[Proposal, ...]


def build_advanced(stock: Stock, loaded: Loaded, wordings: Wordings, context: BuildContext) -> Advanced:
    """Build the three splits of the level.

    Raises `DatasetError` where an edit no longer gives the product that was proposed.
    """
    parameters = context.parameters["advanced"]
    total = min(parameters["questions"], context.limit or parameters["questions"])
    wanted = split_shares(total, {name: parameters["shares"][name] for name in PROPERTIES})
    content = read_input(context.parameters).content
    proposed = _propose(stock, loaded, wanted, context)
    sentences = read_sentences(context.data / "instructions" / "advanced.tsv")
    chosen = [
        _choose(name, difficulty, wanted[name], proposed[name], parameters["per_group"], context)
        for difficulty in DIFFICULTIES
        for name in PROPERTIES
    ]
    posed: list[Posed] = []
    for difficulty in DIFFICULTIES:
        own = [one for one in chosen if one.difficulty == difficulty]
        rng = random.Random(f"{context.seed}:advanced:{difficulty}")
        posed += _pose(own, sentences, rng, context)
    return Advanced(
        items=tuple(item for one in posed for item in posed_items(one, wordings, context.canary)),
        funnels=(
            *(funnel for found in proposed.values() for funnel in found.funnels),
            *(_funnel(difficulty, chosen) for difficulty in DIFFICULTIES),
        ),
        shortfalls=tuple(_shortfall(one, content) for one in chosen if len(one.taken) < one.wanted),
        collections=tuple(one for found in proposed.values() for one in found.collections),
        sources=tuple(source for found in proposed.values() for source in found.sources),
    )


def _propose(
    stock: Stock, loaded: Loaded, wanted: Mapping[str, int], context: BuildContext
) -> dict[str, Proposals]:
    around, carried = carried_groups(loaded.scaffolds, context.map)
    empty = Proposals(proposals=(), funnels=())
    return {
        "physchem": propose_physchem(stock, around, carried, wanted["physchem"], context)
        if wanted["physchem"]
        else empty,
        "bioactivity": propose_bioactivity(context) if wanted["bioactivity"] else empty,
        "indication": _propose_indication(loaded, around, carried, context)
        if wanted["indication"]
        else empty,
    }


def _propose_indication(
    loaded: Loaded,
    around: Mapping[str, Mapping[str, Surroundings]],
    carried: Mapping[Surroundings, Sequence[Carried]],
    context: BuildContext,
) -> Proposals:
    """Propose questions about the drugs of the input, or of the pin for inputs that have none.

    The scaffolds of the latter are not published, so they have no page.
    """
    if read_input(context.parameters).content == "drugs":
        return propose_indication(loaded.scaffolds, around, carried, loaded.drugs, context)
    drugs = load_drugs(context)
    if drugs is None:
        return Proposals(proposals=(), funnels=())
    proposed = propose_indication(
        drugs.scaffolds, *carried_groups(drugs.scaffolds, context.map), drugs.drugs, context
    )
    return Proposals(
        proposals=tuple(replace(one, page="") for one in proposed.proposals),
        funnels=(
            *(
                replace(funnel, slug=f"drugs-{funnel.slug}", title=f"{funnel.title} (drugs asked about)")
                for funnel in drugs.funnels
            ),
            *proposed.funnels,
        ),
        sources=drugs.sources,
    )


def _choose(
    name: str, difficulty: str, wanted: int, proposed: Proposals, per_group: int, context: BuildContext
) -> _Chosen:
    own = [proposal for proposal in proposed.proposals if proposal.difficulty == difficulty]
    taken = choose(own, wanted, per_group, context.map)
    return _Chosen(
        property=name,
        difficulty=difficulty,
        wanted=wanted,
        offered={proposal.group: proposal.core.esmiles for proposal in own},
        taken=tuple(taken),
    )


def _pose(
    chosen: Sequence[_Chosen],
    sentences: Mapping[str, tuple[Sentence, ...]],
    rng: random.Random,
    context: BuildContext,
) -> list[Posed]:
    """Give every question of a difficulty its sentence, and its offers their letters."""
    taken = [proposal for one in chosen for proposal in rng.sample(one.taken, len(one.taken))]
    traced = [
        changed
        for batch in context.map(_trace_batch, taken, batch=_BATCH, label="atoms beside the core")
        for changed in batch
    ]
    frames = {
        asks: iter(blocks(sentences[asks], sum(one.asks == asks for one in taken), rng))
        for asks in dict.fromkeys(proposal.asks for proposal in taken)
    }
    posed = []
    for proposal, letter, changed in zip(taken, letters(len(taken), LETTERS, rng), traced, strict=True):
        right, *wrong = proposal.offers
        rng.shuffle(wrong)
        others = iter(wrong)
        posed.append(
            Posed(
                proposal=proposal,
                sentence=next(frames[proposal.asks]),
                offers={one: right if one == letter else next(others) for one in LETTERS},
                answer=letter,
                changed=changed,
            )
        )
    return posed


def _trace_batch(proposals: Sequence[Proposal]) -> list[tuple[int, ...]]:
    changed = []
    for proposal in proposals:
        right = proposal.offers[0]
        product, atoms = traced_product(prepare_scaffold(proposal.core), right.substituents)
        if product != right.product:
            raise DatasetError(
                f"{proposal.core.esmiles} with {dict(right.substituents)} gives {product}, "
                f"where {right.product} was proposed",
                item_id=proposal.group,
                advice="mend the groups of the proposal",
            )
        changed.append(atoms)
    return changed


def _funnel(difficulty: str, chosen: Sequence[_Chosen]) -> Funnel:
    own = [one for one in chosen if one.difficulty == difficulty]
    offered = {group: core for one in own for group, core in one.offered.items()}
    asked = {proposal.group for one in own for proposal in one.taken}
    dropped = tuple(
        Dropped(row=group, reason="the split is full", value=core)
        for group, core in offered.items()
        if group not in asked
    )
    return Funnel(
        slug=f"advanced-{difficulty}",
        title=f"Advanced {difficulty.title()}: what is asked about",
        steps=(
            FunnelStep(name="scaffolds, series and drugs to ask about", kept=len(offered)),
            FunnelStep(name="asked about, blind cues balanced", kept=len(asked), dropped=dropped),
        ),
    )


def _shortfall(chosen: _Chosen, content: str) -> str:
    things = {"physchem": "scaffolds", "bioactivity": "series", "indication": "drugs"}[chosen.property]
    reason = (
        f"the input's content is {content}, and [advanced.indication] names no pin of drugs"
        if chosen.property == "indication" and content != "drugs" and not chosen.offered
        else f"the input gives {len(chosen.offered)} {things} to ask about"
    )
    return (
        f"Advanced {chosen.difficulty}, {chosen.property}: {len(chosen.taken)} of {chosen.wanted} questions; "
        + reason
    )
