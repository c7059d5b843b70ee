"""The built site: what is in it, that it is whole, that nothing leads out of it."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from sitegen.config import SiteConfig
from sitegen.errors import ConfigError
from sitegen.site.questions import QuestionPages
from tests.sitegen.site.building import SMALL, build_test_site
from tests.sitegen.site.dataset import hostile_folder

CANARY = "ad34b480-a924-4627-92d5-b476e5e51730"


class Tags(HTMLParser):
    """The tags and the visible text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in {"td", "th", "tr", "dt", "dd", "li", "p"}:
            self.text += " "

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(path: Path) -> Tags:
    return Tags(path.read_text(encoding="utf-8"))


def pages(site: Path) -> Iterator[Path]:
    return (path for path in sorted(site.rglob("*.html")) if path.name != "404.html")


def questions(site: Path, split: str = "vqa-easy") -> list[Path]:
    return sorted(site.glob(f"rground/items/{split}-*/index.html"))


def test_the_site_has_the_pages_of_its_map(site: Path) -> None:
    for path in ("", "rground", "rground/statistics", "docs", "docs/architecture", "docs/cite"):
        assert (site / path / "index.html").is_file(), path
    assert len(list(site.glob("rground/items/*/index.html"))) == 15
    assert len(list(site.glob("rground/scaffolds/*/index.html"))) == 3


def test_every_link_and_every_file_asked_for_is_in_the_site(site: Path) -> None:
    missing = set()
    for page in pages(site):
        for tag, attributes in parsed(page).tags:
            address = attributes.get("href") or attributes.get("src")
            if tag not in {"a", "img", "script", "link"} or not address:
                continue
            parts = urlsplit(address)
            if parts.scheme or not parts.path:
                continue
            target = (page.parent / unquote(parts.path)).resolve()
            found = target.is_file() or (target / "index.html").is_file()
            if not found or not target.is_relative_to(site.resolve()):
                missing.add((str(page.relative_to(site)), address))
    assert missing == set()


def test_no_page_asks_another_host_for_anything(site: Path) -> None:
    asked = [
        (page, attributes)
        for page in pages(site)
        for tag, attributes in parsed(page).tags
        if tag in {"img", "script", "link", "iframe", "object", "source", "video", "form"}
        and urlsplit(attributes.get("src") or attributes.get("href") or attributes.get("action") or "").netloc
    ]
    assert asked == []


def test_anchors_on_question_pages_are_the_item_ids(site: Path) -> None:
    for page in questions(site):
        ids = {attributes.get("id") for _, attributes in parsed(page).tags}
        items = json.loads((page.parent / "items.json").read_text(encoding="utf-8"))
        assert {item["id"] for item in items} <= ids
        assert len(items) == 4


def test_the_answer_is_in_a_details_that_is_closed(site: Path) -> None:
    html = questions(site)[0].read_text(encoding="utf-8")
    answer = html.index('<details class="cg-panel" id="answer">')
    assert html.index("With phenyl at R1 the scaffold becomes") > answer
    assert "open" not in html[answer : html.index(">", answer)]


def test_alternative_texts_before_the_answer_tell_no_structure(site: Path) -> None:
    for page in questions(site, "vqa"):
        question = page.read_text(encoding="utf-8").partition('id="answer"')[0]
        alts = re.findall(r'<img [^>]*alt="([^"]*)"', question)
        assert {re.sub(r"[A-D0-9]$|[0-9]", "_", alt) for alt in alts} == {
            "Figure _ of the question",
            "Option _",
        }


def test_every_drawing_reserves_its_place(site: Path) -> None:
    images = [a for page in pages(site) for tag, a in parsed(page).tags if tag == "img"]
    assert len(images) > 100
    assert {(image.get("width"), image.get("height")) for image in images} == {("300", "225")}
    assert {image.get("loading") for image in images} == {"lazy"}


def test_a_question_page_weighs_at_most_15_kb_and_5_packed(site: Path) -> None:
    for page in questions(site, "vqa"):
        content = page.read_bytes()
        assert len(content) <= 15_000
        assert len(gzip.compress(content, 6)) <= 5_000


