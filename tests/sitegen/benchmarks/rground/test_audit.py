"""The shortcut audit: what each blind solver earns on made-up items, and on the shared build."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from evaluator.records import Item, Option
from sitegen.benchmarks.rground.audit import audit, item_credits
from sitegen.benchmarks.rground.audit_looks import mentioned
from sitegen.benchmarks.rground.figures_audit import shortcut_audit
from sitegen.config import read_toml
from sitegen.errors import DatasetError
from sitegen.parallel import OrderedMap, ordered_map
from sitegen.records import Build
from tests.sitegen.benchmarks.rground.contexts import DATA

HERE = OrderedMap(executor=None, workers=1)
RGROUND = Path("sitegen/benchmarks/rground").absolute()
NONE = "None of the above"


def item(
    options: str,
    answer: str,
    *,
    number: int = 0,
    scaffold: str = "*c1ccccc1",
    question: str = "Which?",
    mode: str = "s2s",
    **facets: str,
) -> Item:
    """An item whose options are the words of `options` as SMILES; `-` is "none of the above"."""
    return Item(
        id=f"q{number}.{mode}",
        benchmark="rground",
        task="vqa",
        facets={"mode": mode, "level": "basic", "difficulty": "hard", **facets},
        question=question,
        options=tuple(
            Option(label=label, text=NONE) if word == "-" else Option(label=label, smiles=word)
            for label, word in zip("ABCD", options.split(), strict=False)
        ),
        answer_type="choice",
        answer=answer,
        cluster=str(number),
        extra={"scaffold": scaffold, "question": f"q{number}"},
    )


def earned(solver: str, asked: Item | Sequence[Item]) -> float:
    """What a solver earns on the last of some items."""
    items = [asked] if isinstance(asked, Item) else asked
    return item_credits(items, DATA, HERE)[-1][solver]


ALKANES = "CC(C)c1ccccc1 CCc1ccccc1 Cc1ccccc1 CCCCc1ccccc1"


@pytest.mark.parametrize(
    ("solver", "options", "picks"),
    [
        ("largest", ALKANES, "D"),
        ("smallest", ALKANES, "C"),
        ("heaviest", "CBr CCCCC CCCCCC CCO", "A"),
        ("lightest", "CBr CCCCC CCCCCC CCO", "D"),
        ("longest_smiles", ALKANES, "A"),
        ("shortest_smiles", ALKANES, "C"),
        ("most_similar", "Cc1ccccc1 CCCCCC CCCCCO CCCCCN", "A"),
        ("least_similar", "Cc1ccccc1 Oc1ccccc1 CCCCCC Nc1ccccc1", "C"),
        ("odd_one_out", "CCCCCCO CCCCCCCO c1ccncc1 CCCCCCCCO", "C"),
        ("most_central", "Oc1ccccc1 Cc1ccccc1O Cc1ccccc1 CCCC", "C"),
        ("most_charged", "CC(=O)[O-] CC(=O)O CCO C[N+](C)(C)CC[N+](C)(C)C", "D"),
        ("least_charged", "CC(=O)[O-] C[N+](C)(C)C CCO C[N+](C)(C)CC[N+](C)(C)C", "C"),
        ("none_of_the_above", "CCO CCN CCS -", "D"),
    ],
)
def test_a_solver_picks_the_option_of_its_cue(solver: str, options: str, picks: str) -> None:
    assert {answer: earned(solver, item(options, answer)) for answer in "ABCD"} == {
        answer: float(answer == picks) for answer in "ABCD"
    }


def test_a_tie_earns_each_option_its_share() -> None:
    assert [earned("largest", item("CCC CCO CO CCN", answer)) for answer in "ABCD"] == pytest.approx(
        [1 / 3, 1 / 3, 0, 1 / 3]
    )
    assert earned("most_charged", item("CCC CCO CO CCN", "C")) == 0.25


def test_the_majority_substituent_is_the_one_that_most_options_carry_at_a_site() -> None:
    options = "Clc1ccc(Br)nc1 Clc1ccc(I)nc1 Clc1ccc(F)nc1 Ic1ccc(Br)nc1"
    credits = [earned("majority_group", item(options, a, scaffold="*c1ccc(*)nc1")) for a in "ABCD"]
    assert credits == [1, 0, 0, 0]


def test_there_is_no_majority_where_an_option_lacks_the_core() -> None:
    options = "Clc1ccccc1 Clc1ccccc1C Cc1ccccc1 CCCC"
    assert [earned("majority_group", item(options, answer)) for answer in "ABCD"] == [0.25] * 4


def test_an_option_of_words_is_never_the_pick_of_a_solver_that_reads_structures() -> None:
    asked = item("CCO CCN CCS -", "D")
    credits = item_credits([asked], DATA, HERE)[0]
    guessing = {"random", "frequent_letter", "none_of_the_above", "none_or_another"}
    assert {name for name, value in credits.items() if value} == guessing
    assert credits["random"] == 0.25


def test_an_item_with_the_answer_none_of_the_above_counts_in_the_denominator() -> None:
    items = [item("C CC CCC -", "C", number=0), item("C CC CCC -", "D", number=1)]
    metrics = {m.name: m for m in audit(items, DATA, HERE) if set(m.facets) == {"task"}}
    assert (metrics["largest.accuracy"].value, metrics["largest.accuracy"].n) == (0.5, 2)
    assert metrics["none_of_the_above.accuracy"].value == 0.5


def test_none_of_the_above_is_a_random_letter_where_it_is_not_offered() -> None:
    assert earned("none_of_the_above", item("C CC CCC CCCC", "D")) == 0.25


def test_the_last_letter_is_avoided_where_none_of_the_above_is_not_offered() -> None:
    shares = [earned("none_or_another", item("C CC CCC CCCC", answer)) for answer in "ABCD"]
    assert shares == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])
    assert [earned("none_or_another", item("C CC CCC -", answer)) for answer in "CD"] == [0, 1]


PHENYL = "c1ccc(-c2ccccc2)cc1 Cc1ccccc1 O=C(c1ccccc1)c1ccccc1 Fc1ccc(-c2ccccc2)cc1"


def test_a_named_group_is_found_as_a_whole_group_and_avoided_as_one() -> None:
    asked = "Put 4-fluorophenyl on R1."
    assert [earned("name_in_structure", item(PHENYL, a, question=asked)) for a in "ABCD"] == [0, 0, 0, 1]
    shares = [earned("name_avoided", item(PHENYL, a, question=asked)) for a in "ABCD"]
    assert shares == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])


def test_a_named_group_is_found_in_the_text_whatever_the_numbers_of_its_rings() -> None:
    options = "CC(C)c1ccccc1-c2ccc(F)cc2 CC(C)c1ccccc1-c2ccccc2 CCC CCO"
    asked = "R1 = 4-fluorophenyl."
    assert [earned("name_in_text", item(options, a, question=asked)) for a in "ABCD"] == [1, 0, 0, 0]


def test_solvers_by_name_guess_where_nothing_is_named() -> None:
    for solver in ("name_in_text", "name_in_structure", "name_avoided"):
        assert earned(solver, item(PHENYL, "B", question="R1 has one halogen.")) == 0.25


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Put phenyl on R1.", ("phenyl",)),
        ("Put 4-fluorophenyl on R1.", ("4-fluorophenyl",)),
        ("phenylacetyl at R1 and phenyl at R2", ("phenyl", "phenylacetyl")),
        ("biphenyl and phenyls", ()),
    ],
)
def test_a_name_inside_a_longer_one_is_not_mentioned(text: str, names: tuple[str, ...]) -> None:
    assert mentioned(text, ("phenyl", "4-fluorophenyl", "phenylacetyl")) == names


def same_right(count: int) -> list[Item]:
    """Questions whose right option always carries chlorine, among different others, letters in turn."""
    others = ("F", "Br", "I", "O", "N", "C")
    items = []
    for number in range(count):
        groups = [others[(number + step) % len(others)] for step in range(3)]
        groups.insert(number % 4, "Cl")
        smiles = " ".join(f"{group}c1ccccc1" for group in groups)
        items += [item(smiles, "ABCD"[number % 4], number=number, mode=mode) for mode in ("i2i", "s2s")]
    return items


def test_the_group_that_is_right_elsewhere_is_picked() -> None:
    for solver in ("frequent_answer", "learned_answer"):
        assert {credits[solver] for credits in item_credits(same_right(6), DATA, HERE)} == {1}


def test_a_question_teaches_nothing_about_itself_in_any_of_its_modes() -> None:
    alone = same_right(1)
    for solver in ("frequent_answer", "learned_answer"):
        assert {credits[solver] for credits in item_credits(alone, DATA, HERE)} == {0.25}


def test_a_split_teaches_nothing_about_another() -> None:
    other = [item("Clc1ccccc1 Fc1ccccc1 Ic1ccccc1 Oc1ccccc1", "B", number=99, difficulty="easy")]
    assert earned("frequent_answer", [*same_right(6), *other]) == 0.25


def test_the_frequent_letter_is_that_of_the_split() -> None:
    items = [item(ALKANES, answer, number=n) for n, answer in enumerate("AABC")]
    assert [credits["frequent_letter"] for credits in item_credits(items, DATA, HERE)] == [1, 1, 0, 0]


def test_metrics_are_given_for_all_splits_modes_and_properties() -> None:
    items = [
        item(ALKANES, "D", number=n, mode=mode, level=level, difficulty=difficulty, **others)
        for n, (level, difficulty, others) in enumerate(
            [("basic", "easy", {}), ("basic", "hard", {}), ("advanced", "hard", {"property": "physchem"})]
        )
        for mode in ("i2i", "s2s")
    ]
    metrics = audit(items, DATA, HERE)
    cells = {tuple(sorted(metric.facets)) + tuple(sorted(metric.facets.values())) for metric in metrics}
    assert len(cells) == 1 + 3 + 6 + 1
    assert {metric.value for metric in metrics if metric.name == "largest.accuracy"} == {1}


def test_every_solver_has_a_title_and_a_sentence_in_benchmark_toml() -> None:
    declared = read_toml(RGROUND / "benchmark.toml")["baselines"]
    assert set(declared) == set(item_credits([item(ALKANES, "A")], DATA, HERE)[0])
    assert all(entry["title"] and entry["text"].endswith(".") for entry in declared.values())


def test_an_option_that_is_no_smiles_is_a_fault_of_the_data() -> None:
    with pytest.raises(DatasetError, match="blind solvers cannot read"):
        audit([item("C CC CCC c1cc", "A")], DATA, HERE)


def test_one_process_and_two_find_the_same_in_any_order_of_the_items(built: Build) -> None:
    items = [one for one in built.items if one.task == "vqa"][:240]
    alone = audit(items, DATA, HERE)
    with ordered_map(2, [RGROUND]) as both:
        assert audit(items[::-1], DATA, both) == alone


def test_a_random_letter_earns_a_quarter_within_its_interval(built: Build) -> None:
    for metric in audit(built.items, DATA, HERE):
        assert metric.low is not None and metric.value is not None and metric.high is not None
        assert metric.low <= metric.value <= metric.high
        assert metric.facets["task"] == "vqa"
        if metric.name == "random.accuracy":
            assert metric.value == 0.25


def test_no_solver_beats_chance_by_much_on_hard_questions(built: Build) -> None:
    hard = [one for one in built.items if one.facets["difficulty"] == "hard"]
    for metric in audit(hard, DATA, HERE):
        if set(metric.facets) == {"task", "level", "difficulty"}:
            assert metric.value is not None and metric.value < 0.40, metric


def test_the_figure_has_a_row_a_solver_and_split_and_draws_chance_and_limit(built: Build) -> None:
    metrics = audit(built.items, DATA, HERE)
    figure = shortcut_audit(metrics)
    splits = {(m.facets["level"], m.facets["difficulty"]) for m in metrics if "difficulty" in m.facets}
    solvers = {metric.name for metric in metrics}
    rows = [row for row in figure.rows if not row[2]]
    assert len(rows) == len(splits) * len(solvers)
    assert figure.plot is not None
    lines = [trace for trace in figure.plot["data"] if trace["mode"] == "lines"]
    assert [set(line["x"]) for line in lines] == [{25}, {35}]
    best = [max(row[3] for row in rows if row[0] == name) for name in dict.fromkeys(r[0] for r in rows)]
    assert best == sorted(best, reverse=True)
