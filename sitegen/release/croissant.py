"""Describe a dataset folder in Croissant 1.0 (mlcommons.org/croissant), the vocabulary that dataset
search engines read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "sc": "https://schema.org/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "column": "cr:column",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "recordSet": "cr:recordSet",
    "repeated": "cr:repeated",
    "source": "cr:source",
    "subField": "cr:subField",
}
_FORMATS = {
    ".parquet": "application/x-parquet",
    ".gz": "application/gzip",
    ".tsv": "text/tab-separated-values",
    ".md": "text/markdown",
}


def write_croissant(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write `croissant.json`: a file object per download, a record set per Parquet file."""
    about = facts["benchmark"]
    tables = [entry["path"] for entry in facts["downloads"] if entry["path"].endswith(".parquet")]
    document = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": about["title"],
        "description": f"{about['summary']} canary {facts['canary']}",
        "license": [part["url"] for part in facts["licence"].get("parts", ())] or facts["licence"]["url"],
        "version": f"1.0.0+{facts['items_sha256'][:12]}",
        "citeAs": about.get("citation", {}).get("bibtex", ""),
        "distribution": [_file(entry) for entry in facts["downloads"]],
        "recordSet": [_record_set(folder, path) for path in tables],
    }
    text = json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False)
    (folder / "croissant.json").write_text(text + "\n", encoding="utf-8")


def _file(entry: Mapping[str, Any]) -> dict[str, Any]:
    path = entry["path"]
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "contentSize": f"{entry['bytes']} B",
        "encodingFormat": _FORMATS.get(Path(path).suffix, "application/octet-stream"),
        "sha256": entry["sha256"],
    }


def _record_set(folder: Path, path: str) -> dict[str, Any]:
    name = path.removesuffix(".parquet")
    schema = pq.read_schema(folder / path)
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "field": [_field(name, path, field.name, field.type) for field in schema],
    }


def _field(record_set: str, path: str, name: str, kind: pa.DataType) -> dict[str, Any]:
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{record_set}/{name}",
        "name": name,
        "source": {"fileObject": {"@id": path}, "extract": {"column": name}},
    }
    if pa.types.is_list(kind):
        field["repeated"] = True
        kind = kind.value_type
    if pa.types.is_struct(kind):
        field["subField"] = [_field(f"{record_set}/{name}", path, sub.name, sub.type) for sub in kind]
    else:
        field["dataType"] = _data_type(kind)
    return field


def _data_type(kind: pa.DataType) -> str:
    if pa.types.is_boolean(kind):
        return "sc:Boolean"
    if pa.types.is_integer(kind):
        return "sc:Integer"
    return "sc:Float" if pa.types.is_floating(kind) else "sc:Text"
