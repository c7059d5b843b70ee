"""Generation questions: answers, descriptions, what is left out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from rdkit import Chem

import sitegen.benchmarks.rground as rground
from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.load import Loaded
from sitegen.records import Build
from tests.sitegen.benchmarks.rground.conftest import LIMIT


def asked(questions: list[Item], difficulty: str) -> list[Item]:
    return [i for i in questions if i.task == "generation" and i.facets["difficulty"] == difficulty]


def test_both_difficulties_hold_as_many_questions_as_asked_for(questions: list[Item]) -> None:
    assert [len(asked(questions, difficulty)) for difficulty in ("easy", "hard")] == [LIMIT, LIMIT]


def test_the_answer_is_the_canonical_product_of_a_sampled_edit(questions: list[Item], loaded: Loaded) -> None:
    products = {(edit.scaffold, edit.product) for edit in loaded.edits}
    for item in questions:
        if item.task == "generation":
            assert item.answer_type == "smiles"
            assert Chem.MolToSmiles(Chem.MolFromSmiles(item.answer)) == item.answer
            assert (item.extra["scaffold_id"], item.answer) in products


def test_easy_names_every_group_and_hard_all_but_one(questions: list[Item]) -> None:
    for item in asked(questions, "easy"):
        assert all(name in item.question for name in item.extra["substituents"].values())
    for item in asked(questions, "hard"):
        for label, name in item.extra["substituents"].items():
            assert (name in item.question) == (label != item.extra["described"])


def test_hard_states_ring_link_and_everything_on_the_ring(questions: list[Item]) -> None:
    for item in asked(questions, "hard"):
        kinds = [condition["kind"] for condition in item.extra["conditions"]]
        assert kinds == ["whole_ring", "link", "whole_decoration"]


def test_scaffold_metrics_find_the_scaffold(questions: list[Item]) -> None:
    for item in questions:
        assert item.extra["scaffold"].count("*") == item.extra["esmiles"].count("<a>")


def test_a_described_name_within_another_is_left_out_with_its_reason(built: Build) -> None:
    (funnel,) = [funnel for funnel in built.funnels if funnel.slug == "generation-hard"]
    reasons = Counter(row.reason for step in funnel.steps for row in step.dropped)
    assert set(reasons) <= {"another label's substituent holds the described one's name"}


def test_a_group_without_words_is_dropped_and_counted(
    make_context: Callable[..., BuildContext], curated_cores: list[str], tmp_path_factory
) -> None:
    import shutil
    from dataclasses import replace

    context = make_context(curated_cores[:30], limit=4)
    data = tmp_path_factory.mktemp("data") / "rground"
    shutil.copytree(context.data, data)
    pool = data / "substituents.tsv"
    lines = pool.read_text(encoding="utf-8").splitlines()
    header, first, *_ = lines
    odd = "naphthyl\tnaphthyl\tc1ccc2ccccc2c1\tG0\tC,N,O,S\t\tAryl.\tours"
    # Six groups that can be said and many that cannot.
    kept = [header, *lines[1:7], *(odd.replace("naphthyl", f"naphthyl-{n}") for n in range(12))]
    kept[-11:] = [
        line.replace("c1ccc2ccccc2c1", f"c1ccc2cc({'C' * n})ccc2c1") for n, line in enumerate(kept[-11:], 1)
    ]
    pool.write_text("\n".join(kept) + "\n", encoding="utf-8")
    context = replace(context, data=data)
    build = rground.build(rground.load(context), context)
    (funnel,) = [funnel for funnel in build.funnels if funnel.slug == "generation-hard"]
    assert "no words for the whole substituent" in {r.reason for step in funnel.steps for r in step.dropped}
    described = [i for i in build.items if "described" in i.extra and i.task == "generation"]
    assert described
    assert not any("naphthyl" in i.extra["substituents"][i.extra["described"]] for i in described)