def test_prompts_are_the_published_ones(site: Path, rground: Path) -> None:
    with gzip.open(rground / "prompts.jsonl.gz", "rt", encoding="utf-8") as file:
        published = {record["id"]: record["prompt"] for record in map(json.loads, file)}
    for page in questions(site, "generation"):
        text = (page.parent / "prompts.txt").read_text(encoding="utf-8")
        shown = re.split(r"^----- prompt \d -----\n", text, flags=re.MULTILINE)[1:]
        items = json.loads((page.parent / "items.json").read_text(encoding="utf-8"))
        assert [prompt.strip() for prompt in shown] == [published[item["id"]].strip() for item in items]


def test_records_are_the_published_lines(site: Path, rground: Path) -> None:
    with gzip.open(rground / "items.jsonl.gz", "rt", encoding="utf-8") as file:
        published = set(file.read().splitlines())
    shown = [(page.parent / "items.json").read_text(encoding="utf-8") for page in questions(site)]
    lines = [line.rstrip(",") for text in shown for line in text.strip()[1:-1].split("\n")]
    assert set(lines) <= published
    assert len(lines) == 12


def test_previous_and_next_walk_through_a_split(site: Path) -> None:
    here = site / "rground" / "items" / min(page.parent.name for page in questions(site))
    walked = [here.name]
    while True:
        links = [a for tag, a in parsed(here / "index.html").tags if tag == "a" and a.get("rel") == "next"]
        if not links:
            break
        here = (here / str(links[0]["href"])).resolve()
        walked.append(here.name)
    assert walked == sorted(page.parent.name for page in questions(site))


def test_every_page_of_data_carries_the_canary(site: Path) -> None:
    folders = ("rground/items", "rground/scaffolds")
    for page in (page for folder in folders for page in (site / folder).glob("*/index.html")):
        assert f"canary {CANARY}" in page.read_text(encoding="utf-8")
    assert CANARY in (site / "rground" / "index.html").read_text(encoding="utf-8")


def test_a_problem_is_reported_to_the_configured_repository(site: Path) -> None:
    page = questions(site)[0]
    links = [
        str(a["href"]) for tag, a in parsed(page).tags if tag == "a" and "issues/new" in (a.get("href") or "")
    ]
    assert links[0].startswith(
        f"https://forge.invalid/group/project/issues/new?title=Problem%20with%20{page.parent.name}&body=Data%20"
    )


def test_without_a_repository_the_page_says_whom_to_tell(rground: Path, tmp_path: Path) -> None:
    built = build_test_site([rground], tmp_path / "site", config=SiteConfig())
    text = " ".join(parsed(questions(built)[0]).text.split())
    assert "This copy of the site names no issue tracker: tell whoever published it" in text


def test_a_scaffold_page_shows_sites_drugs_edits_and_questions(site: Path) -> None:
    page = sorted(site.glob("rground/scaffolds/*/index.html"))[0]
    tags = parsed(page)
    text = " ".join(tags.text.split())
    assert "R1 on aromatic C" in text
    assert "SAMPLE" in text
    assert {f"{page.parent.name}.e{number}" for number in range(1, 6)} <= {a.get("id") for _, a in tags.tags}
    assert "R1 = cyclopropyl" in text
    links = {a.get("href") for tag, a in tags.tags if tag == "a"}
    assert sum("../../items/" in str(link) for link in links) == 5


def test_the_card_links_every_drop_file_and_lists_every_download(site: Path, rground: Path) -> None:
    tags = parsed(site / "rground" / "index.html")
    links = {str(a.get("href")) for tag, a in tags.tags if tag == "a"}
    text = " ".join(tags.text.split())
    facts = json.loads((rground / "description.json").read_text(encoding="utf-8"))
    assert {f"../data/rground/{file['path']}" for file in facts["downloads"]} <= links
    assert all(file["sha256"] in text for file in facts["downloads"])
    assert "2 no ring" in text
    assert "VQA Hard holds 3 questions, 940 were asked for." in text
    assert "@misc{chemground-rground" in text
    assert 'pandas.read_parquet("' in text


def test_the_card_counts_items_by_split_and_mode(site: Path) -> None:
    text = " ".join(parsed(site / "rground" / "index.html").text.split())
    assert "VQA · Basic · Hard 3 3 3 3 12" in text
    assert "Generation · Basic · Easy – 3 – 3 6" in text
    assert "All 48" in text


def test_the_home_page_asks_one_question_of_each_benchmark(site: Path) -> None:
    html = (site / "index.html").read_text(encoding="utf-8")
    assert html.count('class="cg-group cg-try"') == 2
    assert "What a model must beat in R-GroundBench" in html
    assert len(html) <= 300_000


