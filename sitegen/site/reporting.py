"""Links that open a new issue about a question in the configured repository."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote, urlsplit

_PLACE = "\x00"
"""Stands for the question's id in a form's address that is made once."""


def report_url(repository: str, question: str, build: str) -> str:
    """Return the address of a prefilled issue form, "" when no repository is configured.

    `repository` is the address of a repository on a forge of the GitHub or the GitLab kind.
    """
    if not repository:
        return ""
    return _form(repository, build).replace(_PLACE, quote(question, safe=""))


@lru_cache(maxsize=16)
def _form(repository: str, build: str) -> str:
    title = f"{quote('Problem with ', safe='')}{_PLACE}"
    body = quote(f"Data {build}. What is wrong, and how do you know?\n", safe="")
    if "gitlab" in (urlsplit(repository).hostname or ""):
        return f"{repository.rstrip('/')}/-/issues/new?issue%5Btitle%5D={title}&issue%5Bdescription%5D={body}"
    return f"{repository.rstrip('/')}/issues/new?title={title}&body={body}"
