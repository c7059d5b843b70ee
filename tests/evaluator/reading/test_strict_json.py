from __future__ import annotations

import pytest

from evaluator.reading.strict_json import JsonError, parse, parse_mapping, same


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("NaN", "NaN"),
        ("[-Infinity]", "Infinity"),
        ("1e999", "too large"),
        ("1" * 5000, "digits"),
        ('{"a": 1, "a": 1}', "stands twice"),
        ('[{"a": {"b": 1, "b": 2}}]', "stands twice"),
        ("[" * 65 + "]" * 65, "nested"),
        ("[" * 100_000, "nested"),
        ('{"a":' * 100_000, "nested"),
        ("{'a': 1}", "not JSON"),
        ('{"a": 1} {"b": 2}', "not JSON"),
        ('"tab\tinside"', "not JSON"),
        ('{"a": 1,}', "not JSON"),
        ("", "not JSON"),
    ],
)
def test_what_is_not_strict_json_is_refused(text: str, words: str) -> None:
    with pytest.raises(JsonError, match=words):
        parse(text)


def test_large_integers_stay_exact() -> None:
    assert parse("[9007199254740993, 12345678901234567890]") == [9007199254740993, 12345678901234567890]


def test_brackets_within_texts_do_not_count_as_nesting() -> None:
    assert parse('{"a": "' + "[" * 500 + '\\""}') == {"a": "[" * 500 + '"'}


def test_half_characters_become_replacement_characters_and_whole_ones_stay() -> None:
    assert parse('["\\ud800", "a\\udc00b", "\\ud83e\\uddea", {"\\ud800": 1}]') == [
        "\ufffd",
        "a\ufffdb",
        "\U0001f9ea",
        {"\ufffd": 1},
    ]


def test_a_mapping_keeps_repeated_names_at_its_top_only() -> None:
    assert parse_mapping('{"a": 1, "b": {"c": [2]}, "a": 3}') == [("a", 1), ("b", {"c": [2]}), ("a", 3)]
    with pytest.raises(JsonError, match="twice"):
        parse_mapping('{"a": {"b": 1, "b": 1}}')
    with pytest.raises(JsonError, match="not a JSON object"):
        parse_mapping("[1]")


def test_values_are_compared_as_json_does() -> None:
    assert same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert not same(1, True)
    assert not same(1, 1.0)
    assert not same("1", 1)


def test_an_error_names_line_and_column() -> None:
    with pytest.raises(JsonError) as found:
        parse('{\n "a": x}')
    assert (found.value.line, found.value.column) == (2, 7)
