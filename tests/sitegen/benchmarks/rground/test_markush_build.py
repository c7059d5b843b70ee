"""Builds from Markush structures through the whole pipeline: MolParser's schema, real structures."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from evaluator import load_items
from evaluator.records import Item
from sitegen.config import read_config
from sitegen.errors import SourceError
from sitegen.lint import lint_dataset
from sitegen.pipeline import Settings, build_datasets, build_pages
from tests.shared import SHARED_DATA, needs_shared
from tests.sitegen.benchmarks.rground.contexts import DATA, real_cache
from tests.sitegen.sources.pictures import jpeg, png

DOCLING = SHARED_DATA / "docling-markush-cxsmiles"

MALFORMED = (
    "",
    "c1ccccc1<sep>",
    "*c1ccccc1<sep><a>1:R[1]</a>",
    "*c1cccc1<sep><a>0:R[1]</a>",
    "*c1ccccc1<sep><a>0:R[1]</a><r>0:R[2]</r>",
    "*c1ccccc1<sep><a>0:R[1]",
    '=HYPERLINK("x")<sep><a>0:R[1]</a>',
)
_PIN = """\
kind = "file"
name = "{name}"
licence = "{licence}"
licence_note = "Cards differ."
notice = '''
Copyright (c) the people | who made it

Permission is <granted>.
'''
citation = "Made for a test."
rows = {rows}
[[member]]
path = "{path}"
[columns]
{columns}
"""
_CONFIG = """\
[[benchmark]]
folder = "rground"
[benchmark.sources]
mine = "pin.toml"
[benchmark.parameters.input]
source = "mine"
content = "{content}"
[benchmark.parameters.sizes]
scaffolds = 0
edits = 0
{more}
[benchmark.parameters.images]
images = "{images}"
"""
_ONE_SOURCE = """\
[benchmark.parameters.advanced.shares]
physchem = 1.0
bioactivity = 0.0
indication = 0.0
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A built data set and where it lies."""

    folder: Path
    dataset: Path

    def facts(self) -> dict[str, Any]:
        """Its description."""
        found: dict[str, Any] = json.loads((self.dataset / "description.json").read_text(encoding="utf-8"))
        return found

    def items(self) -> tuple[Item, ...]:
        """Its items."""
        return tuple(load_items(self.dataset).items)

    def rows(self) -> list[dict[str, str]]:
        """Its table of input rows."""
        with (self.dataset / "filters-rows.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def build(
    folder: Path,
    path: str,
    columns: Mapping[str, str],
    *,
    rows: int,
    content: str = "esmiles",
    images: str = "drawn",
    licence: str = "CC-BY-NC-SA-4.0",
    name: str = "rows in MolParser's schema",
    limit: int | None = 3,
    site: bool = False,
    more: str = _ONE_SOURCE,
) -> Built:
    """Build what the pin of these keys holds, three questions a split, with the site where asked for."""
    lines = "\n".join(f'{name} = "{column}"' for name, column in columns.items())
    pin = _PIN.format(path=path, columns=lines, rows=rows, licence=licence, name=name)
    (folder / "pin.toml").write_text(pin, encoding="utf-8")
    config = folder / "config.toml"
    config.write_text(_CONFIG.format(content=content, images=images, more=more), encoding="utf-8")
    settings = Settings(out=folder / "out", cache=real_cache(), jobs=1, limit=limit)
    read = read_config(config)
    (dataset,) = build_datasets(read, settings)
    if site:
        build_pages(read, settings, [dataset])
    return Built(folder=folder, dataset=dataset)


def molparser_rows() -> list[tuple[str, bytes | None]]:
    """(E-SMILES, picture) of the curated cores, of malformed ones and of one core written twice."""
    with (DATA / "markush.tsv").open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        cores = list(dict.fromkeys(row["esmiles"] for row in table))[:90]
    pictures = [png(40 + place, 30) if place % 2 else jpeg(40 + place, 30) for place in range(len(cores))]
    pictures[::3] = [(b"", b"GIF89a", png(10, 10)[:-1])[place % 3] for place in range(len(cores[::3]))]
    rows: list[tuple[str, bytes | None]] = [*zip(cores, pictures, strict=True)]
    rows += [(text, None) for text in MALFORMED]
    rows.append((cores[0], png(5, 5)))
    return rows


def write_shards(folder: Path, rows: Sequence[tuple[str, bytes | None]]) -> None:
    """Write three Parquet files in MolParser's schema, with small row groups."""
    size = -(-len(rows) // 3)
    for shard in range(3):
        part = rows[shard * size : (shard + 1) * size]
        table = pa.table(
            {
                "image": pa.array(
                    [{"bytes": one, "path": f"../../{n}.png"} for n, (_, one) in enumerate(part)]
                ),
                "SMILES": pa.array([text for text, _ in part]),
            }
        )
        pq.write_table(table, folder / f"train-0000{shard}-of-00003.parquet", row_group_size=10)


MOLPARSER = {"esmiles": "SMILES", "image": "image"}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A build with the pictures of the input."""
    folder = tmp_path_factory.mktemp("molparser")
    rows = molparser_rows()
    write_shards(folder, rows)
    return build(folder, "train-*.parquet", MOLPARSER, rows=len(rows), images="original", site=True)


def test_every_row_of_the_shards_is_listed_with_its_fate_and_formulas_are_neutralised(
    original: Built,
) -> None:
    rows, given = original.rows(), molparser_rows()
    scaffolds = original.facts()["counts"]["scaffolds"]
    assert [row["number"] for row in rows] == [str(number) for number in range(1, len(given) + 1)]
    assert sum(row["outcome"] == "kept" for row in rows) == scaffolds > 60
    assert all(row["record"] for row in rows if row["outcome"] == "kept")
    assert all(row["step"] and row["reason"] for row in rows if row["outcome"] != "kept")
    assert [row["value"].removeprefix("'") for row in rows] == [text for text, _ in given]
    bad = {row["value"]: row["reason"] for row in rows[90:97]}
    assert bad == {
        "": "no <a> tag",
        "c1ccccc1<sep>": "no <a> tag",
        "*c1ccccc1<sep><a>1:R[1]</a>": "not readable as E-SMILES",
        "*c1cccc1<sep><a>0:R[1]</a>": "the backbone is no sound SMILES",
        "*c1ccccc1<sep><a>0:R[1]</a><r>0:R[2]</r>": "non-standard token: ring label",
        "*c1ccccc1<sep><a>0:R[1]": "no standard R token",
        '\'=HYPERLINK("x")<sep><a>0:R[1]</a>': "the backbone is no sound SMILES",
    }
    assert rows[97]["reason"] == "the same core as an earlier row"
    assert rows[97]["record"] == rows[0]["record"]


def test_image_questions_show_the_picture_of_the_row_and_keep_the_drawing(original: Built) -> None:
    pictures = {text: picture for text, picture in reversed(molparser_rows())}
    texts = {row["record"]: row["value"] for row in original.rows() if row["outcome"] == "kept"}
    shown = 0
    for item in original.items():
        scaffold = item.extra.get("scaffold_id")
        if not item.images or scaffold not in texts:
            continue
        path = item.images[0]
        if not path.startswith("images/original/"):
            assert path == item.extra["drawing"]
            continue
        content = (original.dataset / path).read_bytes()
        assert content == pictures[texts[scaffold]]
        assert path.endswith(".png") == content.startswith(b"\x89PNG")
        assert item.extra["original"] == path
        assert (original.dataset / item.extra["drawing"]).is_file()
        shown += 1
    assert shown > 10
    assert [one for one in lint_dataset(original.dataset) if "balance" not in one] == []


def test_the_drawing_stays_on_the_page_beside_the_picture(original: Built) -> None:
    item = next(one for one in original.items() if one.images and "original" in one.extra)
    page = original.folder / "out" / "site" / "rground" / "items" / item.extra["question"] / "index.html"
    text = page.read_text(encoding="utf-8")
    assert item.images[0] in text
    assert item.extra["drawing"] in text


def test_unsound_pictures_are_listed_and_the_scaffold_is_drawn(original: Built) -> None:
    (funnel,) = (one for one in original.facts()["funnels"] if one["slug"] == "originals")
    asked, of_rows, kept = funnel["steps"]
    assert asked["kept"] == of_rows["kept"] == kept["kept"] + sum(kept["dropped"].values())
    assert kept["dropped"]
    assert kept["dropped"].keys() <= {"no picture", "neither PNG nor JPEG", "PNG cut short"}


def test_the_licence_of_the_source_is_that_of_the_data_and_its_note_is_on_the_cards(original: Built) -> None:
    facts = original.facts()
    assert facts["licence"]["id"] == "CC-BY-NC-SA-4.0"
    assert facts["sources"][0]["licence_note"] == "Cards differ."
    page = original.folder / "out" / "site" / "rground" / "index.html"
    for card in (page, original.dataset / "README.md"):
        text = card.read_text(encoding="utf-8")
        assert "Cards differ." in text
        assert "Permission is &lt;granted&gt;." in text or "    Permission is <granted>." in text
        assert "filters-rows.csv" in text


def test_questions_of_other_sources_stand_beside_under_their_own_licence(tmp_path: Path) -> None:
    rows = molparser_rows()
    write_shards(tmp_path, rows)
    built = build(tmp_path, "train-*.parquet", MOLPARSER, rows=len(rows), limit=12, site=True, more="")
    facts = built.facts()
    assert facts["shortfalls"] == []
    assert facts["licence"]["id"] == "other"
    assert [part["id"] for part in facts["licence"]["parts"]] == ["CC-BY-SA-3.0", "CC-BY-NC-SA-4.0"]
    ours = {item.extra["question"]: item for item in built.items() if item.facets["mode"] == "s2s"}
    molparser, chembl = "licenses/by-nc-sa/4.0", "licenses/by-sa/3.0"
    expected = {"bioactivity": chembl, "indication": chembl, "physchem": molparser, "": molparser}
    seen = set()
    for question, item in ours.items():
        kind = item.facets.get("property", "")
        page = (built.folder / "out/site/rground/items" / question / "index.html").read_text("utf-8")
        assert [name for name in (molparser, chembl) if name in page] == [expected[kind]], question
        assert ("/scaffolds/" in page) == (kind in ("", "physchem"))
        seen.add(kind)
    assert seen == set(expected)
    card = (built.folder / "out/site/rground/index.html").read_text("utf-8")
    readme = (built.dataset / "README.md").read_text("utf-8")
    croissant = json.loads((built.dataset / "croissant.json").read_text("utf-8"))
    assert "license: other" in readme
    for part in facts["licence"]["parts"]:
        assert part["url"] in card and part["url"] in readme and part["url"] in croissant["license"]
    assert list(lint_dataset(built.dataset)) == []


def test_published_counts_are_not_shown_for_other_input(original: Built) -> None:
    steps = [step for funnel in original.facts()["funnels"] for step in funnel["steps"]]
    assert {step["published"] for step in steps} == {None}


def test_the_build_without_pictures_has_the_same_questions_and_no_picture(
    original: Built, tmp_path: Path
) -> None:
    rows = molparser_rows()
    write_shards(tmp_path, rows)
    drawn = build(tmp_path, "train-*.parquet", {"esmiles": "SMILES"}, rows=len(rows))
    assert [item.id for item in drawn.items()] == [item.id for item in original.items()]
    assert not (drawn.dataset / "images" / "original").exists()
    assert (drawn.dataset / "filters-rows.csv").read_bytes() == (
        original.dataset / "filters-rows.csv"
    ).read_bytes()


def test_two_builds_with_pictures_give_the_same_bytes(original: Built, tmp_path: Path) -> None:
    rows = molparser_rows()
    write_shards(tmp_path, rows)
    again = build(tmp_path, "train-*.parquet", MOLPARSER, rows=len(rows), images="original")
    sums = [(one.dataset / "items.jsonl.gz").read_bytes() for one in (original, again)]
    assert sums[0] == sums[1]
    names = [
        sorted(path.name for path in (one.dataset / "images" / "original").iterdir())
        for one in (original, again)
    ]
    assert names[0] == names[1]


def test_pictures_of_an_input_without_any_are_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "cores.tsv").write_text("SMILES\n*c1ccc2ncccc2c1<sep><a>0:R[1]</a>\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r'columns\.image: missing, and images = "original" needs it'):
        build(tmp_path, "cores.tsv", {"esmiles": "SMILES"}, rows=1, images="original")


@needs_shared
@pytest.mark.parametrize("notation", ["esmiles", "cxsmiles"])
def test_all_real_markush_structures_build_into_data_and_site(notation: str, tmp_path: Path) -> None:
    if notation == "esmiles":
        path, column, number = DOCLING / "esmiles_derived.tsv", "esmiles", 310
    else:
        found = json.loads((DOCLING / "cxsmiles.json").read_text("utf-8"))[1::2]  # the others are blank
        number, column, path = 487, "cx", tmp_path / "real.jsonl"
        lines = [json.dumps({"cx": text}) + "\n" for text in found]
        path.write_text("".join(lines), encoding="utf-8")
    built = build(
        tmp_path,
        str(path),
        {"esmiles": column},
        rows=number,
        content=notation,
        licence="MIT",
        name="real Markush structures",
        site=True,
    )
    rows = built.rows()
    kept = {row["record"] for row in rows if row["outcome"] == "kept"}
    assert len(rows) == number
    assert len(kept) == built.facts()["counts"]["scaffolds"] > 50
    assert all(row["step"] and row["reason"] for row in rows if row["outcome"] == "dropped")
    assert {row["outcome"] for row in rows} == {"kept", "dropped"}
    assert [one for one in lint_dataset(built.dataset) if "balance" not in one] == []
    assert (built.folder / "out" / "site" / "data" / "rground" / "filters-rows.csv").is_file()
