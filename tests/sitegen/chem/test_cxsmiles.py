from __future__ import annotations

import csv
import json

import pytest

from sitegen.chem.canonical import same_structure
from sitegen.chem.cxsmiles import parse_cxsmiles, write_cxsmiles
from sitegen.chem.esmiles import EsmilesError, parse_esmiles, write_esmiles


def test_cxsmiles_is_read_into_the_record_of_the_same_esmiles(cases):
    for case in cases("cxsmiles_read"):
        assert write_esmiles(parse_cxsmiles(case["text"])) == case["esmiles"], case["text"]


def test_a_record_written_as_cxsmiles_is_read_back_as_the_same_record(cases):
    for case in cases("cxsmiles_read"):
        record = parse_cxsmiles(case["text"])
        assert parse_cxsmiles(write_cxsmiles(record)) == record, write_cxsmiles(record)


def test_what_esmiles_has_no_record_for_is_refused_with_column_and_reason(cases):
    for case in cases("cxsmiles_refused"):
        with pytest.raises(EsmilesError) as caught:
            parse_cxsmiles(case["text"])
        assert (caught.value.column, case["text"]) == (case["column"], case["text"])
        assert case["reason"] in caught.value.reason, caught.value.reason


@pytest.mark.parametrize(
    "text",
    [
        "*C<sep><a>0:<id>[DNA]</a>",
        "*C<sep><a>0:R[1]?n</a>",
        "C=CC<sep><v>0:A:[0:2]</v>",
        "*C<sep><c>0:B</c>",
        "C<sep><s>*CN<sep>|Sg:n|</s>",
    ],
)
def test_records_without_a_cxsmiles_field_are_refused_and_not_dropped(text):
    with pytest.raises(EsmilesError, match="CXSMILES has no field"):
        write_cxsmiles(parse_esmiles(text))


@pytest.mark.parametrize("text", ["*C |" + "$" * 19_000, "*C |" + "m:0:" * 4000 + "|", "C |" + "Sg:" * 6000])
def test_hostile_blocks_are_refused(text):
    with pytest.raises(EsmilesError):
        parse_cxsmiles(text)


def test_every_real_cxsmiles_is_read_or_refused_with_a_reason(shared):
    texts = json.loads((shared / "docling-markush-cxsmiles/cxsmiles.json").read_text(encoding="utf-8"))
    texts = [text for text in texts if text]
    read, refused = [], []
    for text in texts:
        try:
            read.append(parse_cxsmiles(text))
        except EsmilesError as error:
            assert error.reason and error.column <= len(text)
            refused.append(error)
    assert len(read) + len(refused) == 475
    assert len(read) == 422
    for record in read:
        assert parse_esmiles(write_esmiles(record)) == record
        assert parse_cxsmiles(write_cxsmiles(record)) == record


def test_reading_agrees_with_the_independent_conversion_of_the_shared_table(shared):
    # The table turns `Me` into `M[e]`, `Ar` into `A[r]`, `Wa` into `W[a]`, methyl into `C`, and lost
    # the stereo of two centres: the rows that hold none of these must agree.
    with (shared / "docling-markush-cxsmiles/esmiles_derived.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    agree = 0
    for row in rows:
        try:
            agree += same_structure(parse_cxsmiles(row["cxsmiles"]), parse_esmiles(row["esmiles"]))
        except EsmilesError:
            continue
    assert agree >= 291
