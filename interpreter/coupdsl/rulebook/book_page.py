"""A document as one HTML page that needs nothing else. What comes from rule files is escaped by the template."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from coupdsl.language.signs import made_safe
from coupdsl.phrases.inline import text_of
from coupdsl.phrases.languages import WORDS
from coupdsl.rulebook.document import Document


def as_html(document: Document) -> str:
    words = WORDS.get(document.language, WORDS["en"])
    return made_safe(_template().render(document=document, contents=words["contents"]))


@cache
def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.tests["a"] = lambda thing, name: type(thing).__name__ == name
    environment.filters["words"] = text_of
    return environment.get_template("page.html.jinja")