def test_statistics_come_as_json_for_the_plot_and_csv_for_the_reader(site: Path) -> None:
    folder = site / "rground" / "statistics" / "figures"
    assert json.loads((folder / "sizes.json").read_text(encoding="utf-8"))["data"][0]["y"] == [18, 12, 18]
    assert (folder / "sizes.csv").read_text(
        encoding="utf-8"
    ) == "difficulty,items\neasy,18\nmedium,12\nhard,18\n"


def test_search_finds_cards_by_their_words_and_no_questions(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    entries = {entry["location"]: entry for entry in index["docs"]}
    assert entries["rground/"]["title"] == "R-GroundBench"
    assert "no ring" in entries["rground/#built"]["text"]
    assert not [location for location in entries if "/items/" in location or "/scaffolds/" in location]
    assert "cgx" not in json.dumps([(entry["title"], entry["text"]) for entry in index["docs"]])


def test_data_in_the_search_index_is_escaped_twice_removed_from_markup(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    entries = {entry["location"]: entry for entry in index["docs"]}
    assert entries["hostile/"]["title"] == "Toy &lt;Benchmark&gt; &amp; friends"
    assert "<b>" not in entries["hostile/"]["text"]


def test_a_new_benchmark_gets_its_tab_from_its_dataset(site: Path) -> None:
    html = (site / "rground" / "index.html").read_text(encoding="utf-8")
    assert '<a href="../hostile/">Toy &lt;Benchmark&gt; &amp; friends</a>' in html
    assert "FGBench" not in html


def test_two_builds_give_the_same_bytes(site: Path, rground: Path, hostile: Path, tmp_path: Path) -> None:
    again = build_test_site([rground, hostile], tmp_path / "site")
    assert digests(again) == digests(site)


def test_a_site_that_knows_its_address_says_it_and_lists_no_questions(rground: Path, tmp_path: Path) -> None:
    config = SiteConfig(url="https://site.invalid/base/")
    built = build_test_site([rground], tmp_path / "site", config=config)
    sitemap = (built / "sitemap.xml").read_text(encoding="utf-8")
    assert "<loc>https://site.invalid/base/rground/</loc>" in sitemap
    assert "/items/" not in sitemap
    card = (built / "rground" / "index.html").read_text(encoding="utf-8")
    assert '<link rel="canonical" href="https://site.invalid/base/rground/">' in card
    assert 'rel="canonical"' not in questions(built)[0].read_text(encoding="utf-8")


def test_an_empty_benchmark_says_so(tmp_path: Path) -> None:
    empty = hostile_folder(tmp_path / "hostile", {})
    built = build_test_site([empty], tmp_path / "site")
    for page in ("index.html", "hostile/index.html"):
        text = parsed(built / page).text
        assert "holds no items" in text
        assert "NaN" not in text


def test_a_site_without_any_benchmark_still_says_what_it_is(tmp_path: Path) -> None:
    built = build_test_site([], tmp_path / "site")
    assert "holds no benchmark yet" in parsed(built / "index.html").text


def test_a_collections_template_that_is_missing_is_named(rground: Path, tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("tests.sitegen.site.building.RGROUND", tmp_path)
    with pytest.raises(ConfigError, match=r"names the page template 'scaffold\.html\.j2'; add it"):
        build_test_site([rground], tmp_path / "site")


def test_a_fault_in_a_template_names_file_and_question(rground: Path) -> None:
    from sitegen.site.dataset import read_dataset, read_questions
    from sitegen.site.render import question_body
    from sitegen.site.templating import page_environment

    dataset = read_dataset(rground)
    template = page_environment().from_string("{{ extra.none_of_it }}")
    question = read_questions(dataset)[0]
    with pytest.raises(ConfigError, match=f"{question.id}: .*none_of_it.*; mend the template"):
        question_body(question, QuestionPages.of(dataset, ""), template)


@pytest.mark.parametrize("name", sorted(SMALL))
def test_text_from_data_is_shown_as_text(site: Path, name: str) -> None:
    tags = parsed(site / "hostile" / "items" / name / "index.html")
    assert SMALL[name] in tags.text
    assert not [a for _, a in tags.tags if {"onmouseover", "onload", "onerror"} & a.keys()]


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
