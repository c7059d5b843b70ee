"""Render item pages in batches; the functions here are sent to worker processes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Template
from jinja2.exceptions import TemplateError

from sitegen.errors import ConfigError
from sitegen.site.dataset import Question
from sitegen.site.names import page_name
from sitegen.site.questions import QuestionPages, question_context
from sitegen.site.skeleton import Skeleton
from sitegen.site.templating import page_environment


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRenderer:
    """Writes the pages of a batch of questions; call it through the pipeline's map.

    `templates` is the benchmark's own `pages` folder (None: the shared template only), `target` the
    folder that gets one folder a question.
    """

    pages: QuestionPages
    templates: Path | None
    skeleton: Skeleton
    target: Path

    def __call__(self, questions: Sequence[Question]) -> int:
        """Write the pages; return the number of bytes of HTML."""
        template = question_template(self.templates)
        target = str(self.target)
        written = 0
        for question in questions:
            page = render_question(question, self.pages, template, self.skeleton).encode()
            written += len(page)
            write_folder(
                f"{target}/{page_name(question.id)}",
                {
                    "index.html": page,
                    "items.json": ("[" + ",\n".join(question.lines) + "]\n").encode(),
                    "prompts.txt": prompts_text(question).encode(),
                },
            )
        return written


def write_folder(folder: str, files: Mapping[str, bytes]) -> None:
    """Make a new folder and write files into it (plain system calls: this runs for every page)."""
    os.mkdir(folder)
    for name, content in files.items():
        descriptor = os.open(f"{folder}/{name}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            with memoryview(content) as rest:
                done = os.write(descriptor, rest)
                while done < len(content):
                    done += os.write(descriptor, rest[done:])
        finally:
            os.close(descriptor)


def question_template(templates: Path | None) -> Template:
    """Return the benchmark's question template, or the shared one."""
    return page_environment(templates).select_template(["question.html.j2", "site/question.html.j2"])


def prompts_text(question: Question) -> str:
    """Return the prompts of a question as one text, each after a line with its place among the tabs."""
    marked = (f"----- prompt {n} -----\n{prompt}" for n, prompt in enumerate(question.prompts, 1))
    return "\n".join(marked)


def question_body(question: Question, pages: QuestionPages, template: Template) -> str:
    """Return the main column of a question's page as HTML."""
    try:
        return template.render(question_context(question, pages))
    except (TemplateError, KeyError, TypeError) as error:
        raise ConfigError(f"{template.filename}: {question.id}: {error}; mend the template") from error


def render_question(question: Question, pages: QuestionPages, template: Template, skeleton: Skeleton) -> str:
    """Return the whole page of a question."""
    return skeleton.fill(
        title=f"{question.id} – {pages.about['title']}",
        description=f"Question {question.id} of {pages.about['title']}, with its answer and origin.",
        parts={"body": question_body(question, pages, template)},
    )
