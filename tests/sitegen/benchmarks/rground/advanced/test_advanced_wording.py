"""The sentences of the Advanced level, and what is wrong with a faulty table."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from sitegen.benchmarks.rground.advanced.choosing import letters, split_shares
from sitegen.benchmarks.rground.advanced.wording import read_sentences
from sitegen.errors import DatasetErrors
from tests.sitegen.benchmarks.rground.contexts import DATA


def test_everything_asked_for_has_three_forms_in_each_of_three_styles() -> None:
    sentences = read_sentences(DATA / "instructions" / "advanced.tsv")
    assert set(sentences) == {"mw", "logp", "tpsa", "hbd", "hba", "rotatable", "potency", "use"}
    for forms in sentences.values():
        assert Counter(one.style for one in forms) == {"direct": 3, "conversational": 3, "result-oriented": 3}
        assert len({one.text for one in forms}) == len(forms)


def test_every_fault_of_a_table_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "advanced.tsv"
    rows = [
        "property\tasks\tstyle\tform\ttext",
        "physchem\tmw\tdirect\t2\tWhich is heaviest?",
        "colour\tred\tdirect\t1\tWhich is red?",
        "indication\tuse\tdirect\t1\tWhich is used for {purpose}?",
        "indication\tuse\tdirect\t2\tWhich is used for {use?",
        "physchem\tlogp\tdirect\t1\t",
    ]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    with pytest.raises(DatasetErrors) as caught:
        read_sentences(path)
    assert [error.line for error in caught.value.errors] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("total", "expected"), [(634, (159, 285, 190)), (20, (5, 9, 6)), (1, (0, 1, 0)), (3, (1, 1, 1))]
)
def test_shares_are_whole_and_add_up(total: int, expected: tuple[int, ...]) -> None:
    shares = {"physchem": 0.25, "bioactivity": 0.45, "indication": 0.30}
    assert tuple(split_shares(total, shares).values()) == expected


def test_letters_are_even_to_the_last() -> None:
    drawn = Counter(letters(634, "ABCD", random.Random(1)))
    assert sorted(drawn.values()) == [158, 158, 159, 159]
