"""The licence of a built set is the most demanding one of its sources."""

from __future__ import annotations

import pytest

from sitegen.errors import ConfigError
from sitegen.release.licence import known_licences, licence_facts, licence_of, strictest


@pytest.mark.parametrize(
    ("expressions", "expected"),
    [
        (["CC0-1.0"], "CC0-1.0"),
        (["Apache-2.0", "Apache-2.0 AND CC-BY-SA-3.0"], "CC-BY-SA-3.0"),
        (["CC-BY-4.0", "MIT"], "CC-BY-4.0"),
        (["CC-BY-NC-4.0", "CC-BY-4.0"], "CC-BY-NC-4.0"),
    ],
)
def test_the_most_demanding_licence_wins(expressions: list[str], expected: str) -> None:
    assert strictest(expressions).id == expected


def test_two_share_alike_licences_of_different_terms_cannot_be_joined() -> None:
    with pytest.raises(ConfigError, match="build these sources into separate data sets"):
        strictest(["CC-BY-SA-3.0", "CC-BY-NC-SA-4.0"])


def test_an_unknown_licence_is_an_error_not_a_guess() -> None:
    with pytest.raises(ConfigError, match="'WTFPL' is not in"):
        strictest(["WTFPL"])


def test_ranks_follow_the_table_and_are_unique() -> None:
    ranks = [licence.rank for licence in known_licences().values()]
    assert ranks == sorted(set(ranks))


def test_terms_that_exclude_each_other_make_a_collection_of_separate_records() -> None:
    sources = ["CC-BY-NC-SA-4.0", "MIT AND CC-BY-SA-3.0"]
    facts = licence_facts("Apache-2.0", sources, separate=True)
    assert facts["id"] == "other"
    assert [part["id"] for part in facts["parts"]] == ["CC-BY-SA-3.0", "CC-BY-NC-SA-4.0"]
    assert licence_of(facts, "Apache-2.0", {"licence": "CC-BY-NC-SA-4.0"})["id"] == "CC-BY-NC-SA-4.0"
    assert licence_of(facts, "Apache-2.0", {"licence": "MIT"})["id"] == "Apache-2.0"
    with pytest.raises(ConfigError, match="separate data sets"):
        licence_facts("Apache-2.0", sources, separate=False)


def test_terms_that_can_be_joined_are_one_licence_for_all_records() -> None:
    facts = licence_facts("Apache-2.0", ["MIT", "CC-BY-SA-3.0"], separate=True)
    assert facts == {
        "id": "CC-BY-SA-3.0",
        "title": "Creative Commons Attribution-ShareAlike 3.0",
        "url": "https://creativecommons.org/licenses/by-sa/3.0/",
    }
    assert licence_of(facts, "Apache-2.0", {"licence": "MIT"}) == facts


def test_a_record_of_a_collection_names_its_licence() -> None:
    facts = licence_facts("MIT", ["CC-BY-NC-SA-4.0", "CC-BY-SA-3.0"], separate=True)
    with pytest.raises(ConfigError, match="'WTFPL' is not in"):
        licence_of(facts, "MIT", {"licence": "WTFPL"})
    with pytest.raises(ConfigError, match="names no licence"):
        licence_of(facts, "MIT", {"row": "1"})
