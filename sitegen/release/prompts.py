"""Turn items into exactly what a model is given: Markdown with an image where one belongs.

A benchmark's `prompts/<task>.md` is a Jinja template over `item`; where it has none, the shared
`templates/prompts/<answer_type>.md` is used. The template sees nothing of the gold answer: of `extra`
only the keys that `benchmark.toml` lists under `[prompt] extra`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.exceptions import TemplateError, TemplateNotFound

from evaluator.records import Item
from sitegen.errors import ConfigError

SHARED = Path(__file__).parent.parent / "templates" / "prompts"
_IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)", re.ASCII)


def prompt_records(
    items: Sequence[Item], prompts: Path, visible: Collection[str], canary: str
) -> Iterator[dict[str, object]]:
    """Yield {"id", "prompt", "images", "canary"} for each item.

    `visible` are the keys of `extra` that the templates may use; `images` are the paths that the
    prompt shows, in order. Raises `ConfigError` naming the template
    when it is missing or cannot be filled.
    """
    # A prompt is plain text for a model: escaping would change the E-SMILES in it.
    environment = Environment(
        loader=FileSystemLoader([prompts, SHARED]),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates: dict[tuple[str, str], Template] = {}
    for item in items:
        key = (item.task, item.answer_type)
        if key not in templates:
            templates[key] = _template(environment, *key)
        text = _fill(templates[key], item, visible)
        yield {"id": item.id, "prompt": text, "images": _IMAGE.findall(text), "canary": canary}


def _template(environment: Environment, task: str, answer_type: str) -> Template:
    try:
        return environment.select_template([f"{task}.md", f"{answer_type}.md"])
    except TemplateNotFound as error:
        raise ConfigError(
            f"no prompt template {task}.md or {answer_type}.md; add prompts/{task}.md to the benchmark"
        ) from error
    except TemplateError as error:
        raise ConfigError(f"prompt template {task}.md: {error}; mend the template") from error


def _fill(template: Template, item: Item, visible: Collection[str]) -> str:
    extra = {name: value for name, value in item.extra.items() if name in visible}
    try:
        return template.render(item=replace(item, answer=None, extra=extra)).strip() + "\n"
    except TemplateError as error:
        raise ConfigError(
            f"prompt template {template.name}: {item.id}: {error}; mend the template"
        ) from error
