"""The theme's chrome: one rendering per skeleton gives the bytes of a full rendering of each page."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest
import yaml

from sitegen.config import REPOSITORY_ROOT
from sitegen.errors import ChemGroundError
from sitegen.site.chrome import Chrome, Stub, Tab, render_chrome, render_markdown, stub_markdown
from sitegen.site.dataset import read_dataset, read_questions
from sitegen.site.questions import QuestionPages
from sitegen.site.render import question_body, question_template
from sitegen.site.skeleton import compact
from tests.sitegen.site.dataset import RGROUND

TABS = (
    Tab(title="Home", pages=(("Home", ""),)),
    Tab(title="Toy <Benchmark> & friends", pages=(("About", "toy"), ("Statistics", "toy/statistics"))),
)
PLACES = (
    Stub(path="", tab=TABS[0].title, title="Home"),
    Stub(path="toy", tab=TABS[1].title, title="About", sections=(("one", "What <b>is</b> *asked*?"),)),
    Stub(path="toy/statistics", tab=TABS[1].title, title="Statistics"),
)
# What a full rendering does: MkDocs puts title, description and content of each page in by itself.
HOOK = """
import json, pathlib
PAGES = json.loads(pathlib.Path(__file__).with_name("pages.json").read_text(encoding="utf-8"))

def on_page_markdown(markdown, page, config, files):
    page.meta.update(PAGES.get(page.url, {}).get("meta", {}))
    return markdown

def on_page_content(html, page, config, files):
    return html.replace("<!--cg:body-->", PAGES[page.url]["body"]) if page.url in PAGES else html
"""


def chrome(docs: Path, settings: Path = REPOSITORY_ROOT / "mkdocs.yml") -> Chrome:
    return Chrome(
        settings=settings,
        docs=docs,
        generated={},
        tabs=TABS,
        title="ChemGround",
        url="",
        footer="a &amp; b",
        cite="docs/",
    )


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """Return a folder of hand-written pages with one page for every entry of the navigation."""
    folder = tmp_path / "docs"
    folder.mkdir()
    settings = yaml.safe_load((REPOSITORY_ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    for entry in settings["nav"]:
        for title, path in entry.items():
            (folder / path).write_text(f"# {title}\n", encoding="utf-8")
    return folder


def test_filled_skeletons_are_byte_equal_to_full_renderings(
    rground: Path, docs: Path, tmp_path: Path
) -> None:
    dataset = read_dataset(rground)
    questions = read_questions(dataset)[::2]
    pages = QuestionPages.of(dataset, "")
    bodies = {
        question.id: question_body(question, pages, question_template(RGROUND / "pages"))
        for question in questions
    }
    titles = {question.id: f"{question.id} <&> \"'" for question in questions}
    each = Stub(path="toy/items/each", tab=TABS[1].title, title=None)
    (tmp_path / "one").mkdir()
    skeletons = render_chrome(chrome(docs), [*PLACES, each], tmp_path / "one", tmp_path / "one" / "site")
    (tmp_path / "two").mkdir()
    settings = settings_with_hook(
        tmp_path, {f"toy/items/{name}/": (titles[name], bodies[name]) for name in bodies}
    )
    places = {stub.path: stub_markdown(stub) for stub in PLACES}
    full = {f"toy/items/{name}": stub_markdown(each) for name in bodies}
    render_markdown(chrome(docs, settings), places | full, tmp_path / "two", tmp_path / "two" / "site")
    assert len(bodies) == 8
    for name, body in bodies.items():
        filled = skeletons["toy/items/each"].fill(title=titles[name], description="d", parts={"body": body})
        rendered = (tmp_path / "two" / "site" / "toy" / "items" / name / "index.html").read_text(
            encoding="utf-8"
        )
        # Nobody has filled in the mark of the head.
        assert filled == compact(rendered).replace("<!--cg:head-->", "")


def settings_with_hook(tmp_path: Path, pages: dict[str, tuple[str, str]]) -> Path:
    facts = {
        url: {"meta": {"title": html.escape(title), "description": "d"}, "body": body}
        for url, (title, body) in pages.items()
    }
    (tmp_path / "pages.json").write_text(json.dumps(facts), encoding="utf-8")
    (tmp_path / "hook.py").write_text(HOOK, encoding="utf-8")
    text = (REPOSITORY_ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    settings = tmp_path / "mkdocs.yml"
    settings.write_text(f"{text}\nhooks: [{tmp_path / 'hook.py'}]\n", encoding="utf-8")
    return settings


def test_headings_from_data_stay_text_in_page_and_contents(docs: Path, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    skeletons = render_chrome(chrome(docs), PLACES, tmp_path / "work", tmp_path / "site")
    page = skeletons["toy"].fill(title="t", parts={"intro": "", "one": ""})
    assert page.count("What &lt;b&gt;is&lt;/b&gt; *asked*?") >= 2
    assert "<b>is</b>" not in page


def test_the_stub_of_many_pages_is_no_page_of_the_site(docs: Path, tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    each = Stub(path="toy/items/each", tab=TABS[1].title, title=None)
    render_chrome(chrome(docs), [*PLACES, each], tmp_path / "work", tmp_path / "site")
    assert not (tmp_path / "site" / "toy" / "items" / "each").exists()
    assert "items/each" not in (tmp_path / "site" / "search" / "search_index.json").read_text("utf-8")
    assert "items/each" not in (tmp_path / "site" / "sitemap.xml").read_text("utf-8")


def test_a_broken_link_in_a_hand_written_page_stops_the_build(docs: Path, tmp_path: Path) -> None:
    (docs / "index.md").write_text("# x\n\n[gone](gone.md)\n", encoding="utf-8")
    (tmp_path / "work").mkdir()
    with pytest.raises(ChemGroundError, match=r"MkDocs could not render(.|\n)*gone\.md"):
        render_chrome(chrome(docs), PLACES, tmp_path / "work", tmp_path / "site")
