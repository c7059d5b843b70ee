"""The one shape of a message about an input: pin file, key, what is wrong, what to do."""

from __future__ import annotations

import re

from sitegen.errors import SourceError
from sitegen.sources.pins import Pin

_ADDRESS = re.compile(r"\S*://\S+")
_HOST = re.compile(r"(host|server)='[^']*'", re.IGNORECASE)
_OFFLINE = re.compile(
    r"NewConnectionError|NameResolution|Failed to establish|Name or service not known|name resolution"
    r"|Connection (refused|reset|timed|broken)|Max retries|ProxyError|Network is unreachable|timed out"
    r"|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED",
    re.IGNORECASE,
)


def source_error(pin: Pin, key: str, problem: str, advice: str) -> SourceError:
    """Return the error that says where the pin is, which key is concerned, what is wrong and what to do."""
    return SourceError(f"{pin.path}: {key}: {problem}; {advice}")


def without_addresses(text: str) -> str:
    """Return a client's message without the addresses it names: they are the user's set-up, not ours."""
    return _HOST.sub("host", _ADDRESS.sub("its registry", text)).strip()


def means_offline(text: str) -> bool:
    """Tell whether a client's output says that no registry could be reached."""
    return _OFFLINE.search(text) is not None
