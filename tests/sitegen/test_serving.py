"""The local server: base paths, folders, types."""

from __future__ import annotations

import urllib.error
import urllib.request
from pathlib import Path

import pytest

from sitegen.errors import ConfigError
from sitegen.serving import site_server


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "sub").mkdir()
    (tmp_path / "index.html").write_text("home")
    (tmp_path / "sub" / "index.html").write_text("sub")
    (tmp_path / "a.mjs").write_text("1")
    return tmp_path


def test_a_site_is_served_below_its_base_path_only(site: Path) -> None:
    with site_server(site, base="/some/base/") as server:
        assert urllib.request.urlopen(server.address).read() == b"home"
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(server.address.replace("/some/base/", "/"))


def test_a_folder_without_its_slash_is_redirected_below_the_base(site: Path) -> None:
    with site_server(site, base="/some/base/") as server:
        answer = urllib.request.urlopen(server.address + "sub")
        assert (answer.read(), answer.url) == (b"sub", server.address + "sub/")


def test_modules_have_a_type_that_browsers_run(site: Path) -> None:
    with site_server(site) as server:
        assert urllib.request.urlopen(server.address + "a.mjs").headers["Content-Type"] == "text/javascript"


def test_a_folder_without_a_site_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no built site there"), site_server(tmp_path / "absent"):
        pass
