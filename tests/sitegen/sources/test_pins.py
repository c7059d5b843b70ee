"""Pin files: what they hold and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sitegen.errors import ConfigError
from sitegen.sources import file_pin, read_pin

ROOT = Path(__file__).parents[3]
HASH = "0" * 64


def test_a_pin_holds_what_its_file_says(write_pin: Callable[..., Path]) -> None:
    path = write_pin(
        {"a/b.csv": HASH}, {"smiles": "SMILES"}, kind="wheel", name="x", version="1", sha256=HASH, rows=3
    )
    pin = read_pin(path)
    assert (pin.path, pin.kind, pin.label, pin.rows) == (path, "wheel", "x 1", 3)
    assert (pin.members[0].path, pin.columns) == ("a/b.csv", {"smiles": "SMILES"})


def test_a_revision_is_the_version_of_a_hub_data_set(write_pin: Callable[..., Path]) -> None:
    assert (
        read_pin(write_pin({"*.parquet": 3}, kind="huggingface", name="a/b", revision="abc")).version == "abc"
    )


def test_licences_are_the_parts_of_the_expression(write_pin: Callable[..., Path]) -> None:
    pin = read_pin(write_pin({"t.csv": ""}, kind="file", name="x", licence="Apache-2.0 AND CC-BY-SA-3.0"))
    assert pin.licences == ("Apache-2.0", "CC-BY-SA-3.0")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"kind": "ftp"}, "kind: 'ftp' is no kind of input; choose one of wheel, npm, huggingface, file"),
        ({"kind": "wheel"}, "version: missing"),
        ({"kind": "wheel", "version": "1"}, "sha256: missing"),
        ({"kind": "wheel", "version": "1", "sha256": "12"}, "sha256: not 64 lower-case hexadecimal digits"),
        ({"kind": "huggingface"}, "revision: missing"),
        ({"url": "x"}, "url: unknown key; known are"),
        ({"rows": "many"}, "rows: 'many' is not a whole number"),
        ({"rows": -1}, "rows: -1 is not positive"),
        ({"citation": " "}, "citation: empty"),
        ({"name": 7}, "name: 7 is not text"),
    ],
)
def test_a_wrong_key_is_named_with_its_file(
    write_pin: Callable[..., Path], change: dict[str, object], complaint: str
) -> None:
    path = write_pin({"t.csv": HASH}, **({"kind": "file", "name": "x"} | change))
    with pytest.raises(ConfigError) as caught:
        read_pin(path)
    assert f"{path}: {complaint}" in str(caught.value)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pin.toml"
    path.write_text('kind = "wheel"\nnmae = "x"\n')
    with pytest.raises(ConfigError) as caught:
        read_pin(path)
    told = [line.removeprefix(f"{path}: ").split(":")[0] for line in str(caught.value).splitlines()]
    assert told == ["name", "licence", "citation", "version", "sha256", "nmae", "member"]


@pytest.mark.parametrize(
    ("member", "complaint"),
    [
        (f'path = "a/*.csv"\nsha256 = "{HASH}"', "member 1: path: 'a/*.csv' is a pattern"),
        (f'path = "../x"\nsha256 = "{HASH}"', "member 1: path: '../x' leads out of the input"),
        ('path = "a.csv"', "member 1: sha256: missing"),
        (f'path = "a.csv"\nsha256 = "{HASH}"\nhash = "1"', "member 1: hash: unknown key"),
    ],
)
def test_a_wrong_member_is_named_with_its_number(tmp_path: Path, member: str, complaint: str) -> None:
    path = tmp_path / "pin.toml"
    head = f'kind = "wheel"\nname = "x"\nversion = "1"\nsha256 = "{HASH}"\nlicence = "MIT"\ncitation = "y"\n'
    path.write_text(f"{head}[[member]]\n{member}\n")
    with pytest.raises(ConfigError) as caught:
        read_pin(path)
    assert complaint in str(caught.value)


def test_a_file_that_is_not_toml_is_told_by_name(tmp_path: Path) -> None:
    path = tmp_path / "pin.toml"
    path.write_text("kind = \n")
    with pytest.raises(ConfigError, match=r"pin\.toml: not a TOML file: .*line 1"):
        read_pin(path)


def test_a_missing_pin_file_is_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: cannot read the pin file"):
        read_pin(tmp_path / "none.toml")


def test_a_card_entry_names_no_folder_of_this_machine(tmp_path: Path) -> None:
    entry = file_pin(tmp_path / "cores.smi").to_json()
    assert str(tmp_path) not in repr(entry)
    assert entry["member"] == "cores.smi"


@pytest.mark.parametrize("path", sorted(ROOT.glob("data/*/sources/*.toml")), ids=lambda path: path.stem)
def test_every_pin_of_the_repository_is_valid_and_names_no_address(path: Path) -> None:
    read_pin(path)
    assert "://" not in path.read_text(encoding="utf-8")


def test_a_card_counts_members_that_are_many(write_pin: Callable[..., Path]) -> None:
    members = {f"data/{number}.csv": "0" * 64 for number in range(6)}
    pin = read_pin(write_pin(members, kind="wheel", name="x", version="1", sha256="0" * 64))
    assert pin.to_json()["member"] == "6 files of data"


def test_a_header_is_a_list_of_names(write_pin: Callable[..., Path]) -> None:
    pin = read_pin(write_pin({"a.txt": ""}, kind="file", name="x", format="csv", header=["smiles", "value"]))
    assert (pin.format, pin.header) == ("csv", ("smiles", "value"))
    with pytest.raises(ConfigError, match="header: not a list of names"):
        read_pin(write_pin({"a.txt": ""}, kind="file", name="x", header=[1]))
