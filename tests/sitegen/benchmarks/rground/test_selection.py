"""Choosing questions: variety of scaffolds, balanced letters, cues at chance."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from sitegen.benchmarks.rground.questions import Choice
from sitegen.benchmarks.rground.records import Scaffold
from sitegen.benchmarks.rground.selection import (
    Candidate,
    blocks,
    cues,
    passes,
    representative,
    spread,
    take_balanced,
)


def scaffold(number: int, family: str) -> Scaffold:
    return Scaffold(
        id=f"s-{number}", esmiles="", smiles="", sites=(), origin="input", murcko=family, source={}
    )


def candidate(group: int, sizes: tuple[int, ...], names: tuple[str, ...] = ("a", "b", "c", "d")) -> Candidate:
    choices = tuple(
        Choice(
            scaffold=f"s-{group}",
            substituents={"R[1]": name},
            product="C" * size,
            similarity=size / 100,
            heavy_atoms=size,
        )
        for size, name in zip(sizes, names, strict=True)
    )
    same = tuple(tuple(1.0 if one == other else 0.5 for other in range(4)) for one in range(4))
    return Candidate(group=group, label="R[1]", choices=choices, similarities=same)


@pytest.mark.parametrize("count", [0, 1, 7, 8, 941])
def test_blocks_use_every_value_equally_often(count: int) -> None:
    drawn = blocks("ABCD", count, random.Random(1))
    assert len(drawn) == count
    numbers = [Counter(drawn)[letter] for letter in "ABCD"]
    assert max(numbers) - min(numbers) <= 1


def test_blocks_are_shuffled() -> None:
    drawn = blocks("ABCD", 400, random.Random(1))
    assert len({"".join(drawn[at : at + 4]) for at in range(0, 400, 4)}) > 12


def test_every_family_comes_before_any_comes_twice() -> None:
    scaffolds = [scaffold(n, family) for n, family in enumerate("aaaaaabbbccd")]
    order = [one.murcko for one in spread(scaffolds, random.Random(3))]
    assert set(order[:4]) == set("abcd")
    assert sorted(order[4:7]) == ["a", "b", "c"]
    assert order[-3:] == ["a", "a", "a"]


def test_the_order_does_not_depend_on_the_order_given() -> None:
    scaffolds = [scaffold(n, "abc"[n % 3]) for n in range(30)]
    shuffled = random.Random(9).sample(scaffolds, 30)
    assert spread(scaffolds, random.Random(3)) == spread(shuffled, random.Random(3))


def test_passes_use_every_scaffold_before_a_second_edit() -> None:
    scaffolds = [scaffold(n, str(n)) for n in range(3)]
    edits = {one.id: [f"{one.id}.e1", f"{one.id}.e2"] for one in scaffolds}
    drawn = passes(scaffolds, edits, 4, random.Random(1))  # type: ignore[arg-type]
    assert len(drawn) == 6
    assert len({one.id for one, _ in drawn[:3]}) == 3
    assert len({edit for _, edit in drawn}) == 6


def test_questions_are_taken_so_that_size_does_not_tell_the_answer() -> None:
    # Four in five candidates have the largest option right.
    sizes = [(9, 8, 7, 6), (9, 8, 7, 6), (9, 8, 7, 6), (9, 8, 7, 6), (6, 8, 7, 9), (7, 8, 6, 9)]
    candidates = [candidate(n, sizes[n % len(sizes)]) for n in range(300)]
    taken = take_balanced(candidates, 100, 1)
    assert len(taken) == 100
    largest = sum(cues(one)["large"].index(max(cues(one)["large"])) == 0 for one in taken)
    smallest = sum(cues(one)["large"].index(min(cues(one)["large"])) == 0 for one in taken)
    assert largest <= 35
    assert smallest <= 45


def test_no_substituent_is_right_much_more_often_than_it_is_offered() -> None:
    usual = [candidate(n, (7, 7, 7, 7), ("a", "b", "c", "d")) for n in range(90)]
    other = [candidate(n, (7, 7, 7, 7), names) for n in range(90) for names in ("bacd", "cabd", "dabc")]
    taken = take_balanced([*usual, *other], 40, 1)  # type: ignore[list-item]
    right = Counter(one.choices[0].substituents["R[1]"] for one in taken)
    assert max(right.values()) <= 11


def test_a_group_gives_one_question_and_a_scaffold_a_second_only_when_needed() -> None:
    candidates = [candidate(n // 2, (6, 7, 8, 9)) for n in range(20)]
    assert len({one.group for one in take_balanced(candidates, 99, 3)}) == 10
    assert len(take_balanced(candidates, 99, 3)) == 10


def test_nothing_is_taken_from_nothing() -> None:
    assert take_balanced([], 5, 1) == []


def largest_is_right(candidates: list[Candidate]) -> float:
    return sum(cues(one)["large"][0] == max(cues(one)["large"]) for one in candidates) / len(candidates)


def test_a_representative_part_and_the_rest_have_the_cues_of_the_whole() -> None:
    generator = random.Random(4)
    whole = [
        candidate(group, tuple(generator.sample(range(10, 30), 4)), tuple(generator.sample("abcdefgh", 4)))
        for group in range(300)
    ]
    places = representative(whole, 60, random.Random(8))
    assert len(set(places)) == 60
    assert places == sorted(places)
    part = [whole[place] for place in places]
    rest = [one for place, one in enumerate(whole) if place not in places]
    assert abs(largest_is_right(part) - largest_is_right(whole)) < 0.02
    assert abs(largest_is_right(rest) - largest_is_right(whole)) < 0.01
    answers = [Counter(one.choices[0].substituents["R[1]"] for one in some) for some in (part, whole)]
    assert all(abs(5 * answers[0][name] - answers[1][name]) <= 8 for name in "abcdefgh")


@pytest.mark.parametrize("count", [0, 3])
def test_no_part_and_the_whole_are_representative(count: int) -> None:
    few = [candidate(group, (12, 11, 10, 9)) for group in range(3)]
    assert representative(few, count, random.Random(1)) == list(range(count))


def test_the_first_choices_of_a_candidate_keep_their_similarities() -> None:
    one = candidate(1, (12, 11, 10, 9)).first(3)
    assert [choice.heavy_atoms for choice in one.choices] == [12, 11, 10]
    assert one.similarities == ((1.0, 0.5, 0.5), (0.5, 1.0, 0.5), (0.5, 0.5, 1.0))
