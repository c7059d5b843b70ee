"""Serve a built site from this machine, under any base path, as a static host would."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sitegen.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteServer:
    """A running server; `address` is where its start page is."""

    address: str
    thread: threading.Thread

    def serve_until_interrupted(self) -> None:
        """Wait until the user interrupts."""
        try:
            self.thread.join()
        except KeyboardInterrupt:
            return


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Files below `directory`, at addresses below `base`; everything else is not found."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".svg": "image/svg+xml",
        ".jsonl": "application/jsonl",
    }

    def __init__(self, *arguments: Any, base: str, **named: Any) -> None:
        self.base = base
        super().__init__(*arguments, **named)

    def send_head(self) -> Any:
        path = urlsplit(self.path).path
        if not path.startswith(self.base):
            self.send_error(404, f"the site is at {self.base}")
            return None
        self.path = "/" + self.path[len(self.base) :]
        return super().send_head()

    def send_header(self, keyword: str, value: str) -> None:
        # A redirect to a folder's trailing slash must keep the base.
        if keyword == "Location" and value.startswith("/"):
            value = self.base + value[1:]
        super().send_header(keyword, value)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Keep quiet: a served page asks for dozens of files."""


@contextmanager
def site_server(folder: Path, *, port: int = 0, base: str = "/") -> Iterator[SiteServer]:
    """Serve `folder` on the loopback address while the block runs.

    Raises `ConfigError` when there is no built site or the port is taken.
    """
    if not (folder / "index.html").is_file():
        raise ConfigError(f"{folder}: no built site there; run `python -m sitegen build` first")
    base = "/" + base.strip("/") + "/" if base.strip("/") else "/"
    handler = partial(_Handler, base=base, directory=str(folder))
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise ConfigError(f"port {port}: {error.strerror}; choose another with --port") from error
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield SiteServer(address=f"http://127.0.0.1:{server.server_address[1]}{base}", thread=thread)
    finally:
        server.shutdown()
        server.server_close()
