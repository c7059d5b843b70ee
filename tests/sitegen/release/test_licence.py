"""The licence of a built set is the most demanding one of its sources."""

from __future__ import annotations

import pytest

from sitegen.errors import ConfigError
from sitegen.release.licence import known_licences, strictest


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
