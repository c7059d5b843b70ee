"""The columns and shards that the explorer reads."""

from __future__ import annotations

from sitegen.site.explorer_index import (
    SHARD,
    index_of,
    question_entries,
    record_entries,
    shards_of,
    values_at,
)

ABOUT = {
    "facets": {"mode": {"title": "Mode", "order": ["i2i", "s2s"]}},
    "explorer": {"sort": {"Gap": "extra.gap"}, "structures": ["options.smiles", "answer"]},
}


def item(item_id: str, question: str, mode: str, gap: float | None = 0.5) -> dict:
    return {
        "id": item_id,
        "task": "vqa",
        "question": "Which <b>one</b>?",
        "facets": {"mode": mode},
        "images": ["images/a.svg"] if mode == "i2i" else [],
        "options": [{"label": "A", "smiles": "CO"}, {"label": "B", "text": "no structure"}],
        "answer": "A",
        "extra": {"question": question, "gap": gap},
    }


def test_values_at_a_dotted_path_go_through_lists_and_leave_out_what_is_missing() -> None:
    record = {"options": [{"smiles": "CO"}, {"text": "x"}, {"smiles": None}, {"smiles": "C"}], "n": 0}
    assert list(values_at(record, "options.smiles")) == ["CO", "C"]
    assert list(values_at(record, "n")) == [0]
    assert list(values_at(record, "absent.further")) == []


def test_items_of_one_question_become_one_entry_with_all_their_facet_values() -> None:
    entries = question_entries([item("q1.s2s", "q1", "s2s"), item("q1.i2i", "q1", "i2i")], ABOUT)
    assert [entry.id for entry in entries] == ["q1"]
    assert entries[0].facets == {"task": ("vqa",), "mode": ("s2s", "i2i")}
    assert entries[0].thumbnail == "images/a.svg"
    assert entries[0].structures == ("CO", "A")


def test_facet_values_follow_the_declared_order_and_sets_name_their_members() -> None:
    items = [item("q1.s2s", "q1", "s2s"), item("q1.i2i", "q1", "i2i"), item("q2.x", "q2", "x")]
    index = index_of(question_entries(items, ABOUT), ABOUT["facets"], ["Gap"])
    facet = index["facets"][1]
    assert facet["values"] == ["i2i", "s2s", "x"]
    members = [facet["sets"][number] for number in facet["column"]]
    assert members == [[0, 1], [2]]


def test_sort_keys_are_numbers_or_null() -> None:
    entries = question_entries([item("q1", "q1", "x"), item("q2", "q2", "x", None)], ABOUT)
    assert index_of(entries, {}, ["Gap"])["sorts"] == [{"title": "Gap", "column": [0.5, None]}]


def test_shards_together_hold_every_text_once_in_order() -> None:
    entries = question_entries([item(f"q{n}", f"q{n}", "x") for n in range(SHARD + 1)], ABOUT)
    shards = list(shards_of(entries))
    assert [len(shard["texts"]) for shard in shards] == [SHARD, 1]


def test_records_of_a_collection_are_described_by_their_own_table() -> None:
    shape = {
        "facets": ["origin"],
        "text": ["name", "members.name"],
        "structures": ["smiles"],
        "thumbnail": "drawing",
    }
    record = {
        "id": "s-1",
        "origin": "curated",
        "name": "core",
        "members": [{"name": "core"}, {"name": "drug"}],
        "smiles": "C",
        "drawing": "images/b.svg",
    }
    entry = record_entries([record], shape)[0]
    assert (entry.text, entry.structures, entry.thumbnail) == ("core, drug", ("C",), "images/b.svg")
    assert entry.facets == {"origin": ("curated",)}


def test_a_page_folder_that_differs_from_the_id_is_named() -> None:
    entries = question_entries([item("con", "con", "x"), item("q", "q", "x")], ABOUT)
    assert list(index_of(entries, {}, ["Gap"])["pages"]) == ["con"]
