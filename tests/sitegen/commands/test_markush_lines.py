from __future__ import annotations

import json

import pytest

from sitegen.commands.markush_lines import MAX_LINE_CHARACTERS, esmiles_lines, substitute_lines


def request(esmiles: str, **substituents: str) -> str:
    return json.dumps({"esmiles": esmiles, "substituents": substituents})


def test_each_line_gives_its_product():
    lines = [
        request("*c1ccccc1<sep><a>0:R[1]</a>", R1="c1ccccc1") + "\n",
        json.dumps({"esmiles": "*c1ccccc1<sep><a>0:R1</a>", "substituents": {"R[1]": "[H]"}}),
        request("*c1ccccc1 |$R1;;;;;;$|", R1="CC*"),
        request("C[C@H](*)N<sep><a>2:R[1]</a>", R1="c1ccccc1"),
    ]
    assert list(substitute_lines(lines)) == [
        {"smiles": "c1ccc(-c2ccccc2)cc1"},
        {"smiles": "c1ccccc1"},
        {"smiles": "CCc1ccccc1"},
        {"smiles": "C[C@@H](N)c1ccccc1"},
    ]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "line 1: column 1: the line is empty"),
        ("{", "line 1: column 2: this is not JSON"),
        ("[]", "line 1: column 1: the line is no JSON object"),
        ('{"substituents": {}}', '"esmiles" must be a text'),
        ('{"esmiles": "*C"}', '"substituents" must be an object'),
        ('{"esmiles": "*C<sep>", "substituents": {"R1": 5}}', '"substituents" must be an object'),
        ('{"esmiles": "*C<sep>", "substituents": {"R1": "C", "R1": "N"}}', "the key 'R1' stands twice"),
        (request("*C<sep><a>1:R1</a>", R1="C"), "line 1: esmiles, column 11: atom 1 is C, not `*`"),
        (request("*C<sep><a>0:R1</a>", R1="Me"), "line 1: R[1]: substituent, column 1: 'M'"),
        (request("*C<sep><a>0:R1</a>", R2="C"), "the core has no R[2] (its labels: R[1])"),
        (request("*C<sep><a>0:R1</a>"), "no substituent for R[1]"),
        (request("*C*<sep><a>0:R1</a>", R1="C"), "the `*` at atom 2 has no label"),
        (request("c1ccccc1<sep><r>0:R1</r>", R1="C"), "R[1] is at an uncertain ring position"),
        (request("*C<sep><a>0:R1</a>", R1="C" * 3000), "more than 2000"),
        ('{"esmiles": "\\ud800", "substituents": {}}', "U+D800"),
        ('{"esmiles": "*C<sep><a>0:R1</a>", "substituents": {"\\ud800": "C"}}', "the core has no ?"),
        ("[" * 50_000, "line 1: "),
        ('{"esmiles": ' + "1" * 5000 + "}", "line 1: "),
        ("x" * (MAX_LINE_CHARACTERS + 1), f"line 1: column {MAX_LINE_CHARACTERS + 1}: "),
    ],
)
def test_a_line_that_cannot_be_carried_out_says_where_and_why(line, error):
    (result,) = substitute_lines([line])
    assert list(result) == ["error"]
    assert error in result["error"]
    assert len(result["error"]) <= 1000
    json.dumps(result).encode("utf-8")


def test_a_bad_line_stops_no_other_and_is_counted():
    results = list(substitute_lines(["{", request("*C<sep><a>0:R1</a>", R1="O"), "}"]))
    assert results[1] == {"smiles": "CO"}
    assert results[2]["error"].startswith("line 3: ")


def test_a_byte_order_mark_before_the_first_line_is_no_part_of_it():
    assert list(substitute_lines(["\ufeff" + request("*C<sep><a>0:R1</a>", R1="O")])) == [{"smiles": "CO"}]


def test_esmiles_gives_the_record_and_its_sites():
    (result,) = esmiles_lines(["*Nc1ccccc1<sep><a>0:R1</a><r>0:R[2]?n</r>"])
    assert result == {
        "esmiles": "*Nc1ccccc1<sep><a>0:R1</a><r>0:R[2]?n</r>",
        "smiles": "*Nc1ccccc1",
        "tags": [
            {"tag": "atom_label", "atom": 0, "label": "R1"},
            {"tag": "ring_label", "ring": 0, "label": "R[2]", "multiplicity": "n"},
        ],
        "sites": [{"label": "R[1]", "atom": 0, "neighbour": "N", "aromatic": False}],
    }


@pytest.mark.parametrize(
    ("line", "esmiles"),
    [
        ("*c1ccccc1 |$R1;;;;;;$|", "*c1ccccc1<sep><a>0:R[1]</a>"),
        ("[1*]c1ccccc1", "*c1ccccc1<sep><a>0:R[1]</a>"),
        ("[*:2]c1ccccc1", "*c1ccccc1<sep><a>0:R[2]</a>"),
        ("CCO", "CCO"),
    ],
)
def test_cxsmiles_and_numbered_dummies_come_out_as_esmiles(line, esmiles):
    assert next(esmiles_lines([line]))["esmiles"] == esmiles


def test_every_malformed_esmiles_gives_an_error_with_its_column():
    results = list(esmiles_lines(["*C<sep><a>9:R[1]</a>", "C<sep>" + "<s>C<sep>" * 5000, "*C |$R1;$"]))
    assert [result["error"].split(": ")[:2] for result in results] == [
        ["line 1", "column 11"],
        ["line 2", "column 20001"],
        ["line 3", "column 4"],
    ]


def test_nothing_reaches_standard_output_or_error(capfd):
    list(esmiles_lines(["C[Xx]", "c1cccc1<sep>", "[H]*<sep>", "CC(C)(C)(C)C"]))
    assert capfd.readouterr() == ("", "")
