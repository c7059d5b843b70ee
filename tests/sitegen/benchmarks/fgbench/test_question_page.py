"""What the page of an FGBench question shows, and what only behind its answer."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from evaluator.records import Item
from sitegen.config import REPOSITORY_ROOT
from sitegen.site.dataset import Question
from sitegen.site.page import plain_text
from sitegen.site.questions import QuestionPages
from sitegen.site.render import question_body, question_template
from tests.sitegen.benchmarks.fgbench.shown import ITEMS

PAGES = REPOSITORY_ROOT / "sitegen" / "benchmarks" / "fgbench" / "pages"
ABOUT = {"slug": "fgbench", "title": "FGBench", "canary": "c", "licence": "CC0-1.0", "splits": ["dataset"]}
ANSWER = re.compile(r'<details class="cg-panel" id="answer">.*?</details>', re.S)


def body(*items: Item) -> str:
    asked = Question(
        id=str(items[0].extra["question"]),
        items=items,
        lines=tuple("{}" for _ in items),
        prompts=tuple("p" for _ in items),
        split=(items[0].task, "small"),
        number=1,
        of=1,
    )
    pages = QuestionPages(
        folder=Path("absent"),
        about=ABOUT,
        licence={"url": "https://x.invalid", "title": "L"},
        repository="",
        build="0",
    )
    return question_body(asked, pages, question_template(PAGES))


def test_both_molecules_stand_side_by_side_with_a_legend_that_names_colour_form_and_atoms() -> None:
    html = body(*ITEMS[:2])
    for path in ITEMS[0].extra["drawings"].values():
        assert html.count(path) == 1
    legend = re.search(r'<ul class="cg-legend">(.*?)</ul>', html, re.S)
    assert legend is not None
    assert plain_text(legend[1]).split() == (
        "removed (outlined): phenol, atom 0 added (filled): fluoride, atom 7".split()
    )
    assert re.findall(r'class="(cg-chip[^"]*)"', legend[1]) == ["cg-chip cg-g1", "cg-chip cg-filled cg-g2"]


def test_an_edit_is_listed_with_the_positions_of_the_text() -> None:
    text = plain_text(body(*ITEMS[:2]))
    assert "Remove phenol at atom 0." in text
    assert "Join atoms 1 and 7 by a single bond." in text
    assert "Remove" not in plain_text(body(*ITEMS[2:4]))


def test_the_sign_rule_of_each_kind_is_said() -> None:
    edit, comparison = plain_text(body(*ITEMS[:2])), plain_text(body(*ITEMS[2:4]))
    assert "change = reference − target, as questions about an edit" in edit
    assert "change = target − reference, as comparison questions" in comparison


def test_labels_stand_behind_the_answer_only() -> None:
    for items in (ITEMS[:2], ITEMS[2:4]):
        html = body(*items)
        inside = "".join(ANSWER.findall(html))
        outside = plain_text(ANSWER.sub("", html))
        assert "−6.000 kcal/mol" in plain_text(inside)
        assert "−1.500 kcal/mol" in plain_text(inside)
        for label in ("6.0", "1.5", "4.5"):
            assert label not in outside


def test_a_page_gives_the_gold_of_each_tab_to_the_script_and_in_words() -> None:
    html = body(*ITEMS[:2])
    assert 'data-boolean="True"' in html
    assert 'data-number="4.5" data-tolerance="0.5" data-unit="kcal/mol"' in html
    answers = plain_text(ANSWER.findall(html)[0])
    assert "True" in answers
    assert "4.5 ± 0.5 kcal/mol" in answers


def test_true_and_one_are_two_answers() -> None:
    html = body(ITEMS[0], replace(ITEMS[1], answer=1.0))
    assert html.count('<div class="cg-group"') == 2


def test_names_and_smiles_are_escaped() -> None:
    nasty = "<script>alert(1)</script>"
    edit = {
        "removed": [{"name": nasty, "atoms": [0]}],
        "added": [],
        "fragments": [nasty],
        "bonds": [{"first": 1, "second": 2, "order": nasty}],
    }
    changed = {
        "edit": edit,
        "target_smiles": nasty,
        "target_mapped": nasty,
        "pair": nasty,
        "explanation": nasty,
    }
    html = body(replace(ITEMS[0], extra={**ITEMS[0].extra, **changed}))
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 6


def test_the_change_stands_beside_the_labels_with_its_tolerance_and_where_that_is_from() -> None:
    edit, comparison = (plain_text(ANSWER.findall(body(*items))[0]) for items in (ITEMS[:2], ITEMS[2:4]))
    assert "Change 4.500 kcal/mol (reference − target)" in edit
    assert "Change −4.500 kcal/mol (target − reference)" in comparison
    assert "± 0.5 kcal/mol, the stated error" in edit


def test_states_are_shown_in_their_words() -> None:
    extra = {**ITEMS[0].extra, "target_label": "active", "reference_label": "inactive"}
    text = plain_text("".join(ANSWER.findall(body(replace(ITEMS[0], extra=extra)))))
    assert "Target active" in text
    assert "Reference inactive" in text
    assert "Change" not in text
