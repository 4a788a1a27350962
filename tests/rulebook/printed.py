"""Reads a printed rulebook back, as a person would: its tables, its cards, its text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt
from tests.helpers import composed

from coupdsl.rulebook.book_page import as_html
from coupdsl.rulebook.document import Document
from coupdsl.rulebook.markdown import as_markdown
from coupdsl.rulebook.pages import rulebook
from coupdsl.rulebook.prose_in_force import ProseInForce

VOID = {"meta", "br"}
BLOCKS = {"p", "li", "h1", "h2", "h3", "h4", "h5", "td", "th", "caption"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)

    def all(self, tag: str) -> list[Element]:
        found = [self] if self.tag == tag else []
        return found + [e for child in self.children if isinstance(child, Element) for e in child.all(tag)]

    def first(self, tag: str) -> Element:
        return self.all(tag)[0]

    @property
    def text(self) -> str:
        """Everything visible in it, on one line."""
        return " ".join("".join(c if isinstance(c, str) else c.text for c in self.children).split())

    def texts(self) -> list[str]:
        """The text of each block, without that of blocks inside it; emphasis, lists and the list of chapters aside."""
        if self.tag == "nav":
            return []
        own = "".join(c if isinstance(c, str) else _inside(c) for c in self.children)
        found = [" ".join(own.split())] if self.tag in BLOCKS else []
        return found + [t for child in self.children if isinstance(child, Element) for t in child.texts()]


def _inside(element: Element) -> str:
    if element.tag in BLOCKS or element.tag in ("ol", "ul"):
        return ""
    return "".join(c if isinstance(c, str) else _inside(c) for c in element.children)


class _Reader(HTMLParser):
    """Builds the tree; an element left open or closed twice is an error."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("page", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(html: str) -> Element:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert len(reader.open) == 1
    return reader.open[0]


@dataclass
class Table:
    heads: list[str]
    rows: dict[str, list[str]]

    def cell(self, row: str, head: str) -> str:
        return self.rows[row][self.heads.index(head)]


@dataclass
class Page:
    html: str
    markdown: str
    tree: Element

    @property
    def main(self) -> Element:
        return self.tree.first("main")

    @property
    def text(self) -> str:
        return self.main.text

    def tables(self, inside: Element | None = None) -> dict[str, Table]:
        found = {}
        for table in (inside or self.main).all("table"):
            rows = {}
            for row in table.first("tbody").all("tr"):
                rows[row.attributes["data-row"] or ""] = [c.text for c in row.children if isinstance(c, Element)]
            heads = [head.text for head in table.first("thead").all("th")]
            found.setdefault(table.attributes["data-table"] or "", Table(heads, rows))
        return found

    def cards(self) -> dict[str, Element]:
        return {e.attributes["data-card"] or "": e for e in self.main.all("article")}

    def part(self, title: str) -> list[str]:
        """The sentences under a heading, up to the next one."""
        found: list[str] = []
        taking = False
        for child in (child for section in self.main.all("section") for child in section.children):
            if isinstance(child, Element) and child.tag in ("h2", "h3", "h4"):
                taking = re.sub(r"^(§?\d+(\.\d+)?) ", "", child.text) == title
            elif isinstance(child, Element) and taking:
                found += child.texts()
        return found


@cache
def document_of(name: str, language: str, options: tuple[tuple[str, str], ...] = ()) -> Document:
    return rulebook(composed(name), language, dict(options))


@cache
def printed(name: str, language: str, options: tuple[tuple[str, str], ...] = ()) -> Page:
    return _page(document_of(name, language, options))


def _page(document: Document) -> Page:
    html = as_html(document)
    return Page(html, as_markdown(document), parsed(html))


@cache
def unwritten(name: str, language: str) -> Page:
    """The book of a shipped game as if nobody had written one for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ProseInForce, "prose", None)
        return _page(rulebook(composed(name), language))


def markdown_texts(markdown: str) -> list[str]:
    """The text of each block of a Markdown page, as a reader of Markdown shows it."""
    html = MarkdownIt("commonmark").enable("table").render(markdown)
    return [text for text in parsed(html).texts() if text]
