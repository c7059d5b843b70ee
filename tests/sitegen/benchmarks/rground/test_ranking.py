"""Ranking: shared cores ahead, ring systems in turn, and no word of the input order."""

from __future__ import annotations

import random

from sitegen.benchmarks.rground.derived import DerivedCore
from sitegen.benchmarks.rground.ranking import rank_cores
from sitegen.benchmarks.rground.records import Member


def core(name: str, murcko: str, members: int, sites: int = 1) -> DerivedCore:
    return DerivedCore(
        core=name,
        smiles=name,
        labels=tuple((site, f"R[{site + 1}]") for site in range(sites)),
        murcko=murcko,
        members=tuple(
            Member(name=f"M{number}", smiles="C", substituents={"R[1]": "C"}, row=f"R{number}")
            for number in range(members)
        ),
    )


CORES = [
    *(core(f"steroid-{number}", "steroid", 2 + number) for number in range(6)),
    *(core(f"alone-{ring}-{number}", ring, 1) for ring in ("indole", "quinoline") for number in range(3)),
    core("purine", "purine", 2),
    core("purine-two-sites", "purine", 2, sites=2),
]


def names(head_start: int) -> list[str]:
    return [one.core for one in rank_cores(CORES, head_start)]


def test_groups_of_one_ring_system_and_number_of_sites_take_turns() -> None:
    assert set(names(0)[:5]) & {"purine", "purine-two-sites", "steroid-5"} == {
        "purine",
        "purine-two-sites",
        "steroid-5",
    }
    assert {name.split("-")[1] for name in names(0)[:5] if name.startswith("alone")} == {
        "indole",
        "quinoline",
    }


def test_the_core_of_most_molecules_goes_first_in_its_group() -> None:
    steroids = [name for name in names(0) if name.startswith("steroid")]
    assert steroids == [f"steroid-{number}" for number in (5, 4, 3, 2, 1, 0)]


def test_shared_cores_are_ahead_by_the_head_start() -> None:
    assert [name.startswith("alone") for name in names(100)] == [False] * 8 + [True] * 6
    first_alone = next(place for place, name in enumerate(names(2)) if name.startswith("alone"))
    # Two turns of three groups, one of which has no second core, and the turn in which they meet.
    assert first_alone == 5


def test_every_core_is_ranked_once_whatever_their_order() -> None:
    shuffled = list(CORES)
    random.Random(5).shuffle(shuffled)
    assert rank_cores(shuffled, 4) == rank_cores(CORES, 4)
    assert sorted(names(4)) == sorted(one.core for one in CORES)
