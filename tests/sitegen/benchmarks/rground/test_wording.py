"""The tables of sentences: complete, checked when read, and put together as English lists."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sitegen.benchmarks.rground.conditions import Condition, absolute, relative
from sitegen.benchmarks.rground.wording import Wordings, forms_of, listed, pairs, plain_label, read_wordings
from sitegen.errors import DatasetError, DatasetErrors
from tests.sitegen.benchmarks.rground.reading import pool

GROUPS = {
    name: smiles.replace("*", "", 1) if smiles.startswith("*") else smiles for name, smiles in pool().items()
}


def test_everything_true_of_a_pool_group_can_be_said(wordings: Wordings) -> None:
    unsaid = [
        (name, statement)
        for name, smiles in GROUPS.items()
        for statement in absolute(smiles)
        if not forms_of(Condition(kind=statement[0], value=statement[1]), wordings)
    ]
    assert unsaid == []


def test_every_comparison_of_two_pool_groups_can_be_said(wordings: Wordings) -> None:
    for smiles in GROUPS.values():
        for name, other in GROUPS.items():
            for kind, value in relative(smiles, other):
                said = forms_of(Condition(kind=kind, value=value, reference=other, name=name), wordings)
                assert said
                assert all(name in text and "{" not in text for text in said)


def test_a_group_without_words_is_not_said(wordings: Wordings) -> None:
    assert forms_of(Condition(kind="decoration", value="*SCCCC:para"), wordings) == ()
    assert forms_of(Condition(kind="heavy_atoms", value="99"), wordings) == ()
    assert forms_of(Condition(kind="colour", value="blue"), wordings) == ()


def test_lists_and_labels_read_as_english() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a and b"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert plain_label("R[12]") == "R12"
    assert plain_label("X") == "X"
    assert (
        pairs({"R[1]": "phenyl", "R[2]": "benzyl"}, "{group} at {label}") == "phenyl at R1 and benzyl at R2"
    )


def test_every_style_has_several_numbered_forms(wordings: Wordings) -> None:
    frames = {**wordings.direct, **wordings.described}
    assert set(frames) == {"direct", "conversational", "result-oriented", "descriptive", "relational"}
    for style, forms in frames.items():
        assert len(forms) >= 4
        assert [frame.form for frame in forms] == list(range(1, len(forms) + 1))
        assert len({frame.frame for frame in forms}) == len(forms), style


@pytest.fixture
def copied(tables: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tables, tmp_path / "instructions"))


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_form_out_of_turn_is_refused_with_its_line(copied: Path) -> None:
    _edit(copied / "direct.tsv", "direct\t2\t", "direct\t7\t")
    with pytest.raises(DatasetErrors, match=r"direct\.tsv:3: form 7 of direct"):
        read_wordings(copied)


def test_all_lacking_placeholders_are_reported_at_once(copied: Path) -> None:
    _edit(copied / "direct.tsv", "Attach {pairs}.", "Attach them.")
    _edit(copied / "direct.tsv", "Replace {pairs}.", "Replace them.")
    with pytest.raises(DatasetErrors) as caught:
        read_wordings(copied)
    assert [error.line for error in caught.value.errors] == [2, 3]


def test_a_missing_column_is_refused(copied: Path) -> None:
    _edit(copied / "conditions.tsv", "kind\tvalue", "kind\tworth")
    with pytest.raises(DatasetError, match=r"conditions\.tsv:1: column 'value' is missing"):
        read_wordings(copied)


def test_a_short_line_is_refused(copied: Path) -> None:
    _edit(copied / "groups.tsv", "*F\ta fluorine atom", "*F")
    with pytest.raises(DatasetError, match=r"groups\.tsv:2"):
        read_wordings(copied)
