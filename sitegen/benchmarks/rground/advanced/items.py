"""From a proposal that was chosen to its items: one a mode, with the same options and answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evaluator.records import Item, Option
from sitegen.benchmarks.rground.advanced.records import Offer, Proposal
from sitegen.benchmarks.rground.advanced.wording import Sentence, fill
from sitegen.benchmarks.rground.drawings import highlighted_drawing, molecule_drawing, scaffold_drawing
from sitegen.benchmarks.rground.gaps import GAP_FACET, gap_bin, similarity_gap
from sitegen.benchmarks.rground.items import MODES, scaffold_lines
from sitegen.benchmarks.rground.wording import Wordings


@dataclass(frozen=True, slots=True, kw_only=True)
class Posed:
    """A proposal with its sentence and with its offers by letter; `answer` is the right one's letter.

    `changed` are the atoms of the right product that are not the core's.
    """

    proposal: Proposal
    sentence: Sentence
    offers: Mapping[str, Offer]
    answer: str
    changed: tuple[int, ...]

    @property
    def right(self) -> Offer:
        """Return the offer that answers the question."""
        return self.offers[self.answer]


def posed_items(posed: Posed, wordings: Wordings, canary: str) -> Iterator[Item]:
    """Yield the items of a question, one a mode, with ids `<question>.<mode>`."""
    proposal, core = posed.proposal, posed.proposal.core
    extra = _extra(posed, canary)
    for mode in MODES["vqa"]:
        given, wanted = mode.split("2")
        text = [
            *scaffold_lines(core, given, wordings),
            str(wordings.words["advanced"]["options"]),
            extra["instruction"],
        ]
        yield Item(
            id=f"{extra['question']}.{mode}",
            benchmark="rground",
            task="vqa",
            facets={
                "mode": mode,
                "level": "advanced",
                "difficulty": proposal.difficulty,
                "nota": "no",
                "style": posed.sentence.style,
                "property": proposal.property,
                GAP_FACET: gap_bin(extra["delta_sim"]),
                **proposal.facets,
            },
            question="\n".join(text),
            images=(scaffold_drawing(core).path,) if given == "i" else (),
            options=tuple(_options(posed, pictured=wanted == "i")),
            answer_type="choice",
            answer=posed.answer,
            cluster=core.murcko or core.id,
            source=dict(proposal.source),
            extra=extra,
        )


def posed_id(proposal: Proposal) -> str:
    """Return an id that depends only on what is asked and offered, so that it is stable across rebuilds."""
    key = [
        proposal.asks,
        sorted(proposal.filled.items()),
        proposal.core.id,
        proposal.offers[0].product,
        sorted(offer.product for offer in proposal.offers),
    ]
    digest = hashlib.sha256(json.dumps(key).encode()).hexdigest()
    return f"vqa-advanced-{proposal.difficulty}-{digest[:10]}"


def _options(posed: Posed, *, pictured: bool) -> Iterator[Option]:
    for letter, offer in posed.offers.items():
        image = molecule_drawing(offer.product).path if pictured else None
        yield Option(label=letter, smiles=offer.product, image=image)


def _extra(posed: Posed, canary: str) -> dict[str, Any]:
    proposal, core, right = posed.proposal, posed.proposal.core, posed.right
    return {
        "question": posed_id(proposal),
        "scaffold_id": core.id,
        "scaffold_page": proposal.page,
        "scaffold": core.smiles,
        "esmiles": core.esmiles,
        "labels": list(core.labels),
        "sites": [[site.atom, site.label] for site in core.sites],
        "instruction": fill(posed.sentence, proposal),
        "style": posed.sentence.style,
        "form": posed.sentence.form,
        "property": proposal.property,
        "asks": proposal.asks,
        **dict(proposal.filled),
        "substituents": dict(right.substituents),
        "correct": dict(right.substituents),
        "product": right.product,
        "changed_atoms": list(posed.changed),
        "changed_drawing": highlighted_drawing(right.product, posed.changed).path,
        "explanation": proposal.explanation,
        "drawing": scaffold_drawing(core).path,
        **_option_facts(posed),
        **proposal.extra,
        "canary": canary,
    }


def _option_facts(posed: Posed) -> dict[str, Any]:
    offers = posed.offers
    wrong = [offer.similarity for letter, offer in offers.items() if letter != posed.answer]
    gap, strictest = similarity_gap(posed.right.similarity, wrong)
    facts: dict[str, Any] = {
        "delta_sim": gap,
        "delta_sim_max": strictest,
        "option_substituents": {letter: dict(offer.substituents) for letter, offer in offers.items()},
        "option_similarity": {letter: round(offer.similarity, 6) for letter, offer in offers.items()},
        "option_heavy_atoms": {letter: offer.heavy_atoms for letter, offer in offers.items()},
        "option_drawings": {letter: molecule_drawing(offer.product).path for letter, offer in offers.items()},
        "option_said": {letter: offer.said for letter, offer in offers.items()},
        "option_names": {letter: offer.name for letter, offer in offers.items()},
        "option_rows": {letter: offer.row for letter, offer in offers.items() if offer.row},
    }
    if posed.right.value is not None:
        facts["option_values"] = {letter: offer.value for letter, offer in offers.items()}
    return facts
