"""Links that open a new issue about a question in the configured repository."""

from __future__ import annotations

from urllib.parse import quote, urlsplit


def report_url(repository: str, question: str, build: str) -> str:
    """Return the address of a prefilled issue form, "" when no repository is configured.

    `repository` is the address of a repository on a forge of the GitHub or the GitLab kind.
    """
    if not repository:
        return ""
    title = quote(f"Problem with {question}", safe="")
    body = quote(f"Data {build}. What is wrong, and how do you know?\n", safe="")
    if "gitlab" in (urlsplit(repository).hostname or ""):
        return f"{repository.rstrip('/')}/-/issues/new?issue%5Btitle%5D={title}&issue%5Bdescription%5D={body}"
    return f"{repository.rstrip('/')}/issues/new?title={title}&body={body}"
