"""Reading configurations: what is accepted, and what a mistake is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitegen.config import PROFILES, merge, read_config
from sitegen.errors import ConfigError


def write(folder: Path, text: str) -> Path:
    path = folder / "chemground.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("profile", sorted(PROFILES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_profile_can_be_read(profile: Path) -> None:
    assert read_config(profile).benchmarks


def test_paths_are_relative_to_the_configuration_file(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    path = write(tmp_path, '[[benchmark]]\nfolder = "mine"\ndata = "tables"\nsources = {a = "pins/a.toml"}\n')
    benchmark = read_config(path).benchmarks[0]
    assert benchmark.folder == str(tmp_path / "mine")
    assert benchmark.data == tmp_path / "tables"
    assert benchmark.sources == {"a": tmp_path / "pins" / "a.toml"}


def test_the_environment_says_where_the_site_will_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITE_URL", "https://example.org/x/")
    path = write(tmp_path, '[site]\nurl = "https://example.org/y/"\n[[benchmark]]\nfolder = "rground"\n')
    assert read_config(path).site.url == "https://example.org/x/"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed = ", "mend the TOML syntax"),
        ("", "no [[benchmark]] table"),
        ('sed = 1\n[[benchmark]]\nfolder = "rground"', "unknown key 'sed'; known are benchmark, seed, site"),
        ('seed = "x"\n[[benchmark]]\nfolder = "rground"', "seed: 'x' is not a whole number"),
        ('[[benchmark]]\nfolder = ""', "benchmark.folder is missing"),
        ('[site]\ntitle = 3\n[[benchmark]]\nfolder = "rground"', "site.title: 3 is not text"),
    ],
)
def test_a_mistake_names_the_file_and_the_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(write(tmp_path, text))
    assert str(caught.value).startswith(str(tmp_path / "chemground.toml"))
    assert message in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        read_config(tmp_path / "absent.toml")


def test_overrides_are_laid_over_table_by_table() -> None:
    assert merge({"a": {"x": 1, "y": 2}, "b": 3}, {"a": {"y": 5}}) == {"a": {"x": 1, "y": 5}, "b": 3}
