"""Write the dataset card: README.md with the metadata block that dataset hubs read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATES = Path(__file__).parent.parent / "templates" / "release"


def write_card(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write `README.md` from the facts that go into description.json."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=False,  # Markdown for a dataset hub, not HTML
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["cell"] = _cell
    text = environment.get_template("card.md.j2").render(facts=facts)
    (folder / "README.md").write_text(text, encoding="utf-8")


def _cell(value: object) -> str:
    """Return text that cannot leave its cell of a Markdown table."""
    return str(value).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")
