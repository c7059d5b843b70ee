"""Page speed: question pages by the skeleton against the same questions as stock Material pages.

The stock way is what a person would write for MkDocs and its Material theme: a Markdown page a
question, its modes as content tabs, answer, prompts and facts in collapsible blocks. It lacks the
records as JSON that ours writes besides. Starting either program is not counted.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluator.records import Item
from sitegen.bench.pairing import Comparison, compare
from sitegen.site.dataset import Question, read_dataset, read_questions
from sitegen.site.names import page_name
from sitegen.site.questions import QuestionPages, picture
from sitegen.site.render import QuestionRenderer
from sitegen.site.skeleton import Skeleton
from sitegen.site.templating import break_smiles

_STOCK_PAGES = 200
_STOCK_SETTINGS: Mapping[str, Any] = {
    "site_name": "Stock",
    "theme": {"name": "material", "font": False},
    "markdown_extensions": [
        "admonition",
        "attr_list",
        "pymdownx.details",
        "pymdownx.superfences",
        {"pymdownx.tabbed": {"alternate_style": True}},
        "tables",
    ],
    "nav": ["index.md"],
}


def bench_pages(dataset: Path, templates: Path | None, skeleton: Skeleton, scratch: Path) -> Comparison:
    """Compare rendering and writing question pages with building them by stock MkDocs and Material.

    `templates` is the benchmark's `pages/` folder, `skeleton` that of its question pages, `scratch` an
    existing folder to write below (in memory where the disk is slow: writing counts on both sides).
    """
    read = read_dataset(dataset)
    questions = read_questions(read)
    target, source = scratch / "ours", scratch / "stock"
    renderer = QuestionRenderer(
        pages=QuestionPages.of(read, ""), templates=templates, skeleton=skeleton, target=target
    )
    stock = questions[:: max(1, len(questions) // _STOCK_PAGES)][:_STOCK_PAGES]
    build_stock = _stock_builder(stock, source)

    def ours() -> None:
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        picture.cache_clear()
        break_smiles.cache_clear()
        renderer(questions)

    return compare(
        "question pages",
        "pages",
        len(questions),
        ours,
        build_stock,
        against="stock mkdocs-material",
        aim=">= 25",
        bare_units=len(stock),
        rounds=3,
    )


def stock_page(question: Question) -> str:
    """Return a question as a Markdown page for stock Material with its own tabs and details."""
    items = question.items
    parts = [f"# {question.id}"]
    for item in items:
        parts.append(f'=== "{item.facets.get("mode") or item.task}"\n')
        parts.append(_indented("\n\n".join(_mode_markdown(item))))
    parts.append('??? success "Show answer"\n')
    parts.append(_indented("\n\n".join(_answer_markdown(items[0]))))
    for item, prompt in zip(items, question.prompts, strict=True):
        parts.append(f'??? note "Prompt {item.id}"\n')
        parts.append(_indented(f"```text\n{prompt}\n```"))
    return "\n\n".join(parts) + "\n"


def _mode_markdown(item: Item) -> Iterator[str]:
    yield f"`{item.question}`"
    yield from (f"![Figure of the question](/data/{path})" for path in item.images)
    for option in item.options:
        shown = f"![Option](/data/{option.image})" if option.image else f"`{option.smiles or option.text}`"
        yield f"- **{option.label}** {shown}"


def _answer_markdown(item: Item) -> Iterator[str]:
    extra = item.extra
    yield f"**{item.answer}** {extra.get('explanation', '')}".replace("<", "&lt;")
    for label, path in extra.get("option_drawings", {}).items():
        yield f"- {label} ![Option](/data/{path})"
    rows = [("fact", "value"), ("---", "---")]
    rows += [(name, f"`{value}`") for name, value in item.source.items()]
    rows += [(name, f"`{value}`") for name, value in extra.items() if isinstance(value, str | float)]
    yield "\n".join(f"| {name} | {value} |" for name, value in rows if "\n" not in value)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.split("\n"))


def _stock_builder(questions: Sequence[Question], source: Path) -> Any:
    """Write the stock pages below `source`; return a function that builds them."""
    # The stock way is MkDocs itself; the site reaches it through sitegen/site/chrome.py only.
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    os.environ.setdefault("DISABLE_MKDOCS_2_WARNING", "true")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    pages = source / "docs" / "items"
    pages.mkdir(parents=True)
    (source / "docs" / "index.md").write_text("# Stock\n", encoding="utf-8")
    for question in questions:
        text = stock_page(question)
        (pages / f"{page_name(question.id)}.md").write_text(text, encoding="utf-8")
    settings = source / "mkdocs.yml"
    settings.write_text(json.dumps(_STOCK_SETTINGS), encoding="utf-8")
    config = load_config(str(settings), site_dir=str(source / "site"))
    return lambda: build(config)
