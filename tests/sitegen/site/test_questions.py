"""What a question's page is made from: groups of modes, answers in words, facts, links."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.records import Item, Option
from sitegen.site.dataset import Question, read_dataset, read_questions
from sitegen.site.page import plain_text
from sitegen.site.questions import (
    QuestionPages,
    answer_text,
    example_question,
    question_context,
)
from sitegen.site.render import prompts_text, question_body, question_template
from sitegen.site.reporting import report_url
from sitegen.site.words import facet_title, split_title, task_title, value_title

ITEM = Item(
    id="q",
    benchmark="b",
    task="measure",
    facets={},
    question="How long?",
    answer_type="number",
    answer=1.5,
    tolerance=0.1,
    unit="Å",
    extra={"question": "q", "explanation": "Measured.", "length": 1.5, "canary": "c", "list": [1]},
)
ABOUT = {"slug": "b", "title": "B", "canary": "c", "licence": "CC0-1.0"}


def pages(folder: Path) -> QuestionPages:
    return QuestionPages(
        folder=folder,
        about=ABOUT,
        licence={"url": "https://x.invalid", "title": "L"},
        repository="",
        build="0",
    )


def asked(*items: Item) -> Question:
    return Question(
        id="q",
        items=items,
        lines=tuple("{}" for _ in items),
        prompts=tuple(f"prompt of {item.id}" for item in items),
        split=("measure",),
        number=1,
        of=1,
    )


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({}, "1.5 ± 0.1 Å"),
        ({"tolerance": None, "unit": None}, "1.5"),
        ({"answer": True, "answer_type": "boolean", "tolerance": None, "unit": None}, "True"),
        ({"answer": False, "answer_type": "boolean", "tolerance": None, "unit": None}, "False"),
        ({"answer": ("1", "2"), "answer_type": "path", "tolerance": None, "unit": None}, "1 → 2"),
    ],
)
def test_an_answer_is_said_in_words(change: dict[str, object], text: str) -> None:
    assert answer_text(replace(ITEM, **change)) == text  # type: ignore[arg-type]


def test_a_free_answer_is_shown_with_its_reason_and_facts(tmp_path: Path) -> None:
    html = question_body(asked(ITEM), pages(tmp_path), question_template(None))
    text = plain_text(html)
    assert "1.5 ± 0.1 Å Measured." in text
    assert "Length 1.5" in text
    assert "Canary" not in text.partition("canary c")[0]
    assert "cg-options" not in html
    assert "cg-tabs" not in html


def test_modes_with_the_same_options_share_them(rground: Path) -> None:
    dataset = read_dataset(rground)
    question = read_questions(dataset)[0]
    groups = question_context(question, QuestionPages.of(dataset, ""))["groups"]
    assert [[mode.id.rpartition(".")[2] for mode in group.modes] for group in groups] == [
        ["i2i", "s2i"],
        ["i2s", "s2s"],
    ]
    assert [group.places for group in groups] == ["0 2", "1 3"]


def test_an_option_of_words_stands_among_drawings(tmp_path: Path) -> None:
    options = (
        Option(label="A", smiles="C", image="images/a.svg"),
        Option(label="B", text="None of the above"),
    )
    choice = replace(ITEM, answer_type="choice", answer="B", options=options, tolerance=None, unit=None)
    html = question_body(asked(choice), pages(tmp_path), question_template(None))
    assert '<ol class="cg-options cg-pictured">' in html
    assert html.count('alt="Option ') == 1
    assert "<b>B</b><span>None of the above</span>" in html
    assert '<b class="cg-badge">B</b> None of the above' in html


def test_modes_whose_answers_differ_do_not_share_options(tmp_path: Path) -> None:
    options = tuple(Option(label=label, text=label) for label in "AB")
    choice = replace(ITEM, answer_type="choice", options=options, tolerance=None, unit=None)
    first, second = replace(choice, id="q.1", answer="A"), replace(choice, id="q.2", answer="B")
    groups = question_context(asked(first, second), pages(tmp_path))["groups"]
    assert [group.right.label for group in groups] == ["A", "B"]


def test_the_example_is_the_first_question_with_options(rground: Path) -> None:
    questions = read_questions(read_dataset(rground))
    assert example_question(questions) is questions[0]
    assert example_question([asked(ITEM), questions[3]]) is questions[3]
    assert example_question([asked(ITEM)]) == asked(ITEM)
    assert example_question([]) is None


def test_prompts_stand_under_their_place_among_the_tabs() -> None:
    question = asked(ITEM, replace(ITEM, id="r"))
    assert prompts_text(question) == "----- prompt 1 -----\nprompt of q\n----- prompt 2 -----\nprompt of r"


@pytest.mark.parametrize(
    ("repository", "address"),
    [
        ("", ""),
        (
            "https://forge.invalid/a/b/",
            "https://forge.invalid/a/b/issues/new?title=Problem%20with%20q%26%231&body=",
        ),
        (
            "https://gitlab.invalid/a/b",
            "https://gitlab.invalid/a/b/-/issues/new?issue%5Btitle%5D=Problem%20with%20q",
        ),
    ],
)
def test_a_report_goes_to_the_kind_of_forge_there_is(repository: str, address: str) -> None:
    url = report_url(repository, "q&#1", "0123")
    assert url.startswith(address)
    assert bool(url) == bool(address)


def test_words_come_from_the_benchmark_and_fall_back_on_its_keys() -> None:
    about = {
        "splits": ["level"],
        "tasks": {"vqa": "VQA"},
        "facets": {"level": {"title": "Niveau", "names": {"low": "Lowest"}}},
    }
    assert facet_title(about, "level") == "Niveau"
    assert facet_title(about, "bond_order") == "Bond order"
    assert value_title(about, "level", "low") == "Lowest"
    assert value_title(about, "level", "very_high") == "Very high"
    assert task_title(about, "single_bool") == "Single bool"
    assert split_title(about, ("vqa", "low")) == "VQA · Lowest"
