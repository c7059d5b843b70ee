"""VQA questions: distractors by difficulty, options, letters, stable ids, funnels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from rdkit import Chem
from rdkit.Chem import DataStructs, rdFingerprintGenerator

import sitegen.benchmarks.rground as rground
from evaluator.records import Item
from sitegen.benchmarks.contract import BuildContext
from sitegen.benchmarks.rground.edits import products
from sitegen.benchmarks.rground.load import Loaded
from sitegen.benchmarks.rground.pool import choices
from sitegen.records import Build
from tests.sitegen.benchmarks.rground.conftest import LIMIT
from tests.sitegen.benchmarks.rground.reading import decompositions, pool

GENERATOR = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048)
DIFFICULTIES = ("easy", "medium", "hard")


@pytest.fixture(scope="module")
def questions(basic: Build) -> list[Item]:
    """One item of every question of the basic level."""
    return list({item.extra["question"]: item for item in basic.items}.values())


def fingerprint(smiles: str) -> DataStructs.ExplicitBitVect:
    return GENERATOR.GetFingerprint(Chem.MolFromSmiles(smiles))


def asked(questions: list[Item], difficulty: str) -> list[Item]:
    return [item for item in questions if item.task == "vqa" and item.facets["difficulty"] == difficulty]


def ordinary(questions: list[Item], difficulty: str) -> list[Item]:
    return [item for item in asked(questions, difficulty) if item.facets["nota"] == "no"]


def right(item: Item) -> str:
    return next(option.smiles or "" for option in item.options if option.label == item.answer)


def wrong(item: Item) -> list[str]:
    return [option.smiles for option in item.options if option.smiles and option.label != item.answer]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_split_holds_as_many_questions_as_asked_for(questions: list[Item], difficulty: str) -> None:
    assert len(asked(questions, difficulty)) == LIMIT


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_letters_are_balanced(questions: list[Item], difficulty: str) -> None:
    letters = Counter(item.answer for item in asked(questions, difficulty))
    assert [letters[letter] for letter in "ABCD"] == [LIMIT / 4] * 4


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_no_scaffold_is_asked_about_twice_while_others_are_left(
    questions: list[Item], difficulty: str
) -> None:
    used = Counter(item.extra["scaffold_id"] for item in asked(questions, difficulty))
    assert max(used.values()) == 1


def test_four_options_are_distinct_molecules_even_without_stereo(questions: list[Item]) -> None:
    for item in questions:
        if item.options:
            assert [option.label for option in item.options] == list("ABCD")
            offered = [option.smiles for option in item.options if option.smiles]
            assert len(offered) == (4 if item.facets["nota"] == "no" else 3)
            mols = [Chem.MolFromSmiles(smiles) for smiles in offered]
            assert [Chem.MolToSmiles(mol) for mol in mols] == offered
            assert len({Chem.MolToSmiles(mol, isomericSmiles=False) for mol in mols}) == len(offered)


def test_the_right_option_is_the_scaffold_with_the_groups_named(questions: list[Item]) -> None:
    for item in questions:
        if item.facets["nota"] in ("nonexistent-r", "structure-error"):
            continue
        product = right(item) if item.options else str(item.answer)
        tags = re.findall(r"<a>(\d+):([^<]*)</a>", item.extra["esmiles"])
        named = {label: pool()[name] for label, name in item.extra["substituents"].items()}
        labels = {int(atom): label for atom, label in tags}
        assert named in list(decompositions(item.extra["scaffold"], labels, product)), item.id
        assert "*" not in product


def test_easy_offers_the_same_groups_on_other_ring_systems_of_like_size(
    questions: list[Item], loaded: Loaded
) -> None:
    murcko = {scaffold.id: scaffold.murcko for scaffold in loaded.scaffolds}
    gaps: list[int] = []
    for item in ordinary(questions, "easy"):
        groups = {tuple(one.values()) for one in item.extra["option_substituents"].values()}
        assert len(groups) == 1
        families = {murcko[scaffold] or scaffold for scaffold in item.extra["option_scaffolds"].values()}
        assert len(families) == 4
        sizes = [Chem.MolFromSmiles(option.smiles).GetNumHeavyAtoms() for option in item.options]
        size = Chem.MolFromSmiles(right(item)).GetNumHeavyAtoms()
        gaps += [abs(one - size) for one in sizes]
    assert sum(gap <= 2 for gap in gaps) >= 0.9 * len(gaps)


def test_medium_and_hard_stay_on_the_scaffold(questions: list[Item]) -> None:
    for item in [*asked(questions, "medium"), *asked(questions, "hard")]:
        assert set(item.extra["option_scaffolds"].values()) == {item.extra["scaffold_id"]}


def test_hard_varies_one_label_and_offers_the_three_nearest(questions: list[Item], loaded: Loaded) -> None:
    scaffolds = {scaffold.id: scaffold for scaffold in loaded.scaffolds}
    groups = {one.name: one for one in loaded.pool}
    for item in asked(questions, "hard"):
        scaffold, varied = scaffolds[item.extra["scaffold_id"]], item.extra["described"]
        for given in item.extra["option_substituents"].values():
            assert {**given, varied: ""} == {**item.extra["substituents"], varied: ""}
        fixed = {label: groups[name] for label, name in item.extra["substituents"].items()}
        assignments = [{**fixed, varied: one} for one in choices(scaffold, loaded.pool)[varied]]
        enumerated = {one for one in products(scaffold, assignments) if one is not None}
        answer = fingerprint(right(item))
        near = sorted(
            (
                DataStructs.TanimotoSimilarity(answer, fingerprint(one))
                for one in enumerated
                if one != right(item)
            ),
            reverse=True,
        )
        offered = sorted(
            (DataStructs.TanimotoSimilarity(answer, fingerprint(one)) for one in wrong(item)), reverse=True
        )
        assert offered == pytest.approx(near[:3])


def test_the_similarity_gap_is_that_of_its_definition(questions: list[Item]) -> None:
    for item in questions:
        offers_right = item.facets["nota"] in ("no", "distractor")
        assert ("delta_sim" in item.extra) == bool(item.options and offers_right)
        if "delta_sim" in item.extra:
            flat = re.sub(r"[/\\]", "", item.extra["scaffold"]).replace("*", "[H]")
            bare = Chem.RemoveAllHs(Chem.MolFromSmiles(flat))
            core = GENERATOR.GetFingerprint(bare)
            near = [DataStructs.TanimotoSimilarity(core, fingerprint(one)) for one in wrong(item)]
            own = DataStructs.TanimotoSimilarity(core, fingerprint(right(item)))
            assert item.extra["delta_sim"] == pytest.approx(own - sum(near) / len(near), abs=2e-6)
            assert item.extra["delta_sim_max"] == pytest.approx(own - max(near), abs=2e-6)
            inside = re.findall(r"-?\d\.\d\d", item.facets["gap"])
            low = float(inside[0]) if not item.facets["gap"].startswith("below") else -1.0
            high = float(inside[-1]) if not item.facets["gap"].endswith("more") else 1.0
            assert low <= item.extra["delta_sim"] < high


def test_styles_and_forms_are_balanced(questions: list[Item]) -> None:
    for difficulty in ("easy", "medium"):
        forms = Counter((item.extra["style"], item.extra["form"]) for item in asked(questions, difficulty))
        assert max(forms.values()) - min(forms.values()) <= 1
        assert len(forms) == 15
    styles = Counter(item.extra["style"] for item in asked(questions, "hard"))
    assert set(styles) == {"descriptive", "relational"}
    assert min(styles.values()) >= LIMIT // 3


def test_an_id_says_what_is_asked_and_not_how_many_are(
    questions: list[Item],
    make_context: Callable[..., BuildContext],
    curated_cores: list[str],
    loaded: Loaded,
) -> None:
    smaller = rground.build(loaded, make_context(curated_cores, limit=8))
    known = {item.extra["question"]: item for item in questions}
    again = [item for item in smaller.items if item.extra["question"] in known]
    assert again
    for item in again:
        assert item.extra["substituents"] == known[item.extra["question"]].extra["substituents"]
        assert item.extra["scaffold"] == known[item.extra["question"]].extra["scaffold"]


def test_funnels_add_up(built: Build) -> None:
    mine = [
        funnel for funnel in built.funnels if re.match(r"(vqa|generation)-(easy|medium|hard)$", funnel.slug)
    ]
    assert len(mine) == 5
    for funnel in mine:
        for before, after in zip(funnel.steps[:-1], funnel.steps[1:], strict=True):
            assert before.kept - len(after.dropped) == after.kept, (funnel.slug, after.name)
        assert funnel.steps[-1].kept == LIMIT


def test_too_few_scaffolds_give_a_shortfall_in_words(
    make_context: Callable[..., BuildContext], curated_cores: list[str]
) -> None:
    context = make_context(curated_cores[:3], limit=20)
    build = rground.build(rground.load(context), context)
    assert sum(reason.startswith(("VQA", "Generation")) for reason in build.shortfalls) == 5
    assert any(
        reason.startswith("VQA hard: ") and " of 20 questions" in reason for reason in build.shortfalls
    )
    asked = [item for item in build.items if item.options and item.facets["level"] == "basic"]
    per_scaffold = Counter((item.facets["difficulty"], item.extra["scaffold_id"]) for item in asked)
    assert max(per_scaffold.values()) <= 4 * 4
