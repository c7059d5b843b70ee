"""Folder names of pages from any ids and names (policy P35)."""

from __future__ import annotations

import pytest

from evaluator.records import ITEM_ID
from sitegen.site.names import page_name
from sitegen.site.parts import data_url, question_url, record_url

AWKWARD = (
    'A1 a1 q:1 q*1 q?1 q"1 q<1 q|1 q\\1 q/1 . .. - ~ index 404 search assets README con nul com1.txt a. '
    "org/model org_model org-model 通义千问 分子" + "分子" * 60
).split()


def test_a_clean_id_is_its_own_folder() -> None:
    assert page_name("vqa-easy-0b1c.i2s") == "vqa-easy-0b1c.i2s"


def test_awkward_names_get_folders_that_differ_ignoring_case() -> None:
    assert len({page_name(name).lower() for name in AWKWARD}) == len(AWKWARD)


@pytest.mark.parametrize("name", AWKWARD)
def test_every_folder_is_short_plain_ascii_and_allowed_on_windows(name: str) -> None:
    folder = page_name(name)
    assert ITEM_ID.match(folder)
    assert len(folder.encode()) <= 143
    assert not folder.endswith(".")
    assert folder.partition(".")[0] not in {"con", "nul", "com1"}


def test_a_name_has_the_same_folder_every_time() -> None:
    assert page_name("org/model") == page_name("org/model") == "org-model-c87c0c64d2fb"


def test_an_empty_name_is_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        page_name("")


def test_addresses_are_relative_to_the_sites_root() -> None:
    assert question_url("rground", "q-1", "q-1.i2s") == "rground/items/q-1/#q-1.i2s"
    assert record_url("rground", "scaffolds", "s-1") == "rground/scaffolds/s-1/"
    assert data_url("rground", "items.parquet") == "data/rground/items.parquet"
