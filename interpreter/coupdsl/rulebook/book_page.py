"""A document as one HTML page that needs nothing else. What comes from rule files is escaped by the template."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Template
from markupsafe import Markup, escape

from coupdsl.language.signs import made_safe
from coupdsl.language.tongues import in_language
from coupdsl.phrases.inline import text_of
from coupdsl.phrases.languages import WORDS
from coupdsl.play.wrapping import APART
from coupdsl.rulebook.document import Document
from coupdsl.rulebook.page_templates import page_templates


def as_html(document: Document, only_sheet: bool = False) -> str:
    """The page; with `only_sheet` that of the charts alone."""
    words = in_language(WORDS, document.language)
    page = _template(document.language).render(
        document=document, contents=words["contents"], style=_style(), only_sheet=only_sheet
    )
    return made_safe("\n".join(line for line in page.split("\n") if line.strip()))


@cache
def _style() -> Markup:
    return Markup((Path(__file__).parent / "page.css").read_text("utf-8"))  # our own, and no quote of rules


@cache
def _template(language: str) -> Template:
    environment = page_templates(Path(__file__).parent, _french if language == "fr" else None)
    environment.tests["a"] = lambda thing, name: type(thing).__name__ == name
    environment.filters["words"] = text_of
    environment.filters["verbatim"] = escape
    return environment.get_template("page.html.jinja")


def _french(said: object) -> object:
    """Marks that stand apart in French never begin a line, nor end one; what is marked up already stays as it is."""
    if not isinstance(said, str) or isinstance(said, Markup):
        return said
    return APART.sub("\N{NARROW NO-BREAK SPACE}", said)
