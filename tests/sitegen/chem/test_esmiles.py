from __future__ import annotations

import csv
import pickle
import random
from dataclasses import replace

import pytest

from evaluator.errors import ChemGroundError
from sitegen.chem.canonical import canonical_markush
from sitegen.chem.esmiles import EsmilesError, parse_esmiles, write_esmiles
from sitegen.chem.esmiles_tags import MAX_ESMILES_CHARACTERS
from sitegen.chem.records import AtomLabel


def test_every_tag_is_read_into_its_record(cases):
    for case in cases("esmiles_read"):
        record = parse_esmiles(case["text"]).to_json()
        assert record == {"smiles": case["smiles"], "tags": case["tags"]}, case["text"]


def test_an_unchanged_record_is_written_as_the_very_same_bytes(cases):
    for case in cases("esmiles_read"):
        assert write_esmiles(parse_esmiles(case["text"])) == case["text"]


def test_a_changed_record_is_written_anew_and_not_as_it_was_read():
    record = parse_esmiles("*C <sep> <a>00:R1</a>")
    changed = replace(record, tags=(AtomLabel(atom=0, label="R[2]"),))
    assert write_esmiles(changed) == "*C<sep><a>0:R[2]</a>"


def test_everything_malformed_is_refused_with_column_and_reason(cases):
    for case in cases("esmiles_refused"):
        with pytest.raises(EsmilesError) as caught:
            parse_esmiles(case["text"])
        assert (caught.value.column, case["text"]) == (case["column"], case["text"])
        assert case["reason"] in caught.value.reason, (case["text"], caught.value.reason)


def test_a_label_off_its_dummy_can_be_read_as_written_so_that_it_is_compared_as_wrong():
    text = "*CCC<sep><a>1:R[1]</a>"
    assert write_esmiles(parse_esmiles(text, labels_on_atoms=True)) == text
    with pytest.raises(EsmilesError, match="out of range"):
        parse_esmiles("*CCC<sep><a>4:R[1]</a>", labels_on_atoms=True)


@pytest.mark.parametrize(
    "text",
    [
        "C<sep>" + "<s>C<sep>" * 5000,
        "C<sep>" + "<s>C<sep>" * 2000,
        "C<sep>" + "<a>" * 3000,
        "C<sep>" + "</s>" * 3000,
        "*C<sep>" + "<a>0:R</a>" * 3000,
        "C<sep><g>" + "[0:1]:" * 3000,
        "C<sep>" + "|Sg:n|" * 3000,
        "C(" * 999 + "<sep>",
        "[" * 1999 + "<sep>",
        "(" * 1999 + "<sep>",
        "\u0000" * 100,
        "<" * 19_000,
        "C<sep>" + "&lt;" * 4000,
    ],
)
def test_hostile_text_is_refused_without_recursion(text):
    with pytest.raises(EsmilesError):
        parse_esmiles(text)


def test_an_over_long_text_is_refused_before_it_is_scanned():
    with pytest.raises(EsmilesError, match=f"column {MAX_ESMILES_CHARACTERS + 1}: "):
        parse_esmiles("C<sep>" + " " * MAX_ESMILES_CHARACTERS)


def test_any_pile_of_pieces_is_read_and_written_back_or_refused():
    pieces = "<a> </a> <r> </r> <s> </s> <sep> <v> </v> <g> </g> |Sg:n| <d> <dum> </d> <c> </c> <id>".split()
    pieces += ["[x]", "0:", "1:", "R[1]", "?n", "*C", "c1ccccc1", " ", "[0:1]:", ":"]
    rng = random.Random("pieces")
    read = 0
    for _ in range(3000):
        text = rng.choice(["*C<sep>", "c1ccccc1*<sep>", "*CC*<sep>"])
        text += "".join(rng.choice(pieces) for _ in range(rng.randint(1, 9)))
        text += "<a>0:R[1]</a>" if rng.random() < 0.3 else ""
        try:
            record = parse_esmiles(text)
        except EsmilesError as error:
            assert 1 <= error.column <= len(text) + 1
        else:
            read += 1
            assert write_esmiles(record) == text
    assert read > 10


def test_the_error_crosses_process_borders():
    error = EsmilesError(7, "reason")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.column, copy.reason, str(copy)) == (7, "reason", "column 7: reason")
    assert isinstance(copy, ChemGroundError)


def test_every_real_esmiles_is_read_and_written_back_byte_for_byte(shared):
    with (shared / "docling-markush-cxsmiles/esmiles_derived.tsv").open(encoding="utf-8") as file:
        texts = [row["esmiles"] for row in csv.DictReader(file, delimiter="\t")]
    assert len(texts) == 310
    for text in texts:
        assert write_esmiles(parse_esmiles(text)) == text


def test_every_real_esmiles_is_carried_into_its_canonical_form_or_refused_as_unfaithful(shared):
    with (shared / "docling-markush-cxsmiles/esmiles_derived.tsv").open(encoding="utf-8") as file:
        texts = [row["esmiles"] for row in csv.DictReader(file, delimiter="\t")]
    carried = 0
    for text in texts:
        record = parse_esmiles(text)
        canonical = canonical_markush(record)
        again = parse_esmiles(write_esmiles(canonical))
        carried += again == canonical
        assert canonical_markush(again) == canonical
    assert carried == 310
