"""None of the above: shares, letters, what is named and what is offered, prompts, pages, scoring."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import sitegen.benchmarks.rground as rground
from evaluator import Prediction, evaluate
from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.instructions import missing_label
from sitegen.benchmarks.rground.load import Loaded
from sitegen.benchmarks.rground.nota import answer_letters, nota_counts
from sitegen.benchmarks.rground.questions import NOTA, Choice, question_id
from sitegen.config import merge
from sitegen.errors import ConfigError
from sitegen.release.prompts import prompt_records
from sitegen.site.dataset import Question
from sitegen.site.page import plain_text
from sitegen.site.questions import QuestionPages
from sitegen.site.render import question_body, question_template
from tests.sitegen.benchmarks.rground.contexts import FOLDER
from tests.sitegen.benchmarks.rground.reading import decompositions, pool
from tests.sitegen.benchmarks.rground.reading_direct import read_direct

PUBLISHED = {"nonexistent-r": 0.05, "structure-error": 0.11, "distractor": 0.05}
MANY = {"nonexistent-r": 0.09, "structure-error": 0.16, "distractor": 0.1}
NOTE = "If none of the molecules is right, choose the option that says so."


@pytest.fixture(scope="module")
def items(loaded: Loaded, build_context: BuildContext) -> tuple[Item, ...]:
    """The VQA items of a build with more of each kind than published."""
    parameters = merge(build_context.parameters, {"vqa": {"nota": MANY}})
    build = rground.build(loaded, replace(build_context, parameters=parameters))
    return tuple(item for item in build.items if item.task == "vqa" and item.facets["level"] == "basic")


@pytest.fixture(scope="module")
def many(items: tuple[Item, ...]) -> list[Item]:
    """One item of every question of that build."""
    return list({item.extra["question"]: item for item in items}.values())


def of_kind(questions: list[Item], *kinds: str) -> list[Item]:
    found = [item for item in questions if item.facets["nota"] in kinds]
    assert {item.facets["difficulty"] for item in found} == {"easy", "medium"}
    assert {item.facets["nota"] for item in found} == set(kinds)
    return found


def sites(item: Item) -> dict[int, str]:
    tags = re.findall(r"<a>(\d+):([^<]*)</a>", item.extra["esmiles"])
    return {int(atom): label.replace("[", "").replace("]", "") for atom, label in tags}


def fitting(item: Item, groups: dict[str, str]) -> list[str]:
    """Return the letters of the options that are the scaffold with these groups."""
    return [
        option.label
        for option in item.options
        if option.smiles and groups in decompositions(item.extra["scaffold"], sites(item), option.smiles)
    ]


@pytest.mark.parametrize("questions", [20, 48, 100, 300, 940])
def test_each_kind_gets_its_share_to_the_nearest_question(questions: int) -> None:
    for kind, count in nota_counts(questions, PUBLISHED).items():
        assert abs(count - PUBLISHED[kind] * questions) <= 0.5


def test_published_sizes_are_within_half_a_point_of_the_published_shares() -> None:
    counts = nota_counts(940, PUBLISHED)
    assert all(abs(count / 940 - PUBLISHED[kind]) <= 0.005 for kind, count in counts.items())
    assert sum(counts.values()) == 197


@pytest.mark.parametrize(
    ("shares", "problem"),
    [
        ({"nonexistent": 0.05}, "there is no kind 'nonexistent'"),
        ({"distractor": -0.01}, "0 or more"),
        ({"distractor": 0.9, "structure-error": 0.2}, "1 or less in all"),
        ({"nonexistent-r": 0.1, "structure-error": 0.2}, "more than a quarter"),
    ],
)
def test_shares_that_cannot_be_are_refused(shares: dict[str, float], problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        nota_counts(100, shares)


def test_easy_and_medium_hold_the_published_shares_and_hard_none(questions: list[Item]) -> None:
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for item in questions:
        if item.task == "vqa" and item.facets["level"] == "basic":
            kinds[item.facets["difficulty"]][item.facets["nota"]] += 1
    expected = {"no": 39, "nonexistent-r": 2, "structure-error": 5, "distractor": 2}
    assert kinds["easy"] == kinds["medium"] == expected
    assert kinds["hard"] == {"no": 48}


def test_generation_offers_nothing(questions: list[Item]) -> None:
    assert {item.facets["nota"] for item in questions if item.task == "generation"} == {"no"}


@pytest.mark.parametrize("count", [5, 20, 61, 240, 940])
def test_every_letter_is_right_as_often_as_any_other(count: int) -> None:
    counts = nota_counts(count, PUBLISHED)
    kinds = [kind for kind, number in counts.items() for _ in range(number)]
    kinds += ["no"] * (count - len(kinds))
    letters = answer_letters(kinds, random.Random(5))
    numbers = [letters.count(letter) for letter in "ABCD"]
    assert sum(numbers) == count
    assert max(numbers) - min(numbers) <= 1
    offering = Counter(letter for letter, kind in zip(letters, kinds, strict=True) if kind == "distractor")
    assert offering["D"] == 0
    assert max(offering[letter] for letter in "ABC") - min(offering[letter] for letter in "ABC") <= 1


def test_d_is_right_where_the_label_is_missing_or_the_product_is_not_offered(many: list[Item]) -> None:
    assert {item.answer for item in of_kind(many, "nonexistent-r", "structure-error")} == {"D"}
    assert "D" not in {item.answer for item in of_kind(many, "distractor")}


def test_d_says_none_of_the_above_in_every_mode(items: tuple[Item, ...]) -> None:
    for item in items:
        *molecules, last = item.options
        assert all(option.smiles and option.text is None for option in molecules)
        if item.facets["nota"] == "no":
            assert last.smiles and last.text is None
        else:
            assert (last.label, last.text) == ("D", "None of the above")
            assert last.smiles is None and last.image is None


def test_the_prompt_says_that_no_option_may_be_right_on_exactly_those_questions(
    items: tuple[Item, ...],
) -> None:
    for record, item in zip(prompt_records(items, FOLDER / "prompts", (), "canary"), items, strict=True):
        prompt = str(record["prompt"])
        assert prompt.count(NOTE) == (0 if item.facets["nota"] == "no" else 1)
        assert ("D. None of the above\n" in prompt) == (item.facets["nota"] != "no")
        assert not any(kind in prompt for kind in NOTA[1:])


def test_exactly_one_label_that_is_named_is_none_of_the_scaffolds(many: list[Item]) -> None:
    for item in of_kind(many, "nonexistent-r"):
        named, own = read_direct(item.extra["instruction"]), set(sites(item).values())
        (missing,) = set(named) - own
        assert item.extra["named_label"].replace("[", "").replace("]", "") == missing
        assert len(named) == len(own)
        assert missing not in item.question.partition("\n")[0]
        for key in ("product", "correct", "changed_atoms", "changed_drawing", "delta_sim"):
            assert key not in item.extra


def test_a_missing_label_is_baited_with_its_group_on_the_label_left_out(many: list[Item]) -> None:
    for item in of_kind(many, "nonexistent-r"):
        named = read_direct(item.extra["instruction"])
        (real,) = set(sites(item).values()) - set(named)
        (missing,) = set(named) - set(sites(item).values())
        guess = {**{label: group for label, group in named.items() if label != missing}, real: named[missing]}
        assert len(fitting(item, guess)) == 1


def test_a_product_that_is_not_offered_is_none_of_the_options(many: list[Item]) -> None:
    for item in of_kind(many, "structure-error"):
        named = read_direct(item.extra["instruction"])
        assert set(named) == set(sites(item).values())
        assert fitting(item, named) == []
        assert named in decompositions(item.extra["scaffold"], sites(item), item.extra["product"])
        assert item.extra["product"] not in [option.smiles for option in item.options]
        assert "delta_sim" not in item.extra


def test_where_the_product_is_offered_it_is_the_answer_alone(many: list[Item]) -> None:
    for item in many:
        if item.facets["nota"] in ("distractor", "no") and item.facets["difficulty"] != "hard":
            assert fitting(item, read_direct(item.extra["instruction"])) == [item.answer]
            assert "delta_sim" in item.extra


def test_easy_offers_the_same_in_all_three_kinds(many: list[Item], loaded: Loaded) -> None:
    """One option on the scaffold, its groups and others on two ring systems of other scaffolds."""
    family = {one.id: one.murcko or one.id for one in loaded.scaffolds}
    for item in of_kind(many, *NOTA[1:]):
        if item.facets["difficulty"] != "easy":
            continue
        carried = {key: tuple(one.values()) for key, one in item.extra["option_substituents"].items()}
        own = [key for key, one in item.extra["option_scaffolds"].items() if one == item.extra["scaffold_id"]]
        assert len(own) == 1
        assert len({family[one] for one in item.extra["option_scaffolds"].values()}) == 3
        elsewhere = {one for key, one in carried.items() if key not in own}
        assert len(elsewhere) == 2
        assert carried[own[0]] in elsewhere
        assert sorted(item.extra["substituents"].values()) in [sorted(one) for one in elsewhere]


def test_medium_stays_on_the_scaffold_in_all_three_kinds(many: list[Item]) -> None:
    for item in of_kind(many, *NOTA[1:]):
        if item.facets["difficulty"] == "medium":
            assert set(item.extra["option_scaffolds"].values()) == {item.extra["scaffold_id"]}


def test_letters_of_molecules_do_not_tell_the_kinds_apart(many: list[Item]) -> None:
    for item in of_kind(many, *NOTA[1:]):
        assert list(item.extra["option_substituents"]) == ["A", "B", "C"]
        assert set(item.extra["option_drawings"]) == {"A", "B", "C"}


@pytest.mark.parametrize(
    ("labels", "instead", "expected"),
    [
        (("R[1]",), "R[1]", {"R[2]", "R[3]"}),
        (("R[1]", "R[2]"), "R[2]", {"R[3]", "R[4]"}),
        (("R[1]", "R[4]"), "R[4]", {"R[2]", "R[3]", "R[5]", "R[6]"}),
        (("R",), "R", {"R[2]", "R[3]"}),
        (("R1", "X"), "X", {"Y", "Z", "W", "L"}),
        (("R1", "X"), "R1", {"R[2]", "R[3]"}),
        (("X", "Y", "Z", "W", "L"), "X", {"R[1]", "R[2]", "R[3]"}),
    ],
)
def test_a_missing_label_has_the_form_of_those_there_are(
    labels: tuple[str, ...], instead: str, expected: set[str]
) -> None:
    assert {missing_label(labels, instead, random.Random(seed)) for seed in range(100)} == expected


def test_a_question_has_another_id_with_none_of_the_above() -> None:
    choice = Choice(scaffold="s", substituents={"R[1]": "phenyl"}, product="C", similarity=0.5, heavy_atoms=1)
    ids = {
        question_id("vqa", "easy", choice),
        question_id("vqa", "easy", choice, nota="distractor", named=["R[1]"]),
        question_id("vqa", "easy", choice, nota="structure-error", named=["R[1]"]),
        question_id("vqa", "easy", choice, nota="nonexistent-r", named=["R[2]"]),
        question_id("vqa", "easy", choice, nota="nonexistent-r", named=["R[3]"]),
    }
    assert len(ids) == 5


def test_the_gold_letter_and_the_gold_text_score_full(items: tuple[Item, ...]) -> None:
    right = {item.id: next(o for o in item.options if o.label == item.answer) for item in items}
    texts = {item.id: right[item.id].text or right[item.id].smiles for item in items}
    for form in ("<answer>{letter}</answer>", "{text}", "The answer is {letter}. {text}"):
        told = [
            Prediction(id=one.id, replies=(form.format(letter=one.answer, text=texts[one.id]),))
            for one in items
        ]
        assert {score.outcome for score in evaluate(items, told, None).scores} == {"correct"}


def test_always_answering_none_of_the_above_scores_where_it_is_right(items: tuple[Item, ...]) -> None:
    offering = [item for item in items if item.facets["nota"] != "no"]
    told = [Prediction(id=item.id, replies=("None of the above.",)) for item in offering]
    scores = {score.id: score.outcome for score in evaluate(offering, told, None).scores}
    for item in offering:
        assert scores[item.id] == ("incorrect" if item.facets["nota"] == "distractor" else "correct")


def test_a_scaffold_with_one_edit_gives_easy_none_and_says_so(
    make_context: Callable[..., BuildContext], curated_cores: list[str]
) -> None:
    context = make_context(curated_cores[:40], limit=20, parameters={"edits": {"per_scaffold": 1}})
    build = rground.build(rground.load(context), context)
    assert [reason for reason in build.shortfalls if "none of the above" in reason] == [
        "VQA easy: 0 of 4 questions with none of the above; no other scaffold asked about has a second edit"
        " and like products of other scaffolds"
    ]
    easy = {one.extra["question"]: one for one in build.items if one.id.startswith("vqa-easy-")}.values()
    assert len(easy) == 20
    assert Counter(item.answer for item in easy) == dict.fromkeys("ABCD", 5)


def page_of(question: str, items: tuple[Item, ...], folder: Path) -> str:
    asked = tuple(item for item in items if item.extra["question"] == question)
    about = tomllib.loads((FOLDER / "benchmark.toml").read_text(encoding="utf-8"))
    pages = QuestionPages(
        folder=folder,
        about=about,
        licence={"url": "https://x.invalid", "title": "L"},
        repository="",
        build="",
    )
    shown = Question(
        id=question,
        items=asked,
        lines=("{}",) * len(asked),
        prompts=("",) * len(asked),
        split=("vqa", "basic", asked[0].facets["difficulty"]),
        number=1,
        of=1,
    )
    return question_body(shown, pages, question_template(FOLDER / "pages"))


@pytest.mark.parametrize(
    ("kind", "said", "drawn"),
    [
        ("nonexistent-r", "right: the label named does not exist", 0),
        ("structure-error", "The right product, which is not offered", 1),
        ("distractor", "wrong: the product is ", 1),
    ],
)
def test_a_page_shows_the_sentence_as_an_option_and_why_it_is_right_or_wrong(
    items: tuple[Item, ...], many: list[Item], tmp_path: Path, kind: str, said: str, drawn: int
) -> None:
    for item in of_kind(many, kind):
        html = page_of(item.extra["question"], items, tmp_path)
        before, _, answer = html.partition('<details class="cg-panel" id="answer">')
        assert before.count("<span>None of the above</span>") == 2
        assert before.count("cg-pictured") == 1
        assert before.count('alt="Option ') == 3
        text = plain_text(answer)
        assert said in text
        assert plain_text(item.extra["explanation"]) in text
        assert answer.count('alt="The right product"') == drawn
        assert answer.count('alt="Option ') == 3
        assert answer.count('class="cg-is"') + answer.count("cg-said cg-is") == 1
        assert ("cg-said cg-is" in answer) == (item.answer == "D")
        if kind == "nonexistent-r":
            label = item.extra["named_label"].replace("[", "").replace("]", "")
            assert f"The scaffold, which has no {label}" in text


def test_an_explanation_says_which_label_is_missing_what_is_not_offered_or_what_is(many: list[Item]) -> None:
    names = {smiles: name for name, smiles in pool().items()}
    for item in of_kind(many, *NOTA[1:]):
        text, kind = item.extra["explanation"], item.facets["nota"]
        named = read_direct(item.extra["instruction"])
        if kind == "nonexistent-r":
            (missing,) = set(named) - set(sites(item).values())
            assert f"{names[named[missing]]} at {missing}, but the scaffold has no {missing}" in text
            assert f"which takes {missing} for " in text
        assert ("becomes a molecule that is not offered, so D is right" in text) == (
            kind == "structure-error"
        )
        assert ("So D, none of the above, is wrong." in text) == (kind == "distractor")
        assert all(re.search(rf"\b{letter}\b", text) for letter in "ABCD")
