"""Why a candidate pair is left out: a fixed list of reasons, each a sentence for the card."""

from __future__ import annotations

STEREO_ONLY = "the molecules differ in stereo or isotopes only"
NO_MAPPING = "RascalMCES maps nothing between the molecules"
SAME_GROUPS = "the same groups stand at other places"
UNCLEAR_GROUPS = "which of several equal groups differs is not clear"
AROMATIC_CUT = "a group shares an aromatic ring with what stays"
NO_REST = "what is left without the groups is no molecule"
MORE_THAN_CHAINS = "what is left differs by more than carbon chains"
UNEQUAL_REST = "what is left without the groups is not the same"
NOTHING_STAYS = "nothing is left without the groups"
CORE_CHANGES = "bonds or charges of what stays change"
NOT_REPRODUCED = "the edit does not give the reference"
NO_GROUPS = "accfg fails on one of the molecules"

REASONS = (
    STEREO_ONLY,
    NO_MAPPING,
    SAME_GROUPS,
    UNCLEAR_GROUPS,
    AROMATIC_CUT,
    NO_REST,
    MORE_THAN_CHAINS,
    UNEQUAL_REST,
    NOTHING_STAYS,
    CORE_CHANGES,
    NOT_REPRODUCED,
    NO_GROUPS,
)
"""Every reason that a `Rejected` may have."""


class Refusal(Exception):
    """A pair cannot be proved: one of `REASONS`, and what is particular to this case."""

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason, self.detail = reason, detail
        super().__init__(reason)
